package org.whichjvm.workload.host;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The CPUs for the measured threads, and why these.
 *
 * <p>In this order: different cores; isolated; the fastest kind that has enough; one NUMA node; one L3; not CPU 0,
 * which takes most of a machine's housekeeping; without a timer tick (nohz_full); the highest numbers, or of a session
 * those that it draws. What a host does not tell makes no difference between its CPUs.
 */
public final class CpuChoice {
    /** One for each producer, then the consumer's. */
    public final List<Integer> cpus;

    /** A sentence, or null if the person asked for these. */
    public final String reason;

    /** The reason to doubt what is measured on them, or null; of CPUs that a person asked for there is none. */
    public final String warning;

    private final CpuTopology topology;
    private final int session;

    private CpuChoice(List<Integer> asked) {
        cpus = asked;
        reason = null;
        warning = null;
        topology = null;
        session = 0;
    }

    /** The choice that a person asked for, which needs no reason. */
    public static CpuChoice asked(List<Integer> cpus) {
        return new CpuChoice(cpus);
    }

    /**
     * Chooses as many as are needed of the allowed ones, which are no fewer; among those that are as good by the number
     * of a session, so that sessions of one host see several of its CPUs.
     *
     * @param session 0 outside of sessions
     */
    public CpuChoice(HostFiles files, List<Integer> allowed, int needed, int session) {
        topology = new CpuTopology(files);
        this.session = session;
        cpus = domains(allowed)
                .filter(domain -> domain.size() >= needed)
                .map(domain -> pick(domain, needed))
                .min(best())
                .orElseThrow(IllegalArgumentException::new);
        Collections.sort(cpus);
        reason = reason(allowed);
        warning = siblings(cpus) > 0
                ? "CPU "
                        + Cpus.join(cpus)
                        + " are siblings of one core, and slow each other: give CPUs of different cores, if"
                        + " there are any (--cpus, or compose: WHICHJVM_CPUSET)"
                : topology.mix(cpus)
                        .map(mix -> mix
                                + ", and each thread waits for the slowest: give CPUs of one kind, if there"
                                + " are any (--cpus, or compose: WHICHJVM_CPUSET)")
                        .orElse(null);
    }

    /** All there are, and the CPUs of each node, of each L3 and of each kind. */
    private Stream<List<Integer>> domains(List<Integer> allowed) {
        return Stream.concat(
                Stream.of(allowed),
                Stream.<Function<Integer, Object>>of(topology::node, topology::l3, topology::kind)
                        .map(Collectors::<Integer, Object>groupingBy)
                        .flatMap(places -> allowed.stream().collect(places).values().stream()));
    }

    /** The best of each core first; their siblings only if there are too few. */
    private List<Integer> pick(List<Integer> domain, int needed) {
        Comparator<Integer> bestFirst = Comparator.<Integer, Boolean>comparing(cpu -> !topology.isolated(cpu))
                .thenComparing(topology::kind)
                .thenComparing(cpu -> !topology.tickless(cpu))
                .thenComparing(cpu -> cpu == 0)
                .thenComparing(this::drawn)
                .thenComparing(Comparator.reverseOrder());
        Set<String> cores = new HashSet<>();
        Map<Boolean, List<Integer>> byFirstOfCore = domain.stream()
                .sorted(bestFirst)
                .collect(Collectors.partitioningBy(cpu -> cores.add(topology.core(cpu))));
        return Stream.concat(byFirstOfCore.get(true).stream(), byFirstOfCore.get(false).stream())
                .limit(needed)
                .collect(Collectors.toList());
    }

    /** The better group comes first. */
    private Comparator<List<Integer>> best() {
        return Comparator.<List<Integer>>comparingInt(this::siblings)
                .thenComparing(group -> without(group, topology::isolated))
                .thenComparing(group ->
                        group.stream().map(topology::kind).max(Integer::compare).orElse(0))
                .thenComparing(group -> kinds(group, topology::kind))
                .thenComparing(group -> kinds(group, topology::node))
                .thenComparing(group -> kinds(group, topology::l3))
                .thenComparing(group -> group.contains(0))
                .thenComparing(group -> without(group, topology::tickless))
                .thenComparing(group -> drawn(Collections.max(group)))
                .thenComparing(CpuChoice::mask, Comparator.reverseOrder());
    }

    /** The place of a CPU in the order that the session draws; the same for all without one. */
    private int drawn(int cpu) {
        return session == 0 ? 0 : new SplittableRandom(31L * session + cpu).nextInt();
    }

    private static long without(List<Integer> group, Predicate<Integer> quality) {
        return group.stream().filter(quality.negate()).count();
    }

    /** It is the greater, the higher the numbers are. */
    private static BigInteger mask(List<Integer> group) {
        return group.stream().map(BigInteger.ONE::shiftLeft).reduce(BigInteger.ZERO, BigInteger::add);
    }

    private int siblings(List<Integer> group) {
        return group.size() - kinds(group, topology::core);
    }

    private static int kinds(List<Integer> group, Function<Integer, ?> place) {
        return (int) group.stream().map(place).distinct().count();
    }

    private String reason(List<Integer> allowed) {
        if (cpus.isEmpty()) {
            return "no CPU: this host tells of none";
        }
        List<String> facts = new ArrayList<>();
        if (allowed.size() == cpus.size()) {
            facts.add("there are no others in this cpuset");
        } else {
            long isolated = cpus.stream().filter(topology::isolated).count();
            facts.add(isolated == cpus.size() ? "isolated" : isolated == 0 ? "none isolated" : "not all isolated");
            if (cpus.stream().allMatch(topology::tickless)) {
                facts.add("without a timer tick");
            }
        }
        List<List<Integer>> kinds = topology.kinds(allowed);
        if (kinds.size() > 1) {
            facts.add(
                    kinds.get(0).containsAll(cpus)
                            ? "of the fastest kind"
                            : kinds(cpus, topology::kind) > 1 ? "of different kinds" : "not of the fastest kind");
        }
        if (topology.nodes() > 1) {
            facts.add(kinds(cpus, topology::node) == 1 ? "one NUMA node" : "different NUMA nodes");
        }
        if (topology.tellsL3(cpus)) {
            facts.add(kinds(cpus, topology::l3) == 1 ? "one L3" : "different L3s");
        }
        if (topology.tellsCores(cpus)) {
            facts.add(siblings(cpus) == 0 ? "different cores" : "siblings of one core");
        }
        String chosen = cpus.stream().map(String::valueOf).collect(Collectors.joining(" and "));
        return "CPU " + chosen + ": " + String.join(", ", facts);
    }
}
