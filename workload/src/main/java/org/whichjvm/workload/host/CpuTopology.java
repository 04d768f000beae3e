package org.whichjvm.workload.host;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which CPUs share a core, an L3 or a NUMA node, and which are kept free, as far as it is told. */
public final class CpuTopology {
  /** The folder of the CPUs, with a slash at its end. */
  public static final String CPU = "/sys/devices/system/cpu/";

  private static final String NODE = "/sys/devices/system/node/";
  private static final String L3 = "3";
  private static final String NOT_TOLD = "?";

  private final HostFiles files;
  private final List<Integer> isolated;
  private final List<Integer> tickless;
  private final Map<Integer, String> nodeOf = new HashMap<>();

  public CpuTopology(final HostFiles files) {
    this.files = files;
    isolated = orNone(files.cpuList(CPU + "isolated"));
    tickless = orNone(files.cpuList(CPU + "nohz_full"));
    for (final String name : files.names(NODE)) {
      if (name.matches("node\\d+")) {
        orNone(files.cpuList(NODE + name + "/cpulist")).forEach(cpu -> nodeOf.put(cpu, name));
      }
    }
  }

  /** NUMA nodes with CPUs: one of memory alone is no place for a thread. 0 if it is not told. */
  public int nodes() {
    return (int) nodeOf.values().stream().distinct().count();
  }

  /** Whether the scheduler puts nothing on the CPU by itself. */
  public boolean isolated(final int cpu) {
    return isolated.contains(cpu);
  }

  /** Whether the CPU has no timer tick while one thread runs on it. */
  public boolean tickless(final int cpu) {
    return tickless.contains(cpu);
  }

  /** The NUMA node of a CPU; the same for all where the host does not tell. */
  public String node(final int cpu) {
    return nodeOf.getOrDefault(cpu, NOT_TOLD);
  }

  /** The CPUs of the same core; where it is not told each CPU is one. */
  String core(final int cpu) {
    final List<Integer> threads = threads(cpu);
    return threads == null ? NOT_TOLD + cpu : Cpus.join(threads);
  }

  /** The CPUs below the same L3; where it is not told, those of the node. */
  String l3(final int cpu) {
    return sharedL3(cpu).orElse(NOT_TOLD + node(cpu));
  }

  boolean tellsL3(final List<Integer> cpus) {
    return cpus.stream().allMatch(cpu -> sharedL3(cpu).isPresent());
  }

  /** Whether the host tells which CPUs share a core with these. */
  public boolean tellsCores(final List<Integer> cpus) {
    return cpus.stream().allMatch(cpu -> threads(cpu) != null);
  }

  /** The other threads of a CPU's core that are online; none if it is not told. */
  public List<Integer> siblingsOf(final int cpu) {
    final List<Integer> others = new ArrayList<>(orNone(threads(cpu)));
    others.remove(Integer.valueOf(cpu));
    return others;
  }

  private List<Integer> threads(final int cpu) {
    // The newer name first; kernels before 5.4 have only the other.
    final String folder = CPU + "cpu" + cpu + "/topology/";
    final List<Integer> threads = files.cpuList(folder + "core_cpus_list");
    return threads == null ? files.cpuList(folder + "thread_siblings_list") : threads;
  }

  private Optional<String> sharedL3(final int cpu) {
    final String folder = CPU + "cpu" + cpu + "/cache/";
    return files.names(folder).stream()
        .filter(name -> L3.equals(files.read(folder + name + "/level")))
        .findFirst()
        .map(name -> files.read(folder + name + "/shared_cpu_list"));
  }

  private static List<Integer> orNone(final List<Integer> cpus) {
    return cpus == null ? Collections.emptyList() : cpus;
  }
}
