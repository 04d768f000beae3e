package org.whichjvm.collector.explain;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.whichjvm.collector.io.HtmlText;
import org.whichjvm.collector.report.Document;
import org.whichjvm.common.Profiling;

/**
 * The stacks of both contenders of an explanation as one flame graph, or what the memory of each consists of as a bar.
 * What differs for sure is coloured.
 */
final class FlameGraph {
    private static final int WIDTH = 1_180;

    private static final int LINE = 19;
    private static final int DEEPEST = 120;
    private static final int MOST_BOXES = 4_000;
    private static final double LEAST_WIDTH = 1.2;
    // A letter is about so wide, and a box without room for some has no words.
    private static final double LETTER = 6.6;
    private static final int FEWEST_LETTERS = 4;

    private static final String COLOURS =
            "Where the contender takes more for sure it is red, where it takes less blue; nothing is shown to differ in what is grey. Point at a box to read it.";

    private final Explanation explanation;
    // Whether the contender spends more there, by the frame's name.
    private final Map<String, String> styles = new HashMap<>();
    private final StringBuilder boxes = new StringBuilder();
    private double scale;
    private int count;
    private int height;

    private FlameGraph(Explanation explanation) {
        this.explanation = explanation;
        for (Difference<Profile.Place> each : explanation.found()) {
            styles.put(each.of().name(), each.shift().difference() > 0 ? "more" : "less");
        }
    }

    /** The graph of an explanation; null if there is nothing to draw. */
    static Document.Drawing of(Explanation explanation) {
        return explanation.profiling() == Profiling.MEMORY
                ? new FlameGraph(explanation).bars()
                : new FlameGraph(explanation).stacks();
    }

    private Document.Drawing stacks() {
        scale = WIDTH / width(explanation.flame());
        if (Double.isFinite(scale)) {
            add("all", explanation.flame(), 0, 0);
        }
        String what = explanation.what();
        return drawing(
                "stacks-" + what.replace(' ', '-'),
                "All stacks: " + what,
                ("A box is a frame; below it is what it calls. Its width is its %s, the mean of both contenders. "
                                + COLOURS)
                        .formatted(what),
                "Flame graph of both contenders");
    }

    private Document.Drawing bars() {
        Flame all = explanation.flame();
        scale = WIDTH / Math.max(all.contender, all.baseline);
        if (Double.isFinite(scale)) {
            bar(explanation.contender(), all, flame -> flame.contender);
            bar(explanation.baseline(), all, flame -> flame.baseline);
        }
        return drawing(
                "memory",
                "What memory consists of",
                "Each bar is a contender. " + COLOURS,
                "Stacked bar of each contender");
    }

    /** The rows of one side below its name, the largest of both sides first. */
    private void bar(String side, Flame all, ToDoubleFunction<Flame> of) {
        int top = height == 0 ? 0 : height + LINE / 2;
        text("%s: %s %s".formatted(side, ExplainReport.number(of.applyAsDouble(all)), explanation.unit()), 0, top);
        height = top + LINE;
        List<Map.Entry<String, Flame>> rows = all.calls.values().stream()
                .flatMap(each -> each.calls.entrySet().stream())
                .sorted(Comparator.comparingDouble(each -> -width(each.getValue())))
                .toList();
        double left = 0;
        for (Map.Entry<String, Flame> row : rows) {
            double value = of.applyAsDouble(row.getValue());
            box(row.getKey(), row.getValue(), left, value * scale, top + LINE);
            left += value * scale;
        }
    }

    private Document.Drawing drawing(String name, String title, String note, String label) {
        return count == 0
                ? null
                : new Document.Drawing(
                        name,
                        title,
                        note,
                        false,
                        "<svg class=\"flame\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n%s</svg>\n"
                                .formatted(WIDTH, height, label, boxes));
    }

    /** The mean of both, so that what only one of them has is there too. */
    private static double width(Flame flame) {
        return (flame.contender + flame.baseline) / 2;
    }

    private void add(String name, Flame flame, double left, int depth) {
        double width = width(flame) * scale;
        if (width < LEAST_WIDTH || depth > DEEPEST || count >= MOST_BOXES) {
            return;
        }
        box(name, flame, left, width, depth * LINE);
        double at = left;
        for (Map.Entry<String, Flame> call : flame.calls.entrySet()) {
            add(call.getKey(), call.getValue(), at, depth + 1);
            at += width(call.getValue()) * scale;
        }
    }

    private void box(String name, Flame flame, double left, double width, int top) {
        if (width < LEAST_WIDTH) {
            return;
        }
        count++;
        height = Math.max(height, top + LINE);
        String says = "%s: %.1f %s, baseline %.1f".formatted(name, flame.contender, explanation.unit(), flame.baseline);
        boxes.append(String.format(
                Locale.ROOT,
                "<g class=\"%s\"><title>%s</title><rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"18\"/>",
                styles.getOrDefault(name, "same"),
                HtmlText.escape(says),
                left,
                top,
                width - 0.5));
        String label = label(name, (int) (width / LETTER));
        if (!label.isEmpty()) {
            text(label, left + 3, top);
        }
        boxes.append("</g>\n");
    }

    private void text(String words, double left, int top) {
        boxes.append(String.format(
                Locale.ROOT, "<text x=\"%.1f\" y=\"%d\">%s</text>", left, top + 13, HtmlText.escape(words)));
    }

    /** The end of a name says more than its package. */
    private static String label(String name, int letters) {
        String shown = name.substring(name.lastIndexOf('/') + 1);
        if (letters < FEWEST_LETTERS) {
            return "";
        }
        return shown.length() <= letters ? shown : shown.substring(0, letters - 1) + "…";
    }
}
