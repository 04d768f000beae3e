package org.whichjvm.collector.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.Campaign;
import org.whichjvm.collector.model.ContenderForks;
import org.whichjvm.collector.model.Unusable;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.collector.report.Document;
import org.whichjvm.collector.report.Table;
import org.whichjvm.collector.report.Words;
import org.whichjvm.collector.stats.MaxT;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.common.Profiling;

/**
 * Where the difference between two contenders comes from, in words and tables.
 *
 * @param all explanations of the campaign's forks
 * @param cost what it costs to watch the forks, in sentences
 */
public record ExplainReport(String campaign, List<Explanation> all, List<String> cost) {
    /** What a terminal has room for. */
    private static final int MOST_ON_SCREEN = 10;

    /** What the JVM counts of a row of memory: the score of a fork. */
    private static final Map<String, String> COUNTED = Map.of("threads", "threads", "metaspace", "classes");

    /** The answer, and the places that differ. */
    public Document brief() {
        return summary(MOST_ON_SCREEN);
    }

    /** The same, drawings of all stacks, and all places that were asked about. */
    public Document whole() {
        Document document = summary(Integer.MAX_VALUE);
        all.forEach(each -> document.drawing(FlameGraph.of(each)));
        for (Explanation explanation : all) {
            for (Profile.Kind kind : Profile.Kind.values()) {
                document.tables(List.of(table(
                        explanation,
                        "All places of %s: %s".formatted(explanation.what(), kind.text),
                        explanation.places().stream()
                                .filter(each -> each.of().kind() == kind)
                                .toList())));
            }
        }
        return document;
    }

    private Document summary(int most) {
        Document document = new Document();
        document.heading("whichjvm explain: " + campaign);
        for (Explanation each : all) {
            document.items(answer(each));
            document.tables(List.of(
                    table(each, "Where " + each.what() + " differs", each.found())
                            .limited(most, Names.EXPLAIN_MD + " of the campaign's folder"),
                    metrics(each)));
        }
        document.items(limits(all.get(0)));
        document.items(cost);
        return document;
    }

    private static List<String> answer(Explanation explanation) {
        List<String> lines = new ArrayList<>();
        Difference<Profile.Place> total = explanation.total();
        if (explanation.blocks() == 0) {
            lines.add("Nothing is explained: no block has a profile of all three runs.");
        } else {
            lines.add("%s of %s takes %s%s%s, one of %s %s: %s, over %s."
                    .formatted(
                            explanation.taker().begins,
                            explanation.contender(),
                            withUnit(explanation, number(total.contender())),
                            isCount(explanation) ? " " : " of ",
                            explanation.profiling().what,
                            explanation.baseline(),
                            withUnit(explanation, number(total.baseline())),
                            withUnit(explanation, signed(total.shift().difference())) + " " + interval(total.shift()),
                            Words.count(explanation.blocks(), "block")));
            if (explanation.found().isEmpty()) {
                lines.add("No place differs for sure. Run more blocks%s."
                        .formatted(isOfMemory(explanation) ? "" : ", or longer forks: a place needs samples"));
            } else if (explanation.explained().isEmpty()) {
                lines.add("As a whole it is not shown to differ: what the table names gives and takes.");
            } else {
                double part = explanation.explained().get();
                lines.add("Of the %s the places that differ hold %s themselves%s; %s remain unexplained."
                        .formatted(
                                withUnit(explanation, signed(total.shift().difference())),
                                withUnit(explanation, signed(part)),
                                isOfMemory(explanation) ? rows(explanation) : "",
                                withUnit(explanation, signed(total.shift().difference() - part))));
            }
            if (isOfMemory(explanation)) {
                lines.addAll(memory(explanation));
            }
            lines.add(control(explanation.baseline(), explanation.control(), "place"));
        }
        lines.addAll(unusable(explanation.unusable()));
        return lines;
    }

