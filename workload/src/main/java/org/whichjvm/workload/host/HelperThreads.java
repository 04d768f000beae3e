package org.whichjvm.workload.host;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * CPU time of the threads of a process, by what they are for, from {@code /proc/PID/task/TID/schedstat}: it counts ns,
 * and also what a thread has done of work that is not finished. The JVM's own bean counts a compilation only when it
 * ends.
 *
 * <p>Used by one thread at a time.
 */
public final class HelperThreads {
    public enum Kind {
        /** One of those that the workload pins and measures, whatever its name. */
        MEASURED(vm -> "(?!)"),
        COMPILER(vm -> vm.compilerThreads),
        GC(vm -> vm.gcThreads),
        VM(vm -> vm.ownThreads),
        /** A thread of this program, or without a name of its own: 8 calls all threads {@code java}. */
        OTHER(vm -> "");

        /** Its name in a fork's file. */
        public final String key = name().toLowerCase(Locale.ROOT);

        /** How the names of its threads begin, of any virtual machine: of another process it is not known. */
        private final Pattern names;

        Kind(Function<VirtualMachine, String> names) {
            this.names = Pattern.compile(
                    Arrays.stream(VirtualMachine.values()).map(names).collect(Collectors.joining("|")));
        }

        static Kind of(String name) {
            return Arrays.stream(values())
                    .filter(kind -> kind.names.matcher(name).lookingAt())
                    .findFirst()
                    .orElse(OTHER);
        }
    }

    /** The kernel gives a thread's name 15 bytes, and schedstat three numbers. */
    private static final int ROOM = 128;

    /** The kernel's number of each measured thread, and the JVM's. */
    private static final Map<Integer, Long> MEASURED_TIDS = new HashMap<>();

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final File tasks;

    /**
     * The counters of each thread, which stay open: to open a file takes eight times as long as to read it. Null for
     * another process, which may have any number of threads.
     */
    private final Map<Integer, RandomAccessFile> counters;

    private final Map<Integer, Kind> kinds = new HashMap<>();
    private final byte[] room = new byte[ROOM];

    public HelperThreads() {
        tasks = new File("/proc/self/task");
        counters = new HashMap<>();
    }

    /** The threads of another process, by its number. */
    public HelperThreads(int pid) {
        tasks = new File("/proc/" + pid + "/task");
        counters = null;
    }

    /** Counts the calling thread as one of the measured ones from now on. */
    public static void registerMeasured() {
        int tid = ownTid();
        synchronized (MEASURED_TIDS) {
            MEASURED_TIDS.put(tid, Thread.currentThread().getId());
        }
    }

    /** CPU time of all threads now, to be compared with a later one. */
    public Snapshot read() {
        String[] tids = tasks.list();
        Snapshot snapshot = new Snapshot(tids == null ? 0 : tids.length);
        for (int i = 0; i < snapshot.tids.length; i++) {
            int tid = Integer.parseInt(tids[i]);
            // There is none if the thread has ended, or the kernel does not tell.
            long nanos = RunQueue.number(room, 0, fillCounters(tid));
            snapshot.tids[i] = tid;
            snapshot.nanos[i] = nanos;
            snapshot.kinds[i] = nanos < 0 ? null : kindOf(tid);
        }
        return snapshot;
    }

    /**
     * CPU time of all threads, by one that has just woken up: the measured threads come first, and the look, some 2 ms
     * after a sleep, comes after the snapshot.
     */
    public Snapshot onWakingUp() {
        Map<Integer, Long> measured = measured();
        Snapshot snapshot = read();
        snapshot.set(measured);
        return snapshot;
    }

    /** CPU time of all threads, by one that is about to sleep: the look comes before the snapshot. */
    public Snapshot onGoingToSleep() {
        Snapshot snapshot = read();
        snapshot.set(measured());
        return snapshot;
    }

    /** By each thread's clock: schedstat is up to a tick behind for a thread that runs. */
    private static Map<Integer, Long> measured() {
        Map<Integer, Long> nanos = new HashMap<>();
        synchronized (MEASURED_TIDS) {
            MEASURED_TIDS.forEach((tid, id) -> nanos.put(tid, THREADS.getThreadCpuTime(id)));
        }
        return nanos;
    }

