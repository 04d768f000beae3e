package org.whichjvm.collector.across;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.Verdict;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.report.RatioInterval;
import org.whichjvm.collector.report.ResultFile;
import org.whichjvm.collector.report.Table;
import org.whichjvm.collector.stats.Family;
import org.whichjvm.collector.stats.HostsApart;
import org.whichjvm.collector.stats.Interval;
import org.whichjvm.collector.stats.OverSessions;

/**
 * A contender's comparison on one host: what that host's own campaign decided, or what its sessions say together.
 *
 * @param ratio to the reference, above 1 is slower; NaN without one, infinite if the contender could not keep the rate
 * @param low lower end of its 95 % interval; NaN without one
 * @param high its upper end; NaN without one
 * @param verdict null where there is none
 * @param word the verdict, or why there is none
 * @param blocks in which both have a fork that counts
 * @param sessions the ratio of each session; empty if one campaign alone decided
 * @param margin within which a difference counts as none, 0.03 being 3 %; NaN without a verdict
 */
record HostVerdict(
        double ratio,
        double low,
        double high,
        Verdict verdict,
        String word,
        int blocks,
        List<Double> sessions,
        double margin) {
    static HostVerdict without(String word) {
        return new HostVerdict(Double.NaN, Double.NaN, Double.NaN, null, word, 0, List.of(), Double.NaN);
    }

    /** A contender without a comparison has the reason; null if it never ran. */
    static HostVerdict without(ResultFile.Contender contender) {
        if (contender == null) {
            return without("not run");
        }
        ResultFile.Forks forks = contender.forks();
        return without(
                forks.ok() > 0
                        ? "not compared"
                        : forks.excluded() > 0 ? "excluded" : forks.failed() > 0 ? "failed" : "not run");
    }

    static HostVerdict of(ResultFile.Compared comparison, double margin) {
        Verdict verdict = comparison.decidable() ? comparison.verdict() : null;
        return new HostVerdict(
                // A ratio that is 0 or infinite is null there.
                comparison.ratio() == null && verdict == Verdict.SLOWER
                        ? Double.POSITIVE_INFINITY
                        : ResultFile.known(comparison.ratio()),
                ResultFile.known(comparison.low()),
                ResultFile.known(comparison.high()),
                verdict,
                verdict == null ? "not decided" : verdict.key,
                comparison.blocks(),
                List.of(),
                margin);
    }

    /** Controls are left out; the order is that of the host's newest campaign. */
    static Map<Matrix.Key, HostVerdict> all(Host host) {
        List<Map<Matrix.Key, HostVerdict>> sessions =
                host.sessions().stream().map(HostVerdict::all).toList();
        Map<Matrix.Key, HostVerdict> newest = sessions.get(sessions.size() - 1);
        long asked = newest.entrySet().stream()
                .filter(each -> each.getValue().verdict != null)
                .filter(each -> Contender.of(each.getKey().contender()).plain())
                .count();
        double level = Family.LEVEL / Math.max(1, asked);
        Map<Matrix.Key, HostVerdict> cells = new LinkedHashMap<>(newest);
        cells.replaceAll((key, told) ->
                told.over(sessions.stream().map(each -> each.get(key)).filter(Objects::nonNull), level));
        return cells;
    }

    static Map<Matrix.Key, HostVerdict> all(ResultFile result) {
        Map<Matrix.Key, HostVerdict> cells = new LinkedHashMap<>();
        for (ResultFile.Compared each : result.comparisons()) {
            if (each.contender() != null && each.baseline() != null && !each.control()) {
                each.metric()
                        .map(metric -> new Matrix.Key(each.contender(), each.baseline(), metric))
                        .ifPresent(key -> cells.put(key, of(each, result.margin())));
            }
        }
        return cells;
    }

    /**
     * What several sessions say together, each of which counts once. One in which a contender could not keep the rate
     * has no ratio to join, so that the newest alone counts.
     */
    private HostVerdict over(Stream<HostVerdict> all, double level) {
        List<HostVerdict> some =
                all.filter(each -> each.verdict != null && each.ratio > 0).toList();
        if (verdict == null
                || some.size() < HostsApart.LEAST
                || some.stream().anyMatch(each -> Double.isInfinite(each.ratio))) {
            return this;
        }
        OverSessions over = new OverSessions(
                some.stream().map(each -> new double[] {Math.log(each.ratio)}).toList());
        Interval ratio = over.interval(level).exp();
        Verdict together = Verdict.of(ratio, margin);
        return new HostVerdict(
                Math.exp(over.mean()),
                ratio.low(),
                ratio.high(),
                together,
                together.key,
                some.stream().mapToInt(HostVerdict::blocks).sum(),
                some.stream().map(HostVerdict::ratio).toList(),
                margin);
    }

    RatioInterval interval() {
        return new RatioInterval(ratio, low, high, margin);
    }

    Table.Bar bar() {
        return new Table.Bar(interval(), margin, verdict == null || verdict == Verdict.INCONCLUSIVE);
    }

    /** Reads as in "0.93 [0.91, 0.95] faster". */
    String shown() {
        return interval().known() ? interval().both() + " " + word : word;
    }
}
