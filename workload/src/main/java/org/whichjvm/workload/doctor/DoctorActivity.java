package org.whichjvm.workload.doctor;

import static org.whichjvm.workload.doctor.DoctorLine.NOT_TOLD;
import static org.whichjvm.workload.doctor.DoctorLine.NOT_VISIBLE;
import static org.whichjvm.workload.doctor.DoctorLine.pass;
import static org.whichjvm.workload.doctor.DoctorLine.warn;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.whichjvm.workload.host.CpuTopology;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.host.HostFiles;

/** What happened on the chosen CPUs between two counts: interrupts, steal, other processes. */
final class DoctorActivity {
  /** A share of one CPU's time; the services of a quiet host take less. */
  private static final double BUSY = 0.02;

  /** Interrupts of devices on the chosen CPUs in a second; each costs a measured thread some µs. */
  private static final long MANY_INTERRUPTS = 20;

  private static final int NAMED = 3;

  private final HostFiles files;
  private final List<Integer> chosen;
  private final boolean container;
  private final DoctorCounts before;
  private final DoctorCounts after;

  private DoctorActivity(
      final DoctorHost host,
      final List<Integer> chosen,
      final DoctorCounts before,
      final DoctorCounts after) {
    this.files = host;
    this.chosen = chosen;
    this.container = host.inContainer();
    this.before = before;
    this.after = after;
  }

  /** Counts over a second. */
  static DoctorActivity of(final DoctorHost host, final List<Integer> chosen)
      throws InterruptedException {
    final DoctorCounts before = new DoctorCounts(host, chosen);
    host.aSecond();
    return new DoctorActivity(host, chosen, before, new DoctorCounts(host, chosen));
  }

  /** Share of the chosen CPUs' time that the hypervisor gave to others, or null. */
  Double stolen() {
    final long time = after.time() - before.time();
    return time <= 0 ? null : Double.valueOf((double) (after.stolen() - before.stolen()) / time);
  }

  DoctorLine others() {
    final long time = after.time() - before.time();
    if (time <= 0) {
      return pass("others", NOT_TOLD);
    }
    final double second = (double) time / chosen.size();
    final long own = after.ticks(after.self()) - before.ticks(after.self());
    // This process's own time is not on CPUs that it was not let run on.
    final boolean apart = chosen.stream().allMatch(new CpuTopology(files)::isolated);
    final double busy = Math.max(0, after.busy() - before.busy() - (apart ? 0 : own)) / second;
    final String value =
        String.format(
            Locale.ROOT,
            "%.0f %% of a CPU on CPU %s%s",
            100 * busy,
            Cpus.join(chosen),
            container ? ", by whom is " + NOT_VISIBLE : busiest(second));
    return busy <= BUSY
        ? pass("others", value)
        : warn(
            "others",
            value,
            "end them or keep them off these CPUs (systemd: CPUAffinity; docker: cpuset)");
  }

  private String busiest(final double second) {
    final List<Map.Entry<String, Long>> busy = new ArrayList<>();
    for (final String process : after.processes().keySet()) {
      final long ticks = after.ticks(process) - before.ticks(process);
      if (!process.equals(after.self()) && before.processes().containsKey(process)) {
        busy.add(new HashMap.SimpleEntry<>(process, ticks));
      }
    }
    busy.removeIf(entry -> entry.getValue() / second < BUSY);
    busy.sort(Map.Entry.comparingByValue(Comparator.reverseOrder()));
    final String names =
        busy.stream()
            .limit(NAMED)
            .map(
                entry ->
                    String.format(
                        Locale.ROOT, "%s %.0f %%", entry.getKey(), 100 * entry.getValue() / second))
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? "" : "; on all CPUs: " + names;
  }

  DoctorLine interrupts() {
    if (after.interrupts().isEmpty()) {
      return pass("interrupts", NOT_TOLD);
    }
    final List<String> here = new ArrayList<>();
    int known = 0;
    for (final String irq : files.names("/proc/irq")) {
      final List<Integer> cpus = affinity(irq);
      if (cpus != null) {
        known++;
        if (!Collections.disjoint(cpus, chosen)) {
          here.add(irq);
        }
      }
    }
    long all = 0;
    long most = 0;
    String mostOf = null;
    for (final Map.Entry<String, Long> entry : after.interrupts().entrySet()) {
      final long count = entry.getValue() - before.interrupts().getOrDefault(entry.getKey(), 0L);
      all += count;
      if (count > most) {
        most = count;
        mostOf = entry.getKey();
      }
    }
    final String value =
        String.format(
            Locale.ROOT,
            "%d in a second%s; %d of %d devices' may run on CPU %s",
            all,
            mostOf == null ? "" : ", " + most + " of " + mostOf,
            here.size(),
            known,
            Cpus.join(chosen));
    return all < MANY_INTERRUPTS
        ? pass("interrupts", value)
        : warn(
            "interrupts",
            value,
            Cpus.effective(files).size() > chosen.size()
                ? "scripts/tune --cpus " + Cpus.join(chosen) + " apply irq-affinity"
                : "there is no other CPU to move them to");
  }

  /** Where an interrupt goes, or else may go. */
  private List<Integer> affinity(final String irq) {
    final List<Integer> effective = files.cpuList("/proc/irq/" + irq + "/effective_affinity_list");
    return effective == null || effective.isEmpty()
        ? files.cpuList("/proc/irq/" + irq + "/smp_affinity_list")
        : effective;
  }
}
