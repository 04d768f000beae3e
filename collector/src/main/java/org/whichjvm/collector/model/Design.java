package org.whichjvm.collector.model;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.whichjvm.collector.io.Field.About;
import org.whichjvm.collector.io.Field.Range;
import org.whichjvm.collector.io.Field.Whole;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.common.ForkNames;

/**
 * How a campaign decides, declared before its first fork.
 *
 * @param margin what counts as no difference, 0.03 being 3 %
 * @param decide the metrics that are decided, by key or, of scores, by name, percentiles first; the others are only
 *     shown, because each that is decided costs every other one a part of the significance level. Where it names none
 *     of a kind, those are decided that usually are
 * @param precision an interval within it is narrow enough to stop; NaN for a campaign that does not stop by itself
 * @param maxSeconds after which the campaign ends with the block it is in; 0 if it does not stop by itself
 * @param looks the blocks after which there is an interim analysis; empty if it does not stop by itself
 * @param race when a contender leaves at such a look
 */
public record Design(
        double margin, Set<String> decide, double precision, long maxSeconds, List<Integer> looks, Race race) {
    public static final double DEFAULT_MARGIN = 0.03;

    /** A design without interim analyses, which decides what is usual at the end. */
    public static final Design FIXED = new Design(DEFAULT_MARGIN, Set.of(), Double.NaN, 0, List.of(), Race.NONE);

    public Design withMargin(double newMargin) {
        return new Design(newMargin, decide, precision, maxSeconds, looks, race);
    }

    public Design deciding(Set<String> metrics) {
        return new Design(margin, metrics, precision, maxSeconds, looks, race);
    }

    public boolean decides(Metric metric) {
        boolean someOfItsKind =
                decide.stream().anyMatch(each -> Metric.ofLatency(each).isPresent() == metric.ofLatency());
        return someOfItsKind ? decide.stream().anyMatch(metric::named) : metric.usual();
    }

    /** The last block that is planned from the beginning: what follows depends on who is left. */
    public int firstPlanned(int blocks) {
        return switch (race) {
            case NONE -> blocks;
            case BASELINE, BEST -> looks.get(0);
            case SEARCH -> 1; // It shows how long a block takes.
        };
    }

    public boolean stops() {
        return !looks.isEmpty();
    }

    /** How campaign.json and result.json say that a campaign may stop. */
    public record Stopping(
            @About("An interval within it is narrow enough, as a share above 0 and below 1.") @Range(most = 1)
            double precision,

            @Whole(least = 1, most = Integer.MAX_VALUE) long maxSeconds,

            @About("The blocks after which there is an interim analysis, after which it may stop.")
            @Whole(least = 1, most = ForkNames.MAX_BLOCKS)
            List<Integer> looks,

            @About(
                    "When a contender is dropped at such an analysis: none does; it is decided against its baseline; or it is, and shown to be slower than another contender; or, in the search of a race, it is in the slower half. Then only the blocks up to the next analysis are planned, of those who stay.")
            Race race) {}

    /** Null if it does not stop by itself. */
    public Stopping stopping() {
        return stops() ? new Stopping(precision, maxSeconds, looks, race) : null;
    }

    /** The design of a campaign.json; the default one if it does not say. */
    static Design of(CampaignFile file) throws UnusableFile {
        double margin = Double.isNaN(file.margin()) ? DEFAULT_MARGIN : file.margin();
        if (!(margin > 0 && margin < 1)) {
            throw new UnusableFile("its margin is " + margin + ", not above 0 and below 1");
        }
        Set<String> decide = file.decide() == null ? Set.of() : new LinkedHashSet<>(file.decide());
        Stopping stopping = file.stopping();
        if (stopping == null) {
            return FIXED.withMargin(margin).deciding(decide);
        }
        if (!(stopping.precision > 0 && stopping.precision < 1) || stopping.race == null) {
            throw new UnusableFile("its stopping has no precision below 1, or no race");
        }
        List<Integer> looks = stopping.looks;
        if (!looks.equals(List.copyOf(new TreeSet<>(looks)))
                || !looks.contains(file.blocks())
                || looks.get(looks.size() - 1) > file.blocks()) {
            throw new UnusableFile("its interim analyses are not after blocks in order that end with the last");
        }
        return new Design(margin, decide, stopping.precision, stopping.maxSeconds, looks, stopping.race);
    }
}
