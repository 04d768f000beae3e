package org.whichjvm.workload.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.infra.ThreadParams;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.host.HostFiles;

/** Where the threads of the benchmarks run, and that a benchmark fails that cannot have that. */
class PinnedThreadTest {
    private static final List<Integer> CPUS = Cpus.effective();

    @TempDir
    Path scratch;

    @Test
    void eachOfAsManyThreadsAsCpusHasItsOwn() {
        for (int index = 0; index < CPUS.size(); index++) {
            assertEquals(List.of(CPUS.get(index)), cpusOf(index, CPUS.size()));
        }
    }

    @Test
    void fewerThreadsHaveTheLastCpus() {
        assertEquals(List.of(CPUS.get(CPUS.size() - 1)), cpusOf(0, 1));
    }

    @Test
    void moreThreadsThanCpusCannotRun() {
        int many = CPUS.size() + 1;
        Throwable why =
                assertThrows(CompletionException.class, () -> cpusOf(0, many)).getCause();
        assertEquals(CannotRun.class, why.getClass());
        assertTrue(why.getMessage().startsWith(many + " threads need a CPU each"), why.getMessage());
    }

    @Test
    void jmhPrintsTheCpuOfEachThread() throws Exception {
        String said = jmh("-t", "1", "Atomics.getAndSetOwn");
        List<String> pinned = Pattern.compile("thread 1 of 1 is pinned to CPU (\\d+)")
                .matcher(said)
                .results()
                .map((MatchResult each) -> each.group(1))
                .toList();
        assertEquals(List.of(CPUS.get(CPUS.size() - 1).toString()), pinned, said);
        assertTrue(said.contains("# Run complete") && said.contains("ns/op"), said);
    }

    @Test
    void aBenchmarkWithMoreThreadsThanCpusFailsAtOnce() throws Exception {
        String said = jmh("-t", Integer.toString(CPUS.size() + 1), "Atomics.getAndSetShared");
        assertTrue(said.contains("<failure>") && said.contains("threads need a CPU each"), said);
    }

    @Test
    void aBenchmarkOfTwoThreadsFailsWithAnyOtherNumber() throws Exception {
        String said = jmh("-t", "1", "(FalseSharing|Handover)");
        assertEquals(4, said.split("is for two threads, and JMH has 1; give -t 2", -1).length - 1, said);
    }

    private static List<Integer> cpusOf(int index, int threads) {
        ThreadParams params = new ThreadParams(index, threads, 0, 1, 0, 1, index, threads, 0, 1);
        return CompletableFuture.supplyAsync(
                        () -> {
                            new PinnedThread().pin(params);
                            return HostFiles.toCpuList(
                                    HostFiles.HOST.field("/proc/thread-self/status", "Cpus_allowed_list"));
                        },
                        // A thread of its own, which nobody uses after it was pinned.
                        task -> new Thread(task).start())
                .join();
    }

    private String jmh(String... words) throws Exception {
        File output = scratch.resolve("said").toFile();
        ProcessBuilder builder = new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-Djmh.ignoreLock=true",
                "-cp",
                System.getProperty("java.class.path"),
                "org.openjdk.jmh.Main",
                "-f",
                "0",
                "-wi",
                "0",
                "-i",
                "1",
                "-r",
                "50ms",
                "-bm",
                "avgt",
                "-tu",
                "ns");
        builder.command().addAll(List.of(words));
        Process process =
                builder.redirectErrorStream(true).redirectOutput(output).start();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), () -> words[1]);
        return Files.readString(output.toPath());
    }
}
