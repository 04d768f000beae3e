package org.whichjvm.collector.decide;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.whichjvm.collector.model.Campaign;
import org.whichjvm.collector.model.ContenderForks;
import org.whichjvm.collector.model.Design;
import org.whichjvm.collector.model.Progress;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.stats.Detectable;
import org.whichjvm.collector.stats.Family;
import org.whichjvm.collector.stats.InterimAnalyses;
import org.whichjvm.collector.stats.Medians;

/**
 * Tells how small a difference the host of a campaign resolves, by the verdicts on contenders that are the same JVM and
 * on contenders with a known effect. Pairs that have no contender in common are each one campaign of two contenders,
 * and every window of consecutive blocks is one of that length.
 */
public final class Calibration {
    private final Campaign campaign;
    private final int blocks;

    public Calibration(Campaign campaign) {
        this.campaign = campaign;
        this.blocks = ok().mapToInt(fork -> fork.name().block()).max().orElse(0);
    }

    /**
     * The verdicts on the pairs of one kind in campaigns of one length.
     *
     * @param comparisons how many there were
     * @param significant those whose p50 service time has a p of 0.05 or less
     * @param slower those whose p50 service time was found to be longer, whether that is more than the margin or not
     * @param anything those in which any percentile was
     */
    public record Outcome(int comparisons, int significant, int slower, int anything) {}

    /** Pairs of contenders that are the same: every difference found between them is false. */
    public List<Pairing> same() {
        return pairings(Contender::sameAs, false);
    }

    /** Pairs of a contender as it is and one of the same JVM that was delayed on purpose. */
    public List<Pairing> delayed() {
        return pairings(Contender::delayedIn, true);
    }

    public record Pairing(ContenderForks baseline, ContenderForks contender) {
        private List<ContenderForks> both() {
            return List.of(baseline, contender);
        }
    }

    private List<Pairing> pairings(BiPredicate<Contender, Contender> match, boolean ordered) {
        List<Pairing> pairings = new ArrayList<>();
        List<ContenderForks> contenders = campaign.contenders();
        for (ContenderForks one : contenders) {
            for (ContenderForks other : contenders) {
                boolean later = contenders.indexOf(other) > contenders.indexOf(one);
                if ((ordered ? other != one : later)
                        && match.test(Contender.of(one.name()), Contender.of(other.name()))) {
                    pairings.add(new Pairing(one, other));
                }
            }
        }
        return pairings;
    }

    /** The pairs that have no contender in common, from the first on. */
    public static List<Pairing> apart(List<Pairing> pairings) {
        Set<ContenderForks> taken = new HashSet<>();
        List<Pairing> apart = new ArrayList<>();
        for (Pairing each : pairings) {
            if (Collections.disjoint(taken, each.both())) {
                taken.addAll(each.both());
                apart.add(each);
            }
        }
        return apart;
    }

    /** Decides these pairs in every window of {@code length} blocks of the campaign. */
    public Outcome outcome(List<Pairing> pairings, int length) {
        List<List<Comparison>> decided = new ArrayList<>();
        for (int first = 1; first + length - 1 <= blocks; first += length) {
            for (Pairing pairing : pairings) {
                decided.add(decide(pairing, first, first + length - 1));
            }
        }
        return new Outcome(
                decided.size(),
                count(decided, each -> each.headline() && each.p() <= Decision.ALPHA),
                count(decided, each -> each.headline() && each.low() > 1),
                count(decided, each -> each.verdict().differs()));
    }

    private static int count(List<List<Comparison>> decided, Predicate<Comparison> what) {
        return (int) decided.stream().filter(all -> all.stream().anyMatch(what)).count();
    }

    private List<Comparison> decide(Pairing pairing, int first, int last) {
        // Names that tell nothing: these are decided as any two contenders are.
        ContenderForks baseline = window(pairing.baseline(), first, last, "a");
        ContenderForks contender = window(pairing.contender(), first, last, "b");
        Progress progress =
                new Progress(Design.FIXED.withMargin(design().margin()).deciding(design().decide()), last, null);
        return Decision.of(List.of(baseline, contender), baseline.name(), progress);
    }

