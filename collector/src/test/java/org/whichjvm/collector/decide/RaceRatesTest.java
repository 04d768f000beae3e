package org.whichjvm.collector.decide;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.whichjvm.collector.model.Campaign;
import org.whichjvm.collector.model.CampaignSettings;
import org.whichjvm.collector.model.ContenderForks;
import org.whichjvm.collector.model.Design;
import org.whichjvm.collector.model.EarlyStop;
import org.whichjvm.collector.model.ExclusionRules;
import org.whichjvm.collector.model.PlannedBlocks;
import org.whichjvm.collector.model.Progress;
import org.whichjvm.collector.model.Race;
import org.whichjvm.collector.model.Search;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.stats.Family;
import org.whichjvm.collector.stats.InterimAnalyses;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.collector.stats.PairedTest;

/**
 * What a race promises, counted over simulated ones: contenders leave at interim analyses, blocks take less time then,
 * and the time is up at a block that depends on who left.
 */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class RaceRatesTest {
    private static final int RACES = Integer.getInteger("races", 400);
    private static final int CONTENDERS = Integer.getInteger("contenders", 7);
    private static final double LUCK = 2 * Math.sqrt(0.05 * 0.95 / RACES);

    // What a block takes, and what each contender in it does, in s: by turns, on two CPUs.
    private static final double BLOCK = 4;
    private static final double EACH = 5;

    // How many blocks of all contenders fit into the time: 16 minutes for seven contenders.
    private static final double FIT = 24.6;

    private static final Simulation.Noise NOISE =
            new Simulation.Noise(0.02, List.of(0.05), Simulation.SLOWER_BY, 0, false, Set.of(Metric.HEADLINE.key()));

    private final long seed = Long.getLong("seed", 20_260_101);
    private final Random random = new Random(seed);

    @Test
    void nothingFalseIsSaidInMoreThanOneRaceOfTwenty() {
        for (Race race : List.of(Race.BEST, Race.BASELINE)) {
            // Pairs of contenders are alike, so that each statement on one of them can be false.
            double[] effects = IntStream.range(0, CONTENDERS)
                    .mapToDouble(i -> 0.02 * (i / 2))
                    .toArray();
            int wrong = 0;
            for (int i = 0; i < RACES; i++) {
                wrong += isFalse(run(race, effects), effects) ? 1 : 0;
            }
            told("false statements of a race by " + race.text(), wrong, 0.05 + LUCK);
        }
    }

    @Test
    void amongContendersThatAreAlikeARaceFindsADifferenceAtMostOnceInTwenty() {
        int wrong = 0;
        double[] effects = new double[CONTENDERS];
        for (int i = 0; i < RACES; i++) {
            wrong += isFalse(run(Race.BEST, effects), effects) ? 1 : 0;
        }
        told("differences among alike contenders of a race", wrong, 0.05 + LUCK);
    }

    @Test
    void theTimeOfThoseWhoLeaveSharpensWhatIsSaidOfThoseWhoStay() {
        // The ratios of the campaign in README.md; the second is the closest to the baseline.
        double[] effects = DoubleStream.of(1, 0.99, 0.96, 1.02, 1.04, 1.04, 1.05)
                .map(Math::log)
                .toArray();
        List<Double> mdes = new ArrayList<>();
        for (Race race : List.of(Race.NONE, Race.BEST, Race.BASELINE)) {
            double[] found = IntStream.range(0, RACES / 4)
                    .mapToObj(i -> run(race, effects).comparisons())
                    .flatMap(List::stream)
                    .filter(each -> each.headline() && each.contender().equals("v1"))
                    .mapToDouble(Comparison::mde)
                    .toArray();
            mdes.add(Medians.of(Arrays.stream(found)));
        }
        System.out.printf(
                "smallest detectable difference to the closest contender: by a race to the best %.2f, to the"
                        + " baseline %.2f of that without a race, %.4f (seed %d)%n",
                mdes.get(1) / mdes.get(0), mdes.get(2) / mdes.get(0), mdes.get(0), seed);
        assertTrue(mdes.get(1) < mdes.get(0), mdes + ", seed " + seed);
    }

    /**
     * A race as a search: the slower half leaves again and again. The verdicts come from fresh blocks, in which the
     * winner is the baseline. They also have the winner without each of two flag sets.
     */
    @Test
    void nothingFalseIsSaidOfTheWinnerOfASearchInMoreThanOneOfTwenty() {
        int wrong = 0;
        int found = 0;
        double flattered = 0;
        for (int i = 0; i < RACES; i++) {
            // Every other one is as fast as the one before, half of them as the baseline, v0.
            double[] effects = IntStream.range(0, CONTENDERS)
                    .mapToDouble(each -> -0.02 * (each / 4))
                    .toArray();
            Sieve.Place winner = search(effects);
            double truth = effects[number(winner.contender())];
            double best = effects[CONTENDERS - 1];
            found += truth <= best + 0.01 ? 1 : 0;
            flattered += truth - Math.log(winner.ratio());
            // The first flag set brings nothing, the second 2 %.
            double[] confirming = {0, -truth, 0, 0.02};
            wrong += isFalse(run(Race.BASELINE, confirming), confirming) ? 1 : 0;
        }
        System.out.printf(
                "a search finds one of the fastest, within 1 %%, in %.3f, and flatters it by %.4f%n",
                (double) found / RACES, flattered / RACES);
        told("false statements of a confirmation", wrong, 0.05 + LUCK);
    }

    private Sieve.Place search(double... effects) {
        int contenders = effects.length;
        // Six tenths of the time that a race has for all its contenders.
        double most = FIT * (BLOCK + EACH * contenders);
        List<ContenderForks> all =
                new Simulation(random, contenders, NOISE).campaign((int) (2 * most / (BLOCK + 3 * EACH)), effects);
        Map<String, Integer> left = new TreeMap<>();
        double time = 0;
        for (int block = 0; ; ) {
            int alive = contenders - left.size();
            double seconds = BLOCK + EACH * alive;
            int more = Halving.blocks(alive - 1, most - time, seconds);
            block = Math.min(block + more, all.get(0).ok().size());
            time += more * seconds;
            List<String> names = all.stream().map(ContenderForks::name).toList();
            Sieve sieve = Sieve.of(campaign(upTo(all, block, left), names), "v0", List.of());
            Set<String> racing =
                    names.stream().filter(each -> !left.containsKey(each)).collect(Collectors.toSet());
            List<String> leaving = sieve.leaving(racing);
            if (leaving.isEmpty()) {
                return sieve.leader().orElseThrow();
            }
            int last = block;
            leaving.forEach(each -> left.put(each, last));
        }
    }

    private static Campaign campaign(List<ContenderForks> forks, List<String> names) {
        CampaignSettings settings = new CampaignSettings(
                "c",
                1,
                org.whichjvm.collector.model.Execution.UNKNOWN,
                null,
                names,
                "v0",
                1_000,
                PlannedBlocks.alike(names, 1),
                Design.FIXED,
                ExclusionRules.NONE,
                List.of(),
                new Search(List.of(), null),
                Map.of(),
                null);
        return new Campaign(settings, new Progress(Design.FIXED, 1, null), forks, List.of());
    }

    private void told(String what, int wrong, double most) {
        double rate = (double) wrong / RACES;
        System.out.printf("%s: %.4f of %d races of %d contenders (seed %d)%n", what, rate, RACES, CONTENDERS, seed);
        assertTrue(rate <= most, () -> what + ": " + rate + ", seed " + seed);
    }

    /** The verdicts at the end of a race. */
    private record End(List<Comparison> comparisons, Best best) {}

    private End run(Race race, double... effects) {
        int contenders = effects.length;
        double block = BLOCK + EACH * contenders;
        double most = FIT * block;
        Family family = race.family();
        family.add(Family.Question.HEADLINE, contenders - 1);
        family.add(Family.Question.FASTEST, 1);
        family.add(Family.Question.STARTS, contenders - 1);
        double level = family.level(Family.Question.HEADLINE);
        int first = PairedTest.leastPairs(level);
        // As a plan does: of a race as if all but two contenders left at the first look.
        int cap = (int) (race == Race.NONE ? FIT : first + (most - first * block) / (BLOCK + 2 * EACH));
        Design design = new Design(
                Design.DEFAULT_MARGIN,
                Set.of(Metric.HEADLINE.key()),
                0.001,
                600,
                InterimAnalyses.plan(cap, level),
                race);
        List<ContenderForks> all = new Simulation(random, contenders, NOISE).campaign(cap, effects);
        Map<String, Integer> left = new TreeMap<>();
        double time = 0;
        for (int at = 1; ; at++) {
            time += BLOCK + EACH * (contenders - left.size());
            boolean timeUp = time >= most || at == cap;
            if (!timeUp && !design.looks().contains(at)) {
                continue;
            }
            Progress progress =
                    new Progress(design, at, timeUp ? new EarlyStop(at, true, 1, 1) : null, Map.copyOf(left));
            End end = at(upTo(all, at, left), progress);
            if (timeUp) {
                return end;
            }
            List<String> names = all.stream().map(ContenderForks::name).toList();
            int last = at;
            Stopping.leaving(progress, names, "v0", end.comparisons(), end.best(), Set.of())
                    .forEach(each -> left.put(each, last));
        }
    }

    private static End at(List<ContenderForks> campaign, Progress progress) {
        Family family = progress.design().race().family();
        List<Comparison> comparisons = new Decision(campaign, "v0", progress, family).comparisons();
        return new End(comparisons, Best.of(campaign, "v0", comparisons, progress, family));
    }

    private static List<ContenderForks> upTo(List<ContenderForks> all, int block, Map<String, Integer> left) {
        List<ContenderForks> some = new ArrayList<>();
        for (ContenderForks each : all) {
            int last = Math.min(block, left.getOrDefault(each.name(), block));
            ContenderForks forks = new ContenderForks(each.name(), ExclusionRules.NONE);
            each.ok().stream().filter(fork -> fork.name().block() <= last).forEach(fork -> forks.add(fork, Map.of()));
            some.add(forks);
        }
        return some;
    }

    /** Whether a verdict, an interval or the list of the fastest is not so. */
    private static boolean isFalse(End end, double[] effects) {
        double margin = Math.log(1.03);
        for (Comparison each : end.comparisons()) {
            if (each.headline() && each.decidable()) {
                double truth = effects[number(each.contender())] - effects[0];
                boolean missed = Math.log(each.low()) > truth + 1e-9 || Math.log(each.high()) < truth - 1e-9;
                boolean differs = truth == 0 && each.found();
                if (missed || differs || each.verdict() == Verdict.EQUIVALENT && Math.abs(truth) > margin) {
                    return true;
                }
            }
        }
        double least = IntStream.range(0, effects.length)
                .mapToDouble(i -> effects[i])
                .min()
                .orElseThrow();
        // One of the truly fastest must be among those that may be it.
        return !end.best().fastest().isEmpty()
                && IntStream.range(0, effects.length)
                        .filter(i -> effects[i] == least)
                        .noneMatch(i -> end.best().fastest().contains("v" + i));
    }

    private static int number(String contender) {
        return Integer.parseInt(Contender.of(contender).variant().substring(1));
    }
}
