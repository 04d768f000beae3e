package org.whichjvm.collector.report;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.whichjvm.collector.decide.ContenderResult;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.LoadCurve;

/**
 * By which statuses the services of a campaign answered.
 *
 * @param counts requests of a contender by their status, of all its forks that count
 */
record Statuses(ContenderResult contender, Map<String, Long> counts) {
    /** Contenders whose shares of a status differ by more did different work. */
    private static final double ALIKE = 0.01;

    /** Of each contender that has any. */
    static List<Statuses> of(Result result) {
        return result.contenders().stream()
                .map(each -> new Statuses(each, sum(result, result.forksOf(each.name()))))
                .filter(each -> !each.counts.isEmpty())
                .toList();
    }

    private static Map<String, Long> sum(Result result, List<Fork> forks) {
        Map<String, Long> counts = new TreeMap<>();
        for (Fork fork : forks) {
            LoadCurve load = fork.measured().load();
            if (load != null && result.counts(fork)) {
                load.statuses().forEach((status, count) -> counts.merge(status, count, Long::sum));
            }
        }
        return counts;
    }

    /** The table; empty if no service was measured. */
    static Table<?> table(Result result) {
        return new Table<>("Answers by status, of all requests", of(result))
                .words("contender", each -> Words.contender(each.contender))
                .words("share of each status", Statuses::shown);
    }

    /** Whether no request was answered by 2xx, the status of what was asked for. */
    boolean noneIsGood() {
        return counts.entrySet().stream().noneMatch(each -> each.getKey().startsWith("2") && each.getValue() > 0);
    }

    /** Such as "200 98 %, 302 2.0 %". */
    String shown() {
        return counts.keySet().stream()
                .map(status -> status + " " + Quantity.percent(share(status, counts)))
                .collect(Collectors.joining(", "));
    }

    private static double share(String status, Map<String, Long> counts) {
        long all = counts.values().stream().mapToLong(Long::longValue).sum();
        return all == 0 ? 0 : (double) counts.getOrDefault(status, 0L) / all;
    }

    /** What was answered: a slow service has fewer answers, and no others. */
    private Map<String, Long> answered() {
        Map<String, Long> answered = new TreeMap<>(counts);
        answered.remove(LoadCurve.NO_ANSWER);
        return answered;
    }

    /** Whether a status has another share of some contender's answers than of another one's. */
    static boolean differ(List<Statuses> all) {
        TreeSet<String> statuses = new TreeSet<>();
        all.forEach(each -> statuses.addAll(each.answered().keySet()));
        return statuses.stream()
                .map(status -> all.stream()
                        .mapToDouble(each -> share(status, each.answered()))
                        .summaryStatistics())
                .anyMatch(shares -> shares.getMax() - shares.getMin() > ALIKE);
    }
}
