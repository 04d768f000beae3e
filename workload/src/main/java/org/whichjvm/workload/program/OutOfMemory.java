package org.whichjvm.workload.program;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.whichjvm.common.Units;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.host.Cgroups;

/** Whether a program that failed had too little memory: in its container, or in its JVM. */
public final class OutOfMemory {
    /** Of the processes of a full group the kernel ends one with a large number here first (proc(5)). */
    private static final Path SCORE = Paths.get("/proc/self/oom_score_adj");

    private static final byte[] FIRST = "1000".getBytes(StandardCharsets.US_ASCII);
    private static final Pattern OF_JVM = Pattern.compile("java\\.lang\\.OutOfMemoryError: ([^\\r\\n]{1,200})");

    private final Cgroups cgroups;
    private final Long killsBefore;

    /** Looks at the control groups of this process, before the program starts. */
    public OutOfMemory(Cgroups cgroups) {
        this.cgroups = cgroups;
        killsBefore = cgroups.oomKills();
    }

    /** Starts a process that the kernel ends before this JVM if memory is short, so that this JVM can tell of it. */
    public static Process start(Start start) throws IOException {
        byte[] usual = Files.readAllBytes(SCORE);
        score(FIRST);
        try {
            return start.start();
        } finally {
            score(usual);
        }
    }

    private static void score(byte[] number) {
        try {
            Files.write(SCORE, number);
        } catch (IOException e) {
            // A sandbox refuses it: the kernel ends the larger one, which is the program most often.
        }
    }

    /** What starts a process. */
    @FunctionalInterface
    public interface Start {
        Process start() throws IOException;
    }

    /**
     * Refuses one that had, with a {@link ForkFailure#doesNotFit}. Its output may tell, and the kernel tells how often
     * it has ended a process of the group.
     *
     * @param what the program, as a sentence begins with it
     */
    public void check(String what, Output output) {
        Long kills = cgroups.oomKills();
        if (kills != null && killsBefore != null && kills > killsBefore) {
            Long limit = cgroups.memoryLimit();
            Long peak = cgroups.memoryPeak();
            throw ForkFailure.doesNotFit(
                    "the kernel's OOM killer ended %s%s%s",
                    what,
                    limit == null ? "" : ", whose container may have " + Units.bytes(limit),
                    limit == null || peak == null ? "" : " and had " + Units.bytes(peak));
        }
        Matcher ofJvm = OF_JVM.matcher(output.text());
        if (ofJvm.find()) {
            throw ForkFailure.doesNotFit("%s had no memory left: OutOfMemoryError: %s", what, ofJvm.group(1));
        }
    }
}
