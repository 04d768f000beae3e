package org.whichjvm.collector.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.whichjvm.collector.decide.ContenderResult;
import org.whichjvm.collector.decide.Cost;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Disturbances;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.Latency;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.model.fork.SlowMessages;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.common.Percentile;
import org.whichjvm.common.SlowCause;

/** Which JVMs the contenders are, and what each takes beside latency: memory, CPU time, start. */
final class JvmTables {
    static Table<?> jvms(Result result) {
        List<ContenderResult> all = result.contenders();
        boolean flags = all.stream().anyMatch(each -> !flagSet(each).equals(Quantity.NONE));
        return new Table<>("Table 1. The JVMs", all)
                .words("contender", Words::contender)
                .words("JVM", each -> build(each.jvm()))
                .words("compiler", each -> told(each.jvm(), "compiler"))
                .words("garbage collector", each -> told(each.jvm(), "garbageCollector"))
                .numbers("heap", each -> heap(each.jvm()))
                .numbers(
                        all.stream().anyMatch(each -> each.jvm().has("processors")),
                        "processors",
                        each -> told(each.jvm(), "processors"))
                .words(flags, "flag set", JvmTables::flagSet)
                .numbers("forks ok", each -> Quantity.count(each.ok()))
                .numbers("failed", each -> Quantity.count(each.failed()))
                .numbers(!result.excluded().isEmpty(), "excluded", each -> Quantity.count(each.excluded()))
                .numbers(!result.ofScores(), "p50 service\n÷ floor", each -> MetricTables.floors(each, Latency.SERVICE))
                .numbers(!result.ofScores(), "spread", each -> Quantity.percent(each.spread()))
                .note(
                        result.ofScores()
                                ? ""
                                : "Spread: how far the forks of a contender lie apart within their largest JIT mode, without what the core-to-core latency (floor) explains."
                                        + " It is the median absolute deviation of their p50 service time.")
                .notes(Report.substitutes(result));
    }

    private static String build(JsonObject jvm) {
        return orNone((Json.shown(jvm, "vendor") + " " + Json.shown(jvm, "version")).strip());
    }

    /** The build that ran, short enough for a narrow table: "21.0.8", "Debian 17.0.15", "8u504"; empty if unknown. */
    static String shortBuild(ContenderResult contender) {
        String version = Json.shown(contender.jvm(), "version").replaceFirst("[+-].*", "");
        String number = version.replaceFirst("^1\\.8\\.0_", "8u");
        String vendor = Json.shown(contender.jvm(), "vendor").replaceFirst("[ ,].*", "");
        return (vendor.equals("Eclipse") ? number : vendor + " " + number).strip();
    }

    /** The options that an image or the environment brings, by variable; empty if there are none. */
    static String environmentOptions(ContenderResult contender) {
        return contender.jvm().get("environmentOptions") instanceof JsonObject options
                ? options.keySet().stream()
                        .map(name -> name + "='" + Json.shown(options, name) + "'")
                        .collect(Collectors.joining(" "))
                : "";
    }

    private static String flagSet(ContenderResult contender) {
        return told(contender.jvm(), "flagSet");
    }

    private static String told(JsonObject jvm, String key) {
        return orNone(Json.shown(jvm, key));
    }

    /** The heap is the most that it may take; a touched one was faulted in before. */
    private static String heap(JsonObject jvm) {
        double bytes = Json.number(jvm, "maxHeapBytes");
        if (!(bytes > 0)) {
            return Quantity.NONE;
        }
        boolean touched =
                jvm.get("flags") instanceof JsonArray flags && flags.contains(new JsonPrimitive("-XX:+AlwaysPreTouch"));
        return Quantity.count(Math.round(bytes / (1 << 20))) + " MB" + (touched ? ", touched" : "");
    }

    private static String orNone(String text) {
        return text.isEmpty() ? Quantity.NONE : text;
    }

    static Table<?> flagSets(Result result) {
        return new Table<>("Flag sets", result.settings().flagSets().entrySet())
                .words("flag set", each -> each.getKey())
                .words("options", each -> each.getValue().options())
                .words("what it changes", each -> each.getValue().says());
    }

    /** CPU time, beside latencies where contenders wait in different ways; empty if unknown. */
    static Table<?> cpu(Result result) {
        List<Metric> measures = DisturbanceTables.recorded(result.forks(), Disturbances.Of.COST);
        boolean differ =
                result.forks().stream().map(JvmTables::waitStrategy).distinct().count() > 1;
        Table<ContenderResult> table = new Table<>(
                        differ ? "Latency against CPU time" : "CPU time",
                        measures.isEmpty() ? List.of() : result.contenders())
                .words("contender", Words::contender)
                .words(differ, "waits by", each -> waitStrategy(result, each.name()));
        for (Percentile at : List.of(Percentile.P50, Percentile.P99, Percentile.P99_9)) {
            table.numbers(differ, at.label + "\nservice time", each -> MetricTables.at(each, Latency.SERVICE, at));
        }
        table.numbers(differ, "p50\nresponse time", each -> MetricTables.at(each, Latency.RESPONSE, Percentile.P50));
        measures.forEach(
                one -> table.numbers(one.label(), each -> one.shown(DisturbanceTables.median(result, each, one))));
        return table.note("Cores are CPU seconds a second of the median fork. "
                + (measures.contains(Disturbances.THREAD_CORES) ? "The measured window counts for the threads. " : "")
                + "The whole run counts for the process, with compilation and warm-up.");
    }

