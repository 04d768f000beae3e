package org.whichjvm.collector.decide;

import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.whichjvm.collector.model.ContenderForks;
import org.whichjvm.collector.model.ExclusionRule;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.Turns;
import org.whichjvm.collector.stats.Groups;
import org.whichjvm.collector.stats.Medians;

/**
 * The JIT modes of one contender, by the p50 service time of its forks that count: a JVM compiles the loop in one of a
 * few ways when it starts and keeps it. What all contenders of a block share is the host's, and taken off first.
 *
 * @param groups from fast to slow, of the forks whose floor stayed, or of all if it stayed in none; one if they do not
 *     fall apart. Forks at another floor are groups of their own
 * @param moved blocks in whose forks by turns the host moved the CPUs meanwhile, so that a quarter of the turns or more
 *     have another floor: their p50 mixes both, and shows no mode
 */
public record Modes(String contender, List<Group> groups, List<Integer> moved) {
    /**
     * Forks of like p50.
     *
     * @param blocks those of the forks
     * @param p50Ns their median p50 service time, in ns
     * @param floorNs their median floor, in ns; NaN if not measured
     */
    public record Group(List<Integer> blocks, double p50Ns, double floorNs) {
        public int forks() {
            return blocks.size();
        }

        /** Whether it ran at another floor, which is the host's doing. */
        public boolean elsewhere(Group other) {
            double floors = floorNs / other.floorNs;
            return Math.max(floors, 1 / floors) > Ranking.FLOORS_APART;
        }
    }

    /** The forks of a contender by what moved them: the host, or whatever else. */
    private record Sorted(String contender, List<Integer> moved, List<List<Fork>> elsewhere, List<Fork> here) {
        static Sorted of(ContenderForks contender) {
            List<Fork> all = contender.ok();
            List<Fork> still = all.stream().filter(fork -> !Modes.moved(fork)).toList();
            List<Fork> some = still.isEmpty() ? all : still;
            List<List<Fork>> groups = Groups.of(some, Fork::p50);
            Group usual = group(
                    groups.stream().max(Comparator.comparingInt(List::size)).orElseThrow());
            Map<Boolean, List<List<Fork>>> elsewhere = groups.stream()
                    .collect(Collectors.partitioningBy(each -> group(each).elsewhere(usual)));
            return new Sorted(
                    contender.name(),
                    blocks(all.stream().filter(fork -> !some.contains(fork)).toList()),
                    elsewhere.get(true),
                    elsewhere.get(false).stream().flatMap(List::stream).toList());
        }
    }

    /**
     * The modes of all contenders.
     *
     * @param together blocks in which all contenders moved away from their usual p50 service time together, at the same
     *     floor, and by how much, as a logarithm
     */
    record All(List<Modes> each, Map<Integer, DoubleSummaryStatistics> together) {
        static final All NONE = new All(List.of(), Map.of());

        static All of(List<ContenderForks> contenders) {
            List<Sorted> sorted = contenders.stream()
                    .filter(each -> !each.ok().isEmpty())
                    .map(Sorted::of)
                    .toList();
            SharedMoves shared =
                    SharedMoves.of(sorted.stream().map(Sorted::here).toList());
            return new All(sorted.stream().map(each -> modes(each, shared)).toList(), shared.byBlock());
        }
    }

    private static Modes modes(Sorted sorted, SharedMoves shared) {
        return new Modes(
                sorted.contender(),
                Stream.concat(
                                sorted.elsewhere().stream(),
                                Groups.of(sorted.here(), fork -> Math.exp(shared.own(fork))).stream())
                        .map(Modes::group)
                        .sorted(Comparator.comparingDouble(Group::p50Ns))
                        .toList(),
                sorted.moved());
    }

    private static boolean moved(Fork fork) {
        if (!fork.byTurnsOfMessages()) {
            return false;
        }
        Turns turns = fork.turns();
        double[] floors = turns.counting()
                .mapToDouble(turns::floor)
                .filter(floor -> floor > 0)
                .sorted()
                .toArray();
        int last = floors.length - 1;
        return last > 0 && floors[3 * last / 4] > ExclusionRule.FLOOR_IN_FORK.standard * floors[last / 4];
    }

