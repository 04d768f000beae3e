package org.whichjvm.collector.campaign;

import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Collectors;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.Measure;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.stats.Medians;

/**
 * A rule that excludes a fork because of what hit it from outside, never because of its latencies:
 * what a fork is to tell must not decide whether it counts. A gate is defined here and nowhere
 * else.
 */
public enum Gate {
  FLOOR_IN_FORK(
      Kind.RATIO,
      1.25,
      "the floor moved inside the fork",
      (fork, block) -> apart(fork.floorBeforeNs(), fork.floorAfterNs())),

  FLOOR_IN_BLOCK(
      Kind.RATIO,
      1.5,
      "the floor was another than in the block's other forks",
      (fork, block) ->
          apart(
              fork.floorNs(),
              Medians.of(block.stream().mapToDouble(Fork::floorNs).filter(each -> each > 0)))),

  THROTTLED_SHARE(
      Kind.SHARE,
      0.001,
      "throttled by a CPU quota",
      (fork, block) -> ofWindow(fork, Measure.THROTTLED_MILLIS)),

  STEAL_SHARE(
      Kind.SHARE,
      0.02,
      "CPU time stolen by the hypervisor",
      (fork, block) -> ofWindow(fork, Measure.STEAL_MILLIS) / fork.cpus()),

  // A kernel with no other CPU to run on takes up to a tenth of the window (seen on a VM with two);
  // a busy process takes half. A thread that gives its CPU away on purpose waits to get it back.
  WAITING_SHARE(
      Kind.SHARE,
      0.25,
      "a measured thread waited for a CPU",
      (fork, block) -> fork.givesCpuAway() ? Double.NaN : ofWindow(fork, Measure.WAITING_MILLIS)),

  // The JVM counts a compilation's own wait for a CPU, beside two threads that spin, as work.
  JIT_SHARE(
      Kind.SHARE,
      0.5,
      "the JIT compiler still worked",
      (fork, block) -> ofWindow(fork, Measure.JIT_MILLIS)),

  // Such a fork failed; its block is run once more.
  OVERLOADED(
      Kind.SWITCH, Double.NaN, "overloaded", (fork, block) -> fork.overloaded() ? 1 : Double.NaN);

  /** What a gate's limit is. */
  enum Kind {
    /** How far two values are apart. */
    RATIO("a ratio", 1, 1_000),
    /** A part of something. */
    SHARE("a share", 0, 1_000),
    /** The gate has no limit and is on or off. */
    SWITCH("on or off", Double.NaN, Double.NaN);

    final String says;
    final double least;
    final double most;

    Kind(final String says, final double least, final double most) {
      this.says = says;
      this.least = least;
      this.most = most;
    }

    boolean possible(final double limit) {
      return limit >= least && limit <= most;
    }
  }

  /** Its name in JSON. */
  public final String key;

  /** Says what has happened to a fork that it excludes. */
  public final String what;

  final Kind kind;

  /** Its default limit; NaN of a switch. */
  final double standard;

  // Of a fork and all forks of its block that have a floor: the more the worse, NaN if unknown.
  private final ToDoubleBiFunction<Fork, Collection<Fork>> value;

  Gate(
      final Kind kind,
      final double standard,
      final String what,
      final ToDoubleBiFunction<Fork, Collection<Fork>> value) {
    this.key = Json.key(this);
    this.kind = kind;
    this.standard = standard;
    this.what = what;
    this.value = value;
  }

  /** Its name as an option has it: floor-in-fork. */
  public String option() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** All of them, for the help: "floor-in-fork (a ratio, 1.25), …, overloaded (on or off)". */
  public static String describeAll() {
    return Arrays.stream(values())
        .map(each -> each.option() + " (" + each.kind.says + each.standardSays() + ")")
        .collect(Collectors.joining(", "));
  }

  private String standardSays() {
    return kind == Kind.SWITCH ? "" : ", " + standard;
  }

  /** Why it excludes a fork; null if it does not, or if what it needs was not recorded. */
  Gates.Trip trip(final double limit, final Fork fork, final Collection<Fork> block) {
    final double actual = value.applyAsDouble(fork, block);
    if (kind == Kind.SWITCH) {
      return actual > 0 ? new Gates.Trip(this, Double.NaN, Double.NaN) : null;
    }
    return actual > limit ? new Gates.Trip(this, actual, limit) : null;
  }

  /** A value or a limit as people read it; empty for the one that has none. */
  public String shown(final double number) {
    if (Double.isNaN(number)) {
      return "";
    }
    return kind == Kind.RATIO ? Quantity.ratio(number) + " times" : Quantity.percent(number);
  }

  private static double ofWindow(final Fork fork, final Measure millis) {
    return fork.disturbances().get(millis) / (fork.disturbances().windowSeconds() * 1e3);
  }

  private static double apart(final double one, final double other) {
    return Math.max(one, other) / Math.min(one, other);
  }
}