    private static String waitStrategy(Result result, String contender) {
        return result.forksOf(contender).stream()
                .map(JvmTables::waitStrategy)
                .findFirst()
                .orElse(Quantity.NONE);
    }

    private static String waitStrategy(Fork fork) {
        String wait = Json.shown(fork.setup().parameters(), Contender.WAIT);
        return wait.isEmpty() ? "spin" : wait.replaceFirst("^park:(\\d+)$", "park $1 ns");
    }

    static Table<?> start(Result result) {
        List<Cost> costs = Cost.of(result);
        boolean archives = result.forks().stream().anyMatch(each -> each.setup().classData() != null);
        Table<ContenderResult> table = new Table<>(
                        "What it costs beside latency", costs.isEmpty() ? List.of() : result.contenders())
                .words("contender", Words::contender)
                .words(archives, "archive\nof classes", each -> archives(result, each));
        costs.stream()
                .map(Cost::metric)
                .distinct()
                .forEach(one -> table.numbers(one.label(), each -> cell(costs, each, one)));
        return table.note("The median fork's, and over the blocks its ratio to "
                        + Report.label(result, result.baseline())
                        + " with the 95 % interval of the sign test."
                        + " Times are from the start of the JVM; by turns the JVMs of a block start side by side and slow each other."
                        + " Each interval is one of its own: of twenty, one misses the truth.")
                .note(
                        archives
                                ? "A start with an archive of this workload's classes is faster than one with the JDK's alone: compare the starts of JVMs that have the same."
                                : "");
    }

    /** Whose archives of classes a contender's JVMs started with: a start is faster by one. */
    private static String archives(Result result, ContenderResult contender) {
        return orNone(result.forksOf(contender.name()).stream()
                .map(fork -> fork.setup().classData())
                .filter(Objects::nonNull)
                .distinct()
                .sorted()
                .collect(Collectors.joining(", ")));
    }

    private static String cell(List<Cost> costs, ContenderResult contender, Metric measure) {
        Cost cost = costs.stream()
                .filter(each -> each.contender().equals(contender.name()))
                .filter(each -> each.metric().equals(measure))
                .findFirst()
                .orElseThrow();
        String shown = measure.shown(cost.median());
        return Double.isNaN(cost.ratio())
                ? shown
                : "%s × %s %s"
                        .formatted(shown, Quantity.ratio(cost.ratio()), Quantity.interval(cost.low(), cost.high()));
    }

    static Table<?> memory(Result result) {
        return new Table<>(
                        "Memory of the queue",
                        DisturbanceTables.forks(result, fork -> fork.measured().memory() != null)
                                .entrySet())
                .words("contender", each -> Words.contender(each.getKey()))
                .words("memory", each -> String.join(", ", kinds(each.getValue())))
                .numbers(
                        "a first touch\nfaults in",
                        each -> bytes(each, fork -> fork.measured().memory().pageBytes()))
                .numbers(
                        "resident",
                        each -> bytes(
                                each, fork -> 1024 * fork.measured().memory().residentKb()))
                .numbers("of it in\nhuge pages", each -> CauseText.share(hugeShare(each.getValue())))
                .numbers("page faults beyond\np99 service time", each -> CauseText.share(pageFaults(each.getKey())))
                .note("All of the median fork; page faults have this part of the messages beyond p99.");
    }

    static Set<String> kinds(List<Fork> forks) {
        return forks.stream()
                .filter(fork -> fork.measured().memory() != null)
                .map(fork -> fork.measured().memory().queue())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The part of the median fork's queue that lay in huge pages; NaN if not recorded. */
    static double hugeShare(List<Fork> forks) {
        return Medians.known(
                forks,
                fork -> fork.measured().memory() == null
                        ? Double.NaN
                        : fork.measured().memory().hugeShare());
    }

    /** The part of the messages beyond the p99 that waited for a page; NaN if unknown. */
    static double pageFaults(ContenderResult contender) {
        SlowMessages.Causes causes = contender.attribution().at(Latency.SERVICE, SlowMessages.Level.P99);
        return causes == null ? Double.NaN : causes.share(SlowCause.PAGE_FAULT);
    }

    private static String bytes(Map.Entry<?, List<Fork>> row, ToDoubleFunction<Fork> what) {
        double bytes = Medians.known(row.getValue(), what);
        if (Double.isNaN(bytes)) {
            return Quantity.NONE;
        }
        return bytes < 1 << 20
                ? Quantity.count(Math.round(bytes / 1024)) + " KB"
                : Quantity.count(Math.round(bytes / (1 << 20))) + " MB";
    }
}
