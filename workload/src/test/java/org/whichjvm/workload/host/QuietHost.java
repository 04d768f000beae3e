package org.whichjvm.workload.host;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Whether this host lets as many threads as a fork has run on CPUs of their own at this moment. */
public final class QuietHost {
    private static final int THREADS = 2;
    private static final long SPIN_NANOS = 200_000_000;

    /** A host is quiet if others take less than this share of a CPU. */
    public static final double MOST_LOST = 0.02;

    private QuietHost() {}

    /** The share of a CPU, 0 to 1, that others take from the thread that they hit most. */
    public static double lost() throws InterruptedException {
        List<Double> lost = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        List<Integer> cpus = Cpus.effective();
        for (int cpu : cpus.subList(0, Math.min(THREADS, cpus.size()))) {
            threads.add(new Thread(() -> lost.add(spin(cpu)), "quiet-host"));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        return lost.stream().mapToDouble(share -> share).max().orElse(1);
    }

    private static double spin(int cpu) {
        Cpus.pin(cpu);
        long cpuBefore = cpuNanos();
        long before = System.nanoTime();
        long now = before;
        while (now - before < SPIN_NANOS) {
            now = System.nanoTime();
        }
        return 1 - (cpuNanos() - cpuBefore) / (double) (now - before);
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
