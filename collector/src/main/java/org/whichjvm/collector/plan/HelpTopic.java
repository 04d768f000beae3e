package org.whichjvm.collector.plan;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.whichjvm.collector.model.fork.Workload;

/**
 * A subject of compare's options, as {@code options.txt} declares them: {@code whichjvm help TOPIC} shows the options
 * of one.
 *
 * @param intro an introduction to the options; may be empty
 */
record HelpTopic(String name, String says, String intro, List<Entry> entries) {
    private static final Pattern TOPIC = Pattern.compile("== (\\w+)(?: \\((.*?)\\))?: (.*)\n?((?s:.*))");
    private static final Pattern ENTRY = Pattern.compile(
            "((?:-\\w, )?--[a-z-]+)? ?(\\S*)(?: ;([a-z ]*)(?:\\((.*)\\))?)?(?:\n([^…]*)(?:… ((?s:.*)))?)?");

    /** All topics, in the order in which help shows them. */
    static final List<HelpTopic> ALL = read();

    /**
     * An option, or what compare takes without one.
     *
     * @param names of an option; else empty
     * @param value the word that stands for its value; empty if it takes none
     * @param workloads that take it; all if there is none
     * @param brief what the first screen of help says of it
     * @param more what only its topic says
     */
    record Entry(
            String topic,
            List<String> names,
            String value,
            String marks,
            List<Workload> workloads,
            String brief,
            String more) {
        /** Its long name. */
        String name() {
            return names.get(names.size() - 1);
        }

        boolean has(String mark) {
            return marks.contains(mark);
        }
    }

    static List<Entry> options() {
        return ALL.stream()
                .flatMap(each -> each.entries.stream())
                .filter(each -> !each.names.isEmpty())
                .toList();
    }

    private static List<HelpTopic> read() {
        List<HelpTopic> topics = new ArrayList<>();
        List<Workload> takers = List.of();
        for (String paragraph : text().replaceAll("(?m)^#.*\n", "").strip().split("\n\n+")) {
            Matcher topic = TOPIC.matcher(paragraph);
            Matcher entry = ENTRY.matcher(paragraph);
            if (topic.matches()) {
                takers = workloads(topic.group(2), List.of());
                topics.add(new HelpTopic(topic.group(1), topic.group(3), line(topic.group(4)), new ArrayList<>()));
            } else if (entry.matches()) {
                HelpTopic last = topics.get(topics.size() - 1);
                last.entries.add(new Entry(
                        last.name,
                        entry.group(1) == null
                                ? List.of()
                                : List.of(entry.group(1).split(", ")),
                        entry.group(2),
                        line(entry.group(3)),
                        workloads(entry.group(4), takers),
                        line(entry.group(5)),
                        line(entry.group(6))));
            } else {
                throw new IllegalStateException("options.txt has no topic and no option in: " + paragraph);
            }
        }
        return topics;
    }

    private static String text() {
        try (InputStream file = HelpTopic.class.getResourceAsStream("options.txt")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException exception) {
            throw new UncheckedIOException(exception);
        }
    }

    /** Several lines as one; empty if there is none. */
    private static String line(String text) {
        return text == null ? "" : text.replaceAll("\\s+", " ").strip();
    }

    private static List<Workload> workloads(String names, List<Workload> usual) {
        return names == null
                ? usual
                : Values.words(names).stream().map(Workload::of).toList();
    }
}
