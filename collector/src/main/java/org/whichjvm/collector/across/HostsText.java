package org.whichjvm.collector.across;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.Missing;
import org.whichjvm.collector.decide.Verdict;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.report.ResultFile;
import org.whichjvm.collector.report.VerdictText;
import org.whichjvm.collector.report.Words;
import org.whichjvm.collector.stats.HostsApart;

/** The sentences that a matrix comes to, and parts of others on hosts. */
record HostsText(Matrix matrix) {
    /** These must not be read out of the tables, which do not say so. */
    private static final List<String> NOTES = List.of(
            "Hosts are never pooled: no ratio or interval here is of several hosts together, and times of different hosts are never tested against one another.",
            "Each verdict is that of the host's own campaign or sessions, corrected for what these decide, and for no other host: of twenty hosts, one may say something that is not so.");

    private static final String OF_SESSIONS =
            "Sessions of a host count once each. Their intervals hold only if this number of sessions was planned: adding some because of a report finds false differences.";

    // Up to this many rows, the answer has a sentence for each row.
    private static final int MOST_SENTENCES = 3;
    private static final int MOST_VALUES = 4;
    private static final int MOST_DOUBTS = 20;

    List<String> notes() {
        List<String> notes = new ArrayList<>(NOTES);
        if (matrix.hosts().stream().anyMatch(each -> each.sessions().size() > 1)) {
            notes.add(OF_SESSIONS);
        }
        notes.addAll(substitutes());
        return notes;
    }

    /** Names the contenders that another build stood in for on any host; empty if none. */
    List<String> substitutes() {
        List<String> names = matrix.contenders().entrySet().stream()
                .filter(each -> !each.getValue().equals(each.getKey()))
                .map(Map.Entry::getKey)
                .toList();
        String what = "Not the builds that their names promise, but substitutes (*): ";
        return names.isEmpty() ? List.of() : List.of(what + Words.list(names) + ".");
    }

    List<String> answer() {
        if (matrix.hosts().isEmpty()) {
            return List.of("No host was measured.");
        }
        if (matrix.rows().isEmpty()) {
            return List.of("There is nothing to compare: no host has a contender beside "
                    + matrix.label(matrix.reference())
                    + " of which something was decided.");
        }
        return matrix.rows().size() <= MOST_SENTENCES ? agreement(matrix.rows()) : groups();
    }

    List<String> agreement(List<Matrix.Row> rows) {
        return rows.stream().map(row -> agrees(row) + ".").toList();
    }

    /** Rows that the answer tells one by one are not told again. */
    List<String> agreement() {
        return matrix.rows().size() <= MOST_SENTENCES ? List.of() : agreement(matrix.rows());
    }

    /**
     * Whether ratios differ between hosts. Sessions of one host lie apart too, so without several of them nobody can
     * tell.
     */
    List<String> apart() {
        if (matrix.rows().isEmpty() || matrix.hosts().size() < 2) {
            return List.of();
        }
        if (matrix.rowsOfSessions().isEmpty()) {
            return List.of(
                    "Whether a ratio differs between hosts is not told: it takes %s sessions or more on each of two hosts, because those of one host lie apart too."
                            .formatted(HostsApart.LEAST));
        }
        List<Matrix.Row> apart = matrix.apart();
        if (apart.isEmpty()) {
            return List.of("No ratio is shown to differ between hosts, over their sessions.");
        }
        List<String> sentences = new ArrayList<>(
                apart.stream().limit(MOST_DOUBTS).map(this::apart).toList());
        if (apart.size() > MOST_DOUBTS) {
            sentences.add((apart.size() - MOST_DOUBTS) + " more ratios do; the .json file has their probabilities.");
        }
        return sentences;
    }

