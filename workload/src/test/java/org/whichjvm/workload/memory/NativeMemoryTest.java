package org.whichjvm.workload.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.whichjvm.workload.host.ChildJvm;
import org.whichjvm.workload.host.HostFiles;

class NativeMemoryTest {
    private static final long KIB = 1024;

    private static final String DETAIL = """
            Native Memory Tracking:

            Total: reserved=1000KB, committed=700KB
            -                 Java Heap (reserved=400KB, committed=300KB)
                                        (mmap: reserved=400KB, committed=300KB)\s

            -                     Class (reserved=100KB, committed=60KB)
                                        (classes #420)
                                        (malloc=20KB #77)\s
                                        (mmap: reserved=80KB, committed=40KB)\s

            -                    Thread (reserved=200KB, committed=200KB)
                                        (thread #2)
                                        (stack: reserved=190KB, committed=190KB)
                                        (malloc=6KB #12)\s
                                        (arena=4KB #2)

            Virtual memory map:

            [0x0000000000100000 - 0x0000000000164000] reserved 400KB for Java Heap from
                [0x00007f0000000001] a frame (reserved=7KB, committed=7KB)

            \t[0x0000000000100000 - 0x000000000014b000] committed 300KB from
            [0x0000000000200000 - 0x0000000000214000] reserved 80KB for Class from
            [0x0000000000300000 - 0x000000000032f800] reserved and committed 190KB for Thread Stack from
            """;

    private static final String SMAPS = """
            00100000-0014b000 rw-p 00000000 00:00 0\s
            Size:                300 kB
            Pss:                 120 kB
            SwapPss:              10 kB
            0014b000-00164000 ---p 00000000 00:00 0\s
            Pss:                   0 kB
            00200000-00228000 rw-p 00000000 00:00 0\s
            Pss:                  40 kB
            00300000-0032f800 rw-p 00000000 00:00 0\s
            Pss:                  24 kB
            00400000-00500000 rw-p 00000000 00:00 0                          [heap]
            Pss:                  90 kB
            00500000-00600000 r-xp 00000000 fe:01 12  /opt/java/lib/server/libjvm.so
            Pss:                 500 kB
            00600000-00700000 r--p 00000000 fe:01 13  /opt/java/lib/modules
            Pss:                  70 kB
            """;

    @Test
    void mappedMemoryCountsAsFarAsItIsResident() {
        NativeMemory memory = new NativeMemory(DETAIL, SMAPS, null);
        assertEquals(
                Map.of(
                        "memory without a file;heap",
                        130 * KIB,
                        // Half of a mapping is the JVM's.
                        "memory without a file;metaspace",
                        40 * KIB,
                        "memory without a file;threads",
                        34 * KIB,
                        "libraries",
                        500 * KIB,
                        "files",
                        70 * KIB,
                        // The other half, and the process's own heap, without the 30 KB from malloc.
                        "memory without a file;not tracked by the JVM",
                        80 * KIB),
                memory.resident);
        assertEquals(854 * KIB, memory.total());
        assertEquals(Map.of("heap", 300 * KIB, "metaspace", 60 * KIB, "threads", 200 * KIB), memory.committed);
        assertEquals(Map.of("classes", 420L, "threads", 2L), memory.counts);
    }

    @Test
    void withoutTheJvmsOwnTrackingTheRowsAreTheKernels() {
        NativeMemory memory = new NativeMemory("", SMAPS, null);
        assertEquals(
                Map.of("memory without a file", 284 * KIB, "libraries", 500 * KIB, "files", 70 * KIB), memory.resident);
    }

    @Test
    void theFilesOfAQueueAreARow() {
        String mapping = "00500000-00600000 rw-s 00000000 00:1a 12  /dev/shm/%s/20261122F.cq4\nPss: %d kB\n";
        String smaps = mapping.formatted("whichjvm-7-1", 96) + mapping.formatted("whichjvm-7-12", 8);
        assertEquals(
                Map.of("the queue", 96 * KIB, "files", 8 * KIB),
                new NativeMemory("", smaps, Path.of("/dev/shm/whichjvm-7-1")).resident);
    }

    @Test
    void aJvmTellsWithoutAnyToolOfItsJdk() throws Exception {
        Process process = ChildJvm.of(Waits.class, "-XX:NativeMemoryTracking=detail", "-Xmx32m")
                .start();
        try {
            assertEquals('.', process.getInputStream().read());
            int pid = (int) process.pid();
            Optional<String> detail = new AttachedJvm(pid).jcmd("VM.native_memory detail scale=KB");
            NativeMemory memory = new NativeMemory(
                    detail.orElseThrow(),
                    Files.readString(Path.of("/proc/" + pid + "/smaps"), StandardCharsets.UTF_8),
                    null);
            assertTrue(memory.resident
                    .keySet()
                    .containsAll(java.util.List.of(
                            "memory without a file;heap",
                            "memory without a file;metaspace",
                            "memory without a file;code cache")));
            assertTrue(memory.resident.get("memory without a file;heap") <= 32L << 20, memory.resident.toString());
            double kernel = HostFiles.HOST.proportionalBytes(String.valueOf(pid));
            assertEquals(1, memory.total() / kernel, 0.03, memory.resident.toString());
        } finally {
            process.destroyForcibly();
            process.waitFor(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void aProcessThatIsNoJvmIsLeftAlone() throws Exception {
        Process process = new ProcessBuilder("sleep", "60").start();
        assertEquals(Optional.empty(), new AttachedJvm((int) process.pid()).jcmd("VM.version"));
        assertTrue(process.isAlive());
        process.destroyForcibly();
    }

    /** Says that it runs, and waits to be ended. */
    static final class Waits {
        public static void main(String[] args) throws InterruptedException {
            System.out.print('.');
            System.out.flush();
            TimeUnit.MINUTES.sleep(1);
        }
    }
}
