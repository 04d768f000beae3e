package org.whichjvm.collector.campaign;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.whichjvm.collector.campaign.fork.Counts;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.Latency;

/** The forks of one contender: those that count, pooled, and how many do not. */
public final class ContenderForks {
  private final String name;
  private final Gates gates;
  private final List<Fork> ok = new ArrayList<>();
  private final List<Excluded> excluded = new ArrayList<>();
  private final Map<Latency, Counts> pooled = new EnumMap<>(Latency.class);
  private final Map<Latency, Counts> excludedPooled = new EnumMap<>(Latency.class);
  private final List<Fork> emulated = new ArrayList<>();
  private final Map<Latency, Counts> emulatedPooled = new EnumMap<>(Latency.class);
  private JsonObject jvm = new JsonObject();
  private JsonObject producerJvm = new JsonObject();
  private final Map<Gate, List<Integer>> blocksByGate = new EnumMap<>(Gate.class);
  private final Map<Gate, Integer> turnsByGate = new EnumMap<>(Gate.class);
  private int turns;
  private int turnsExcluded;
  private int failed;
  private int overloaded;
  private final List<Fork> tooSlow = new ArrayList<>();

  /** Without a fork yet, and without gates. */
  public ContenderForks(final String name) {
    this(name, Gates.NONE);
  }

  /**
   * Without a fork yet.
   *
   * @param gates of its campaign
   */
  public ContenderForks(final String name, final Gates gates) {
    this.name = name;
    this.gates = gates;
  }

  /**
   * A fork that ended well and that gates exclude.
   *
   * @param fork which
   * @param trips at least one
   */
  public record Excluded(Fork fork, List<Gates.Trip> trips) {}

  /** Counts a fork in. */
  public void add(final Fork fork, final Map<Latency, Counts> latencies) {
    if (ok.isEmpty()) {
      show(fork);
    }
    ok.add(fork);
    pool(pooled, latencies);
  }

  /** Excludes an ok fork: it is shown and decides nothing. */
  public void addExcluded(
      final Fork fork, final Map<Latency, Counts> latencies, final List<Gates.Trip> trips) {
    if (ok.isEmpty() && excluded.isEmpty()) {
      show(fork);
    }
    excluded.add(new Excluded(fork, trips));
    addBlock(fork, trips);
    pool(excludedPooled, latencies);
  }

  /** Counts the turns of a fork, and what gates exclude of them. */
  void addTurns(final JudgedFork judged) {
    if (judged.fork().byTurns()) {
      turns += judged.fork().turns().count();
      turnsExcluded += judged.excluded();
      judged.turns().forEach((gate, count) -> turnsByGate.merge(gate, count, Integer::sum));
    }
  }

  /** Adds a fork of an emulated CPU: it is shown, with a mark, and decides nothing. */
  void addEmulated(final Fork fork, final Map<Latency, Counts> latencies) {
    if (all().isEmpty()) {
      show(fork);
    }
    emulated.add(fork);
    pool(emulatedPooled, latencies);
  }

  private void show(final Fork fork) {
    jvm = fork.jvm();
    producerJvm = fork.producerJvm();
  }

  private static void pool(final Map<Latency, Counts> pool, final Map<Latency, Counts> latencies) {
    latencies.forEach(
        (latency, counts) -> pool.computeIfAbsent(latency, key -> new Counts()).add(counts));
  }

  /** Counts a fork that failed. */
  void addFailed() {
    failed++;
  }

  /** Tells the JVM of a contender that has no fork but those that failed. */
  void show(final JsonObject itsJvm) {
    jvm = itsJvm;
  }

  /**
   * Says of a fork that failed that it could not keep the rate. It decides, unless a gate excludes
   * it: it is slower than any that could.
   *
   * @param trips of the gates that exclude its block; may be empty
   */
  void addOverloaded(final Fork fork, final List<Gates.Trip> trips) {
    overloaded++;
    if (trips.isEmpty() && !fork.emulated()) {
      tooSlow.add(fork);
    }
    addBlock(fork, trips);
  }

  private void addBlock(final Fork fork, final List<Gates.Trip> trips) {
    trips.forEach(
        trip ->
            blocksByGate
                .computeIfAbsent(trip.gate(), key -> new ArrayList<>())
                .add(fork.name().block()));
  }

  public String name() {
    return name;
  }

  /** The gates of its campaign. */
  public Gates gates() {
    return gates;
  }

  /** Turns of all forks that no emulator ran. */
  public int turns() {
    return turns;
  }

  /** Those of them that a gate excludes. */
  public int turnsExcluded() {
    return turnsExcluded;
  }

  /** Those that one gate excludes. */
  public int turnsExcludedBy(final Gate gate) {
    return turnsByGate.getOrDefault(gate, 0);
  }

  public JsonObject jvm() {
    return jvm;
  }

  /** The JVM of a pair that sends, {@link #jvm} being the one that receives. */
  public JsonObject producerJvm() {
    return producerJvm;
  }

  /** The forks that decide: they ended well, and no gate excludes them. */
  public List<Fork> ok() {
    return ok;
  }

  /** The forks that ended well, but that gates exclude. */
  public List<Excluded> excluded() {
    return excluded;
  }

  /** The forks that ended well, but on an emulated CPU. */
  public List<Fork> emulated() {
    return emulated;
  }

  /** Whether all of its forks ran on an emulated CPU: then its figures are marked. */
  public boolean onlyEmulated() {
    return ok.isEmpty() && excluded.isEmpty() && !emulated.isEmpty();
  }

  /** All forks that ended well, in the order in which they ran. */
  public List<Fork> all() {
    return Stream.of(ok.stream(), excluded.stream().map(Excluded::fork), emulated.stream())
        .flatMap(each -> each)
        .sorted(Comparator.comparing(Fork::name))
        .toList();
  }

  /**
   * The forks that are added up: those that decide; without any of these the excluded ones; without
   * any of either the emulated ones.
   */
  public List<Fork> added() {
    if (!ok.isEmpty()) {
      return ok;
    }
    return excluded.isEmpty() ? emulated : excluded.stream().map(Excluded::fork).toList();
  }

  /** All latencies of the forks that are added up; made anew at each call. */
  public Histogram pooled(final Latency latency) {
    final Map<Latency, Counts> counted =
        ok.isEmpty() ? excluded.isEmpty() ? emulatedPooled : excludedPooled : pooled;
    return counted.getOrDefault(latency, new Counts()).toHistogram();
  }

  /**
   * The number of failed forks that could not keep the rate: no other fork fails by its latency.
   */
  public int overloaded() {
    return overloaded;
  }

  /** Those of them that decide, for no gate excludes them: they are slower than any latency. */
  public List<Fork> tooSlow() {
    return tooSlow;
  }

  /** The blocks of the forks that a gate excludes, also of those that failed. */
  public List<Integer> blocksExcludedBy(final Gate gate) {
    return blocksByGate.getOrDefault(gate, List.of());
  }

  public int failed() {
    return failed;
  }
}
