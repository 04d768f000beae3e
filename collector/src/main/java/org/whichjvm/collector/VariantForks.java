package org.whichjvm.collector;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** The forks of one variant: those that count, pooled, and how many do not. */
final class VariantForks {
  private final String name;
  private final List<Fork> ok = new ArrayList<>();
  private final Map<Latency, Counts> pooled = new EnumMap<>(Latency.class);
  private JsonObject jvm = new JsonObject();
  private int failed;
  private int overloaded;
  private int setAside;

  VariantForks(final String name) {
    this.name = name;
  }

  /** Counts a fork in. */
  void add(final Fork fork, final Map<Latency, Counts> latencies) {
    jvm = ok.isEmpty() ? fork.jvm() : jvm;
    ok.add(fork);
    latencies.forEach(
        (latency, counts) -> pooled.computeIfAbsent(latency, key -> new Counts()).add(counts));
  }

  /** Counts a fork out; its JVM is shown if no other fork of the variant tells one. */
  void addUnusable(final JsonObject itsJvm, final boolean isFailure, final boolean isOverloaded) {
    if (ok.isEmpty() && itsJvm.size() > 0) {
      jvm = itsJvm;
    }
    failed += isFailure ? 1 : 0;
    overloaded += isOverloaded ? 1 : 0;
    setAside += isFailure ? 0 : 1;
  }

  String name() {
    return name;
  }

  JsonObject jvm() {
    return jvm;
  }

  List<Fork> ok() {
    return ok;
  }

  /** All latencies of the forks that count; made anew at each call. */
  Histogram pooled(final Latency latency) {
    return pooled.getOrDefault(latency, new Counts()).toHistogram();
  }

  /**
   * Those of the failed that could not keep the rate: the only ones that failed by their latency.
   */
  int overloaded() {
    return overloaded;
  }

  int failed() {
    return failed;
  }

  int setAside() {
    return setAside;
  }
}
