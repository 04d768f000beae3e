package org.whichjvm.workload.host;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The CPUs for the measured threads, and why these.
 *
 * <p>In this order: different cores; isolated; one NUMA node; one L3; not CPU 0, which takes most
 * of a machine's housekeeping; without a timer tick (nohz_full); the highest numbers. What a host
 * does not tell makes no difference between its CPUs.
 */
public final class CpuChoice {
  /** One for each producer, then the consumer's. */
  public final List<Integer> cpus;

  /** A sentence, or null if the person asked for these. */
  public final String reason;

  private final boolean siblings;

  private CpuChoice(final List<Integer> cpus, final String reason, final boolean siblings) {
    this.cpus = cpus;
    this.reason = reason;
    this.siblings = siblings;
  }

  /** The choice that a person asked for, which needs no reason. */
  public static CpuChoice asked(final List<Integer> cpus) {
    return new CpuChoice(cpus, null, false);
  }

  /**
   * Chooses as many as are needed.
   *
   * @param allowed the CPUs to choose from, at least {@code needed}
   */
  public static CpuChoice of(final HostFiles files, final List<Integer> allowed, final int needed) {
    final CpuTopology topology = new CpuTopology(files);
    final Comparator<Integer> better = better(topology);
    final List<Integer> best =
        domains(topology, allowed).stream()
            .filter(domain -> domain.size() >= needed)
            .map(domain -> pick(topology, domain, needed, better))
            .min((a, b) -> compare(topology, a, b))
            .orElseThrow(IllegalArgumentException::new);
    final List<Integer> chosen = best.stream().sorted().collect(Collectors.toList());
    return new CpuChoice(chosen, reason(topology, chosen, allowed), siblings(topology, chosen) > 0);
  }

  /** The reason to doubt the figures, or null. */
  public String warning() {
    return siblings
        ? "CPU "
            + Cpus.join(cpus)
            + " are siblings of one core, and slow each other: give CPUs of different cores, if"
            + " there are any (--cpus, or compose: WHICHJVM_CPUSET)"
        : null;
  }

  /** All there are, and the CPUs of each node and of each L3. */
  private static Collection<List<Integer>> domains(
      final CpuTopology topology, final List<Integer> allowed) {
    final Set<List<Integer>> domains = new LinkedHashSet<>();
    for (final Integer cpu : allowed) {
      domains.add(alike(allowed, cpu, topology::l3));
      domains.add(alike(allowed, cpu, topology::node));
    }
    domains.add(allowed);
    return domains;
  }

  private static List<Integer> alike(
      final List<Integer> allowed, final Integer cpu, final Function<Integer, String> place) {
    return allowed.stream()
        .filter(other -> place.apply(other).equals(place.apply(cpu)))
        .collect(Collectors.toList());
  }

  /** The best of each core first; their siblings only if there are too few. */
  private static List<Integer> pick(
      final CpuTopology topology,
      final List<Integer> domain,
      final int needed,
      final Comparator<Integer> better) {
    final List<Integer> left = new ArrayList<>(domain);
    left.sort(better);
    final List<Integer> group = new ArrayList<>();
    final Set<String> cores = new HashSet<>();
    for (final Integer cpu : left) {
      if (group.size() < needed && cores.add(topology.core(cpu))) {
        group.add(cpu);
      }
    }
    left.removeAll(group);
    group.addAll(left.subList(0, needed - group.size()));
    return group;
  }

  private static Comparator<Integer> better(final CpuTopology topology) {
    return Comparator.<Integer, Boolean>comparing(cpu -> !topology.isolated(cpu))
        .thenComparing(cpu -> !topology.tickless(cpu))
        .thenComparing(Comparator.reverseOrder());
  }

  /** Negative if the first group is the better one. */
  private static int compare(
      final CpuTopology topology, final List<Integer> a, final List<Integer> b) {
    final List<Integer> costsA = costs(topology, a);
    final List<Integer> costsB = costs(topology, b);
    for (int i = 0; i < costsA.size(); i++) {
      final int order = costsA.get(i).compareTo(costsB.get(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static List<Integer> costs(final CpuTopology topology, final List<Integer> group) {
    final List<Integer> costs = new ArrayList<>();
    costs.add(siblings(topology, group));
    costs.add((int) group.stream().filter(cpu -> !topology.isolated(cpu)).count());
    costs.add(kinds(group, topology::node));
    costs.add(kinds(group, topology::l3));
    costs.add(group.contains(0) ? 1 : 0);
    costs.add((int) group.stream().filter(cpu -> !topology.tickless(cpu)).count());
    group.stream().sorted(Comparator.reverseOrder()).forEach(cpu -> costs.add(-cpu));
    return costs;
  }

  private static int siblings(final CpuTopology topology, final List<Integer> group) {
    return group.size() - kinds(group, topology::core);
  }

  private static int kinds(final List<Integer> group, final Function<Integer, String> place) {
    return (int) group.stream().map(place).distinct().count();
  }

  private static String reason(
      final CpuTopology topology, final List<Integer> chosen, final List<Integer> allowed) {
    if (chosen.isEmpty()) {
      return "no CPU: this host tells of none";
    }
    final List<String> facts = new ArrayList<>();
    if (allowed.size() == chosen.size()) {
      facts.add("there are no others in this cpuset");
    } else {
      final long isolated = chosen.stream().filter(topology::isolated).count();
      facts.add(
          isolated == chosen.size()
              ? "isolated"
              : isolated == 0 ? "none isolated" : "not all isolated");
      if (chosen.stream().allMatch(topology::tickless)) {
        facts.add("without a timer tick");
      }
    }
    if (topology.nodes() > 1) {
      facts.add(kinds(chosen, topology::node) == 1 ? "one NUMA node" : "different NUMA nodes");
    }
    if (topology.tellsL3(chosen)) {
      facts.add(kinds(chosen, topology::l3) == 1 ? "one L3" : "different L3s");
    }
    if (topology.tellsCores(chosen)) {
      facts.add(siblings(topology, chosen) == 0 ? "different cores" : "siblings of one core");
    }
    return "CPU "
        + chosen.stream().map(String::valueOf).collect(Collectors.joining(" and "))
        + ": "
        + String.join(", ", facts);
  }
}
