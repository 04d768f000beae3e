package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.ByTurns;
import org.whichjvm.collector.decide.ContenderResult;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.ExclusionRules;
import org.whichjvm.collector.model.fork.Disturbances;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.stats.Medians;

/** These tables show what disturbed the forks, what exclusion rules excluded, and how steady turns were. */
public final class DisturbanceTables {
    public static List<Table<?>> of(Result result) {
        List<Table<?>> tables = Stream.<Table<?>>of(
                        table(result, "Disturbances: the JVM", Disturbances.Of.JVM),
                        table(result, "Disturbances: the measured CPUs", Disturbances.Of.CPUS),
                        table(result, "Disturbances: page faults, pressure, stalls", Disturbances.Of.HOST))
                .filter(each -> !each.isEmpty())
                .toList();
        if (!tables.isEmpty()) {
            tables.get(tables.size() - 1)
                    .note(
                            "The median fork in its measured window; brackets hold the worst fork where it differs."
                                    + " Pressure is that of the whole host; the CPU time of the JVM's other threads is on any CPU.");
        }
        return tables;
    }

    private static Table<?> table(Result result, String title, Disturbances.Of of) {
        List<Metric> measures = recorded(result.forks(), of);
        Table<Map.Entry<ContenderResult, List<Fork>>> table = new Table<>(
                        title,
                        forks(result, fork -> fork.measured().disturbances().any(measures))
                                .entrySet())
                .words("contender", each -> Words.contender(each.getKey()))
                .numbers("forks", each -> Quantity.count(each.getValue().size()));
        measures.forEach(one -> table.numbers(one.label(), each -> medianAndWorst(each.getValue(), one)));
        return table;
    }

    static List<Metric> recorded(List<Fork> forks, Disturbances.Of of) {
        return Disturbances.of(of).stream()
                .filter(each -> forks.stream().anyMatch(fork -> !Double.isNaN(fork.get(each))))
                .toList();
    }

    /** Maps each contender that has such forks to these. */
    static Map<ContenderResult, List<Fork>> forks(Result result, Predicate<Fork> recorded) {
        Map<ContenderResult, List<Fork>> forks = new LinkedHashMap<>();
        result.contenders()
                .forEach(each -> forks.put(
                        each,
                        result.forksOf(each.name()).stream().filter(recorded).toList()));
        forks.values().removeIf(List::isEmpty);
        return forks;
    }

    private static String medianAndWorst(List<Fork> forks, Metric measure) {
        String median = measure.shown(Medians.known(forks, fork -> fork.get(measure)));
        String worst = measure.shown(forks.stream()
                .mapToDouble(fork -> fork.get(measure))
                .filter(each -> !Double.isNaN(each))
                .max()
                .orElse(Double.NaN));
        return median.equals(worst) ? median : median + " (" + worst + ")";
    }

    /** Returns the median over the forks; NaN if none recorded it. */
    static double median(Result result, ContenderResult contender, Metric measure) {
        return Medians.known(result.forksOf(contender.name()), fork -> fork.get(measure));
    }

    /** Shows how the p50 service time goes over the turns of a fork; empty without turns. */
    static Table<?> steadiness(Result result) {
        ByTurns byTurns = result.byTurns();
        return new Table<>(
                        "Steadiness: p50 service time of the turns ÷ that of their fork",
                        byTurns == null ? List.<ByTurns.Steadiness>of() : byTurns.steadiness())
                .words("contender", each -> Report.label(result, each.contender()))
                .numbers("forks", each -> Quantity.count(each.forks()))
                .numbers("turns\na fork", each -> Quantity.count(each.byRound().length))
                .numbers("first\nthird", each -> Quantity.ratio(each.first(), 3))
                .numbers("last\nthird", each -> Quantity.ratio(each.last(), 3))
                .numbers("last ÷\nfirst", each -> Quantity.ratio(each.drift(), 3))
                .numbers("spread of\nthe turns", each -> Quantity.percent(each.spread()))
                .note("Medians over the forks. A last third that is not like the first may still be warming" + " up.")
                .notes(byTurns == null ? List.of() : inherited(byTurns));
    }

