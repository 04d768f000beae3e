package org.whichjvm.workload.contention;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.host.HelperThreads;
import org.whichjvm.workload.host.ThreadCounters;
import org.whichjvm.workload.score.ScoreWindow;

/**
 * The state of each of JMH's measuring threads. JMH does not pin, and this does: two threads on one
 * CPU would contend for nothing.
 */
@State(Scope.Thread)
public class BenchmarkThread {
  private static volatile List<Integer> cpus = Collections.emptyList();

  private static volatile ScoreWindow window;

  /** By CPU, what the kernel has counted for all threads that ended: a process is one fork. */
  private static final Map<Integer, JsonObject> COUNTED =
      Collections.synchronizedMap(new TreeMap<>());

  /** Its cell, which no other thread touches. */
  PaddedLong own;

  /** Takes what an operation returned, so that no compiler chooses one that returns nothing. */
  long seen;

  /** From 0. */
  int index;

  private ThreadCounters counters;

  /**
   * Prepares the next run, whose threads have these CPUs and which is counted in this window.
   * Static, for JMH makes the threads and knows no other way to tell them.
   */
  static void next(final List<Integer> each, final ScoreWindow counts) {
    cpus = each;
    window = counts;
  }

  /** Runs in the thread itself, once; {@link CannotRun} if it is not where it should be. */
  @Setup
  public void start(final ThreadParams params) {
    index = params.getThreadIndex();
    HelperThreads.registerMeasured();
    Cpus.pin(cpus.get(index));
    own = new PaddedLong();
    if (index == 0) {
      window.start();
    }
    counters = new ThreadCounters();
    counters.start();
  }

  /** Runs in the thread itself, after its last iteration. */
  @TearDown
  public void end() {
    counters.end();
    if (index == 0) {
      window.end();
    }
    final JsonObject counted = new JsonObject();
    counters.describe(counted);
    // Threads that run at once have a CPU each, and so a sum each.
    final JsonObject sum = COUNTED.computeIfAbsent(cpus.get(index), BenchmarkThread::named);
    for (final String key : counted.keySet()) {
      final BigDecimal more = counted.get(key).getAsBigDecimal();
      sum.addProperty(key, sum.has(key) ? sum.get(key).getAsBigDecimal().add(more) : more);
    }
  }

  private static JsonObject named(final int cpu) {
    final JsonObject json = new JsonObject();
    json.addProperty("name", "cpu-" + cpu);
    json.addProperty("cpu", cpu);
    return json;
  }

  /** Forgets what warm-ups counted. */
  static void forget() {
    COUNTED.clear();
  }

  /** Waits and page faults of the threads of all runs, those on one CPU together. */
  static JsonArray counted() {
    final JsonArray threads = new JsonArray();
    COUNTED.values().forEach(threads::add);
    return threads;
  }
}