    /** The rows of memory that differ, with how many things each side has where the JVM counts them. */
    private static String rows(Explanation explanation) {
        return explanation.found().stream()
                .map(each -> "%s %s%s"
                        .formatted(
                                each.of().name(),
                                signed(each.shift().difference()),
                                counted(explanation, COUNTED.get(each.of().name()))))
                .collect(Collectors.joining(", ", " (", ")"));
    }

    private static String counted(Explanation explanation, String what) {
        return explanation.metrics().stream()
                .filter(each -> each.of().name().equals(what))
                .map(each -> ": %s %s against %s"
                        .formatted(
                                Quantity.count(Math.round(each.contender())),
                                what,
                                Quantity.count(Math.round(each.baseline()))))
                .collect(Collectors.joining());
    }

    /** The row with most of the difference that is not shown, and what is unknown. */
    private static List<String> memory(Explanation explanation) {
        List<String> lines = new ArrayList<>();
        explanation.places().stream()
                .filter(each ->
                        each.of().kind() == Profile.Kind.ITSELF && !each.shift().found())
                .findFirst()
                .filter(each -> Math.abs(each.shift().difference())
                        > Explanation.LEAST_SHARE * explanation.total().baseline())
                .ifPresent(each -> lines.add("Of the other rows, %s has the largest difference: %s %s."
                        .formatted(
                                each.of().name(),
                                withUnit(explanation, signed(each.shift().difference())),
                                interval(each.shift()))));
        if (!explanation.untold().isEmpty()) {
            lines.add("The JVM of %s does not report what it uses memory for. So all rows are what the kernel reports."
                    .formatted(String.join(", ", explanation.untold())));
        }
        return lines;
    }

    static List<String> unusable(List<Unusable> files) {
        return files.stream()
                .map(each -> "%s does not count: it %s.".formatted(each.file(), each.reason()))
                .toList();
    }

    /** The sentence on the control, in which {@code found} things differ. */
    static String control(String baseline, int found, String what) {
        return "The control, %s against itself, differs ".formatted(baseline)
                + (found == 0
                        ? "nowhere."
                        : "in %s, which one control in twenty does: do not trust this table, and run it again."
                                .formatted(Words.count(found, what)));
    }

    private static List<String> limits(Explanation explanation) {
        String least = "A place with less than %s of all %s is not asked about."
                .formatted(Quantity.percent(Explanation.LEAST_SHARE), explanation.profiling().what);
        if (explanation.blocks() == 0) {
            return List.of();
        }
        if (explanation.ofMessages()) {
            return List.of(
                    "A message takes the CPU time of both threads. At its contender's rate both spin until the next message is due: all messages take the same, and what one place takes more the waiting takes less.",
                    "Without a pause the slower thread never waits, and the other one waits for it: how much longer a message takes there is what the slower thread takes more, twice.",
                    "A sample is 5 ms of a thread's CPU time. " + least);
        }
        if (isOfMemory(explanation)) {
            return List.of(
                    "A row is resident memory: at the peak of a program, or at most 3 % below it, and at the end of a fork of messages. "
                            + (explanation.untold().isEmpty()
                                    ? "The JVM reports what it uses each address for (NMT), and the kernel how much of it is resident. For memory from malloc, the JVM's count is used. The tracking itself takes time and memory. "
                                    : "")
                            + "A container's limit also counts pages that no process maps, such as the page cache; where the kernel tells, they are a row. "
                            + least
                            + " A difference of less than that is not named.");
        }
        return List.of(
                explanation.profiling() == Profiling.CPU
                        ? "A sample is 5 ms of a thread's CPU time. What waits, and does not compute, is in no profile. "
                                + least
                        : least);
    }

    private static Table<Difference<Profile.Place>> table(
            Explanation explanation, String title, List<Difference<Profile.Place>> rows) {
        Table<Difference<Profile.Place>> table =
                new Table<>(title, rows).words("place", each -> shown(each.of().name()));
        return numbers(
                isOfMemory(explanation)
                        ? table
                        : table.words("of it", each -> each.of().kind().text),
                "\n" + explanation.unit());
    }

