package org.whichjvm.workload.doctor;

import static org.whichjvm.workload.doctor.DoctorLine.NOT_VISIBLE;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.whichjvm.common.Units;
import org.whichjvm.workload.host.CpuTopology;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.host.HostCounters;
import org.whichjvm.workload.host.HostFiles;

/** Interrupts, steal and other processes on the chosen CPUs between two counts. */
final class DoctorActivity {
    /** A share of one CPU's time; the services of a quiet host take less. */
    private static final double BUSY = 0.02;

    /** Interrupts of devices on the chosen CPUs in a second; each costs a measured thread some µs. */
    private static final long MANY_INTERRUPTS = 20;

    private static final int NAMED = 3;

    private final HostFiles host;
    private final List<Integer> chosen;
    private final Counts before;
    private final Counts after;

    /** Counts over a second. */
    DoctorActivity(HostFiles host, List<Integer> chosen) throws InterruptedException {
        this.host = host;
        this.chosen = chosen;
        before = new Counts(host, chosen);
        host.aSecond();
        after = new Counts(host, chosen);
    }

    /** Share of the chosen CPUs' time that the hypervisor gave to others, or null. */
    Double stolen() {
        long time = ticks(1, 2, 3, 4, 5, 6, 7, 8);
        return time <= 0 ? null : Double.valueOf((double) ticks(8) / time);
    }

    /** Clock ticks of the chosen CPUs in between, by columns of /proc/stat; 0 if it does not tell. */
    private long ticks(int... columns) {
        Long from = HostCounters.ticks(before.stat, chosen, columns);
        Long to = HostCounters.ticks(after.stat, chosen, columns);
        return from == null || to == null ? 0 : to - from;
    }

    DoctorLine others() {
        long time = ticks(1, 2, 3, 4, 5, 6, 7, 8);
        if (time <= 0) {
            return new DoctorLine("others", null);
        }
        double second = (double) time / chosen.size();
        long own = ticksOf(after.self);
        // This process's own time is not on CPUs that it was not let run on.
        boolean apart = chosen.stream().allMatch(new CpuTopology(host)::isolated);
        double busy = Math.max(0, ticks(1, 2, 3, 6, 7) - (apart ? 0 : own)) / second;
        String value = Units.text(
                "%.0f %% of a CPU on CPU %s%s",
                100 * busy, Cpus.join(chosen), host.inContainer() ? ", by whom is " + NOT_VISIBLE : busiest(second));
        return new DoctorLine("others", value)
                .warn(busy > BUSY, "end them or keep them off these CPUs (systemd: CPUAffinity; docker: cpuset)");
    }

    private String busiest(double second) {
        String names = after.processes.keySet().stream()
                .filter(process -> !process.equals(after.self) && before.processes.containsKey(process))
                .filter(process -> ticksOf(process) / second >= BUSY)
                .sorted(Comparator.comparing(this::ticksOf).reversed())
                .limit(NAMED)
                .map(each -> Units.text("%s %.0f %%", each, 100 * ticksOf(each) / second))
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : "; on all CPUs: " + names;
    }

    /** CPU time of a process in between. */
    private long ticksOf(String process) {
        return after.processes.getOrDefault(process, 0L) - before.processes.getOrDefault(process, 0L);
    }

    DoctorLine interrupts() {
        if (after.interrupts.isEmpty()) {
            return new DoctorLine("interrupts", null);
        }
        List<List<Integer>> known = host.names("/proc/irq").stream()
                .map(this::affinity)
                .filter(Objects::nonNull)
                .collect(Collectors.toList());
        long here = known.stream()
                .filter(cpus -> !Collections.disjoint(cpus, chosen))
                .count();
        Map<String, Long> more = new HashMap<>(after.interrupts);
        more.replaceAll((device, count) -> count - before.interrupts.getOrDefault(device, 0L));
        String most =
                Collections.max(more.entrySet(), Map.Entry.comparingByValue()).getKey();
        long all = more.values().stream().mapToLong(count -> count).sum();
        String value = Units.text(
                "%d in a second%s; %d of %d devices' may run on CPU %s",
                all,
                more.get(most) > 0 ? ", " + more.get(most) + " of " + most : "",
                here,
                known.size(),
                Cpus.join(chosen));
        return new DoctorLine("interrupts", value)
                .warn(
                        all >= MANY_INTERRUPTS,
                        Cpus.effective(host).size() > chosen.size()
                                ? "whichjvm tune --cpus " + Cpus.join(chosen) + " apply irq-affinity"
                                : "there is no other CPU to move them to");
    }

    /** Where an interrupt goes, or else may go. */
    private List<Integer> affinity(String irq) {
        List<Integer> effective = host.cpuList("/proc/irq/" + irq + "/effective_affinity_list");
        return effective == null || effective.isEmpty()
                ? host.cpuList("/proc/irq/" + irq + "/smp_affinity_list")
                : effective;
    }

    /** The kernel's counters at one moment; times in clock ticks. */
    private static final class Counts {
        /** Interrupts of each device on the chosen CPUs, by "NUMBER (NAME)". */
        private final Map<String, Long> interrupts = new HashMap<>();

        /** CPU time of each process that can be seen, by "NAME PID". */
        private final Map<String, Long> processes = new HashMap<>();

        /** This process, as in {@link #processes}, or null. */
        private final String self;

        private final String stat;

        Counts(HostFiles files, List<Integer> chosen) {
            stat = files.read("/proc/stat");
            readInterrupts(files.lines("/proc/interrupts"), chosen);
            self = process(files.read("/proc/self/stat"));
            for (String pid : files.names("/proc")) {
                if (Character.isDigit(pid.charAt(0))) {
                    process(files.read("/proc/" + pid + "/stat"));
                }
            }
        }

        /** Only devices have lines with a number. The first line says which CPU a column is. */
        private void readInterrupts(List<String> lines, List<Integer> chosen) {
            if (lines.isEmpty()) {
                return;
            }
            String[] columns = lines.get(0).trim().split("\\s+");
            for (String line : lines.subList(1, lines.size())) {
                String[] words = line.trim().split("\\s+");
                if (!words[0].matches("\\d+:")) {
                    continue;
                }
                long count = 0;
                for (int i = 0; i < columns.length && i + 1 < words.length; i++) {
                    Long cpu = HostFiles.toNumber(columns[i].replace("CPU", ""));
                    Long here = HostFiles.toNumber(words[i + 1]);
                    count += cpu != null && here != null && chosen.contains(cpu.intValue()) ? here : 0;
                }
                interrupts.put(words[0].replace(":", "") + " (" + words[words.length - 1] + ")", count);
            }
        }

        /** Adds a line {@code PID (NAME) …}, whose name may have anything in it; returns "NAME PID". */
        private String process(String stat) {
            Long ticks = HostFiles.ticks(stat);
            int open = stat == null ? -1 : stat.indexOf('(');
            int close = stat == null ? -1 : stat.lastIndexOf(')');
            if (ticks == null || open < 0 || close < open) {
                return null;
            }
            String name = stat.substring(open + 1, close).replaceAll("[^ -~]", "?");
            String process = name + " " + stat.substring(0, open).trim();
            processes.put(process, ticks);
            return process;
        }
    }
}
