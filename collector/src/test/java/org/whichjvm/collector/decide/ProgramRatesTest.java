package org.whichjvm.collector.decide;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.whichjvm.collector.model.ContenderForks;
import org.whichjvm.collector.model.Design;
import org.whichjvm.collector.model.ExclusionRules;
import org.whichjvm.collector.model.Progress;
import org.whichjvm.collector.model.Race;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.stats.Family;
import org.whichjvm.collector.stats.InterimAnalyses;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.collector.stats.ScoreFunction;

/** What campaigns of a program promise, counted over simulated ones of two contenders. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class ProgramRatesTest {
    private static final int CAMPAIGNS = Integer.getInteger("campaigns", 100);

    // Short campaigns of one metric.
    private static final int OF_STARTS = 4 * CAMPAIGNS;

    private static final int MOST_BLOCKS = 60;
    private static final Metric WALL = Metric.score("wall", 0, "ms");
    private static final Metric CPU = Metric.score("cpu", 0, "ms");
    private static final Metric MEMORY = Metric.score("peak-memory", 0, "MB");

    // The two times of a fork go together so much.
    private static final double CORRELATION = 0.9;

    private static final int STARTS = 5;

    private final long seed = Long.getLong("seed", 20_261_128);
    private final Random random = new Random(seed);

    /** Turns and forks of the Closure compiler: standard deviations of a block's log ratio. */
    @ParameterizedTest
    @CsvSource({
        "0.059, 1, 0",
        "0.059, 1.05, 0.9",
        "0.059, 1.08, 0.95",
        "0.059, 1.11, 0.95",
        "0.107, 1, 0",
        "0.107, 1.05, 0.5",
        "0.107, 1.08, 0.9",
        "0.107, 1.11, 0.95"
    })
    void aProgramIsMeasuredUntilItsTimesAreDecided(double sigma, double ratio, double least) {
        int wrong = 0;
        int right = 0;
        List<Integer> blocks = new ArrayList<>();
        for (int i = 0; i < CAMPAIGNS; i++) {
            List<ContenderForks> all = campaign(sigma / Math.sqrt(2), 0.12 + 0.13 * random.nextDouble(), ratio);
            End end = untilDecided(all);
            blocks.add(end.blocks);
            right += end.of(WALL).verdict() == Verdict.SLOWER ? 1 : 0;
            wrong += isFalse(end, ratio) ? 1 : 0;
        }
        double found = (double) right / CAMPAIGNS;
        double untrue = (double) wrong / CAMPAIGNS;
        System.out.printf(
                "a program, ratio %.2f, noise %.3f: false %.4f, wall found %.3f, median %.0f blocks (seed %d)%n",
                ratio, sigma, untrue, found, Medians.of(blocks.stream().mapToDouble(each -> each)), seed);
        assertTrue(untrue <= 0.05, () -> "false " + untrue + ", seed " + seed);
        assertTrue(ratio == 1 || found >= least, () -> "found " + found + ", seed " + seed);
    }

    /** Says of equal ones that they differ, of slower ones that they are faster, or no more than 3 % slower. */
    private static boolean isFalse(End end, double ratio) {
        return end.comparisons.stream().anyMatch(each -> {
            boolean differs = ratio > 1 && !each.metric().equals(MEMORY);
            return differs
                    ? each.verdict().better() || each.verdict() == Verdict.EQUIVALENT
                    : each.verdict().differs();
        });
    }

    private record End(int blocks, List<Comparison> comparisons) {
        Comparison of(Metric metric) {
            return comparisons.stream()
                    .filter(each -> each.metric().equals(metric))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** The first analysis at which both times are decided or known to the margin, or the last one. */
    private static End untilDecided(List<ContenderForks> all) {
        Family family = new Family();
        family.add(Family.Question.OTHER, 3);
        family.add(Family.Question.STARTS, 3);
        Design design = new Design(
                Design.DEFAULT_MARGIN,
                Set.of(),
                Design.DEFAULT_MARGIN,
                600,
                InterimAnalyses.plan(MOST_BLOCKS, family.level(Family.Question.OTHER)),
                Race.NONE);
        for (int look : design.looks()) {
            List<Comparison> comparisons = Decision.of(upTo(all, look), "v0", new Progress(design, look, null));
            End end = new End(look, comparisons);
            boolean settled = comparisons.stream()
                    .filter(each -> Stopping.isWanted(each, design))
                    .allMatch(each -> Stopping.settled(each, design));
            if (settled || look == MOST_BLOCKS) {
                return end;
            }
        }
        throw new AssertionError();
    }

    private static List<ContenderForks> upTo(List<ContenderForks> all, int block) {
        List<ContenderForks> some = new ArrayList<>();
        for (ContenderForks each : all) {
            ContenderForks forks = new ContenderForks(each.name(), ExclusionRules.NONE);
            each.ok().stream().filter(fork -> fork.name().block() <= block).forEach(fork -> forks.add(fork, Map.of()));
            some.add(forks);
        }
        return some;
    }

    /** Both times of the second contender take longer by this ratio; its memory is that of the first. */
    private List<ContenderForks> campaign(double ofTime, double ofMemory, double ratio) {
        return contenders(MOST_BLOCKS, name -> {
            double slower = name.equals("v1") ? Math.log(ratio) : 0;
            double wall = random.nextGaussian();
            double cpu = CORRELATION * wall + Math.sqrt(1 - CORRELATION * CORRELATION) * random.nextGaussian();
            Map<Metric, Double> scores = new LinkedHashMap<>();
            scores.put(WALL, 4_300 * Math.exp(slower + ofTime * wall));
            scores.put(CPU, 7_000 * Math.exp(slower + ofTime * cpu));
            scores.put(MEMORY, 400 * Math.exp(ofMemory * random.nextGaussian()));
            return scores;
        });
    }

    private interface Measures {
        Map<Metric, Double> of(String contender);
    }

    private static List<ContenderForks> contenders(int blocks, Measures measures) {
        return Stream.of("v0", "v1")
                .map(name -> {
                    ContenderForks contender = new ContenderForks(name, ExclusionRules.NONE);
                    IntStream.rangeClosed(1, blocks)
                            .forEach(block -> contender.add(
                                    Simulation.fork(block, name, "command", Map.of(), measures.of(name)), Map.of()));
                    return contender;
                })
                .toList();
    }

    @Test
    void theStartsOfABlockAreOneValueHoweverManyThereAre() {
        int blocks = 12;
        int ofBlocks = 0;
        int ofStarts = 0;
        for (int i = 0; i < OF_STARTS; i++) {
            double[][] starts = {starts(blocks), starts(blocks)};
            Map<String, Integer> next = new HashMap<>();
            List<ContenderForks> campaign = contenders(blocks, name -> {
                int block = next.merge(name, 1, Integer::sum) - 1;
                return Map.of(
                        WALL,
                        Medians.of(Arrays.stream(
                                starts[name.equals("v1") ? 1 : 0], STARTS * block, STARTS * (block + 1))));
            });
            ofBlocks += Decision.of(campaign, "v0", new Progress(Design.FIXED, blocks, null)).stream()
                            .anyMatch(each -> each.verdict().differs())
                    ? 1
                    : 0;
            double[] each = IntStream.range(0, STARTS * blocks)
                    .mapToDouble(start -> Math.log(starts[1][start] / starts[0][start]))
                    .toArray();
            ofStarts += new PairedTest(each, ScoreFunction.REDESCENDING).p() <= Decision.ALPHA ? 1 : 0;
        }
        double rate = (double) ofBlocks / OF_STARTS;
        double naive = (double) ofStarts / OF_STARTS;
        System.out.printf(
                "%d blocks of %d starts: false %.4f; if each start counted as a block %.4f (seed %d)%n",
                blocks, STARTS, rate, naive, seed);
        assertTrue(rate <= 0.05, () -> "false " + rate + ", seed " + seed);
        // That the simulation can tell.
        assertTrue(naive > 0.1, () -> "false " + naive + ", seed " + seed);
    }

    /** The starts of one contender in ms, block by block; those of a block are correlated by a half. */
    private double[] starts(int blocks) {
        return IntStream.range(0, blocks)
                .mapToObj(block -> random.nextGaussian())
                .flatMapToDouble(block -> DoubleStream.generate(
                                () -> 40 * Math.exp(0.1 * (block + random.nextGaussian())))
                        .limit(STARTS))
                .toArray();
    }
}