    /** Reads as in "The ratio of b to a differs between hosts: 0.93 on x, to 1.08 on y.". */
    private String apart(Matrix.Row row) {
        List<Map.Entry<String, HostVerdict>> hosts = row.withSessions().entrySet().stream()
                .sorted(Comparator.comparingDouble(each -> each.getValue().ratio()))
                .toList();
        Map.Entry<String, HostVerdict> least = hosts.get(0);
        Map.Entry<String, HostVerdict> most = hosts.get(hosts.size() - 1);
        return "The ratio of %s to %s%s differs between hosts, over their sessions: %s on %s, to %s on %s."
                .formatted(
                        row.label(),
                        matrix.label(row.key().against()),
                        at(row),
                        Quantity.ratio(least.getValue().ratio()),
                        least.getKey(),
                        Quantity.ratio(most.getValue().ratio()),
                        most.getKey());
    }

    /** Reads as in "b is slower than a on 5 of 6 hosts, inconclusive on 1". */
    private String agrees(Matrix.Row row) {
        String against = matrix.label(row.key().against());
        List<Map.Entry<Verdict, Integer>> counts = new ArrayList<>(row.counts().entrySet());
        Comparator<Map.Entry<Verdict, Integer>> openLast =
                Comparator.comparing(each -> each.getKey() == Verdict.INCONCLUSIVE);
        counts.sort(openLast.thenComparing(each -> -each.getValue()));
        if (counts.isEmpty()) {
            return "%s is not decided against %s%s on any host".formatted(row.label(), against, at(row));
        }
        Map.Entry<Verdict, Integer> most = counts.remove(0);
        int without = row.cells().size() - row.decided();
        return "%s is %s%s on %s of %s%s%s"
                .formatted(
                        row.label(),
                        VerdictText.phrase(most.getKey(), Double.NaN, against),
                        at(row),
                        most.getValue(),
                        Words.count(row.cells().size(), "host"),
                        counts.stream()
                                .map(each -> ", %s on %s".formatted(each.getKey().key, each.getValue()))
                                .collect(Collectors.joining()),
                        without == 0 ? "" : ", without a verdict on " + without);
    }

    private static String at(Matrix.Row row) {
        return row.key().metric().headline() ? "" : " at " + row.key().metric().label();
    }

    /** A sentence for all contenders of which the same holds. */
    private List<String> groups() {
        return matrix.rows().stream()
                .sorted(Comparator.comparing(HostsText::everywhere, Comparator.nullsLast(Comparator.naturalOrder())))
                .collect(Collectors.groupingBy(
                        this::onAllHosts,
                        LinkedHashMap::new,
                        Collectors.mapping(Matrix.Row::name, Collectors.toList())))
                .entrySet()
                .stream()
                .map(each -> Words.list(each.getValue()) + " "
                        + Words.are(each.getValue().size()) + " " + each.getKey() + ".")
                .toList();
    }

    /** The verdict that it has on all hosts; null if it has several, or none on some. */
    private static Verdict everywhere(Matrix.Row row) {
        Set<Verdict> all = row.counts().keySet();
        return all.size() == 1 && row.decided() == row.cells().size()
                ? all.iterator().next()
                : null;
    }

    private String onAllHosts(Matrix.Row row) {
        Verdict everywhere = everywhere(row);
        if (everywhere != null) {
            String against = matrix.elsewhere() ? "their baseline" : matrix.label(matrix.reference());
            int hosts = row.cells().size();
            return VerdictText.phrase(everywhere, Double.NaN, against)
                    + " on %s of %s".formatted(hosts, Words.count(hosts, "host"));
        }
        boolean better = row.counts().keySet().stream().anyMatch(Verdict::better);
        boolean worse = row.counts().keySet().stream().anyMatch(Verdict::worse);
        return better && worse
                ? "faster on some hosts and slower on others"
                : better
                        ? "faster on some hosts or in some starts"
                        : worse ? "slower on some hosts or in some starts" : "nowhere shown to be faster or slower";
    }

    List<String> warnings(List<Host> all) {
        Stream<String> doubts = matrix.hosts().stream()
                .flatMap(host -> host.result().doubts().stream()
                        .map(each -> "Do not rely on the verdicts of " + host.name() + ": " + each))
                .limit(MOST_DOUBTS);
        return Stream.of(doubts, leftOut(), settings(), jvms(), all.stream().flatMap(HostsText::ofHost))
                .flatMap(each -> each)
                .map(Escape::oneLine)
                .toList();
    }

