package org.whichjvm.workload.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.workload.doctor.FakeHost;

class HelperCpusTest {
    @TempDir
    Path root;

    @Test
    void theyAreElsewhereAndTheSiblingsOfMeasuredCpusStayEmpty() {
        FakeHost host = new FakeHost(root).withCpus(8);
        IntStream.range(0, 8).forEach(cpu -> host.threads(cpu, cpu % 4 + "," + (cpu % 4 + 4)));
        assertEquals(Arrays.asList(0, 1, 4, 5), choose(host, 2, 3));
    }

    @Test
    void isolatedCpusAreNoPlaceForThem() {
        FakeHost host = new FakeHost(root).withCpus(8).with(FakeHost.CPU + "isolated", "4-7");
        assertEquals(Arrays.asList(0, 1, 2, 3), choose(host, 6, 7));
    }

    @Test
    void whereThereAreSiblingsOnlyTheseAreBetterThanTheMeasuredCpus() {
        FakeHost host = new FakeHost(root).withCpus(4);
        IntStream.range(0, 4).forEach(cpu -> host.threads(cpu, cpu % 2 + "," + (cpu % 2 + 2)));
        assertEquals(Arrays.asList(2, 3), choose(host, 0, 1));
    }

    @Test
    void onTwoCpusThereIsNoElsewhere() {
        FakeHost host = new FakeHost(root).withCpus(2);
        assertEquals(Collections.emptyList(), choose(host, 0, 1));
    }

    @Test
    void everyThreadOfTheProcessIsMovedAlsoOneThatStartsMeanwhile() throws Exception {
        List<Integer> all = Cpus.effective();
        assumeTrue(all.size() > 1, "this needs two CPUs");
        List<Integer> last = all.subList(all.size() - 1, all.size());
        try {
            CountDownLatch started = new CountDownLatch(1);
            startOneAfterAnother(500, started);
            started.await();
            assertTrue(Cpus.move("self", last));
            try (DirectoryStream<Path> tasks = Files.newDirectoryStream(Paths.get("/proc/self/task"))) {
                for (Path task : tasks) {
                    String status = HostFiles.HOST.read(task.resolve("status").toString());
                    if (status != null) { // it has not ended meanwhile
                        assertTrue(status.contains("Cpus_allowed_list:\t" + last.get(0) + "\n"), task + "\n" + status);
                    }
                }
            }
        } finally {
            Cpus.move("self", all);
        }
    }

    /** Each thread starts the next one, and ends. */
    private static void startOneAfterAnother(int threads, CountDownLatch started) {
        if (threads > 0) {
            Runnable next = () -> startOneAfterAnother(threads - 1, started);
            new Thread(next, "one-after-another").start();
        }
        if (threads < 490) {
            started.countDown();
        }
    }

    private static List<Integer> choose(FakeHost host, Integer... measured) {
        return Cpus.forHelpers(new CpuTopology(host), Cpus.effective(host), Arrays.asList(measured));
    }
}
