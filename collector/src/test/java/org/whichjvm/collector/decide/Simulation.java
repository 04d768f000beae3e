package org.whichjvm.collector.decide;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.whichjvm.collector.model.ContenderForks;
import org.whichjvm.collector.model.ExclusionRules;
import org.whichjvm.collector.model.JudgedFork;
import org.whichjvm.collector.model.TurnsFixture;
import org.whichjvm.collector.model.fork.Disturbances;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.ForkName;
import org.whichjvm.collector.model.fork.Latency;
import org.whichjvm.collector.model.fork.MadeTurns;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.model.fork.SlowMessages;
import org.whichjvm.collector.model.fork.Summary;
import org.whichjvm.common.Percentile;

/**
 * Campaigns of a machine as bad as those measured: one fork in seven in a slower JIT mode, blocks that drift and jump,
 * tails that a single stall makes.
 */
final class Simulation {
    /** By how much slow starts of the machines that were measured are slower, as a logarithm. */
    static final double SLOWER_BY = Math.log(1.57);

    private final Random random;
    private final List<String> contenders;
    private final Noise noise;

    /**
     * What forks differ by that mean nothing.
     *
     * @param sigma of a fork's logarithm
     * @param slow how often contenders start slow, in their order; the last one is that of all others
     * @param slowerBy by how much they are slower then, a logarithm; below 0 faster
     * @param flips how often a fork sees another floor than the one before, 0 to 1
     * @param heavy whether tails are those of a t distribution with 2 degrees of freedom
     * @param decides the metrics that forks have
     */
    record Noise(double sigma, List<Double> slow, double slowerBy, double flips, boolean heavy, Set<String> decides) {
        static final Noise USUAL = new Noise(0.02, List.of(0.15), SLOWER_BY, 0, false, usual());

        private static Set<String> usual() {
            return Metric.OF_LATENCIES.stream()
                    .filter(Metric::usual)
                    .map(Metric::key)
                    .collect(Collectors.toSet());
        }

        double slow(int contender) {
            return slow.get(Math.min(contender, slow.size() - 1));
        }
    }

    Simulation(Random random, int contenders) {
        this(random, contenders, Noise.USUAL);
    }

    Simulation(Random random, int contenders, Noise noise) {
        this.random = random;
        this.noise = noise;
        this.contenders = new ArrayList<>();
        for (int i = 0; i < contenders; i++) {
            this.contenders.add("v" + i);
        }
    }

    /** A campaign in which the contender numbered i is slower by {@code effects[i]}, a log ratio. */
    List<ContenderForks> campaign(int blocks, double... effects) {
        List<ContenderForks> campaign = contenders.stream()
                .map(name -> new ContenderForks(name, ExclusionRules.NONE))
                .toList();
        double drift = 0.1 * random.nextGaussian();
        double jump = 0;
        for (int block = 1; block <= blocks; block++) {
            jump = random.nextInt(6) == 0 ? 0.5 * random.nextInt(2) : jump;
            double level = Math.log(600) + drift * block / blocks + jump;
            for (int i = 0; i < campaign.size(); i++) {
                double effect = i < effects.length ? effects[i] : 0;
                campaign.get(i).add(fork(block, i, level + effect), Map.of());
            }
        }
        return campaign;
    }

    private Fork fork(int block, int contender, double level) {
        double mode = random.nextDouble() < noise.slow(contender) ? noise.slowerBy() : 0;
        double floor = random.nextDouble() < noise.flips() ? 0.6 : 0;
        double p50 = level + mode + floor + noise.sigma() * (noise.heavy() ? student() : random.nextGaussian());
        double stall = Math.log(1 / Math.pow(1 - random.nextDouble(), 1.2)); // Pareto
        Map<Latency, Summary> summaries = new EnumMap<>(Latency.class);
        summaries.put(Latency.SERVICE, summary(Latency.SERVICE, p50, stall));
        summaries.put(Latency.RESPONSE, summary(Latency.RESPONSE, p50 + 0.1, stall + 0.3 * random.nextDouble()));
        return fork(block, contenders.get(contender), "queue-latency", summaries, Map.of());
    }

