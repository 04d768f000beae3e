package org.whichjvm.collector.decide;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.whichjvm.collector.model.Campaign;
import org.whichjvm.collector.model.ContenderForks;
import org.whichjvm.collector.model.Progress;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.stats.Detectable;
import org.whichjvm.collector.stats.Family;
import org.whichjvm.collector.stats.InterimAnalyses;
import org.whichjvm.collector.stats.Interval;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.common.Percentile;

/**
 * Decides which differences to the baseline are real: the shift of the typical start by an interval that holds together
 * with all others of the campaign, and how often each starts slow by a test of its own.
 */
public final class Decision {
    /** How often, at most, a campaign may say something that is not so. */
    public static final double ALPHA = Family.LEVEL;

    // If at most half of the starts were slower and the others alike, the blocks would lie as far
    // apart as the shift is large, or farther. Three times as much leaves room for the luck of few
    // blocks: of 12 with half of the starts slower, 11 would have to be.
    private static final double SPREADS = 3;

    private final List<ContenderForks> contenders;
    private final String baseline;
    private final Progress progress;
    private final Family family;
    private final List<AtFloor.Group> floors;
    private final List<Sample> samples = new ArrayList<>();
    private final List<Sample> contrasts = new ArrayList<>();

    /** Enters all comparisons into a family, before it is asked for anything. */
    Decision(List<ContenderForks> contenders, String baseline, Progress progress, Family family) {
        this.contenders = contenders;
        this.baseline = baseline;
        this.progress = progress;
        this.family = family;
        List<Pairs> pairs = Pairs.all(contenders, baseline, progress.lastBlock());
        floors = AtFloor.groups(pairs);
        List<Metric> metrics = Sample.metrics(contenders);
        for (Pairs each : pairs) {
            metrics.forEach(metric -> enter(Sample.of(each, metric, progress)));
        }
        family.add(Family.Question.FASTEST, ranked() > 1 ? 1 : 0);
    }

    /**
     * Every contender against the baseline, or against the contender that {@link Contender#baselineOf} names, by both
     * latencies or by every score, in the order of the contenders.
     */
    static List<Comparison> of(List<ContenderForks> contenders, String baseline, Progress progress) {
        return new Decision(
                        contenders, baseline, progress, progress.design().race().family())
                .comparisons();
    }

    private void enter(Sample sample) {
        family.add(Sample.question(sample.metric()), sample.decidable() ? 1 : 0);
        family.add(Family.Question.STARTS, sample.starts() == null ? 0 : 1);
        (sample.against() == null ? samples : contrasts).add(sample);
    }

    void enterContrasts(Campaign campaign) {
        Contrasts.of(campaign).forEach(this::enter);
    }

    /** How many contenders beside the baseline may be the fastest. */
    private int ranked() {
        return (int) samples.stream()
                .filter(each -> each.decidable() && each.metric().headline())
                .filter(each -> Contender.of(each.pairs().contender()).plain())
                .count();
    }

    List<Comparison> comparisons() {
        return samples.stream().map(this::comparison).toList();
    }

    List<Comparison> contrasts() {
        return contrasts.stream().map(this::comparison).toList();
    }

    /**
     * What a contender takes in the campaign's typical block, in ns: the baseline the median over the blocks, all
     * others that times their ratios. So times, ratios, differences and order are one estimate, and no two of them can
     * contradict each other, wherever the host was in which block.
     */
    private double typicalNs(String contender, Metric metric, int steps) {
        if (contender.equals(baseline)) {
            return medianNs(contenders, baseline, metric, progress);
        }
        return samples.stream()
                .filter(each -> each.pairs().contender().equals(contender)
                        && each.metric().equals(metric))
                .filter(each -> steps < contenders.size()) // some may be compared in a circle
                .mapToDouble(each ->
                        Math.exp(each.test().shift()) * typicalNs(each.pairs().baseline(), metric, steps + 1))
                .findFirst()
                .orElse(Double.NaN);
    }

    /**
     * The median cost of a metric over a contender's blocks, in whole ns where tables show these, so that a reader who
     * divides and subtracts gets the same numbers; NaN without a fork.
     */
    static double medianNs(List<ContenderForks> contenders, String name, Metric metric, Progress progress) {
        double median = Medians.of(contenders.stream()
                .filter(each -> each.name().equals(name))
                .flatMap(each -> each.ok().stream())
                .filter(fork -> fork.name().block() <= progress.lastBlock())
                .mapToDouble(fork -> medianNs(fork, metric))
                .filter(Double::isFinite));
        return median < Comparison.WHOLE_BELOW ? Math.round(median) : median;
    }

