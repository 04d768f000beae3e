package org.whichjvm.workload.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.EnumSet;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.whichjvm.workload.host.HelperThreads.Kind;

class HelperThreadsTest {
    private static final long MILLI = 1_000_000;

    @Test
    void aThreadsNameTellsWhatItIsFor() {
        assertEquals(Kind.COMPILER, Kind.of("C2 CompilerThre"));
        assertEquals(Kind.COMPILER, Kind.of("C1 CompilerThre"));
        assertEquals(Kind.COMPILER, Kind.of("JVMCI CompilerT"));
        assertEquals(Kind.COMPILER, Kind.of("JVMCI-native Co"));
        assertEquals(Kind.COMPILER, Kind.of("JIT Compilation"));
        assertEquals(Kind.GC, Kind.of("G1 Conc#0"));
        assertEquals(Kind.GC, Kind.of("GC Thread#1"));
        assertEquals(Kind.GC, Kind.of("ZWorkerYoung#0"));
        assertEquals(Kind.VM, Kind.of("VM Periodic Tas"));
        assertEquals(Kind.OTHER, Kind.of("java"));
        assertEquals(Kind.OTHER, Kind.of("main"));
    }

    @Test
    void whatAThreadComputesIsCountedUnderItsKindBeforeItIsDone() throws Exception {
        assumeTrue(Files.exists(Paths.get("/proc/self/schedstat")), "this kernel has no schedstat");
        HelperThreads threads = new HelperThreads();
        boolean[] stop = new boolean[1];
        Thread busy = new Thread(() -> {
            HelperThreads.registerMeasured();
            while (!Thread.currentThread().isInterrupted()) {
                stop[0] = !stop[0];
            }
        });
        busy.start();
        HelperThreads.Snapshot before = threads.read();
        Map<Kind, Long> nanos;
        do {
            Thread.sleep(1);
            nanos = threads.read().since(before);
        } while (nanos.getOrDefault(Kind.MEASURED, 0L) < 20 * MILLI);
        busy.interrupt();
        busy.join();
        assertTrue(nanos.containsKey(Kind.OTHER), nanos.toString());
    }

    @Test
    void whatAThreadTakesToLookIsNotWhatItTookAsleep() throws Exception {
        assumeTrue(Files.exists(Paths.get("/proc/self/schedstat")), "this kernel has no schedstat");
        HelperThreads threads = new HelperThreads();
        long asleep = 0;
        long all = 0;
        HelperThreads.registerMeasured();
        for (int i = 0; i < 200; i++) {
            HelperThreads.Snapshot before = threads.read();
            HelperThreads.Snapshot done = threads.onGoingToSleep();
            HelperThreads.Snapshot awake = threads.onWakingUp();
            asleep += awake.since(done).get(Kind.MEASURED);
            all += threads.read().since(before).get(Kind.MEASURED);
        }
        // It never slept, so that all it took is that of four looks, of which two are in between but
        // for their ends.
        assertTrue(asleep * 8 < all, asleep + " of " + all + " ns");
    }

    @Test
    @Timeout(60)
    void aThreadRunsUntilItSleeps() throws Exception {
        assumeTrue(Files.exists(Paths.get("/proc/self/stat")), "this is no Linux");
        HelperThreads threads = new HelperThreads();
        CountDownLatch registered = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        AtomicBoolean busy = new AtomicBoolean(true);
        Thread thread = new Thread(() -> {
            HelperThreads.registerMeasured();
            registered.countDown();
            while (busy.get()) {
                // It waits for a CPU or has one.
            }
            awaitQuietly(end);
        });
        thread.start();
        try {
            registered.await();
            // A safepoint stops the thread for a moment, and the kernel then says that it sleeps.
            while (!threads.anyRuns(EnumSet.of(Kind.MEASURED))) {
                Thread.sleep(1);
            }
            busy.set(false);
            while (thread.getState() == Thread.State.RUNNABLE || threads.anyRuns(EnumSet.of(Kind.MEASURED))) {
                Thread.sleep(1);
            }
        } finally {
            busy.set(false);
            end.countDown();
            thread.join();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @Timeout(60)
    void theThreadThatLooksDoesNotCountAsOneThatRuns() throws Exception {
        assumeTrue(Files.exists(Paths.get("/proc/self/stat")), "this is no Linux");
        HelperThreads threads = new HelperThreads();
        HelperThreads.registerMeasured();
        // A joined thread of another test may still run in the kernel. This one runs at every look.
        while (threads.anyRuns(EnumSet.of(Kind.MEASURED))) {
            Thread.sleep(1);
        }
    }
}
