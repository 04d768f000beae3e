package org.whichjvm.collector.explain;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.whichjvm.collector.io.HtmlText;
import org.whichjvm.collector.report.Document;

/** The stacks of both contenders of an explanation as one flame graph, in which what differs for sure is coloured. */
final class FlameGraph {
    private static final int WIDTH = 1_180;

    private static final int LINE = 19;
    private static final int DEEPEST = 120;
    private static final int MOST_BOXES = 4_000;
    private static final double LEAST_WIDTH = 1.2;
    // A letter is about so wide, and a box without room for some has no words.
    private static final double LETTER = 6.6;
    private static final int FEWEST_LETTERS = 4;

    private final Explanation explanation;
    // Whether the contender spends more there, by the frame's name.
    private final Map<String, String> styles = new HashMap<>();
    private final StringBuilder boxes = new StringBuilder();
    private final double scale;
    private int count;
    private int height;

    private FlameGraph(Explanation explanation) {
        this.explanation = explanation;
        this.scale = WIDTH / width(explanation.flame());
        for (Difference<Profile.Place> each : explanation.found()) {
            styles.put(each.of().name(), each.shift().difference() > 0 ? "more" : "less");
        }
    }

    /** The graph of an explanation; null if there is nothing to draw. */
    static Document.Drawing of(Explanation explanation) {
        FlameGraph graph = new FlameGraph(explanation);
        if (Double.isFinite(graph.scale)) {
            graph.add("all", explanation.flame(), 0, 0);
        }
        String what = explanation.what();
        return graph.count == 0
                ? null
                : new Document.Drawing(
                        "stacks-" + what.replace(' ', '-'),
                        "All stacks: " + what,
                        ("A box is a frame; below it is what it calls. Its width is its %s, the mean of both"
                                        + " contenders. Where the contender takes more for sure it is red, where it"
                                        + " takes less blue; nothing is shown to differ in what is grey. Point at a box"
                                        + " to read it.")
                                .formatted(what),
                        false,
                        "<svg class=\"flame\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"Flame graph of both contenders\">\n%s</svg>\n"
                                .formatted(WIDTH, graph.height, graph.boxes));
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
        count++;
        height = Math.max(height, (depth + 1) * LINE);
        String says = "%s: %.1f %s, baseline %.1f".formatted(name, flame.contender, explanation.unit(), flame.baseline);
        boxes.append(String.format(
                Locale.ROOT,
                "<g class=\"%s\"><title>%s</title><rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"18\"/>",
                styles.getOrDefault(name, "same"),
                HtmlText.escape(says),
                left,
                depth * LINE,
                width - 0.5));
        String label = label(name, (int) (width / LETTER));
        if (!label.isEmpty()) {
            boxes.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%.1f\" y=\"%d\">%s</text>",
                    left + 3,
                    depth * LINE + 13,
                    HtmlText.escape(label)));
        }
        boxes.append("</g>\n");
        double at = left;
        for (Map.Entry<String, Flame> call : flame.calls.entrySet()) {
            add(call.getKey(), call.getValue(), at, depth + 1);
            at += width(call.getValue()) * scale;
        }
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
