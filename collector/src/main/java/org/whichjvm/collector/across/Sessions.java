package org.whichjvm.collector.across;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.whichjvm.collector.decide.Comparison;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.decide.Verdict;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.model.Consistency;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.report.RatioInterval;
import org.whichjvm.collector.stats.Family;
import org.whichjvm.collector.stats.Interval;
import org.whichjvm.collector.stats.OverSessions;
import org.whichjvm.common.WrongUsage;

/**
 * Campaigns of one host, contenders and settings as sessions of one another: what of a difference holds over all of
 * them. A session counts once, however many blocks it has.
 *
 * @param unfinished campaigns that have begun and not ended: they count once they have ended, or somebody who
 *     interrupts would choose which blocks count
 * @param measured those in which a fork counts: the others say nothing of host, settings and builds
 * @param analyses after how many sessions somebody planned to analyse, ascending
 */
public record Sessions(
        List<Result> all, List<Result> unfinished, List<Result> measured, List<Integer> analyses, List<Series> series) {
    /** Fewer sessions may decide nothing. */
    static final int FEW = 6;

    /**
     * One metric of a contender over its baseline's, in all sessions.
     *
     * @param effects log ratios, above 0 where the contender is slower
     * @param level of the significance level, of the intervals
     */
    public record Series(
            String contender, String baseline, Metric metric, OverSessions effects, double level, Verdict verdict) {
        double ratio() {
            return Math.exp(effects.mean());
        }

        RatioInterval interval(double margin) {
            Interval ratios = effects.interval(level).exp();
            return new RatioInterval(ratio(), ratios.low(), ratios.high(), margin);
        }

        /** Whether this is its comparison in one session. */
        boolean isOf(Comparison each) {
            return each.decidable()
                    && each.contender().equals(contender)
                    && each.baseline().equals(baseline)
                    && each.metric().equals(metric);
        }
    }

    /** Sessions in their order; a WrongUsage refuses those that differ. */
    public static Sessions of(List<Result> begun, List<Integer> analyses) {
        Map<Boolean, List<Result>> finished = begun.stream()
                .collect(Collectors.partitioningBy(each -> !each.campaign().unfinished()));
        List<Result> all = finished.get(true);
        List<Result> measured =
                all.stream().filter(each -> each.host().size() > 0).toList();
        measured.forEach(each -> checkSame(measured.get(0), each));
        return new Sessions(all, finished.get(false), measured, analyses, decided(all, analyses));
    }

    private static CampaignsAlike.Asked asked(Result result) {
        return new CampaignsAlike.Asked(result.settings().campaign(), result.workload(), result.parameters());
    }

    private static void checkSame(Result first, Result other) {
        CampaignsAlike.checkSame(asked(first), asked(other));
        check("its contenders", first, other, each -> each.settings().contenders());
        check("its baseline", first, other, Result::baseline);
        check("its host", first, other, each -> CampaignsAlike.machine(each.host()));
        for (String contender : first.settings().contenders()) {
            // One that failed in all of a session is of no known build there.
            if (!build(first, contender).isEmpty() && !build(other, contender).isEmpty()) {
                check("the build of " + contender, first, other, each -> build(each, contender));
            }
        }
    }

    private static List<String> build(Result result, String contender) {
        return result.contenders().stream()
                .filter(each -> each.name().equals(contender) && each.jvm().size() > 0)
                .flatMap(each -> Consistency.JVM.stream().map(key -> Json.shown(each.jvm(), key)))
                .toList();
    }

    private static void check(String what, Result first, Result other, Function<Result, Object> told) {
        Object before = told.apply(first);
        Object after = told.apply(other);
        if (!Objects.equals(before, after)) {
            throw new WrongUsage(
                            "%s is no session of %s: %s is %s, and was %s",
                            other.settings().campaign(), first.settings().campaign(), what, after, before)
                    .orTry("give it a folder of its own");
        }
    }

    private static List<Series> decided(List<Result> all, List<Integer> analyses) {
        Map<Matrix.Key, List<double[]>> logRatios = new LinkedHashMap<>();
        for (Result session : all) {
            for (Comparison each : session.comparisons()) {
                if (each.decidable()) {
                    logRatios
                            .computeIfAbsent(
                                    new Matrix.Key(each.contender(), each.baseline(), each.metric()),
                                    key -> new ArrayList<>())
                            .add(each.logRatios().stream()
                                    .mapToDouble(ratio -> ratio)
                                    .toArray());
                }
            }
        }
        long asked = logRatios.keySet().stream()
                .filter(key -> Contender.of(key.contender()).plain())
                .count();
        int next = 1 + (int) analyses.stream().filter(each -> each < all.size()).count();
        double level = Family.LEVEL * OverSessions.share(next) / Math.max(1, asked);
        List<Series> decided = new ArrayList<>();
        logRatios.forEach((key, ratios) -> {
            OverSessions effects = new OverSessions(ratios);
            Verdict verdict = analyses.contains(all.size())
                    ? Verdict.of(effects.interval(level).exp(), all.get(0).margin())
                    : Verdict.INCONCLUSIVE;
            decided.add(new Series(key.contender(), key.against(), key.metric(), effects, level, verdict));
        });
        return decided;
    }

    /** Which campaigns do not count yet, and how to go on with them; empty if all count. */
    public String goOn() {
        return unfinished.isEmpty()
                ? ""
                : "%s %s not finished and %s not count; finish it by whichjvm compare --resume %s with the same --out, or remove its folder"
                        .formatted(
                                unfinished.stream()
                                        .map(each -> each.settings().campaign())
                                        .collect(Collectors.joining(", ")),
                                unfinished.size() == 1 ? "is" : "are",
                                unfinished.size() == 1 ? "does" : "do",
                                unfinished.get(0).settings().campaign());
    }

    /** Whether the plan has an analysis after this number of sessions; any other number decides nothing. */
    boolean decides() {
        return analyses.contains(all.size());
    }

    /** On how many days, in UTC, they began. */
    long days() {
        return measured.stream()
                .map(each -> LocalDate.ofInstant(began(each), ZoneOffset.UTC))
                .distinct()
                .count();
    }

    /** The boots of the host that they saw, in their order. */
    List<String> boots() {
        return measured.stream().map(Sessions::boot).distinct().toList();
    }

    static String boot(Result session) {
        return Json.shown(session.host(), "bootId");
    }

    static Instant began(Result session) {
        return session.forks().stream()
                .map(fork -> fork.end().started())
                .filter(Objects::nonNull)
                .min(Instant::compareTo)
                .orElse(session.created());
    }

    /** The baseline's own log cost, whatever the host did: no ratio. */
    OverSessions host(Metric metric) {
        return new OverSessions(all.stream()
                .map(session -> session.forksOf(session.baseline()).stream()
                        .filter(session::counts)
                        .mapToDouble(fork -> Math.log(fork.cost(metric)))
                        .filter(Double::isFinite)
                        .toArray())
                .toList());
    }
}
