package org.whichjvm.workload.command;

import com.google.gson.JsonObject;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.whichjvm.common.Units;
import org.whichjvm.workload.fork.JvmActivity;
import org.whichjvm.workload.host.HostCounters;

/** The starts of a program in a fork, one or more, and what the host did during them. */
final class RecordedStarts {
    /** All that {@link org.whichjvm.workload.program.Output} keeps of one start fits in. */
    private static final int MOST_KEPT = 3 << 19;

    private final List<ProgramRun> runs = new ArrayList<>();
    private final HostCounters host;

    /** The CPU time that this JVM took meanwhile. */
    private long ownNanos;

    RecordedStarts(List<Integer> cpus) {
        host = new HostCounters(cpus);
    }

    boolean isEmpty() {
        return runs.isEmpty();
    }

    void run(ProgramRun run) throws InterruptedException {
        if (!runs.isEmpty()) {
            run.memory.after(runs.get(0).memory);
        }
        run.run(this::begin, this::end);
        runs.add(run);
    }

    private void begin() {
        ownNanos -= JvmActivity.processCpuNanos();
        host.start();
    }

    private void end() {
        host.end();
        ownNanos += JvmActivity.processCpuNanos();
    }

    /** Describes them for the fork's file; the last one may have failed. Returns what it says of the program. */
    JsonObject describe(JsonObject json) {
        ProgramRun last = runs.get(runs.size() - 1);
        JsonObject told = new JsonObject();
        told.addProperty("exit", last.exit);
        told.addProperty("leftProcesses", sum(each -> each.left));
        told.addProperty("outputBytes", sum(each -> each.output.bytes()));
        // For a program that ran in slices, the collector computes from these how long it ran.
        told.addProperty("startedMicros", runs.get(0).startedMicros);
        told.addProperty("endedMicros", last.endedMicros());
        last.memory.describe(told);
        json.add("program", told);
        JsonObject disturbances = new JsonObject();
        disturbances.addProperty("windowSeconds", Units.seconds(sum(each -> each.wallNanos)));
        disturbances.add("host", host.json(sum(ProgramRun::cpuNanos) + ownNanos));
        json.add("disturbances", disturbances);
        return told;
    }

    private long sum(ToLongFunction<ProgramRun> what) {
        return runs.stream().mapToLong(what).sum();
    }

    /** What is kept of the output of all: of starts that print a lot the first ones. */
    byte[] kept() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (ProgramRun each : runs) {
            byte[] kept = each.output.kept();
            if (all.size() + kept.length > MOST_KEPT) {
                kept = Units.text("[%d bytes of another start are left out here]%n", each.output.bytes())
                        .getBytes(StandardCharsets.UTF_8);
            }
            all.write(kept, 0, kept.length);
        }
        return all.toByteArray();
    }
}