    private static Stream<String> ofHost(Host host) {
        List<String> missing = host.measured()
                ? host.result().missing().stream()
                        .filter(Missing::failure)
                        .map(Words::missing)
                        .toList()
                : List.of();
        return Stream.concat(
                host.left().stream(),
                missing.isEmpty() ? Stream.empty() : Stream.of(host.name() + ": " + Words.list(missing) + "."));
    }

    private Stream<String> leftOut() {
        List<Host> hosts = matrix.leftOut();
        List<String> baselines = hosts.stream()
                .map(each -> String.valueOf(each.result().baseline()))
                .distinct()
                .toList();
        return hosts.isEmpty()
                ? Stream.empty()
                : Stream.of("%s left out of every comparison: the baseline there is %s, and not %s."
                        .formatted(
                                Words.list(hosts.stream().map(Host::name).toList()) + " " + Words.are(hosts.size()),
                                Words.list(baselines),
                                matrix.reference()));
    }

    private Stream<String> settings() {
        Map<String, Function<ResultFile, String>> settings = new LinkedHashMap<>();
        // A host of which no fork counts tells of neither, and has no ratio of other work.
        settings.put("The workload", each -> Objects.requireNonNullElse(each.workload(), ""));
        settings.put("The margin", each -> Double.isNaN(each.margin()) ? "unknown" : Quantity.percent(each.margin()));
        matrix.hosts().stream()
                .flatMap(each -> each.result().parameters().keySet().stream())
                .filter(key -> !CampaignsAlike.OF_A_HOST.contains(key))
                .collect(Collectors.groupingBy(key -> key, LinkedHashMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                // One host alone may tell of anything.
                .sorted(Comparator.comparing(each -> -each.getValue()))
                .map(Map.Entry::getKey)
                .forEach(key -> settings.put("The setting " + Escape.oneLine(key), each -> {
                    String shown = Escape.oneLine(Json.shown(each.parameters(), key));
                    return !shown.isEmpty() || each.workload() == null ? shown : "not told";
                }));
        return settings.entrySet().stream()
                .flatMap(setting -> differing(setting.getValue())
                        .map(each ->
                                "%s is %s: their ratios are not of the same work.".formatted(setting.getKey(), each)))
                .limit(MOST_DOUBTS);
    }

    private Stream<String> jvms() {
        return matrix.contenders().keySet().stream()
                .flatMap(contender -> differing(result -> jvm(result.contender(contender)))
                        .map(each -> contender + " is not the same JVM everywhere: " + each + "."))
                .limit(MOST_DOUBTS);
    }

    private static String jvm(ResultFile.Contender contender) {
        return contender == null ? "" : contender.jvmLine();
    }

    /**
     * Reads as in "100000 on 5 hosts, but 50000 on c": the value of most hosts first; empty if all have the same.
     *
     * @param value of a host; empty if it has none
     */
    private Stream<String> differing(Function<ResultFile, String> value) {
        Map<String, List<String>> hosts = matrix.hosts().stream()
                .filter(each -> !value.apply(each.result()).isEmpty())
                .collect(Collectors.groupingBy(
                        each -> value.apply(each.result()),
                        LinkedHashMap::new,
                        Collectors.mapping(Host::name, Collectors.toList())));
        int left = hosts.size() - MOST_VALUES;
        return hosts.size() < 2
                ? Stream.empty()
                : Stream.of(hosts.entrySet().stream()
                                .sorted(Comparator.comparing(
                                        each -> -each.getValue().size()))
                                .limit(MOST_VALUES)
                                .map(each -> each.getKey() + " on " + Words.list(each.getValue()))
                                .collect(Collectors.joining(", but "))
                        + (left > 0 ? ", and something else on " + left + " more" : ""));
    }
}