    private static Table<Difference<Metric>> metrics(Explanation explanation) {
        return numbers(
                new Table<>("What else a fork has measured", explanation.metrics())
                        .words("score", each -> each.of().name())
                        .words("unit", each -> each.of().unit()),
                "");
    }

    /** Says how much longer watched forks took than those of the campaign that is explained. */
    public static List<String> cost(Campaign own, Campaign asked) {
        List<String> lines = new ArrayList<>();
        for (ContenderForks each : own.contenders().subList(0, 2)) {
            Optional<ContenderForks> unwatched = asked.contenders().stream()
                    .filter(then -> then.name().equals(each.name()))
                    .findFirst();
            Metric metric = each.added().stream()
                    .flatMap(fork -> fork.scores().keySet().stream())
                    .filter(one -> Set.of("wall", Profiling.CPU_EACH).contains(one.name()))
                    .findFirst()
                    .orElse(Metric.HEADLINE);
            ToDoubleFunction<Fork> value = fork -> fork.get(metric);
            double now = median(each, value);
            double then = unwatched.map(forks -> median(forks, value)).orElse(Double.NaN);
            if (now > 0 && then > 0) {
                lines.add(
                        "%s of %s is %s at the median of these forks, and was %s at that of %s: %s times as much, the host's own changes included."
                                        .formatted(
                                                metric.label(),
                                                each.name(),
                                                metric.shown(now),
                                                metric.shown(then),
                                                asked.settings().campaign(),
                                                Quantity.ratio(now / then, 2))
                                + floors(each, unwatched.get()));
            }
        }
        return lines;
    }

    private static double median(ContenderForks forks, ToDoubleFunction<Fork> of) {
        return Medians.of(forks.added().stream().mapToDouble(of));
    }

    /** The floor of both campaigns: a host that moves its CPUs apart changes every latency. */
    private static String floors(ContenderForks now, ContenderForks then) {
        double here = median(now, Fork::floorNs);
        double there = median(then, Fork::floorNs);
        return here > 0 && there > 0
                ? " The core-to-core latency is %s here, and was %s there."
                        .formatted(Quantity.time(here), Quantity.time(there))
                : "";
    }

    /** What else differs that is counted beside messages. */
    static Table<Difference<Metric>> counts(CountsExplained counts) {
        return numbers(
                new Table<>(
                                "What else differs, of %d metrics of a fork"
                                        .formatted(counts.rows().size()),
                                Difference.found(counts.rows()))
                        .words("metric", each -> each.of().label().replace('\n', ' '))
                        .words("unit", each -> each.of().unit()),
                "");
    }

    static <T> Table<Difference<T>> numbers(Table<Difference<T>> table, String unit) {
        return table.numbers("contender" + unit, each -> number(each.contender()))
                .numbers("baseline" + unit, each -> number(each.baseline()))
                .numbers("difference" + unit, each -> signed(each.shift().difference()))
                .numbers("95 % interval", each -> interval(each.shift()));
    }

    /** A frame as people write it: java.util.HashMap.get. */
    static String shown(String name) {
        return name.matches("[A-Za-z0-9_$/]+\\.[^/]+") ? name.replace('/', '.') : name;
    }

    private static boolean isOfMemory(Explanation explanation) {
        return explanation.profiling() == Profiling.MEMORY;
    }

    /** Whether the unit is of a count, not of an amount. */
    private static boolean isCount(Explanation explanation) {
        return !Set.of("ms", "ns", "MB").contains(explanation.unit());
    }

    private static String withUnit(Explanation explanation, String number) {
        return (number + " " + explanation.unit()).strip();
    }

    static String interval(MaxT.Shift shift) {
        return Double.isFinite(shift.low())
                ? "[" + signed(shift.low()) + ", " + signed(shift.high()) + "]"
                : Quantity.NONE;
    }

    static String signed(double number) {
        return (number < 0 ? "−" : "+") + number(Math.abs(number));
    }

    /** Three digits, and none below a tenth. */
    static String number(double number) {
        return String.format(Locale.ROOT, number < 9.95 ? "%.1f" : "%,.0f", number);
    }
}
