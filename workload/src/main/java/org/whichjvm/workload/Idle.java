package org.whichjvm.workload;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * What a measured thread does each time it finds nothing to do. {@code spin} is nothing at all, as
 * in the article; the others trade latency for CPU time or power.
 */
final class Idle {
  static final Idle SPINNING = new Idle(Idle.SPIN, 0);

  private static final int SPIN = 0;
  private static final int YIELD = 1;
  private static final int ON_SPIN_WAIT = 2;
  private static final int PARK = 3;

  private static final Pattern PARK_NANOS = Pattern.compile("park:(\\d{1,10})");
  private static final long MAX_PARK_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** {@code Thread.onSpinWait()}, which 8 does not have; a constant, so compilers inline it. */
  private static final MethodHandle ON_SPIN_WAIT_HANDLE = onSpinWait();

  private final int mode;
  private final long parkNanos;

  private Idle(final int mode, final long parkNanos) {
    this.mode = mode;
    this.parkNanos = parkNanos;
  }

  /** Reads {@code spin}, {@code yield}, {@code onspinwait} or {@code park:NANOS}. */
  static final class Converter implements ITypeConverter<Idle> {
    @Override
    public Idle convert(final String text) {
      switch (text) {
        case "spin":
          return SPINNING;
        case "yield":
          return new Idle(YIELD, 0);
        case "onspinwait":
          return new Idle(ON_SPIN_WAIT, 0);
        default:
          return park(text);
      }
    }

    private static Idle park(final String text) {
      final Matcher matcher = PARK_NANOS.matcher(text);
      final long nanos = matcher.matches() ? Long.parseLong(matcher.group(1)) : 0;
      if (nanos < 1 || nanos > MAX_PARK_NANOS) {
        throw new TypeConversionException(
            "'"
                + text
                + "' is no way to idle; give spin, yield, onspinwait, or park:NANOS with 1 to"
                + " 1000000000 ns");
      }
      return new Idle(PARK, nanos);
    }
  }

  /**
   * Refuses what this JVM cannot do.
   *
   * @throws WrongUsage if it has no {@code Thread.onSpinWait()}
   */
  void validate() {
    if (mode == ON_SPIN_WAIT && ON_SPIN_WAIT_HANDLE == null) {
      throw new WrongUsage(
          "--idle onspinwait needs Java 9 or newer, and this is %d: give spin, yield or park:NANOS",
          JvmInfo.major());
    }
  }

  /** Whether there is nothing to call: the loop is that of the article. */
  boolean spins() {
    return mode == SPIN;
  }

  /** Whether a call hands the CPU to whatever else wants it: a gap over it is no stall as such. */
  boolean givesCpuAway() {
    return mode == YIELD || mode == PARK;
  }

  /** Hot. */
  void call() {
    switch (mode) {
      case YIELD:
        Thread.yield();
        break;
      case ON_SPIN_WAIT:
        spinWait();
        break;
      case PARK:
        LockSupport.parkNanos(parkNanos);
        break;
      default:
    }
  }

  private static void spinWait() {
    try {
      ON_SPIN_WAIT_HANDLE.invokeExact();
    } catch (final Throwable e) {
      throw new IllegalStateException("Thread.onSpinWait() never throws", e);
    }
  }

  private static MethodHandle onSpinWait() {
    try {
      return MethodHandles.publicLookup()
          .findStatic(Thread.class, "onSpinWait", MethodType.methodType(void.class));
    } catch (final NoSuchMethodException | IllegalAccessException e) {
      return null;
    }
  }

  /** As it is written on the command line. */
  @Override
  public String toString() {
    switch (mode) {
      case YIELD:
        return "yield";
      case ON_SPIN_WAIT:
        return "onspinwait";
      case PARK:
        return "park:" + parkNanos;
      default:
        return "spin";
    }
  }
}
