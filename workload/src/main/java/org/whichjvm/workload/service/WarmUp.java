package org.whichjvm.workload.service;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.whichjvm.common.RefereeFiles;
import org.whichjvm.common.Units;
import org.whichjvm.workload.fork.ForkFailure;

/**
 * Keeps a server busy, in steps of a second, until its throughput is steady and its compilers are
 * idle: for half of the time that was asked for at least, and for {@value #MOST} times of it at
 * most, but no longer than a block's referee waits, less the time in which a server starts.
 */
final class WarmUp {
  private static final int MOST = 3;
  private static final int STEPS_BEFORE_STEADY = 3;

  /** So much of the referee's time for a warm-up is the server's to start. */
  private static final long START_NANOS = TimeUnit.SECONDS.toNanos(20);

  /** The last step is as good as the best of three, but for this share. */
  private static final double STEADY = 0.97;

  /**
   * Compilers are idle that take no more of a CPU; a busy server has always some code to compile.
   */
  private static final double IDLE = 0.05;

  /** It was warm once it had this share of its steady throughput. */
  private static final double WARM = 0.9;

  /** From the end of a step to the start of the next one: vegeta starts meanwhile. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(15);

  /** After a step the compilers get so much time without load at most. */
  private static final long CATCH_UP_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private static final long LEAST_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final long MOST_STEP_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final long startedNanos;
  private final List<Double> ends = new ArrayList<>();
  private final List<Double> rates = new ArrayList<>();
  private final Errors errors = new Errors();
  private boolean idle;
  private double seconds;

  /** Counts from when the server was started. */
  WarmUp(final long startedNanos) {
    this.startedNanos = startedNanos;
  }

  /** Warms it up; {@link ForkFailure} if it answers nothing well. */
  void run(final ServerLoad load, final long warmupNanos) throws InterruptedException {
    final long began = System.nanoTime();
    final long step =
        Math.max(LEAST_STEP_NANOS, Math.min(MOST_STEP_NANOS, warmupNanos / STEPS_BEFORE_STEADY));
    final long most =
        Math.min(MOST * warmupNanos, 2 * warmupNanos + RefereeFiles.LIMIT_NANOS - START_NANOS);
    load.compilerNanos();
    long took;
    do {
      final Record record = load.closed(System.nanoTime() + PAUSE_NANOS, step).get();
      errors.add(record.errors);
      took = System.nanoTime() - began;
      idle = load.compilerNanos() < IDLE * step;
      ends.add(Units.seconds(System.nanoTime() - startedNanos));
      rates.add(record.step.throughput());
      catchUp(load);
    } while (took < warmupNanos / 2 || !(idle && isSteady()) && took < most);
    seconds = Units.seconds(took);
    if (busyRate() == 0) {
      throw new ForkFailure(
          "the server answered none of its requests well in a warm-up of %.1f s: %s%s",
          seconds, errors.sum() == 0 ? "it answered nothing" : errors.shown(), load.saidLast());
    }
  }

  /**
   * Lets the compilers do what the step gave them: where the server has one CPU, its load keeps
   * them from it, and they would be at work in the turns.
   */
  private static void catchUp(final ServerLoad load) throws InterruptedException {
    final long until = System.nanoTime() + CATCH_UP_NANOS;
    do {
      TimeUnit.NANOSECONDS.sleep(LOOK_NANOS);
    } while (load.compilerNanos() > LOOK_NANOS / 2 && System.nanoTime() < until);
  }

  private boolean isSteady() {
    final List<Double> last = last();
    return last.size() == STEPS_BEFORE_STEADY
        && last.get(last.size() - 1) >= STEADY * last.stream().mapToDouble(x -> x).max().orElse(0);
  }

  private List<Double> last() {
    return rates.subList(Math.max(0, rates.size() - STEPS_BEFORE_STEADY), rates.size());
  }

  /** Answers a second in the end, the mean of the last steps. */
  double busyRate() {
    return last().stream().mapToDouble(x -> x).average().orElse(0);
  }

  /** From the start of the server until it had nearly its steady throughput, in seconds. */
  double secondsUntilWarm() {
    for (int i = 0; i < rates.size(); i++) {
      if (rates.get(i) >= WARM * busyRate()) {
        return ends.get(i);
      }
    }
    throw new IllegalStateException("no step is as good as the mean of the last ones");
  }

  JsonObject json() {
    final JsonObject json = new JsonObject();
    json.addProperty("seconds", seconds);
    json.addProperty("compilersIdle", idle);
    final JsonArray curve = new JsonArray();
    for (int i = 0; i < rates.size(); i++) {
      final JsonObject point = new JsonObject();
      point.addProperty("seconds", ends.get(i));
      point.addProperty("rate", Units.tenths(rates.get(i)));
      curve.add(point);
    }
    json.add("curve", curve);
    return json;
  }
}
