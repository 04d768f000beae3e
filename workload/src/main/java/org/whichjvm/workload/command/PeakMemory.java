package org.whichjvm.workload.command;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.whichjvm.workload.host.Cgroups;
import org.whichjvm.workload.host.HostFiles;
import org.whichjvm.workload.host.ThisJvm;
import org.whichjvm.workload.score.Score;

/**
 * The most memory that a program has. The kernel counts it for a control group: a container's, less what was there
 * before, or on a host one of the program's own. If none can be made, samples are taken. It is never the resident set,
 * which has each page as often as it is mapped (ZGC maps its heap three times), and which a process that was only just
 * started has from its parent.
 */
final class PeakMemory implements AutoCloseable {
    /** The score of a control group. */
    static final String OF_GROUP = "peak-memory";

    private static final double MILLION = 1e6;

    /** A shell that enters the group, says if it could, and becomes the program upon a line of stdin. */
    private static final String STARTER = "{ echo $$ >\"$0/"
            + Cgroups.PROCESSES
            + "\"; } 2>/dev/null && echo in || echo out; read -r _ && exec \"$@\" </dev/null";

    private static final String IS_IN = "in";
    private static final String IS_OUT = "out";

    /** The memory that a group has, by the names of version 2 and 1. */
    private static final String[] CURRENT_NAMES = {"memory.current", "memory.usage_in_bytes"};

    /** Shells pass on no variables of other names, such as those with a dot. */
    private static final String VARIABLE = "[A-Za-z_][A-Za-z_0-9]*";

    private static final int REMOVALS = 50;
    private static final long BETWEEN_REMOVALS_MILLIS = 10;

    private final Cgroups cgroups = new Cgroups(HostFiles.HOST);

    /** Whether this JVM's own group is a container's, which has this fork and nothing else. */
    private final boolean shared = HostFiles.HOST.inContainerOfFork();

    /** Whose memory the kernel counts. */
    private Optional<Path> group = Optional.empty();

    private Optional<MemorySamples> samples = Optional.empty();

    /** Of the group before the program was started, in bytes; null if it is not told. */
    private Long before = 0L;

    /** The most that the group had until then, in bytes; null if it is not told. */
    private Long peakBefore = 0L;

    /** In bytes; null where it is not told. */
    private Long most;

    /** The memory of the fork's first start; null of that start itself. */
    private PeakMemory earlier;

    /**
     * Of another start of the same program. The peak of a container's group does not fall between starts: only the
     * group's owner can set it back, and version 2 does so since Linux 6.12 alone, for one open file. So there the
     * score is the most of all starts so far.
     */
    void after(PeakMemory first) {
        earlier = first;
    }

    /** Starts a program, whose own environment, folder and output the builder has; tells when, just before. */
    Process start(ProcessBuilder builder, Runnable atStart) throws IOException {
        if (shared) {
            group = cgroups.memoryGroup().map(Paths::get);
            peakBefore = earlier == null ? ofGroup(Cgroups.PEAK_NAMES) : earlier.peakBefore;
            before = earlier == null ? ofGroup(CURRENT_NAMES) : earlier.before;
        } else {
            group = cgroups.makeMemoryGroup("whichjvm-" + ThisJvm.environment("WHICHJVM_QUEUE_ID"));
        }
        if (!shared && group.isPresent()) {
            Process process = inGroup(builder, group.get()).start();
            if (!isIn(process.getInputStream())) {
                remove();
            }
            sampleUnlessInGroup();
            atStart.run();
            try (OutputStream stdin = process.getOutputStream()) {
                stdin.write('\n');
            }
            return process;
        }
        sampleUnlessInGroup();
        atStart.run();
        return builder.start();
    }

    private void sampleUnlessInGroup() {
        if (!shared && !group.isPresent()) {
            samples = Optional.of(new MemorySamples());
            samples.get().start();
        }
    }

    private static ProcessBuilder inGroup(ProcessBuilder builder, Path group) {
        List<String> words = new ArrayList<>(Arrays.asList("/bin/sh", "-c", STARTER, group.toString()));
        Map<String, String> environment = builder.environment();
        if (!environment.keySet().stream().allMatch(name -> name.matches(VARIABLE))) {
            words.add("env");
            environment.forEach((name, value) -> {
                if (!name.matches(VARIABLE)) {
                    words.add(name + "=" + value);
                }
            });
        }
        words.addAll(builder.command());
        return builder.command(words).redirectInput(ProcessBuilder.Redirect.PIPE);
    }

    /** What the starter says; some shells warn of a missing locale before they run anything. */
    static boolean isIn(InputStream from) throws IOException {
        String said = "";
        for (int next = from.read(); next >= 0; next = from.read()) {
            if (next != '\n') {
                said += (char) next;
            } else if (said.equals(IS_IN) || said.equals(IS_OUT)) {
                return said.equals(IS_IN);
            } else {
                said = "";
            }
        }
        return false;
    }

    /** Reads what the program had, once all of its processes have ended. */
    void end() throws InterruptedException {
        if (samples.isPresent()) {
            most = samples.get().end();
        } else {
            Long peak = ofGroup(Cgroups.PEAK_NAMES);
            boolean isKnown = peak != null && before != null && peak > peakBefore;
            most = isKnown ? Long.valueOf(peak - before) : null;
        }
    }

    private Long ofGroup(String... names) {
        return group.isPresent()
                ? Stream.of(names)
                        .map(name ->
                                HostFiles.HOST.number(group.get().resolve(name).toString()))
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null)
                : null;
    }

    /**
     * The score; empty if the program's memory is not told, or if something that ran before it in its group had more: a
     * JVM that was asked for its options, or that learned.
     */
    Optional<Score> score() {
        if (most == null) {
            return Optional.empty();
        }
        Score score = Score.of(samples.isPresent() ? "peak-pss" : OF_GROUP, "MB", most / MILLION)
                .better("less");
        if (shared) {
            score.ofAll();
        }
        // A peak between two samples is not seen.
        return Optional.of(samples.isPresent() ? score.beside() : score.optional());
    }

    void describe(JsonObject program) {
        samples.ifPresent(each -> each.describe(program));
    }

    /** Removes the group, which may take a moment after its last process has ended. */
    @Override
    public void close() {
        samples.ifPresent(MemorySamples::interrupt);
        remove();
    }

    private void remove() {
        for (int i = 0; !shared && group.isPresent() && i < REMOVALS; i++) {
            try {
                Files.deleteIfExists(group.get());
                group = Optional.empty();
            } catch (IOException e) {
                try {
                    TimeUnit.MILLISECONDS.sleep(BETWEEN_REMOVALS_MILLIS);
                } catch (InterruptedException interrupt) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }
}
