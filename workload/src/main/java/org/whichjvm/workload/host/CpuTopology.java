package org.whichjvm.workload.host;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.whichjvm.common.Units;

/**
 * Which CPUs share a core, an L3 or a NUMA node, which are kept free and which are of one kind, as far as it is told.
 */
public final class CpuTopology {
    /** The folder of the CPUs, with a slash at its end. */
    public static final String CPU = "/sys/devices/system/cpu/";

    private static final String NODE = "/sys/devices/system/node/";
    private static final String L3 = "3";
    private static final String NOT_TOLD = "?";

    /** The slowest of a kind has so much of the fastest's speed: makers favour some of like cores. */
    private static final double OF_ONE_KIND = 0.9;

    private final HostFiles files;
    private final List<Integer> isolated;
    private final List<Integer> tickless;
    private final Map<Integer, String> nodeOf = new HashMap<>();
    private final Map<Integer, Integer> kindOf = new HashMap<>();

    public CpuTopology(HostFiles files) {
        this.files = files;
        isolated = orNone(files.cpuList(CPU + "isolated"));
        tickless = orNone(files.cpuList(CPU + "nohz_full"));
        for (String name : files.names(NODE)) {
            if (name.matches("node\\d+")) {
                orNone(files.cpuList(NODE + name + "/cpulist")).forEach(cpu -> nodeOf.put(cpu, name));
            }
        }
        List<Integer> online = orNone(files.cpuList(CPU + "online"));
        // A kernel has a capacity for each CPU where they differ by more than their clocks.
        Map<Integer, Long> capacities = numbers(online, "/cpu_capacity");
        setKinds(capacities.isEmpty() ? numbers(online, "/cpufreq/cpuinfo_max_freq") : capacities);
    }

    /** A number of each CPU; empty unless the host tells it of all. */
    private Map<Integer, Long> numbers(List<Integer> cpus, String file) {
        Map<Integer, Long> numbers = new HashMap<>();
        for (int cpu : cpus) {
            Long number = files.number(CPU + "cpu" + cpu + file);
            if (number == null) {
                return Collections.emptyMap();
            }
            numbers.put(cpu, number);
        }
        return numbers;
    }

    private void setKinds(Map<Integer, Long> speeds) {
        int kind = -1;
        long fastest = Long.MAX_VALUE;
        List<Integer> fastestFirst = new ArrayList<>(speeds.keySet());
        fastestFirst.sort(Comparator.comparing(speeds::get, Comparator.reverseOrder()));
        for (int cpu : fastestFirst) {
            if (speeds.get(cpu) < OF_ONE_KIND * fastest) {
                fastest = speeds.get(cpu);
                kind++;
            }
            kindOf.put(cpu, kind);
        }
    }

    /** Whether the host tells how fast its CPUs are. */
    public boolean tellsKinds() {
        return !kindOf.isEmpty();
    }

    /** 0 for a CPU of the fastest kind, 1 for the next; 0 for all where the host does not tell. */
    int kind(int cpu) {
        return kindOf.getOrDefault(cpu, 0);
    }

    /** CPUs by kind, the fastest first. */
    public List<List<Integer>> kinds(List<Integer> cpus) {
        return new ArrayList<>(cpus.stream()
                .collect(Collectors.groupingBy(this::kind, TreeMap::new, Collectors.toList()))
                .values());
    }

    /** That the CPUs are of several kinds, such as "CPU 0 is faster than CPU 1,2"; else empty. */
    public Optional<String> mix(List<Integer> cpus) {
        List<List<Integer>> kinds = kinds(cpus);
        if (kinds.size() < 2) {
            return Optional.empty();
        }
        List<Integer> fast = kinds.get(0);
        List<Integer> others = new ArrayList<>(cpus);
        others.removeAll(fast);
        return Optional.of(Units.text(
                "CPU %s %s faster than CPU %s", Cpus.join(fast), fast.size() == 1 ? "is" : "are", Cpus.join(others)));
    }

    /** NUMA nodes with CPUs: one of memory alone is no place for a thread. 0 if it is not told. */
    public int nodes() {
        return (int) nodeOf.values().stream().distinct().count();
    }

    /** Whether the scheduler puts nothing on the CPU by itself. */
    public boolean isolated(int cpu) {
        return isolated.contains(cpu);
    }

    /** Whether the CPU has no timer tick while one thread runs on it. */
    public boolean tickless(int cpu) {
        return tickless.contains(cpu);
    }

    /** The NUMA node of a CPU; the same for all where the host does not tell. */
    public String node(int cpu) {
        return nodeOf.getOrDefault(cpu, NOT_TOLD);
    }

    /** The CPUs of the same core; where it is not told each CPU is one. */
    String core(int cpu) {
        List<Integer> threads = threads(cpu);
        return threads == null ? NOT_TOLD + cpu : Cpus.join(threads);
    }

    /** The CPUs below the same L3; where it is not told, those of the node. */
    String l3(int cpu) {
        return sharedL3(cpu).orElse(NOT_TOLD + node(cpu));
    }

    boolean tellsL3(List<Integer> cpus) {
        return cpus.stream().allMatch(cpu -> sharedL3(cpu).isPresent());
    }

    /** Whether the host tells which CPUs share a core with these. */
    public boolean tellsCores(List<Integer> cpus) {
        return cpus.stream().allMatch(cpu -> threads(cpu) != null);
    }

    /** The other threads of a CPU's core that are online; none if it is not told. */
    public List<Integer> siblingsOf(int cpu) {
        List<Integer> others = new ArrayList<>(orNone(threads(cpu)));
        others.remove(Integer.valueOf(cpu));
        return others;
    }

    private List<Integer> threads(int cpu) {
        // The newer name first; kernels before 5.4 have only the other.
        String folder = CPU + "cpu" + cpu + "/topology/";
        List<Integer> threads = files.cpuList(folder + "core_cpus_list");
        return threads == null ? files.cpuList(folder + "thread_siblings_list") : threads;
    }

    private Optional<String> sharedL3(int cpu) {
        String folder = CPU + "cpu" + cpu + "/cache/";
        return files.names(folder).stream()
                .filter(name -> L3.equals(files.read(folder + name + "/level")))
                .findFirst()
                .map(name -> files.read(folder + name + "/shared_cpu_list"));
    }

    private static List<Integer> orNone(List<Integer> cpus) {
        return cpus == null ? Collections.emptyList() : cpus;
    }
}
