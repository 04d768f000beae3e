package org.whichjvm.workload.fork;

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
    sum.waitNanos =
        waitNanos == null || other.waitNanos == null
            ? null
            : (Long) Math.max(waitNanos, other.waitNanos);
    sum.helperNanos = sum(helperNanos, other.helperNanos);
    sum.compilerNanos = sum(compilerNanos, other.compilerNanos);
    sum.asleepNanos = sum(asleepNanos, other.asleepNanos);
    return sum;
  }

  private static Long sum(final Long one, final Long other) {
    return one == null || other == null ? null : (Long) (one + other);
  }
}
