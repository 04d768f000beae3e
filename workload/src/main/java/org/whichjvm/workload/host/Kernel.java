package org.whichjvm.workload.host;

import com.sun.jna.Library;
import com.sun.jna.Native;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;

/** Calls of the kernel that Java has not, by functions of libc. */
public final class Kernel {
    public static final int SIGQUIT = 3;
    public static final int SIGKILL = 9;
    public static final int SIGTERM = 15;

    // Longs of struct rusage, getrusage(2); a time is one of seconds and one of µs.
    public static final int USER = 0;
    public static final int SYSTEM = 2;

    /** Minor page faults; the next long is major ones. */
    public static final int FAULTS = 8;

    /** Voluntary context switches; the next long is involuntary ones. */
    public static final int SWITCHES = 16;

    private static final int PR_SET_TIMERSLACK = 29;
    private static final int PR_SET_CHILD_SUBREAPER = 36;
    private static final int ESRCH = 3;
    private static final int RUSAGE_CHILDREN = -1;
    private static final int ANY_CHILD = -1;
    private static final int WNOHANG = 1;

    /** struct rusage of a 64-bit Linux, getrusage(2). */
    private static final int RUSAGE_LONGS = 18;

    /** A process's clock, clock_getcpuclockid(3): its number inverted, and which of its times. */
    private static final int CLOCK_BITS = 3;

    private static final int CPUCLOCK_SCHED = 2;

    /** The calling thread's own, clock_gettime(2). */
    private static final int CLOCK_THREAD_CPUTIME = 3;

    /** Makes a file share the blocks of another one, ioctl_ficlone(2). */
    private static final long FICLONE = 0x40049409L;

    private static final int O_RDONLY = 0;
    private static final int O_WRONLY = 1;

    private Kernel() {}

    private static final class Loaded {
        static final LibC C = Native.load("c", LibC.class);
    }

    interface LibC extends Library {
        int prctl(int option, long second, long third, long fourth, long fifth);

        int sched_setaffinity(int tid, int size, long[] mask);

        int getrusage(int who, long[] usage);

        int clock_gettime(int clock, long[] time);

        int open(String path, int flags);

        int flock(int descriptor, int operation);

        int close(int descriptor);

        int ioctl(int descriptor, long request, int argument);

        int kill(int pid, int signal);

        int waitpid(int pid, int[] status, int options);

        int socket(int domain, int type, int protocol);

        int setsockopt(int descriptor, int level, int name, long[] value, int size);

        int connect(int descriptor, byte[] address, int size);

        long read(int descriptor, byte[] into, long size);

        long write(int descriptor, byte[] from, long size);
    }

    /** The functions of libc; {@link CannotRun} if they cannot be called. */
    static LibC c() {
        try {
            return Loaded.C;
        } catch (LinkageError e) {
            throw new CannotRun(
                            "JNA, which pins threads, could not be loaded (%s), and %s may be mounted noexec",
                            e.getMessage(), System.getProperty("java.io.tmpdir"))
                    .orTry("JAVA_OPTS=-Djava.io.tmpdir=DIR with a folder that is not");
        }
    }

    public static void signal(int pid, int signal) {
        c().kill(pid, signal);
    }

    /**
     * Takes the exit status of an adopted child that has ended, and returns whether there was one. To be called only
     * while no child is left that the JVM started, for which it waits itself.
     */
    public static boolean reap() {
        return c().waitpid(ANY_CHILD, null, WNOHANG) > 0;
    }

    /** The longs of struct rusage: of all descendants that have ended and were waited for. */
    public static long[] childUsage() {
        long[] usage = new long[RUSAGE_LONGS];
        if (c().getrusage(RUSAGE_CHILDREN, usage) != 0) {
            throw new IllegalStateException("getrusage failed with errno " + Native.getLastError());
        }
        return usage;
    }

    /** CPU time of a process until now, in ns; negative if there is none of that number. */
    public static long cpuNanos(int pid) {
        return nanosOf(~pid << CLOCK_BITS | CPUCLOCK_SCHED);
    }

    /** CPU time of the calling thread until now, in ns. */
    public static long threadCpuNanos() {
        return nanosOf(CLOCK_THREAD_CPUTIME);
    }

    /**
     * Makes an empty file share the blocks of another one, which copies neither; returns whether it could: both must be
     * on one file system, and few have this.
     */
    public static boolean reflink(Path from, Path to) {
        int source = c().open(from.toString(), O_RDONLY);
        int target = c().open(to.toString(), O_WRONLY);
        boolean shares = source >= 0 && target >= 0 && c().ioctl(target, FICLONE, source) == 0;
        c().close(source);
        c().close(target);
        return shares;
    }

    private static long nanosOf(int clock) {
        long[] time = new long[2];
        return c().clock_gettime(clock, time) == 0 ? TimeUnit.SECONDS.toNanos(time[0]) + time[1] : -1;
    }

    /** CPU time of all descendants that have ended and were waited for, in ns. */
    public static long childCpuNanos() {
        long[] usage = childUsage();
        return TimeUnit.SECONDS.toNanos(usage[USER] + usage[SYSTEM])
                + TimeUnit.MICROSECONDS.toNanos(usage[USER + 1] + usage[SYSTEM + 1]);
    }

    /** Makes orphaned descendants this process's children, not init's; returns whether it could. */
    public static boolean adoptOrphans() {
        return c().prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0;
    }

    /** Has the calling thread woken in time, not up to 50 µs later; returns whether it will be. */
    public static boolean wakeInTime() {
        return c().prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0) == 0;
    }

    /** Moves a thread, by the kernel's number, to CPUs; returns whether it is there, or has ended. */
    static boolean move(int tid, BitSet cpus) {
        long[] mask = cpus.toLongArray();
        return c().sched_setaffinity(tid, mask.length * Long.BYTES, mask) == 0 || Native.getLastError() == ESRCH;
    }
}