    private double student() {
        double one = random.nextGaussian();
        double other = random.nextGaussian();
        return random.nextGaussian() / Math.sqrt((one * one + other * other) / 2);
    }

    /**
     * The same by turns, on a host that moves its CPUs apart and together between any two turns. In a round both
     * contenders mostly see the same floor; a few turns are late.
     */
    List<ContenderForks> byTurns(int blocks, int rounds, ExclusionRules gates, double... effects) {
        List<ContenderForks> campaign =
                contenders.stream().map(each -> new ContenderForks(each, gates)).toList();
        double far = 0;
        for (int block = 1; block <= blocks; block++) {
            double[][] floors = new double[rounds][contenders.size()];
            for (double[] round : floors) {
                for (int i = 0; i < round.length; i++) {
                    far = random.nextInt(4 * round.length) == 0 ? random.nextInt(2) : far;
                    round[i] = Math.log(130) + 1.5 * far + noise.sigma() * random.nextGaussian();
                }
            }
            List<Fork> forks = new ArrayList<>();
            for (int i = 0; i < campaign.size(); i++) {
                double effect = i < effects.length ? effects[i] : 0;
                forks.add(byTurns(block, i, floors, effect));
            }
            for (int i = 0; i < campaign.size(); i++) {
                campaign.get(i).add(JudgedFork.of(gates, forks.get(i), forks).fork(), Map.of());
            }
        }
        return campaign;
    }

    private Fork byTurns(int block, int contender, double[][] floors, double effect) {
        double mode = random.nextDouble() < noise.slow(contender) ? noise.slowerBy() : 0;
        JsonObject json = new JsonObject();
        json.add("parameters", new JsonObject());
        TurnsFixture.add(
                json,
                Integer.toString(block),
                contenders.size(),
                floors.length,
                round -> 100
                        * Math.exp(
                                floors[round][contender] / 3 + mode + effect + noise.sigma() * random.nextGaussian()));
        for (int round = 0; round < floors.length; round++) {
            JsonObject turn = TurnsFixture.at(json, round);
            TurnsFixture.floor(turn, Math.exp(floors[round][contender]));
            if (random.nextInt(30) == 0) {
                TurnsFixture.late(turn);
            }
        }
        return fork(block, contender, Math.log(600) + effect).withTurns(MadeTurns.of(json));
    }

    /** A fork that ended well, of a quiet host, and of which nothing but its metrics is known. */
    static Fork fork(
            int block, String contender, String workload, Map<Latency, Summary> summaries, Map<Metric, Double> scores) {
        return new Fork(
                new ForkName(block, contender),
                new Fork.End(Fork.OK, null, null, Double.NaN, false),
                new Fork.Setup(workload, new JsonObject(), new JsonObject(), new JsonObject(), null),
                new Fork.Floor(135, 135),
                new Fork.Measured(summaries, scores, Map.of(), null, Disturbances.NONE, SlowMessages.NONE, null),
                null);
    }

    /** Of the percentiles that are decided: nothing else is counted. */
    private Summary summary(Latency latency, double p50, double stall) {
        double[] logs = {
            p50,
            p50 + 0.3 + 0.05 * random.nextGaussian(),
            p50 + 2 + 0.5 * random.nextGaussian() + 0.3 * stall,
            p50 + 4 + stall,
            p50 + 5 + 2 * stall
        };
        Map<Percentile, Long> ns = new EnumMap<>(Percentile.class);
        Map<Percentile, Long> events = new EnumMap<>(Percentile.class);
        for (Percentile percentile : Percentile.REPORTED) {
            if (noise.decides().contains(Metric.of(latency, percentile).key())) {
                ns.put(percentile, Math.round(1_000 * Math.exp(logs[percentile.ordinal()])));
                events.put(percentile, 100L);
            }
        }
        return new Summary(1_000_000, ns, Long.MAX_VALUE / 2, events);
    }
}
