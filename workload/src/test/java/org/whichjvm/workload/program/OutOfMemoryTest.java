package org.whichjvm.workload.program;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.host.Cgroups;
import org.whichjvm.workload.host.HostFiles;

/** Programs that had too little memory, by the control groups of a made-up host and by what they print. */
class OutOfMemoryTest {
    private static final String V1 = "cgroup /sys/fs/cgroup/memory cgroup rw,memory 0 0\n";
    private static final String V2 = "cgroup2 /sys/fs/cgroup cgroup2 rw 0 0\n";

    @TempDir
    Path root;

    private void file(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static Output printed(String text) {
        Output output = new Output(Collections.emptyList());
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        output.take(bytes, bytes.length);
        return output;
    }

    @ParameterizedTest
    @CsvSource({
        "memory/memory.oom_control, memory/memory.limit_in_bytes, memory/memory.max_usage_in_bytes",
        "memory.events, memory.max, memory.peak"
    })
    void theKernelSaysThatItEndedIt(String events, String limit, String peak) throws IOException {
        file("proc/self/mounts", limit.startsWith("memory/") ? V1 : V2);
        file("proc/self/cgroup", "4:memory:/\n0::/\n");
        file("sys/fs/cgroup/" + events, "oom_kill_disable 0\noom_kill 1\n");
        file("sys/fs/cgroup/" + limit, "268435456\n");
        file("sys/fs/cgroup/" + peak, "268431360\n");
        OutOfMemory memory = new OutOfMemory(new Cgroups(new HostFiles(root.toString())));
        assertDoesNotThrow(() -> memory.check("the program", printed("")), "it was another one");
        file("sys/fs/cgroup/" + events, "oom_kill_disable 0\noom_kill 2\n");
        ForkFailure failure = assertThrows(ForkFailure.class, () -> memory.check("the program", printed("")));
        assertTrue(failure.doesNotFit());
        assertEquals(
                "the kernel's OOM killer ended the program, whose container may have 256 MiB and had 256 MiB",
                failure.getMessage());
    }

    @Test
    void whereNobodyCountsTheOutputSaysIt() {
        OutOfMemory memory = new OutOfMemory(new Cgroups(new HostFiles(root.toString())));
        assertDoesNotThrow(() -> memory.check("the program", printed("OutOfMemoryError is not ours\n")));
        ForkFailure failure = assertThrows(
                ForkFailure.class,
                () -> memory.check(
                        "the server",
                        printed(
                                "Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space\n\tat A.b\n")));
        assertTrue(failure.doesNotFit());
        assertEquals("the server had no memory left: OutOfMemoryError: Java heap space", failure.getMessage());
    }

    @Test
    void theKernelWouldEndAProgramBeforeItsWatcher() throws Exception {
        Path own = Path.of("/proc/self/oom_score_adj");
        String before = Files.readString(own);
        Process process = OutOfMemory.start(() -> new ProcessBuilder("cat", "/proc/self/oom_score_adj").start());
        assertEquals("1000\n", new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        assertEquals(before, Files.readString(own));
    }
}
