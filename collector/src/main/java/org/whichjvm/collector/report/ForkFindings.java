package org.whichjvm.collector.report;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.ByTurns.Steadiness;
import org.whichjvm.collector.decide.Comparison;
import org.whichjvm.collector.decide.ContenderResult;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.ContenderForks;
import org.whichjvm.collector.model.fork.Disturbances;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.common.Percentile;
import org.whichjvm.common.SlowCause;

/** What services, memory and JVMs did in their forks, and what that leaves undecided. */
final class ForkFindings extends Findings {
    ForkFindings(Result result) {
        super(result);
    }

    @Override
    void rows() {
        statuses();
        memory();
        unexplained();
        for (ContenderForks each : result.campaign().contenders()) {
            jvm(each.name(), each.all());
        }
        if (result.byTurns() != null) {
            turns();
        }
        undecided();
    }

    private void statuses() {
        List<Statuses> all = Statuses.of(result);
        List<Statuses> bad = all.stream().filter(Statuses::noneIsGood).toList();
        if (!bad.isEmpty()) {
            warning(
                    "No answer has a status of 2xx: " + statuses(bad) + ".",
                    "A redirect is not followed, so its time is not that of the page: request what is to be measured (--request).");
        }
        if (Statuses.differ(all)) {
            warning(
                    "The contenders answered by different statuses: " + statuses(all) + ".",
                    "They did different work, so their times do not compare: look at the services' output (forks/BLOCK-CONTENDER.out).");
        }
    }

    private static String statuses(List<Statuses> some) {
        return some.stream()
                .map(each -> each.contender().name() + " " + each.shown())
                .collect(joining("; "));
    }

    private void memory() {
        double few = 0.5;
        for (ContenderResult each : result.contenders()) {
            List<Fork> forks = result.forksOf(each.name());
            double huge = JvmTables.hugeShare(forks);
            if (JvmTables.kinds(forks).contains("huge") && huge < few) {
                warning(
                        "The queue of %s was to lie in huge pages, but only %s of it did."
                                .formatted(each.name(), CauseText.share(huge)),
                        "The host may have too few free huge pages: restart it, or let it compact its memory (echo 1 > /proc/sys/vm/compact_memory).");
            }
        }
        double many = 0.5;
        List<String> shares = result.contenders().stream()
                .filter(each -> Set.of("shm").equals(JvmTables.kinds(result.forksOf(each.name()))))
                .map(JvmTables::pageFaults)
                .filter(share -> share >= many)
                .sorted()
                .map(CauseText::share)
                .toList();
        if (!shares.isEmpty()) {
            String least = shares.get(0);
            String most = shares.get(shares.size() - 1);
            note(
                    "On shm %s of the messages beyond the p99 service time wait for a page fault."
                            .formatted(least.equals(most) ? most : least.replace(" %", "") + "–" + most),
                    "The memory does that, not the JVM: the suffix +huge takes it away.");
        }
    }

    private void unexplained() {
        double much = 0.25;
        List<String> where = result.contenders().stream()
                .flatMap(CauseText::rows)
                .filter(row -> row.causes().share(SlowCause.UNEXPLAINED) > much)
                .map(row -> row.contender().name()
                        + " "
                        + row.place()
                        + " ("
                        + CauseText.share(row.causes().share(SlowCause.UNEXPLAINED))
                        + ")")
                .toList();
        if (!where.isEmpty()) {
            note(
                    "Nothing recorded explains more than a quarter of the slow messages: " + Words.list(where) + ".",
                    "The section Why messages were slow shows them in grey. No thread is known to have waited for its CPU then: an exit of a virtual machine, an interrupt, a deoptimisation and a page fault of code look like that.");
        }
    }