    /** Tells what turns inherit from one another, and what is taken of the CPUs between them. */
    private static List<String> inherited(ByTurns byTurns) {
        List<String> notes = new ArrayList<>();
        if (!byTurns.carryOver().after().isEmpty()) {
            notes.addAll(carryOver(byTurns.carryOver()));
            if (notes.isEmpty()) {
                notes.add(
                        "No turn is found to depend by more than 1 % on whose turn came before, nor its last quarter to differ by more from its first.");
            }
        }
        if (byTurns.sleep() != null) {
            notes.add(sleep(byTurns.sleep()));
        }
        return notes;
    }

    /** Tells what turns inherit from one another, where it is more than 1 %. */
    static List<String> carryOver(ByTurns.CarryOver carryOver) {
        return Stream.concat(
                        carryOver.after().stream()
                                .filter(ByTurns.CarryOver.After::told)
                                .map(each -> "Turns of %s directly after %s take %s than its others."
                                        .formatted(
                                                each.contender(),
                                                each.contender().equals(each.previous())
                                                        ? "its own"
                                                        : "one of " + each.previous(),
                                                more(each.ratio()))),
                        carryOver.inside().stream()
                                .filter(ByTurns.CarryOver.Inside::told)
                                .map(each -> "The last quarter of a turn of %s takes %s than the first."
                                        .formatted(each.contender(), more(each.lastOverFirst()))))
                .toList();
    }

    private static String more(double ratio) {
        return Quantity.percent(Math.abs(ratio - 1)) + (ratio > 1 ? " more" : " less");
    }

    private static String sleep(ByTurns.IdleCpu sleep) {
        return ("While others had their turns a contender took %s of the CPUs in the median fork, %s in the worst (%s).")
                .formatted(
                        Quantity.percent(sleep.median()),
                        Quantity.percent(sleep.worst()),
                        sleep.worstFork().json());
    }

    static Table<?> exclusionRules(Result result) {
        boolean byTurns = result.byTurns() != null;
        return new Table<>("Excluded by rules", result.gates())
                .words("rule", each -> each.gate().option())
                .numbers(
                        "limit",
                        each -> Double.isNaN(each.limit())
                                ? Quantity.NONE
                                : each.gate().shown(each.limit()))
                .numbers("forks", each -> Quantity.count(each.forks()))
                .numbers("blocks", each -> Quantity.count(each.blocks()))
                .numbers(byTurns, "turns", each -> each.gate().ofTurns() ? Quantity.count(each.turns()) : Quantity.NONE)
                .words("because", each -> each.gate().what)
                .note(byTurns ? turns(result.byTurns().count()) : "")
                .note("The rules were declared before the run, and none uses what is compared."
                        + " A comparison leaves out the blocks in which its contender's or its baseline's fork is excluded; the charts show such forks hollow."
                        + added(result));
    }

    static String turns(ByTurns.TurnCount count) {
        return ("Of %s turns %s are excluded (%s)."
                        + " Of %s rounds that could still be compared %s are left out because the two core-to-core latencies differ (%s).")
                .formatted(
                        Quantity.count(count.turns()),
                        Quantity.count(count.excluded()),
                        Quantity.percent((double) count.excluded() / Math.max(1, count.turns())),
                        Quantity.count(count.rounds()),
                        Quantity.count(count.leftOut()),
                        Quantity.percent((double) count.leftOut() / Math.max(1, count.rounds())));
    }

    private static String added(Result result) {
        int blocks = result.settings().plannedBlocks() - result.settings().blocks();
        return blocks == 0
                ? ""
                : " %s%s added for them, of %s there could be."
                        .formatted(
                                blocks,
                                blocks == 1 ? " block was" : " blocks were",
                                result.settings().gates().retries());
    }

    static Table<?> forks(Result result) {
        return new Table<>("Excluded forks", result.excluded().entrySet())
                .words("fork", each -> each.getKey().json())
                .words(
                        "because",
                        each -> each.getValue().stream()
                                .map(ExclusionRules.Trip::sentence)
                                .collect(Collectors.joining("; ")))
                .limited(Report.MOST_NOT_COUNTED, Report.MOST_NOT_COUNTED_ON_PAGE, "result.csv and result.json");
    }
}
