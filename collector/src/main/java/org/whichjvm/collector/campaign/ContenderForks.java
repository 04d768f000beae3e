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
  private final List<Fork> ok = new ArrayList<>();
  private final List<Gated> gated = new ArrayList<>();
  private final Map<Latency, Counts> pooled = new EnumMap<>(Latency.class);
  private final Map<Latency, Counts> gatedPooled = new EnumMap<>(Latency.class);
  private final List<Fork> emulated = new ArrayList<>();
  private final Map<Latency, Counts> emulatedPooled = new EnumMap<>(Latency.class);
  private JsonObject jvm = new JsonObject();
  private JsonObject producerJvm = new JsonObject();
  private int failed;
  private final List<Integer> overloadedBlocks = new ArrayList<>();

  public ContenderForks(final String name) {
    this.name = name;
  }

  /**
   * A fork that ended well, and that gates have set aside.
   *
   * @param fork which
   * @param trips at least one
   */
  public record Gated(Fork fork, List<Gates.Trip> trips) {}

  /** Counts a fork in. */
  public void add(final Fork fork, final Map<Latency, Counts> latencies) {
    if (ok.isEmpty()) {
      show(fork);
    }
    ok.add(fork);
    pool(pooled, latencies);
  }

  /** Sets an ok fork aside: it is shown and decides nothing. */
  public void addGated(
      final Fork fork, final Map<Latency, Counts> latencies, final List<Gates.Trip> trips) {
    if (ok.isEmpty() && gated.isEmpty()) {
      show(fork);
    }
    gated.add(new Gated(fork, trips));
    pool(gatedPooled, latencies);
  }

  /** Sets a fork of an emulated CPU aside: it is shown, with a mark, and decides nothing. */
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

  /** Counts a fork out; its JVM is shown if no other fork of the contender tells one. */
  void addUnusable(final JsonObject itsJvm) {
    if (all().isEmpty() && itsJvm.size() > 0) {
      jvm = itsJvm;
    }
    failed++;
  }

  /** Says of a fork counted out that it could not keep the rate. */
  void addOverloaded(final int block) {
    overloadedBlocks.add(block);
  }

  public String name() {
    return name;
  }

  public JsonObject jvm() {
    return jvm;
  }

  /** Of a pair of JVMs the one that sends, {@link #jvm} being the one that receives. */
  public JsonObject producerJvm() {
    return producerJvm;
  }

  /** Those that decide: they ended well, and no gate has set them aside. */
  public List<Fork> ok() {
    return ok;
  }

  /** Those that ended well, but that gates have set aside. */
  public List<Gated> gated() {
    return gated;
  }

  /** Those that ended well, but on an emulated CPU. */
  public List<Fork> emulated() {
    return emulated;
  }

  /** Whether all that could be shown of it ran on an emulated CPU: then its figures are marked. */
  public boolean onlyEmulated() {
    return ok.isEmpty() && gated.isEmpty() && !emulated.isEmpty();
  }

  /** All that ended well, in the order in which they ran. */
  public List<Fork> all() {
    return Stream.of(ok.stream(), gated.stream().map(Gated::fork), emulated.stream())
        .flatMap(each -> each)
        .sorted(Comparator.comparing(Fork::name))
        .toList();
  }

  /**
   * Those that are added up: the ones that decide, or if there is none the ones that gates set
   * aside, or if there is none of them either the emulated ones.
   */
  public List<Fork> added() {
    if (!ok.isEmpty()) {
      return ok;
    }
    return gated.isEmpty() ? emulated : gated.stream().map(Gated::fork).toList();
  }

  /** All latencies of the forks that are added up; made anew at each call. */
  public Histogram pooled(final Latency latency) {
    final Map<Latency, Counts> counted =
        ok.isEmpty() ? gated.isEmpty() ? emulatedPooled : gatedPooled : pooled;
    return counted.getOrDefault(latency, new Counts()).toHistogram();
  }

  /**
   * Those of the failed that could not keep the rate: the only ones that failed by their latency.
   */
  public int overloaded() {
    return overloadedBlocks.size();
  }

  public List<Integer> overloadedBlocks() {
    return overloadedBlocks;
  }

  public int failed() {
    return failed;
  }

  public int setAside() {
    return emulated.size();
  }
}