    private void jvm(String contender, List<Fork> forks) {
        double busy = Medians.known(
                forks,
                fork -> fork.get(Disturbances.COMPILER_MILLIS)
                        / 1e3
                        / fork.measured().disturbances().windowSeconds());
        double idle = 0.05; // in fact, they take less than a hundredth of a CPU
        if (busy > idle) {
            warning(
                    "The JIT compilers of %s still took %s of a CPU while the typical fork measured."
                            .formatted(contender, Quantity.percent(busy)),
                    "Warm up longer: %s. No rule excludes it: it is what the JVM does.".formatted(longerWarmUp()));
        }
        long compiled =
                forks.stream().filter(fork -> fork.end().stillCompiled()).count();
        if (compiled > 0) {
            warning(
                    "The warm-up of %s of %s forks of %s ended at its limit, before the JIT compilers were idle."
                            .formatted(Quantity.count(compiled), Quantity.count(forks.size()), contender),
                    "They may have measured code that was compiled again since. Warm up longer: %s."
                            .formatted(longerWarmUp()));
        }
        List<Fork> byTurns = forks.stream().filter(Fork::byTurns).toList();
        int overloaded =
                byTurns.stream().mapToInt(fork -> fork.turns().overloaded()).sum();
        if (overloaded > 0) {
            int turns = byTurns.stream().mapToInt(fork -> fork.turns().count()).sum();
            warning(
                    "%s did not keep the rate in %s of its %s turns."
                            .formatted(contender, Quantity.count(overloaded), Quantity.count(turns)),
                    "They count: slow is not missing. Compare at a lower rate too: whichjvm compare … -- --rate N.");
        }
    }

    /** Twice the longest warm-up of the forks, and 10 s at least; an hour at most, whatever they tell. */
    private String longerWarmUp() {
        double longest = result.forks().stream()
                .mapToDouble(fork -> Json.number(fork.setup().parameters(), "warmupSeconds"))
                .filter(each -> each > 0)
                .max()
                .orElse(0);
        return "whichjvm compare … -- --warmup %.0fs".formatted(Math.min(3_600, Math.max(10, 2 * longest)));
    }

    private void turns() {
        for (Steadiness each : result.byTurns().steadiness()) {
            if (each.unsteady()) {
                warning(
                        "%s is not steady: in the median block the p50 of the last third of its turns is %s times that of the first."
                                .formatted(each.contender(), Quantity.ratio(each.drift(), 3)),
                        "It may still warm up: %s, or a longer --duration.".formatted(longerWarmUp()));
            }
        }
        List<String> inherited = DisturbanceTables.carryOver(result.byTurns().carryOver());
        if (!inherited.isEmpty()) {
            double longest = result.forks().stream()
                    .filter(Fork::byTurnsOfMessages)
                    .mapToDouble(fork -> fork.turns().turnMillis())
                    .max()
                    .orElseThrow();
            note(
                    String.join(" ", inherited),
                    "Longer turns leave it behind: whichjvm compare --turn %.0fms.".formatted(2 * longest));
        }
    }

    private void undecided() {
        List<Comparison> undecidable = result.comparisons().stream()
                .filter(each ->
                        !each.decidable() && each.blocks() > 0 && each.metric().ofLatency())
                .filter(each -> result.settings().design().decides(each.metric()))
                .toList();
        boolean deep = undecidable.stream().anyMatch(each -> each.metric().is(Percentile.P99_99));
        boolean full = undecidable.stream().anyMatch(each -> !each.metric().is(Percentile.P99_99));
        if (!undecidable.isEmpty()) {
            List<String> metrics = undecidable.stream()
                    .map(each -> each.metric().label())
                    .distinct()
                    .toList();
            note(
                    "%s %s not decided for every contender: too few events in a fork."
                            .formatted(Words.list(metrics), Words.are(metrics.size())),
                    "Take longer forks (--duration; the table of verdicts says how long for each): %s."
                            .formatted(Stream.of(full ? FULL : "", deep ? DEEP : "")
                                    .filter(each -> !each.isEmpty())
                                    .collect(joining("; "))));
        }
    }

    private static final String FULL = "--preset full, 100 turns in each of 20 blocks, decides up to p99.9";
    private static final String DEEP =
            "--preset deep, 60 turns of 1 s in each of 15 blocks, decides p99.99 and shows p99.999";
}
