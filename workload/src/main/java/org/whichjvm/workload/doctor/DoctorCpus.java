package org.whichjvm.workload.doctor;

import static org.whichjvm.workload.doctor.DoctorLine.NOT_TOLD;
import static org.whichjvm.workload.doctor.DoctorLine.check;
import static org.whichjvm.workload.doctor.DoctorLine.notTold;
import static org.whichjvm.workload.doctor.DoctorLine.pass;
import static org.whichjvm.workload.doctor.DoctorLine.warn;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.whichjvm.workload.host.CpuTopology;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.host.HostFiles;

/** How the chosen CPUs are kept free, and at what clock they run. */
final class DoctorCpus {
  /** Deeper states take longer to leave, in µs, than a message takes. */
  private static final long DEEP_MICROS = 10;

  private static final String CPU = CpuTopology.CPU;

  private final HostFiles files;
  private final CpuTopology topology;
  private final List<Integer> chosen;
  private final boolean spare;

  /**
   * @param chosen the CPUs to be measured on
   * @param allowed all that this process may use
   */
  DoctorCpus(final HostFiles files, final List<Integer> chosen, final List<Integer> allowed) {
    this.files = files;
    this.topology = new CpuTopology(files);
    this.chosen = chosen;
    this.spare = allowed.size() > chosen.size();
  }

  static DoctorLine count(final List<Integer> allowed) {
    final String value = allowed.size() + " (CPU " + Cpus.join(allowed) + ")";
    if (allowed.size() < 2) {
      return DoctorLine.fail(
          "cpus",
          value,
          "two are needed, one for each thread: give more (taskset; compose: WHICHJVM_CPUSET)");
    }
    return allowed.size() == 2
        ? warn(
            "cpus",
            value,
            "none is left for the kernel, the JIT and all else, and these run in place of a measured"
                + " thread: believe the median, doubt p99.9 and beyond, or take a larger machine")
        : pass("cpus", value);
  }

  DoctorLine isolated() {
    final List<Integer> isolated = files.cpuList(CPU + "isolated");
    final String value =
        isolated == null ? NOT_TOLD : isolated.isEmpty() ? "none" : Cpus.join(isolated);
    return check(
        "isolated", chosen.stream().allMatch(topology::isolated), value, bootWith("isolcpus"));
  }

  DoctorLine tickless() {
    final List<Integer> tickless = files.cpuList(CPU + "nohz_full");
    final String value = tickless == null || tickless.isEmpty() ? "none" : Cpus.join(tickless);
    return check(
        "nohz-full",
        chosen.stream().allMatch(topology::tickless),
        value,
        bootWith("nohz_full") + " (the timer tick costs some µs, 100 to 1,000 times a second)");
  }

  private String bootWith(final String option) {
    return spare
        ? "boot with " + option + "=" + Cpus.join(chosen)
        : "it takes more CPUs than the measured ones: a larger machine";
  }

  DoctorLine smt() {
    if (!topology.tellsCores(chosen)) {
      return notTold("smt");
    }
    final Set<Integer> siblings = new TreeSet<>();
    chosen.forEach(cpu -> siblings.addAll(topology.siblingsOf(cpu)));
    if (siblings.isEmpty()) {
      return pass("smt", "the chosen CPUs have no siblings");
    }
    final List<Integer> each = new ArrayList<>(siblings);
    if (siblings.removeAll(chosen)) {
      return warn(
          "smt",
          "CPU " + Cpus.join(chosen) + " are siblings of one core",
          "they slow each other: take a machine or a cpuset with two cores");
    }
    siblings.removeIf(topology::isolated);
    return siblings.isEmpty()
        ? pass("smt", "their siblings " + Cpus.join(each) + " are isolated too")
        : warn(
            "smt",
            "the chosen CPUs' siblings " + Cpus.join(each) + " run other things",
            "isolate them too, or switch them off (boot with nosmt, or echo 0 >"
                + " /sys/devices/system/cpu/cpuN/online)");
  }

  DoctorLine governor() {
    final Set<String> governors = new TreeSet<>();
    for (final Integer cpu : chosen) {
      final String governor = files.read(CPU + "cpu" + cpu + "/cpufreq/scaling_governor");
      if (governor != null) {
        governors.add(governor);
      }
    }
    if (governors.isEmpty()) {
      return notTold("governor");
    }
    final String value = String.join(", ", governors);
    return check(
        "governor",
        value.equals("performance"),
        value,
        "the clock changes while it is measured: scripts/tune apply governor");
  }

  DoctorLine turbo() {
    final Long noTurbo = files.number(CPU + "intel_pstate/no_turbo");
    final Long boost = files.number(CPU + "cpufreq/boost");
    if (noTurbo == null && boost == null) {
      return notTold("turbo");
    }
    final boolean off = noTurbo == null ? boost == 0 : noTurbo == 1;
    return off
        ? pass("turbo", "off")
        : warn(
            "turbo",
            "on",
            "the clock depends on heat and on what other cores do: scripts/tune apply turbo");
  }

  DoctorLine idleStates() {
    final Set<String> deep = new LinkedHashSet<>();
    boolean told = false;
    for (final Integer cpu : chosen) {
      final String folder = CPU + "cpu" + cpu + "/cpuidle/";
      for (final String state : files.names(folder)) {
        final Long latency = files.number(folder + state + "/latency");
        told |= latency != null;
        final Long disabled = files.number(folder + state + "/disable");
        if (latency != null && latency > DEEP_MICROS && (disabled == null || disabled == 0)) {
          deep.add(
              String.format(
                  Locale.ROOT, "%s %d µs", files.read(folder + state + "/name"), latency));
        }
      }
    }
    if (!told) {
      return notTold("c-states");
    }
    return deep.isEmpty()
        ? pass("c-states", "none deeper than " + DEEP_MICROS + " µs")
        : warn(
            "c-states",
            String.join(", ", deep),
            "a thread that yields or parks waits for its CPU to wake: scripts/tune apply c-states");
  }

  /** The chosen CPUs' nodes, and whether the kernel moves memory between nodes. */
  DoctorLine numa() {
    if (topology.nodes() == 0) {
      return notTold("numa");
    }
    final Collection<String> nodes =
        chosen.stream().map(topology::node).collect(Collectors.toCollection(TreeSet::new));
    final Long balancing = files.number("/proc/sys/kernel/numa_balancing");
    final String value =
        String.format(
            Locale.ROOT,
            "%d node%s, the chosen CPUs in %s, balancing %s",
            topology.nodes(),
            topology.nodes() == 1 ? "" : "s",
            String.join(" and ", nodes),
            balancing == null ? NOT_TOLD : balancing == 0 ? "off" : "on");
    if (nodes.size() > 1) {
      return warn("numa", value, "every message crosses nodes: give CPUs of one node");
    }
    return topology.nodes() > 1 && balancing != null && balancing != 0
        ? warn(
            "numa",
            value,
            "the kernel unmaps pages to see who uses them: scripts/tune apply numa-balancing")
        : pass("numa", value);
  }
}
