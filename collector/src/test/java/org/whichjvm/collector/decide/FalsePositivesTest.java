package org.whichjvm.collector.decide;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.whichjvm.collector.model.ContenderForks;
import org.whichjvm.collector.model.Design;
import org.whichjvm.collector.model.EarlyStop;
import org.whichjvm.collector.model.ExclusionRule;
import org.whichjvm.collector.model.ExclusionRules;
import org.whichjvm.collector.model.JudgedFork;
import org.whichjvm.collector.model.Progress;
import org.whichjvm.collector.model.Race;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.stats.Medians;

/** What the verdict promises, counted over simulated campaigns of a machine as bad as those met. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class FalsePositivesTest {
    private static final int CAMPAIGNS = 2_000;
    private static final int BLOCKS = 24;
    private static final Design STOPPING =
            new Design(Design.DEFAULT_MARGIN, Set.of(), 0.02, 3_600, List.of(8, 12, 18, BLOCKS), Race.NONE);

    // Where each is looked at several times, or the share is far from its limit.
    private static final int FEWER = 1_000;

    // Two standard deviations of a share of 5 % among this many campaigns.
    private static final double LUCK = 2 * Math.sqrt(0.05 * 0.95 / CAMPAIGNS);

    private static final ExclusionRules.Trip DISTURBED =
            new ExclusionRules.Trip(ExclusionRule.WAITING_SHARE, 0.1, 0.05, 0, 0);

    private final long seed = Long.getLong("seed", 20_260_101);
    private final Random random = new Random(seed);

    @Test
    void oneComparisonOfTheSameJvmIsFalseAtMostOnceInTwenty() {
        double rate = rate(() -> {
            List<Comparison> fixed = fixed(campaign(2, 0));
            return fixed.stream().anyMatch(each -> each.headline() && each.p() <= 0.05);
        });
        told("false positives, one comparison", rate, rate <= 0.05 + LUCK);
    }

    @Test
    void anyOfFiveContendersTimesThreePercentilesIsFalseAtMostOnceInTwenty() {
        double rate = rate(() -> anyDifference(fixed(campaign(6, 0))));
        told("false positives, family", rate, rate <= 0.05 + LUCK);
    }

    @Test
    void nothingFalseIsSaidOfDifferencesEquivalencesAndAControlMoreThanOnceInTwenty() {
        // Two contenders differ by just more than the margin, two and a control by nothing.
        double beyond = Math.log(1.0301);
        double rate = rate(() -> {
            List<ContenderForks> campaign = new Simulation(random, 6).campaign(BLOCKS, 0, beyond, -beyond, 0, 0, 0);
            return fixed(campaign).stream()
                    .anyMatch(each -> List.of("v1", "v2").contains(each.contender())
                            ? each.headline() && each.verdict() == Verdict.EQUIVALENT
                            : each.found());
        });
        told("anything false", rate, rate <= 0.05 + LUCK);
    }

    @Test
    void stoppingEarlyDoesNotRaiseEither() {
        double one = rate(() -> stopped(campaign(2, 0), FalsePositivesTest::headlineDiffers));
        told("false positives, one comparison, with interim analyses", one, one <= 0.05 + LUCK);
        double family = rate(FEWER, () -> stopped(campaign(4, 0), FalsePositivesTest::anyDifference));
        told("false positives, family, with interim analyses", family, family <= 0.05 + LUCK);
    }

    @Test
    void gatesThatDoNotLookAtLatenciesDoNotRaiseEither() {
        double one = rate(() -> headlineDiffers(fixed(excluded(campaign(2, 0)))));
        told("false positives, one comparison, gates", one, one <= 0.05 + LUCK);
        double family = rate(() -> anyDifference(fixed(excluded(campaign(6, 0)))));
        told("false positives, family, gates", family, family <= 0.05 + LUCK);
    }

    @Test
    void gatesThatLookedAtLatenciesWouldRaiseIt() {
        // That the simulation can tell: what an exclusion rule must never do.
        double rate = rate(FEWER, () -> {
            List<ContenderForks> campaign = campaign(2, 0);
            ContenderForks best = new ContenderForks("v1", ExclusionRules.NONE);
            double median = Medians.of(campaign.get(1).ok().stream().mapToDouble(Fork::p50));
            for (Fork fork : campaign.get(1).ok()) {
                if (fork.p50() > median) {
                    best.add(new JudgedFork(fork, Map.of(), 0, List.of(DISTURBED)), Map.of());
                } else {
                    best.add(fork, Map.of());
                }
            }
            return alone(fixed(List.of(campaign.get(0), best)));
        });
        told("false positives, excluded by latency", rate, rate > 0.05);
    }

    @Test
    void timeThatIsUpAtAnyBlockDoesNotRaiseIt() {
        double rate = rate(() -> {
            List<ContenderForks> campaign = campaign(2, 0);
            int end = 5 + random.nextInt(BLOCKS - 5);
            return STOPPING.looks().stream()
                            .filter(look -> look < end)
                            .anyMatch(look -> headlineDiffers(at(campaign, STOPPING, look)))
                    || headlineDiffers(Decision.of(
                            upTo(campaign, end), "v0", new Progress(STOPPING, end, new EarlyStop(end, true, 1, 1))));
        });
        told("false positives, one comparison, time is up", rate, rate <= 0.05 + LUCK);
    }

    @Test
    void whatIsSlowerIsNotCalledFaster() {
        double rate = rate(
                FEWER,
                () -> stopped(
                        campaign(2, Math.log(1.05)),
                        result ->
                                result.stream().anyMatch(each -> each.headline() && each.verdict() == Verdict.FASTER)));
        told("5 % slower called faster at any interim analysis", rate, rate <= 0.005);
    }

    @Test
    void lookingAfterEachBlockWithoutPayingWouldRaiseIt() {
        // That the simulation can tell: what planned interim analyses are there to prevent.
        double rate = rate(FEWER, () -> {
            List<ContenderForks> campaign = campaign(2, 0);
            for (int block = 8; block <= BLOCKS; block += 2) {
                if (alone(at(campaign, Design.FIXED, block))) {
                    return true;
                }
            }
            return false;
        });
        told("false positives, looking for nothing", rate, rate > 0.05);
    }

    @Test
    void anIntervalMissesTheTruthAtMostOnceInTwenty() {
        double effect = Math.log(1.24);
        double fixed = rate(() -> misses(fixed(campaign(2, effect)), 1.24));
        told("intervals that miss", fixed, fixed <= 0.05 + LUCK);
        double looks = rate(() -> stopped(campaign(2, effect), result -> misses(result, 1.24)));
        told("intervals that miss at any interim analysis", looks, looks <= 0.05 + LUCK);
    }

    @Test
    void equivalentIsSaidOfARealDifferenceBeyondTheMarginAtMostOnceInTwenty() {
        double rate = rate(
                FEWER,
                () -> fixed(campaign(2, Math.log(1.031))).stream()
                        .anyMatch(each -> each.headline() && each.verdict() == Verdict.EQUIVALENT));
        told("false equivalents", rate, rate <= 0.05 + LUCK);
    }

    @Test
    void aLargeDifferenceIsFound() {
        double rate = rate(() -> headlineDiffers(fixed(campaign(2, Math.log(1.05)))));
        told("5 % found in 24 blocks", rate, rate >= 0.8);
        double looks = rate(() -> stopped(campaign(2, Math.log(1.05)), FalsePositivesTest::headlineDiffers));
        told("5 % found with interim analyses", looks, looks >= 0.8);
    }

    private interface Trial {
        boolean run();
    }

    private double rate(Trial trial) {
        return rate(CAMPAIGNS, trial);
    }

    private double rate(int runs, Trial trial) {
        int yes = 0;
        for (int i = 0; i < runs; i++) {
            yes += trial.run() ? 1 : 0;
        }
        return (double) yes / runs;
    }

    /** All contenders the same, but for the second, which is slower by {@code effect}, a log ratio. */
    private List<ContenderForks> campaign(int contenders, double effect) {
        return new Simulation(random, contenders).campaign(BLOCKS, 0, effect);
    }

    /**
     * Some forks excluded, more of them in some blocks and of some contenders than of others: all that an exclusion
     * rule may depend on.
     */
    private List<ContenderForks> excluded(List<ContenderForks> campaign) {
        double[] busy = random.doubles(BLOCKS + 1, 0, 0.5).toArray();
        return campaign.stream()
                .map(all -> {
                    double prone = 0.3 * random.nextDouble();
                    ContenderForks some = new ContenderForks(all.name(), ExclusionRules.NONE);
                    for (Fork fork : all.ok()) {
                        if (random.nextDouble() < busy[fork.name().block()] + prone) {
                            some.add(new JudgedFork(fork, Map.of(), 0, List.of(DISTURBED)), Map.of());
                        } else {
                            some.add(fork, Map.of());
                        }
                    }
                    return some;
                })
                .toList();
    }

    private static List<Comparison> fixed(List<ContenderForks> campaign) {
        return at(campaign, Design.FIXED, BLOCKS);
    }

    private static List<Comparison> at(List<ContenderForks> campaign, Design design, int block) {
        return Decision.of(upTo(campaign, block), "v0", new Progress(design, block, null));
    }

    private static List<ContenderForks> upTo(List<ContenderForks> campaign, int block) {
        return campaign.stream()
                .map(all -> {
                    ContenderForks some = new ContenderForks(all.name(), ExclusionRules.NONE);
                    all.ok().stream()
                            .filter(fork -> fork.name().block() <= block)
                            .forEach(fork -> some.add(fork, Map.of()));
                    all.excluded().stream()
                            .filter(each -> each.fork().name().block() <= block)
                            .forEach(each -> some.add(each, Map.of()));
                    return some;
                })
                .toList();
    }

    /** Whether any interim analysis of a campaign shows it. */
    private static boolean stopped(List<ContenderForks> campaign, Predicate<List<Comparison>> shows) {
        return STOPPING.looks().stream().anyMatch(look -> shows.test(at(campaign, STOPPING, look)));
    }

    private static boolean headlineDiffers(List<Comparison> comparisons) {
        return comparisons.stream().anyMatch(each -> each.headline() && each.found());
    }

    /** Whether the test by itself, with nothing to correct for, finds one. */
    private static boolean alone(List<Comparison> comparisons) {
        return comparisons.stream().anyMatch(each -> each.headline() && each.p() <= Decision.ALPHA);
    }

    private static boolean anyDifference(List<Comparison> comparisons) {
        return comparisons.stream().anyMatch(Comparison::found);
    }

    private static boolean misses(List<Comparison> comparisons, double truth) {
        return comparisons.stream().anyMatch(each -> each.headline() && (each.low() > truth || each.high() < truth));
    }

    private void told(String what, double rate, boolean holds) {
        System.out.printf("%s: %.4f (seed %d)%n", what, rate, seed);
        assertTrue(holds, () -> what + ": " + rate + ", seed " + seed);
    }
}