    /** Whether a thread of these kinds, not the calling one, is known to run or wait for a CPU. */
    public boolean anyRuns(Set<Kind> among) {
        String[] tids = tasks.list();
        int own = ownTid();
        for (int i = 0; tids != null && i < tids.length; i++) {
            int tid = Integer.parseInt(tids[i]);
            if (tid != own
                    && among.contains(kindOf(tid))
                    && "R".equals(HostFiles.stat(HostFiles.HOST.read(tasks + "/" + tid + "/stat"), 3))) {
                return true;
            }
        }
        return false;
    }

    private Kind kindOf(int tid) {
        synchronized (MEASURED_TIDS) {
            if (MEASURED_TIDS.containsKey(tid)) {
                return Kind.MEASURED;
            }
        }
        Kind kind = kinds.get(tid);
        if (kind == null) {
            int length = fill(tasks + "/" + tid + "/comm");
            kind = Kind.of(new String(room, 0, Math.max(0, length), StandardCharsets.UTF_8));
            kinds.put(tid, kind);
        }
        return kind;
    }

    private int fillCounters(int tid) {
        if (counters == null) {
            return fill(tasks + "/" + tid + "/schedstat");
        }
        RandomAccessFile file = counters.get(tid);
        try {
            if (file == null) {
                file = new RandomAccessFile(tasks + "/" + tid + "/schedstat", "r");
                counters.put(tid, file);
            }
            file.seek(0);
            return file.read(room);
        } catch (IOException e) {
            // A later thread may have its number.
            close(counters.remove(tid));
            return -1;
        }
    }

    private static void close(RandomAccessFile file) {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            // Nothing was written.
        }
    }

    private int fill(String path) {
        try (FileInputStream file = new FileInputStream(path)) {
            return file.read(room);
        } catch (IOException e) {
            return -1;
        }
    }

    private static int ownTid() {
        Long tid = HostFiles.toNumber(HostFiles.HOST.field("/proc/thread-self/status", "Pid"));
        return tid == null ? -1 : tid.intValue();
    }

    public static final class Snapshot {
        private final int[] tids;
        private final long[] nanos;
        private final Kind[] kinds;

        private Snapshot(int threads) {
            tids = new int[threads];
            nanos = new long[threads];
            kinds = new Kind[threads];
        }

        private void set(Map<Integer, Long> taken) {
            for (int i = 0; i < tids.length; i++) {
                nanos[i] = taken.getOrDefault(tids[i], nanos[i]);
            }
        }

        /**
         * CPU time since an earlier one, in ns, by kind; a kind without a thread is absent, and all are where the
         * kernel does not tell. A thread that has ended in between is not counted.
         */
        public Map<Kind, Long> since(Snapshot earlier) {
            Map<Integer, Long> before = new HashMap<>();
            for (int i = 0; i < earlier.tids.length; i++) {
                before.put(earlier.tids[i], Math.max(0, earlier.nanos[i]));
            }
            Map<Kind, Long> sums = new EnumMap<>(Kind.class);
            for (int i = 0; i < tids.length; i++) {
                if (kinds[i] != null) {
                    long more = nanos[i] - before.getOrDefault(tids[i], 0L);
                    sums.merge(kinds[i], Math.max(0, more), Long::sum);
                }
            }
            return sums;
        }
    }

    /** Sum over some kinds; null if nothing is known. */
    public static Long sum(Map<Kind, Long> nanos, Set<Kind> kinds) {
        if (nanos.isEmpty()) {
            return null;
        }
        return kinds.stream().mapToLong(kind -> nanos.getOrDefault(kind, 0L)).sum();
    }

    /** CPU time by kind, in ns, as a fork's file has it in ms; null if it is not known. */
    public static JsonElement json(Map<Kind, Long> nanos) {
        if (nanos.isEmpty()) {
            return JsonNull.INSTANCE;
        }
        JsonObject json = new JsonObject();
        nanos.forEach((kind, each) -> json.addProperty(kind.key, each / 1_000 / 1e3));
        return json;
    }

    /** All but the measured ones. */
    public static Set<Kind> helpers() {
        return EnumSet.complementOf(EnumSet.of(Kind.MEASURED));
    }
}
