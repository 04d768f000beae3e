package org.whichjvm.collector.across;

import java.util.DoubleSummaryStatistics;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.Verdict;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.stats.Family;
import org.whichjvm.collector.stats.HostsApart;

/**
 * Contender × host: what each host's own campaign or sessions say of each contender against the same reference. Of
 * several hosts together it has counts of verdicts, and whether ratios differ between those that have sessions.
 *
 * @param reference the baseline that the compared hosts share; null if no host is measured
 * @param hosts that are compared, in their order
 * @param leftOut hosts with another baseline, in their order
 * @param contenders the labels of all, the reference too, in their order, by their names
 * @param rows of the p50 service time, or of the decided scores
 * @param others rows of all other metrics that a campaign decides: they are counted only
 */
record Matrix(
        String reference,
        List<Host> hosts,
        List<Host> leftOut,
        Map<String, String> contenders,
        List<Row> rows,
        List<Row> others) {
    /** Up to this many hosts, tables have a column for each host; with more hosts, a row. */
    static final int MOST_COLUMNS = 8;

    /** A contender, what it is compared with, and by which metric. */
    record Key(String contender, String against, Metric metric) {}

    /**
     * One contender, by one metric, on every host that is compared.
     *
     * @param label the contender's name with its marks
     * @param cells by the name of the host, in the hosts' order; one for each
     */
    record Row(Key key, String label, Map<String, HostVerdict> cells) {
        Map<Verdict, Integer> counts() {
            Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
            verdicts().forEach(each -> counts.merge(each, 1, Integer::sum));
            return counts;
        }

        private Stream<Verdict> verdicts() {
            return cells.values().stream().map(HostVerdict::verdict).filter(Objects::nonNull);
        }

        int decided() {
            return (int) verdicts().count();
        }

        String name() {
            return key.metric().ofScore() ? label + " (" + key.metric().label() + ")" : label;
        }

        /** The hosts whose sessions tell how far one of them may lie from the next. */
        Map<String, HostVerdict> withSessions() {
            Map<String, HostVerdict> some = new LinkedHashMap<>(cells);
            some.values().removeIf(each -> each.sessions().isEmpty());
            return some;
        }

        /** How likely these ratios are if all hosts have one; NaN where sessions do not allow it. */
        double apart() {
            return HostsApart.p(withSessions().values().stream()
                    .map(each -> each.sessions().stream().mapToDouble(Math::log).toArray())
                    .toList());
        }

        /** From the least to the greatest ratio of a host, as in "0.93–1.08". */
        String range() {
            DoubleSummaryStatistics ratios = cells.values().stream()
                    .mapToDouble(HostVerdict::ratio)
                    .filter(each -> !Double.isNaN(each))
                    .summaryStatistics();
            return ratios.getCount() == 0
                    ? Quantity.NONE
                    : Quantity.ratio(ratios.getMin()) + "–" + Quantity.ratio(ratios.getMax());
        }
    }

    /** Hosts without a result are left out. */
    static Matrix of(List<Host> all) {
        List<Host> measured = all.stream().filter(Host::measured).toList();
        String reference = reference(measured);
        List<Host> hosts = measured.stream()
                .filter(each -> String.valueOf(each.result().baseline()).equals(reference))
                .toList();
        Map<String, String> contenders = contenders(hosts);
        Map<String, Map<Key, HostVerdict>> cells = new LinkedHashMap<>();
        hosts.forEach(each -> cells.put(each.name(), HostVerdict.all(each)));
        List<Row> every = cells.values().stream()
                .flatMap(each -> each.keySet().stream())
                .distinct()
                .map(key -> row(key, contenders.getOrDefault(key.contender(), key.contender()), hosts, cells))
                .toList();
        Predicate<Row> main =
                row -> row.key().metric().headline() || row.key().metric().ofScore();
        return new Matrix(
                reference,
                hosts,
                measured.stream().filter(each -> !hosts.contains(each)).toList(),
                contenders,
                every.stream()
                        .filter(main)
                        .filter(row -> row.key().metric().headline() || row.decided() > 0)
                        .toList(),
                every.stream()
                        .filter(main.negate())
                        .filter(row -> row.decided() > 0)
                        .toList());
    }

    /** A contender that no host has is shown by its name. */
    String label(String contender) {
        return contenders.getOrDefault(contender, contender);
    }

    /** The reference is the baseline of most hosts, of several the first. */
    private static String reference(List<Host> measured) {
        Map<String, Long> counts = measured.stream()
                .collect(Collectors.groupingBy(
                        each -> String.valueOf(each.result().baseline()), LinkedHashMap::new, Collectors.counting()));
        return counts.entrySet().stream()
                .reduce((most, each) -> each.getValue() > most.getValue() ? each : most)
                .map(Map.Entry::getKey)
                .orElse(null);
    }

    private static Map<String, String> contenders(List<Host> hosts) {
        Map<String, String> labels = new LinkedHashMap<>();
        hosts.stream()
                .flatMap(host -> host.result().contenders().stream())
                .forEach(each -> labels.merge(
                        each.name(),
                        each.substitute() == null ? each.name() : each.name() + "*",
                        (one, other) -> one.length() > other.length() ? one : other));
        return labels;
    }

    private static Row row(Key key, String label, List<Host> hosts, Map<String, Map<Key, HostVerdict>> all) {
        Map<String, HostVerdict> cells = new LinkedHashMap<>();
        for (Host host : hosts) {
            HostVerdict told = all.get(host.name()).get(key);
            boolean unknown = told == null || Double.isNaN(told.ratio()) && told.verdict() == null;
            cells.put(host.name(), unknown ? HostVerdict.without(host.result().contender(key.contender())) : told);
        }
        return new Row(key, label, cells);
    }

    /** The rows of which sessions tell whether hosts differ. */
    List<Row> rowsOfSessions() {
        return Stream.concat(rows.stream(), others.stream())
                .filter(each -> !Double.isNaN(each.apart()))
                .toList();
    }

    /** Those of them whose ratio differs between hosts: they hold together in 19 of 20 reports. */
    List<Row> apart() {
        List<Row> all = rowsOfSessions();
        return all.stream()
                .filter(each -> each.apart() * all.size() <= Family.LEVEL)
                .toList();
    }

    boolean many() {
        return hosts.size() > MOST_COLUMNS;
    }

    boolean ofScores() {
        return rows.stream().anyMatch(row -> row.key().metric().ofScore());
    }

    boolean elsewhere() {
        return rows.stream().anyMatch(row -> !row.key().against().equals(reference));
    }

    List<Metric> metrics() {
        return hosts.stream()
                .flatMap(host -> host.result().contenders().stream())
                .flatMap(each -> each.metrics().keySet().stream())
                .distinct()
                .toList();
    }
}
