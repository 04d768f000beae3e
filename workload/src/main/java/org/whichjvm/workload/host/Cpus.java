package org.whichjvm.workload.host;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import net.openhft.affinity.Affinity;
import net.openhft.affinity.impl.NullAffinity;
import org.whichjvm.common.WrongUsage;

/** The CPUs this process may use, which of them to pin to or to leave to helper threads. */
public final class Cpus {
    private Cpus() {}

    /** The CPUs that this process may pin threads to; host CPU numbers, also in a container. */
    public static List<Integer> effective() {
        return effective(HostFiles.HOST);
    }

    /**
     * A process starts on all CPUs of its cpuset but the isolated ones, which it gets by asking. A mask that is just
     * that is nobody's wish, and the isolated ones belong to the set; a narrower one (taskset) stands. It may have CPUs
     * that could be plugged in and are not there.
     */
    public static List<Integer> effective(HostFiles files) {
        List<Integer> online = files.cpuList(CpuTopology.CPU + "online");
        List<Integer> mask = HostFiles.toCpuList(files.field("/proc/self/status", "Cpus_allowed_list"));
        if (mask == null) {
            mask = online == null ? new ArrayList<>() : online;
        }
        if (online != null) {
            mask.retainAll(online);
        }
        List<Integer> isolated = files.cpuList(CpuTopology.CPU + "isolated");
        List<Integer> all = new Cgroups(files).cpus().orElse(online);
        if (isolated == null || all == null) {
            return mask;
        }
        List<Integer> housekeeping = new ArrayList<>(all);
        housekeeping.removeAll(isolated);
        return mask.equals(housekeeping) ? all : mask;
    }

    /**
     * The CPUs for the threads: those that a person asked for, or null for those of {@link CpuChoice};
     * {@link CannotRun} if there are too few, {@link WrongUsage} if what was asked for does not fit.
     */
    public static CpuChoice choose(List<Integer> effective, List<Integer> asked, int needed) {
        if (effective.size() < needed) {
            throw new CannotRun(
                            "%s threads need a CPU each, and this process may use only CPU %s", needed, join(effective))
                    .orTry("give it more (compose: WHICHJVM_CPUSET, or taskset), or fewer --producers");
        }
        if (asked == null) {
            String session = ThisJvm.environment("WHICHJVM_SESSION");
            return new CpuChoice(HostFiles.HOST, effective, needed, session == null ? 0 : Integer.parseInt(session));
        }
        if (asked.size() != needed || asked.stream().distinct().count() != needed) {
            throw new WrongUsage("--cpus is %s", join(asked))
                    .orTry("%d different CPUs: one for each producer, then the consumer's", needed);
        }
        check(asked, effective);
        return CpuChoice.asked(asked);
    }

    /** Refuses CPUs that this process may not use, and one that comes twice, as {@link WrongUsage}. */
    public static void check(List<Integer> asked, List<Integer> effective) {
        if (asked.stream().distinct().count() != asked.size()) {
            throw new WrongUsage("--cpus is %s", join(asked)).orTry("name each CPU once");
        }
        if (!effective.containsAll(asked)) {
            throw new WrongUsage(
                            "--cpus is %s, and this process may use only CPU %s (host numbers, also in a container)",
                            join(asked), join(effective))
                    .orTry("two of those, or allow it more by taskset or WHICHJVM_CPUSET");
        }
    }

    /** Pins the calling thread; {@link CannotRun} if it is elsewhere, silently so without JNA. */
    public static void pin(int cpu) {
        pin(Collections.singletonList(cpu));
    }

    /** Keeps the calling thread and processes that it starts to CPUs; {@link CannotRun} if it is elsewhere. */
    public static void pin(List<Integer> cpus) {
        BitSet asked = set(cpus);
        Affinity.setAffinity(asked);
        if (Affinity.getAffinityImpl() instanceof NullAffinity || !asked.equals(Affinity.getAffinity())) {
            throw new CannotRun(
                            "a thread was to run on CPU %s but is on %s: JNA could not be loaded, or the kernel refused",
                            join(cpus), Affinity.getAffinity())
                    .orTry("JAVA_OPTS=-Djava.io.tmpdir=DIR with a folder that is not mounted noexec");
        }
    }

    /**
     * Moves all threads of this process off the measured CPUs, where there are others: its compilers and garbage
     * collectors would run in place of a measured thread. A thread that starts later inherits the CPUs of its starter;
     * the measured threads pin themselves. Returns where the threads are now; empty if there are no other CPUs or the
     * kernel refused.
     */
    public static List<Integer> keepHelpersOff(List<Integer> allowed, List<Integer> measured) {
        List<Integer> others = forHelpers(new CpuTopology(HostFiles.HOST), allowed, measured);
        return others.isEmpty() || !move("self", others) ? Collections.emptyList() : others;
    }

    /**
     * Other CPUs than the measured ones, without the siblings of these (they are to stay empty) and without isolated
     * ones (the scheduler moves no thread between them), as long as any are left.
     */
    static List<Integer> forHelpers(CpuTopology topology, List<Integer> allowed, List<Integer> measured) {
        List<Integer> siblings = new ArrayList<>();
        measured.forEach(cpu -> siblings.addAll(topology.siblingsOf(cpu)));
        List<Integer> others = without(allowed, measured::contains);
        List<Integer> apart = without(others, siblings::contains);
        List<Integer> usual = without(apart, topology::isolated);
        return !usual.isEmpty() ? usual : !apart.isEmpty() ? apart : others;
    }

    private static List<Integer> without(List<Integer> cpus, Predicate<Integer> left) {
        return cpus.stream().filter(left.negate()).collect(Collectors.toList());
    }

    /**
     * Moves all threads of a process; false if the kernel refused one.
     *
     * @param process its number, or {@code self}
     */
    public static boolean move(String process, List<Integer> cpus) {
        BitSet asked = set(cpus);
        Set<String> seen = new HashSet<>();
        boolean moved = true;
        // A thread that starts meanwhile has the CPUs of its starter, which may not be moved yet.
        for (int before = -1; before < seen.size(); ) {
            before = seen.size();
            for (String tid : HostFiles.HOST.names("/proc/" + process + "/task")) {
                moved &= !seen.add(tid) || Kernel.move(Integer.parseInt(tid), asked);
            }
        }
        return moved && !seen.isEmpty();
    }

    private static BitSet set(List<Integer> cpus) {
        BitSet set = new BitSet();
        cpus.forEach(set::set);
        return set;
    }

    /** CPUs as on the command line: {@code 2,3}. */
    public static String join(List<Integer> cpus) {
        return cpus.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
