package org.whichjvm.workload.score;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.whichjvm.common.Units;
import org.whichjvm.workload.fork.Fork;

/**
 * One metric of a fork that has no latencies of messages. Where it does not say what is better, that follows from the
 * unit: more of {@code objects/s}, less of {@code ns/op}, {@code ms} and {@code ms/GB}; a {@code count} is neither.
 */
public final class Score {
    private final String name;
    private final String unit;
    private final double value;

    /** 0 for a score of a whole program. */
    private int threads;

    private double[] iterations = {};

    /** More or less; null where the unit says it. */
    private String better;

    private boolean beside;
    private boolean optional;
    private boolean ofAll;

    private Score(String name, String unit, double value) {
        this.name = name;
        this.unit = unit;
        this.value = value;
    }

    /** A score of a whole program; the value is finite. */
    public static Score of(String name, String unit, double value) {
        return new Score(name, unit, value);
    }

    /** The value of one of these scores; 0 if it is not among them. */
    public static double value(List<Score> scores, String name) {
        return scores.stream()
                .filter(each -> each.name.equals(name))
                .mapToDouble(each -> each.value)
                .sum();
    }

    /** Adds a score that is told beside others, and of which less is better; nothing has no ratio, and is left out. */
    public static void addBeside(List<Score> scores, String name, String unit, double value) {
        if (value > 0) {
            scores.add(of(name, unit, value).better("less").beside());
        }
    }

    /** Says whether {@code more} or {@code less} of it is better. */
    public Score better(String word) {
        better = word;
        return this;
    }

    public Score threads(int count) {
        threads = count;
        return this;
    }

    /** Says that it is told beside others: it is not decided unless somebody asks, and optional. */
    public Score beside() {
        beside = true;
        return this;
    }

    /** Says that a fork may lack it though nothing failed. */
    public Score optional() {
        optional = true;
        return this;
    }

    /** Says that it is of all starts of a program so far, and not of one. */
    public Score ofAll() {
        ofAll = true;
        return this;
    }

    /**
     * The scores of several starts, from those of each: the median of a score that each start has, with the values that
     * it is of, and the last value of one that is of all starts.
     */
    public static List<Score> medians(List<List<Score>> starts) {
        List<Score> last = starts.get(starts.size() - 1);
        return starts.size() == 1
                ? last
                : last.stream()
                        .map(each -> each.ofAll ? Optional.of(each) : each.median(starts))
                        .filter(Optional::isPresent)
                        .map(Optional::get)
                        .collect(Collectors.toList());
    }

    /** Empty if a start lacks it. */
    private Optional<Score> median(List<List<Score>> starts) {
        double[] values = starts.stream()
                .flatMap(List::stream)
                .filter(each -> each.name.equals(name))
                .mapToDouble(each -> each.value)
                .toArray();
        if (values.length < starts.size()) {
            return Optional.empty();
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        Score median = of(name, unit, (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2);
        median.threads = threads;
        median.better = better;
        median.beside = beside;
        median.optional = optional;
        return Optional.of(median.measured(values));
    }

    /** Says what the score is the mean or the median of. */
    public Score measured(double... values) {
        iterations = values.clone();
        return this;
    }

    public JsonObject json() {
        JsonObject json = new JsonObject();
        json.addProperty("name", name);
        json.addProperty("threads", threads);
        json.addProperty("unit", unit);
        json.add("score", number(value));
        JsonArray each = new JsonArray();
        Arrays.stream(iterations).mapToObj(Score::number).forEach(each::add);
        json.add("iterations", each);
        if (better != null) {
            json.addProperty("better", better);
        }
        if (beside) {
            json.addProperty("beside", true);
        }
        if (optional) {
            json.addProperty("optional", true);
        }
        return json;
    }

    /** Adds the scores to a fork, which are what it found. */
    public static Fork.Found found(JsonObject fork, List<Score> scores) {
        JsonArray all = new JsonArray();
        scores.forEach(score -> all.add(score.json()));
        fork.add("scores", all);
        return new Fork.Found(table(scores), first(scores));
    }

    static String table(List<Score> scores) {
        return Units.text("%-18s %7s %16s  unit%n", "", "threads", "score")
                + scores.stream()
                        .map(each ->
                                Units.text("%-18s %7d %,16.2f  %s%n", each.name, each.threads, each.value, each.unit))
                        .collect(Collectors.joining());
    }

    /** The first two, and how many more there are, for a line. */
    static String first(List<Score> scores) {
        String first = scores.stream()
                .limit(2)
                .map(each -> Units.text(
                        "%s%s %,.2f %s", each.name, each.threads == 0 ? "" : "@" + each.threads, each.value, each.unit))
                .collect(Collectors.joining(", "));
        return scores.size() > 2 ? first + " and " + (scores.size() - 2) + " more" : first;
    }

    private static JsonPrimitive number(double value) {
        // A thousandth is beyond what any of them is known to; a harness may count in seconds. What is
        // larger than a long can hold thousandths of has none.
        boolean rounds = Math.abs(value) >= 1 && Math.abs(value) < 1e15;
        return new JsonPrimitive(rounds ? Math.round(value * 1e3) / 1e3 : value);
    }
}
