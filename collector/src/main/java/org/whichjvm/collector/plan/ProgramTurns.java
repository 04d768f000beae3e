package org.whichjvm.collector.plan;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.common.Units;

/**
 * Whether the programs of a block may take turns, one running while the others are frozen: by how each ran alone, and
 * by how the host froze it.
 *
 * @param runs of the contenders, by their names; one whose program failed has none
 * @param freezing the quickest freeze of the host; empty if it did not try
 */
record ProgramTurns(Map<String, FirstRun> runs, Optional<Freezing> freezing) {
    /** Beyond it a turn is no longer what the plan says. */
    private static final double MOST_FREEZE_MILLIS = 5;

    /**
     * A program that waits goes on to do so while it is frozen, and is told to be faster by that. A program that only
     * computes was idle in none of 507 samples (Closure compiler), one that polls by sleeps of 1 ms in 65 %.
     */
    private static final double MOST_IDLE = 0.03;

    /** A program that has less of a CPU on a busy host waits for disks: they go on while it is frozen. */
    private static final double LEAST_CPUS = 0.25;

    /**
     * The garbage collectors of which CPU time by turns was compared with that by forks: 23 pairs of the Closure
     * compiler on JDK 17 had 0.980 times as much, with a standard error of 0.014. For each of them alone, 4 or 5 pairs
     * show no difference, and do not rule out one of 1 %.
     */
    private static final Set<String> COMPARED = Set.of("Serial", "Parallel", "G1", "ZGC", "Shenandoah");

    /** Reads what the checks of a campaign tell. */
    static ProgramTurns read(Path folder, List<String> contenders) throws IOException {
        Map<String, FirstRun> runs = new LinkedHashMap<>();
        List<Freezing> freezes = new ArrayList<>();
        for (String name : contenders) {
            Optional<Check> check = Check.ofContender(folder, name);
            check.map(Check::firstRun).ifPresent(run -> runs.put(name, run));
            check.map(Check::freezing).ifPresent(freezes::add);
        }
        // What else the host does only adds to the time that a freeze takes.
        return new ProgramTurns(runs, freezes.stream().min(Comparator.comparingDouble(ProgramTurns::rank)));
    }

    private static double rank(Freezing freezing) {
        return switch (freezing.by()) {
            case "kernel" -> freezing.millis();
            case "engine" -> Double.MAX_VALUE;
            default -> Double.POSITIVE_INFINITY;
        };
    }

    /** The contenders whose program failed. */
    List<String> failed(List<String> contenders) {
        return contenders.stream().filter(each -> !runs.containsKey(each)).toList();
    }

    /** How often each fork starts its program, if all are short. */
    Optional<Starts> starts(List<String> contenders) {
        return failed(contenders).isEmpty()
                ? Starts.of(runs.values().stream()
                                .mapToDouble(FirstRun::endMillis)
                                .max()
                                .orElseThrow()
                        / 1e3)
                : Optional.empty();
    }

    /**
     * Why programs that nobody asked to take turns run one after another, as the end of a sentence; empty if they take
     * turns.
     *
     * @param memoryBytes what the host has for them; null if that is unknown
     */
    Optional<String> whyNot(List<String> contenders, Long memoryBytes) {
        return contenders.stream()
                .flatMap(each -> whyNot(each).stream())
                .findFirst()
                .or(this::cannotFreeze)
                .or(() -> tooLarge(contenders, memoryBytes));
    }

    private Optional<String> cannotFreeze() {
        return switch (freezing.map(Freezing::by).orElse("nobody")) {
            case "nobody" -> Optional.of("this user may not freeze control groups here");
            case "engine" ->
                Optional.of("each freeze would be a command of the engine, which takes CPU time; root needs none");
            default ->
                freezing.get().millis() <= MOST_FREEZE_MILLIS
                        ? Optional.empty()
                        : Optional.of(Units.text(
                                "a freeze took %.1f ms", freezing.get().millis()));
        };
    }

    private Optional<String> whyNot(String name) {
        FirstRun run = runs.get(name);
        if (run == null) {
            return Optional.of("the first run of " + name + " failed");
        }
        if (run.processes() > 1) {
            return Optional.of("the program starts other processes");
        }
        if (run.sockets() > 0) {
            return Optional.of("the program uses sockets");
        }
        if (run.idle() > MOST_IDLE) {
            return Optional.of(Units.text("the program only waited for %.0f %% of its time", 100 * run.idle()));
        }
        if (run.cpus() < LEAST_CPUS) {
            return Optional.of(Units.text("the program kept only %.2f CPUs busy", run.cpus()));
        }
        return COMPARED.contains(run.garbageCollector())
                ? Optional.empty()
                : Optional.of("turns were not shown to leave the CPU time of the garbage collector %s as it is"
                        .formatted(run.garbageCollector()));
    }

    /** Whether the heaps of all contenders do not fit into the memory together, which would make each smaller. */
    Optional<String> tooLarge(List<String> contenders, Long memoryBytes) {
        long heaps = contenders.stream()
                .map(runs::get)
                .filter(each -> each != null && each.maxHeapBytes() != null)
                .mapToLong(each -> each.maxHeapBytes() + ForkMemory.JVM_BYTES)
                .sum();
        return memoryBytes == null || heaps <= memoryBytes
                ? Optional.empty()
                : Optional.of(
                        "the heaps of all contenders together may take %s, and %s are free; a smaller heap fits (%s+heap1g)"
                                .formatted(
                                        ForkMemory.size(heaps),
                                        ForkMemory.size(memoryBytes),
                                        Contender.of(contenders.get(0)).variant()));
    }
}