    /** The median over the fork's turns, where these tell it. */
    private static double medianNs(Fork fork, Metric metric) {
        return fork.byTurns() && fork.turns().tell(metric)
                ? Medians.of(fork.turns()
                        .counting()
                        .mapToDouble(i -> metric.cost(fork.turns().get(metric, i))))
                : fork.cost(metric);
    }

    private Comparison comparison(Sample sample) {
        boolean decidable = sample.decidable();
        Family.Question question = Sample.question(sample.metric());
        double level = family.level(question);
        double margin = progress.design().margin();
        Interval interval = decidable ? sample.test().interval(level).exp() : Interval.UNKNOWN;
        double p = decidable ? sample.test().p() : Double.NaN;
        double adjustedP = decidable ? family.adjusted(question, p) : Double.NaN;
        double shift = sample.test().shift();
        Verdict ofShift = Verdict.of(interval, margin);
        SlowStarts starts = starts(sample);
        Verdict verdict = with(starts, ofShift);
        return new Comparison(
                sample.pairs().contender(),
                sample.pairs().baseline(),
                sample.metric(),
                sample.against(),
                new Comparison.Shift(
                        Math.exp(shift),
                        interval,
                        sample.test().interval(ALPHA).exp(),
                        p,
                        adjustedP,
                        decidable ? mde(sample.logRatios(), shift, sample.analyses(), level) : () -> Double.NaN,
                        Math.abs(shift) < SPREADS * sample.test().spread(),
                        margin,
                        ofShift),
                starts,
                verdict,
                decidable,
                verdict == Verdict.INCONCLUSIVE
                        ? sample.undecidable().orElseGet(() -> reason(sample, ofShift, adjustedP, interval, level))
                        : null,
                sample.metric().ofLatency() ? typicalNs(sample.pairs().baseline(), sample.metric(), 0) : Double.NaN,
                (decidable ? level : 0) + (starts == null ? 0 : family.level(Family.Question.STARTS)),
                sample.metric().is(Percentile.P50)
                        ? AtFloor.of(floors, sample.pairs(), sample.metric(), margin)
                        : List.of(),
                Arrays.stream(sample.logRatios()).boxed().toList());
    }

    /** The slow starts with their corrected p; if they are decided, with whose they are. */
    private SlowStarts starts(Sample sample) {
        SlowStarts starts = sample.starts();
        if (starts == null) {
            return null;
        }
        double adjustedP = family.adjusted(Family.Question.STARTS, starts.p());
        return starts.with(
                adjustedP <= ALPHA
                        ? starts.mover(sample.logRatios(), SlowStarts.Levels.of(sample, samples))
                        : SlowStarts.Mover.UNKNOWN,
                adjustedP);
    }

    /**
     * The verdict on shift and slow starts. A decided shift stands, whichever JVM starts slow. Two JVMs are not
     * equivalent if one of them may have slow starts more often than the other, by one start in four.
     */
    private static Verdict with(SlowStarts starts, Verdict shift) {
        if (starts == null || shift.differs()) {
            return shift;
        }
        if (starts.slowerMore()) {
            return Verdict.SLOWER_AT_TIMES;
        }
        if (starts.fasterMore()) {
            return Verdict.FASTER_AT_TIMES;
        }
        return starts.open() ? Verdict.INCONCLUSIVE : shift;
    }

    /** The minimum detectable effect, found four times in five; NaN if no effect could be found. */
    private static DoubleSupplier mde(double[] logRatios, double shift, InterimAnalyses analyses, double level) {
        double[] noise = Arrays.stream(logRatios).map(each -> each - shift).toArray();
        Detectable detectable = new Detectable(noise, analyses, level);
        return () -> Math.expm1(detectable.shift());
    }

    private Reason reason(Sample sample, Verdict shift, double adjustedP, Interval interval, double level) {
        if (shift != Verdict.INCONCLUSIVE) {
            return Reason.Plain.STARTS_OPEN;
        }
        if (sample.test().fallsApart()) {
            return Reason.Plain.FALLS_APART;
        }
        if (Double.isNaN(interval.low())) {
            return progress.nextLook()
                    .<Reason>map(Reason.BeforeNextLook::new)
                    .orElseGet(() -> new Reason.TooFew(PairedTest.leastPairs(level)));
        }
        // The interval may reach over 1 where the test rejects 1, for it leaves out only what is
        // rejected on the way out from the estimate: where there was no earlier analysis, it alone does.
        return adjustedP <= ALPHA && sample.analyses().pairs().size() > 1
                ? Reason.Plain.NOT_CONFIRMED
                : Reason.Plain.OPEN;
    }
}