    private static ContenderForks window(ContenderForks all, int first, int last, String name) {
        ContenderForks window = new ContenderForks(name, all.gates());
        all.ok().stream()
                .filter(fork -> fork.name().block() >= first && fork.name().block() <= last)
                .forEach(fork -> window.add(fork, Map.of()));
        return window;
    }

    public int blocks() {
        return blocks;
    }

    /** Median over blocks and pairs of the ratio of the p50 service time. */
    public static double ratio(List<Pairing> pairings) {
        return Math.exp(Medians.of(pairs(pairings).mapToDouble(pair -> pair.logRatio(Metric.HEADLINE))));
    }

    /** Median over blocks and pairs of how much longer the p50 of the second contender is, in ns. */
    public static double differenceNs(List<Pairing> pairings) {
        return Medians.of(pairs(pairings).mapToDouble(pair -> pair.difference(Metric.HEADLINE)));
    }

    private static Stream<Pairs.Pair> pairs(List<Pairing> pairings) {
        return pairings.stream().flatMap(each -> pairs(each).having(Metric.HEADLINE).forks().stream());
    }

    private static Pairs pairs(Pairing pairing) {
        return Pairs.of(pairing.contender(), pairing.baseline(), Integer.MAX_VALUE);
    }

    /**
     * The log ratios of two forks of the same JVM, measured close to one another: of two contenders in one block, or
     * without such contenders of one contender in neighbouring blocks.
     */
    public double[] noise(Metric metric) {
        List<Pairing> same = same();
        DoubleStream noise = same.isEmpty()
                ? campaign.contenders().stream().flatMapToDouble(each -> neighbours(each, metric))
                : same.stream()
                        .flatMapToDouble(
                                each -> Arrays.stream(pairs(each).having(metric).logRatios(metric)));
        return noise.toArray();
    }

    private static DoubleStream neighbours(ContenderForks contender, Metric metric) {
        double[] logs = contender.ok().stream()
                .sorted(Comparator.comparing(Fork::name))
                .mapToDouble(fork -> Math.log(fork.cost(metric)))
                .toArray();
        return IntStream.range(1, logs.length).mapToDouble(i -> logs[i] - logs[i - 1]);
    }

    /** How often campaigns of two contenders and {@code length} blocks find a difference at this noise. */
    public Detectable detectable(Metric metric, int length) {
        Family family = new Family();
        for (Metric each : Sample.metrics(campaign.contenders())) {
            if (design().decides(each) || each.equals(metric)) {
                family.add(Sample.question(each), 1);
                family.add(Family.Question.STARTS, each.headline() ? 1 : 0);
            }
        }
        return new Detectable(noise(metric), InterimAnalyses.single(length), family.level(Sample.question(metric)));
    }

    private Design design() {
        return campaign.settings().design();
    }

    /** How long a fork takes with all that goes with it, in seconds; NaN if the forks do not say. */
    public double secondsPerFork() {
        boolean byTurns = ok().anyMatch(Fork::byTurns);
        // By turns the forks of a block start together.
        Map<Object, Long> started = new HashMap<>();
        ok().filter(fork -> fork.end().started() != null)
                .forEach(fork -> started.merge(
                        byTurns ? fork.name().block() : fork.name(),
                        fork.end().started().toEpochMilli(),
                        Math::min));
        long[] starts =
                started.values().stream().mapToLong(each -> each).sorted().toArray();
        // The median gap: a campaign may have been resumed the day after.
        double gap = Medians.of(IntStream.range(1, starts.length).mapToDouble(i -> starts[i] - starts[i - 1]));
        return gap / 1e3 / (byTurns ? campaign.contenders().size() : 1);
    }

    private Stream<Fork> ok() {
        return campaign.contenders().stream().flatMap(contender -> contender.ok().stream());
    }

    /** Whether a percentile rests on enough events in a typical fork of the campaign. */
    public boolean decidable(Metric metric) {
        return Sample.tooFew(Sample.typical(ok(), metric), metric, Double.NaN).isEmpty();
    }
}
