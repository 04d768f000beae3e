package org.whichjvm.collector.decide;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.Ranking.RankedContender;
import org.whichjvm.collector.model.Campaign;
import org.whichjvm.collector.model.Design;
import org.whichjvm.collector.model.EarlyStop;
import org.whichjvm.collector.model.Progress;
import org.whichjvm.collector.model.Race;
import org.whichjvm.collector.model.Search;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Metric;

public final class Stopping {
    private static final Set<RankedContender.Status> NEVER_END_WELL =
            EnumSet.of(RankedContender.Status.DOES_NOT_FIT, RankedContender.Status.FAILED);

    /**
     * The end of the campaign if it stops now; empty if it goes on.
     *
     * @param timeUp whether this is its last interim analysis whatever it shows; the result is then of
     *     {@link Campaign#whenTimeIsUp()}
     */
    public static Optional<EarlyStop> decide(Result result, boolean timeUp) {
        Progress progress = result.progress();
        Design design = progress.design();
        int complete = progress.completeBlocks();
        // The confirmation of a race is about the metric by which its winner led, and those that it must keep.
        Search search = result.settings().search();
        Predicate<Comparison> asked = search == null || search.searching()
                ? each -> true
                : each -> each.metric().label().equals(search.found().metric())
                        || search.within().stream()
                                .anyMatch(kept -> each.metric().named(kept.metric()));
        List<Comparison> wanted = Stream.concat(
                        result.comparisons().stream().filter(each -> isWanted(each, design) && asked.test(each)),
                        result.contrasts().stream())
                .toList();
        int open = (int) wanted.stream().filter(each -> !settled(each, design)).count();
        boolean settled = !wanted.isEmpty() && open == 0 || noneIsComparable(result);
        boolean stops = timeUp || design.looks().contains(complete) && settled;
        return stops ? Optional.of(new EarlyStop(complete, timeUp, open, wanted.size())) : Optional.empty();
    }

    /**
     * The contenders that leave the race after this interim analysis, by {@link Race}. It depends on verdicts alone,
     * and on forks that never end well. The campaign's baseline stays to the end, as do the baseline of a contender
     * that stays, a control and a delayed contender.
     */
    public static List<String> leaving(Result result) {
        return leaving(
                result.progress(),
                names(result),
                result.baseline(),
                result.comparisons(),
                result.best(),
                incomparable(result));
    }

    static List<String> leaving(
            Progress progress,
            List<String> all,
            String baseline,
            List<Comparison> comparisons,
            Best best,
            Set<String> incomparable) {
        Race race = progress.design().race();
        if (race == Race.NONE) {
            return List.of();
        }
        List<String> alive =
                all.stream().filter(each -> !progress.left().containsKey(each)).toList();
        List<String> decided = alive.stream()
                .filter(each -> !each.equals(baseline) && Contender.of(each).plain())
                .filter(each -> incomparable.contains(each)
                        || isDecided(progress.design(), comparisons, each)
                                && (race == Race.BASELINE
                                        || best.ranked() == 0
                                        || !best.fastest().contains(each)))
                .toList();
        Set<String> needed = alive.stream()
                .filter(each -> !decided.contains(each))
                .map(each -> Contender.baselineOf(each, all, baseline))
                .collect(Collectors.toSet());
        return decided.stream().filter(each -> !needed.contains(each)).toList();
    }

    private static List<String> names(Result result) {
        return result.contenders().stream().map(ContenderResult::name).toList();
    }

    /**
     * Contenders all of whose forks failed or did not fit, or whose baseline's did: more blocks tell nothing of them.
     * One that cannot keep the rate is compared by that.
     */
    private static Set<String> incomparable(Result result) {
        List<String> all = names(result);
        Set<String> fail = result.contenders().stream()
                .filter(each -> NEVER_END_WELL.contains(Ranking.status(result, each)))
                .map(ContenderResult::name)
                .collect(Collectors.toSet());
        return all.stream()
                .filter(each ->
                        fail.contains(each) || fail.contains(Contender.baselineOf(each, all, result.baseline())))
                .collect(Collectors.toSet());
    }

    private static boolean noneIsComparable(Result result) {
        Set<String> incomparable = incomparable(result);
        return !incomparable.isEmpty()
                && names(result).stream()
                        .filter(each -> !each.equals(result.baseline())
                                && Contender.of(each).plain())
                        .allMatch(incomparable::contains);
    }

    private static boolean isDecided(Design design, List<Comparison> comparisons, String contender) {
        List<Comparison> decidable = comparisons.stream()
                .filter(each -> isWanted(each, design) && each.contender().equals(contender))
                .toList();
        return !decidable.isEmpty() && decidable.stream().allMatch(each -> settled(each, design));
    }

    /**
     * Whether a campaign goes on for this comparison. The memory of the same JVM differs by more from fork to fork than
     * most JVMs do: it has a verdict at the end, and is waited for only if somebody names it.
     */
    static boolean isWanted(Comparison each, Design design) {
        boolean ofMemory = each.metric().name().equals(Metric.PEAK_MEMORY);
        return each.decidable()
                && !each.control()
                && !(ofMemory && design.decide().isEmpty());
    }

    static boolean settled(Comparison each, Design design) {
        // A narrow interval beside 1 is not settled: a few more blocks can decide it.
        boolean around1 = each.low() <= 1 && each.high() >= 1;
        double width = Math.log(each.high() / each.low()) / 2;
        return each.verdict() != Verdict.INCONCLUSIVE || (around1 && width <= Math.log1p(design.precision()));
    }
}
