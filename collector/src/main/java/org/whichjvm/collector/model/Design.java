package org.whichjvm.collector.model;

import com.google.gson.JsonObject;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.common.Percentile;
import org.whichjvm.common.WrongUsage;

/**
 * How a campaign decides, declared before its first fork.
 *
 * @param margin what counts as no difference, 0.03 being 3 %
 * @param decide the figures that are decided, by key or, of scores, by name, percentiles first; the others are only
 *     shown, because each that is decided costs every other one a part of the significance level. Where it names none
 *     of a kind, those are decided that usually are
 * @param precision an interval within it is narrow enough to stop; NaN for a campaign that does not stop by itself
 * @param maxSeconds after which the campaign ends with the block it is in; 0 if it does not stop by itself
 * @param looks the blocks after which there is an interim look; empty if it does not stop by itself
 * @param race when a contender leaves at such a look
 */
public record Design(
        double margin, Set<String> decide, double precision, long maxSeconds, List<Integer> looks, Race race) {
    public static final double DEFAULT_MARGIN = 0.03;

    /** A design without interim looks, which decides what is usual at the end. */
    public static final Design FIXED = new Design(DEFAULT_MARGIN, Set.of(), Double.NaN, 0, List.of(), Race.NONE);

    private static final Pattern SCORE = Pattern.compile(Contrast.SCORE);

    public Design withMargin(double newMargin) {
        return new Design(newMargin, decide, precision, maxSeconds, looks, race);
    }

    public Design deciding(Set<String> figures) {
        return new Design(margin, figures, precision, maxSeconds, looks, race);
    }

    public boolean decides(Metric figure) {
        boolean someOfItsKind =
                decide.stream().anyMatch(each -> Metric.ofLatency(each).isPresent() == figure.ofLatency());
        return someOfItsKind ? decide.stream().anyMatch(figure::named) : figure.usual();
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

    public void write(JsonObject json) {
        json.addProperty("margin", margin);
        if (!decide.isEmpty()) {
            json.add("decide", Json.tree(decide));
        }
        json.add("stopping", Json.tree(stopping()));
    }

    /** How campaign.json and result.json say that a campaign may stop. */
    public record Stopping(double precision, long maxSeconds, List<Integer> looks, String race) {}

    /** Null if it does not stop by itself. */
    public Stopping stopping() {
        return stops() ? new Stopping(precision, maxSeconds, looks, race.text()) : null;
    }

    /** The design of a campaign.json; the default one where it does not say. */
    static Design read(JsonObject json, int blocks) throws UnusableFile {
        double margin = Json.positive(json, "margin");
        if (margin >= 1) { // NaN if it is missing
            throw new UnusableFile("its margin is " + margin + ", not below 1");
        }
        Set<String> decide = new LinkedHashSet<>(Json.texts(json, "decide"));
        for (String name : decide) {
            if (Metric.ofLatency(name).isEmpty() && !SCORE.matcher(name).matches()) {
                throw new UnusableFile("decides " + name + ", not a percentile");
            }
        }
        Design design =
                FIXED.withMargin(Double.isNaN(margin) ? DEFAULT_MARGIN : margin).deciding(decide);
        JsonObject stops = Json.object(json, "stopping");
        if (stops.size() == 0) {
            return design;
        }
        Stopping stopping = Json.record(stops, Stopping.class);
        if (!(stopping.precision > 0 && stopping.precision < 1)) {
            throw new UnusableFile("its stopping has no precision below 1");
        }
        if (stopping.maxSeconds < 1 || stopping.maxSeconds > Integer.MAX_VALUE) {
            throw new UnusableFile("its stopping has no whole number of maxSeconds above 0");
        }
        List<Integer> looks = stopping.looks == null ? List.of() : stopping.looks;
        if (looks.contains(null)
                || !looks.equals(List.copyOf(new TreeSet<>(looks)))
                || !looks.contains(blocks)
                || looks.get(0) < 1
                || looks.get(looks.size() - 1) > blocks) {
            throw new UnusableFile("its interim looks are not blocks in order that end with the last");
        }
        return new Design(
                design.margin,
                decide,
                stopping.precision,
                stopping.maxSeconds,
                looks,
                Race.of(stopping.race).orElseThrow(() -> new UnusableFile("its stopping has no race that there is")));
    }

    /** The percentiles that a person listed, such as p99,service-p90, by their keys. */
    public static Set<String> percentiles(String option, String text) {
        Set<String> percentiles = new LinkedHashSet<>();
        for (String word : text.split(",", -1)) {
            percentiles.add(Metric.meant(word)
                    .orElseThrow(() -> new WrongUsage(
                            "%s has '%s'; it takes p50, p90, p99, p99.9 and p99.99, also as"
                                    + " service-p99 or response-p50, with commas",
                            option, word))
                    .key());
        }
        return percentiles;
    }

    /**
     * The scores that a person listed, such as adjacent,cas@2.
     *
     * @param percentiles whether some of them have the names of percentiles
     */
    public static Set<String> scores(String option, String text, boolean percentiles) {
        Set<String> scores = new LinkedHashSet<>();
        for (String word : text.split(",", -1)) {
            boolean percentile = Percentile.REPORTED.stream().anyMatch(each -> each.label.equals(word));
            if (percentile && !percentiles || !SCORE.matcher(word).matches()) {
                throw new WrongUsage(
                        "%s has '%s', and this workload has scores, not percentiles; it takes their names, "
                                + "with commas, as in adjacent or adjacent@2",
                        option, word);
            }
            scores.add(word);
        }
        return scores;
    }
}
