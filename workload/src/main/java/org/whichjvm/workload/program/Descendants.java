package org.whichjvm.workload.program;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.Emulation;
import org.whichjvm.workload.host.HostFiles;
import org.whichjvm.workload.host.Kernel;

/** The processes that descend from this one, whatever they left behind them. */
public final class Descendants {
    /** How long the program may take to end that was asked to, in ns. */
    public static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(10);

    /**
     * Makes orphans of what this process starts its own children, so that none is lost. Emulators do not know that call
     * (QEMU 7.2): there, what a program leaves behind ends with its container.
     *
     * @throws CannotRun where it cannot be, and nothing is emulated
     */
    public static void adopt() {
        if (!Kernel.adoptOrphans() && !Emulation.witness().isPresent()) {
            throw new CannotRun("this kernel does not give the orphans of a program to the process that started it")
                    .orTry("Linux 3.4 or newer");
        }
    }

    /** How long processes may take to end that a program left behind: what they use is counted. */
    public static final long GRACE_OF_REST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Map<Integer, Integer> parents = new HashMap<>();

    private final Set<Integer> zombies = new HashSet<>();

    private Descendants() {
        for (String name : HostFiles.HOST.names("/proc")) {
            if (name.matches("[0-9]+")) {
                String stat = HostFiles.HOST.read("/proc/" + name + "/stat");
                String parent = HostFiles.stat(stat, 4);
                if (parent != null) {
                    parents.put(Integer.valueOf(name), Integer.valueOf(parent));
                    // One whose main thread has ended alone is a zombie by its state, but its threads go on.
                    if (HostFiles.stat(stat, 3).equals("Z")
                            && HostFiles.stat(stat, 20).equals("1")) {
                        zombies.add(Integer.valueOf(name));
                    }
                }
            }
        }
    }

    /** Asks what this process started itself to end. */
    public static void askChildren() {
        int self = self();
        new Descendants().parents.forEach((pid, parent) -> {
            if (parent == self) {
                Kernel.signal(pid, Kernel.SIGTERM);
            }
        });
    }

    /** The descendants that are alive now; a zombie is not. */
    public static List<Integer> alive() {
        Descendants now = new Descendants();
        Map<Integer, Integer> parents = now.parents;
        int self = self();
        List<Integer> found = new ArrayList<>();
        for (Integer pid : parents.keySet()) {
            Integer ancestor = parents.get(pid);
            while (ancestor != null && ancestor != self && ancestor > 1) {
                ancestor = parents.get(ancestor);
            }
            if (ancestor != null && ancestor == self && !now.zombies.contains(pid)) {
                found.add(pid);
            }
        }
        return found;
    }

    /**
     * The descendants that are alive now, found by less work: one may be missing whose parent or sibling has just
     * ended.
     */
    public static List<Integer> seen() {
        List<Integer> found = new ArrayList<>();
        addChildren("self", found);
        return found;
    }

    private static void addChildren(String process, List<Integer> found) {
        for (String thread : HostFiles.HOST.names("/proc/" + process + "/task")) {
            String children = HostFiles.HOST.read("/proc/" + process + "/task/" + thread + "/children");
            for (String child : children == null ? new String[0] : children.split(" ")) {
                if (!child.isEmpty()) {
                    found.add(Integer.valueOf(child));
                    addChildren(child, found);
                }
            }
        }
    }

    private static int self() {
        return Integer.parseInt(HostFiles.HOST.field("/proc/self/status", "Pid"));
    }

    /**
     * Ends all of them, politely, and those that are there after a grace period by SIGKILL; returns how many there
     * were. It may take their exit codes, which makes what they used count, while the JVM waits for no process of its
     * own.
     */
    public static int end(long graceNanos, boolean reaps) {
        List<Integer> found = alive();
        found.forEach(pid -> Kernel.signal(pid, Kernel.SIGTERM));
        long until = System.nanoTime() + graceNanos;
        for (List<Integer> left = found; !left.isEmpty(); left = alive()) {
            if (System.nanoTime() >= until) {
                left.forEach(pid -> Kernel.signal(pid, Kernel.SIGKILL));
            }
            LockSupport.parkNanos(POLL_NANOS);
            reap(reaps);
        }
        reap(reaps);
        return found.size();
    }

    private static void reap(boolean reaps) {
        while (reaps && Kernel.reap()) {
            // There may be more.
        }
    }
}
