package org.whichjvm.collector.plan;

import java.util.function.Predicate;
import org.whichjvm.collector.model.ExclusionRule;
import org.whichjvm.collector.model.fork.Workload;

/**
 * The help of compare, a screen for each topic, as scripts/lib/help.txt keeps it: a line {@code == TOPIC: WORDS} begins
 * a screen. Each option begins a line with two blanks, its name, and its value if it has one: the scripts and
 * completion know the options and their choices from that.
 */
public final class CompareHelp {
    private static final int WIDTH = 100;
    private static final int INDENT = 21;

    static final String COMPARE = "compare";

    public static String text() {
        StringBuilder text = new StringBuilder();
        begin(text, COMPARE, "what most people need of it", "");
        text.append("usage: whichjvm compare [options] [CONTENDER…] [-- PROGRAM…, or options of the workload]\n\n");
        list(text, each -> each.has("common"), true);
        text.append("""

          More: whichjvm help lists the topics. Options of the workload: whichjvm compare -- --help
          Exit codes: 0 done; 2 wrong usage; 3 done, but forks failed; 4 this host or engine cannot run
          it; 130 interrupted, and the command to resume was printed.
        """);
        for (HelpTopic topic : HelpTopic.ALL) {
            begin(text, topic.name(), topic.says(), topic.intro());
            list(text, each -> each.topic().equals(topic.name()), false);
        }
        return text.toString();
    }

    private static void begin(StringBuilder text, String topic, String says, String intro) {
        text.append("== ").append(topic).append(": ").append(says).append('\n');
        if (!intro.isEmpty()) {
            text.append(wrapped(intro, WIDTH, "")).append("\n\n");
        }
    }

    private static void list(StringBuilder text, Predicate<HelpTopic.Entry> shown, boolean first) {
        HelpTopic.ALL.stream()
                .flatMap(each -> each.entries().stream())
                .filter(each -> !each.has("hidden") && shown.test(each))
                .forEach(each -> entry(text, each, first));
    }

    private static void entry(StringBuilder text, HelpTopic.Entry each, boolean first) {
        String value = each.value().replace("@WORKLOADS@", Workload.choices());
        String name = (String.join(", ", each.names()) + " " + value).strip();
        String words = (first ? each.brief() : each.brief() + " " + each.more())
                .replace("@GATES@", ExclusionRule.describeAll());
        String indent = " ".repeat(INDENT);
        text.append("  ").append(name);
        // A name that is too long has a line of its own.
        text.append(name.length() > INDENT - 3 ? "\n" + indent : " ".repeat(INDENT - 2 - name.length()));
        text.append(wrapped(words.strip(), WIDTH - INDENT, indent)).append('\n');
    }

    private static String wrapped(String words, int width, String indent) {
        // As many whole words as fit into each line.
        return words.replaceAll("(.{1," + width + "})(?: |$)", "$1\n" + indent).strip();
    }
}
