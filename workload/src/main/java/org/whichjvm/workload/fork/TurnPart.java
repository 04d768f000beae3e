package org.whichjvm.workload.fork;

import java.util.function.BinaryOperator;

/** The record of one JVM of a turn, without its messages. A value that is not known is null. */
public final class TurnPart {
  /** The floor before the turn's messages, in ns; 0 in a JVM that does not measure it. */
  public double floorBefore;

  /** The floor after them, in ns; 0 in a JVM that does not measure it. */
  public double floorAfter;

  /** Whether a thread was not ready when the first message was due. */
  public boolean late;

  /** How long the measured thread that waited longest for its CPU did so, in ns. */
  public Long waitNanos;

  /** CPU time of the JVM's other threads in the turn, in ns. */
  public Long helperNanos;

  /** CPU time of its compilers in the turn, in ns, of those. */
  public Long compilerNanos;

  /** CPU time of the whole JVM from the end of its previous turn to this one, in ns. */
  public Long asleepNanos;

  /** Adds the record of the other JVM of a pair. */
  TurnPart plus(final TurnPart other) {
    final TurnPart sum = new TurnPart();
    // One of them measures it.
    sum.floorBefore = floorBefore + other.floorBefore;
    sum.floorAfter = floorAfter + other.floorAfter;
    sum.late = late || other.late;
    sum.waitNanos = of(Math::max, waitNanos, other.waitNanos);
    sum.helperNanos = of(Long::sum, helperNanos, other.helperNanos);
    sum.compilerNanos = of(Long::sum, compilerNanos, other.compilerNanos);
    sum.asleepNanos = of(Long::sum, asleepNanos, other.asleepNanos);
    return sum;
  }

  private static Long of(final BinaryOperator<Long> by, final Long one, final Long other) {
    return one == null || other == null ? null : by.apply(one, other);
  }
}