    private static Group group(List<Fork> forks) {
        return new Group(
                blocks(forks),
                Medians.of(forks.stream().mapToDouble(Fork::p50)),
                Medians.of(forks.stream().mapToDouble(Fork::floorNs).filter(floor -> floor > 0)));
    }

    private static List<Integer> blocks(List<Fork> forks) {
        return forks.stream().map(fork -> fork.name().block()).toList();
    }

    /** The group of most forks. */
    public Group usual() {
        return groups.stream().max(Comparator.comparingInt(Group::forks)).orElseThrow();
    }

    /** The forks that count. */
    public int forks() {
        return moved.size() + groups.stream().mapToInt(Group::forks).sum();
    }

    /**
     * How far the forks of one contender lie apart when neither their JIT mode nor the floor differs: what limits how
     * small a difference a campaign can show.
     *
     * <p>It is the median absolute deviation of the forks' p50 service time within the contender's largest JIT mode,
     * after what the floor explains is taken off, over their median. A p50 is a part of its own and some passages
     * between the two CPUs, so the floor enters in proportion: with a slope that is the median over pairs of forks of
     * one mode whose floors differ (Theil, 1950; Sen, JASA 63, 1968), one for the whole campaign, because every JVM
     * passes the same cache lines. To divide by the floor instead would take off the JVM's own part too.
     */
    record Spread(double slope) {
        private static final int LEAST_FORKS = 3;
        private static final int LEAST_PAIRS = 10;
        // The floor's own error makes the slope between floors that are closer.
        private static final double FLOORS_APART = 1.03;
        // An exchange has no more passages than this.
        private static final double MOST_SLOPE = 4;
        // The pairs of some hundred forks are enough for a slope.
        private static final int MOST_FORKS = 200;

        static Spread of(List<ContenderForks> contenders) {
            double[] slopes = contenders.stream()
                    .flatMapToDouble(each -> slopes(largestMode(each)))
                    .toArray();
            return slopes.length < LEAST_PAIRS
                    ? new Spread(0)
                    : new Spread(Math.max(0, Math.min(MOST_SLOPE, Medians.of(Arrays.stream(slopes)))));
        }

        private static DoubleStream slopes(List<Fork> forks) {
            List<Fork> some = forks.stream()
                    .filter(fork -> fork.floorNs() > 0)
                    .sorted(Comparator.comparing(Fork::name))
                    .limit(MOST_FORKS)
                    .toList();
            return some.stream()
                    .flatMapToDouble(one -> some.stream()
                            .filter(other -> one.floorNs() > FLOORS_APART * other.floorNs())
                            .mapToDouble(other -> (one.p50() - other.p50()) / (one.floorNs() - other.floorNs())));
        }

        /** The forks of the mode that most of them have; of several the fastest. */
        private static List<Fork> largestMode(ContenderForks contender) {
            List<Fork> forks =
                    contender.added().stream().filter(fork -> !fork.ofScores()).toList();
            return Groups.of(forks, Fork::p50).stream()
                    .max(Comparator.comparing(List::size))
                    .orElse(List.of());
        }

        /** The spread of a contender, 0.03 being 3 %; NaN of fewer than three forks. */
        double of(ContenderForks contender) {
            List<Fork> forks = largestMode(contender);
            if (forks.size() < LEAST_FORKS) {
                return Double.NaN;
            }
            double floor = Medians.of(forks.stream().mapToDouble(Fork::floorNs).filter(each -> each > 0));
            double[] p50s = forks.stream()
                    .mapToDouble(
                            fork -> fork.floorNs() > 0 ? fork.p50() - slope * (fork.floorNs() - floor) : fork.p50())
                    .toArray();
            double median = Medians.of(Arrays.stream(p50s));
            return Medians.of(Arrays.stream(p50s).map(each -> Math.abs(each - median))) / median;
        }
    }
}
