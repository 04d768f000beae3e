package org.whichjvm.collector.model;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.HistogramDecoder;
import org.whichjvm.collector.model.fork.Latency;

/** The forks of one contender: those that count, pooled, and how many do not. */
public final class ContenderForks {
    /** The kinds of pooled latencies: a contender shows the first of these that it has. */
    private enum Pool {
        OK,
        EXCLUDED
    }

    private final String name;
    private final ExclusionRules gates;
    private final List<JudgedFork> judged = new ArrayList<>();
    private final List<JudgedFork> overloaded = new ArrayList<>();
    private final List<Fork> unfit = new ArrayList<>();
    private final List<Fork> ok = new ArrayList<>();
    private final Map<Pool, Map<Latency, Histogram>> pools = new EnumMap<>(Pool.class);
    private JsonObject failedJvm = new JsonObject();
    private int failed;

    public ContenderForks(String name, ExclusionRules gates) {
        this.name = name;
        this.gates = gates;
    }

    /** Adds a fork of which exclusion rules exclude nothing. */
    public void add(Fork fork, Map<Latency, Histogram> latencies) {
        add(new JudgedFork(fork, Map.of(), 0, List.of()), latencies);
    }

    /** Adds a fork that ended well. One that exclusion rules exclude is shown and decides nothing. */
    public void add(JudgedFork fork, Map<Latency, Histogram> latencies) {
        judged.add(fork);
        if (fork.trips().isEmpty()) {
            ok.add(fork.fork());
        }
        pool(fork.trips().isEmpty() ? Pool.OK : Pool.EXCLUDED, latencies);
    }

    private void pool(Pool pool, Map<Latency, Histogram> latencies) {
        Map<Latency, Histogram> all = pools.computeIfAbsent(pool, key -> new EnumMap<>(Latency.class));
        latencies.forEach(
                (latency, counts) -> all.computeIfAbsent(latency, key -> new Histogram(HistogramDecoder.DIGITS))
                        .add(counts));
    }

    void addFailed() {
        failed++;
    }

    /** Remembers the JVM of a contender all of whose forks failed. */
    void show(JsonObject jvm) {
        failedJvm = jvm;
    }

    /** Adds a failed fork that could not keep the rate: it is slower than any that could. */
    void addOverloaded(JudgedFork fork) {
        overloaded.add(fork);
    }

    /** Adds a failed fork whose program had too little memory. */
    void addUnfit(Fork fork) {
        unfit.add(fork);
    }

    public String name() {
        return name;
    }

    public ExclusionRules gates() {
        return gates;
    }

    public int turns() {
        return judged.stream()
                .map(JudgedFork::fork)
                .filter(Fork::byTurns)
                .mapToInt(fork -> fork.turns().count())
                .sum();
    }

    public int turnsExcluded() {
        return judged.stream().mapToInt(JudgedFork::excluded).sum();
    }

    public int turnsExcludedBy(ExclusionRule rule) {
        return judged.stream()
                .mapToInt(each -> each.turns().getOrDefault(rule, 0))
                .sum();
    }

    /** The JVM of its first fork that is added up, else of one that failed. */
    public JsonObject jvm() {
        return added().isEmpty() ? failedJvm : added().get(0).setup().jvm();
    }

    /** The forks that decide: they ended well, and no exclusion rule excludes them. */
    public List<Fork> ok() {
        return ok;
    }

    public Map<Integer, Fork> byBlock() {
        Map<Integer, Fork> blocks = new TreeMap<>();
        ok.forEach(each -> blocks.put(each.name().block(), each));
        return blocks;
    }

    /** The forks that ended well, but that exclusion rules exclude. */
    public List<JudgedFork> excluded() {
        return judged.stream().filter(each -> !each.trips().isEmpty()).toList();
    }

    /** All forks that ended well, in the order in which they ran. */
    public List<Fork> all() {
        return judged.stream().map(JudgedFork::fork).toList();
    }

    /** The forks that are added up: those that decide, else the excluded ones. */
    public List<Fork> added() {
        return ok.isEmpty() ? all() : ok;
    }

    /** All latencies of the forks that are added up, of which one at least has some. */
    public Histogram pooled(Latency latency) {
        return pools.values().iterator().next().get(latency);
    }

    /** Failed forks that could not keep the rate: no other fork fails by its latency. */
    public int overloaded() {
        return overloaded.size();
    }

    /** The failed forks whose programs had too little memory. */
    public List<Fork> unfit() {
        return unfit;
    }

    /** The forks that could not keep the rate and decide: they are slower than any latency. */
    public List<Fork> tooSlow() {
        return overloaded.stream()
                .filter(each -> each.trips().isEmpty())
                .map(JudgedFork::fork)
                .toList();
    }

    /** The blocks of the forks that an exclusion rule excludes, also of those that failed. */
    public List<Integer> blocksExcludedBy(ExclusionRule rule) {
        return Stream.concat(judged.stream(), overloaded.stream())
                .filter(each -> each.trips().stream().anyMatch(trip -> trip.rule() == rule))
                .map(each -> each.fork().name().block())
                .toList();
    }

    public int failed() {
        return failed;
    }
}
