package org.whichjvm.collector.campaign.fork;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import org.whichjvm.collector.io.Quantity;

/**
 * A figure of what hit a fork inside its measured window, or of what it cost. Of several measured
 * threads it is their sum where nothing else is said.
 */
public enum Measure {
  /** Garbage collections. */
  GC_COUNT(Of.JVM, "collections", Measure::count),
  /** Milliseconds in them. */
  GC_MILLIS(Of.JVM, "GC", Measure::millis),
  /** Safepoints. */
  SAFEPOINTS(Of.JVM, "safepoints", Measure::count),
  /** Microseconds in which a safepoint stopped the threads. */
  SAFEPOINT_MICROS(Of.JVM, "stopped in\nsafepoints", Measure::micros),
  /** Microseconds of the longest. */
  SAFEPOINT_MAX_MICROS(Of.JVM, "longest\nsafepoint", Measure::micros),
  /** Milliseconds that the JIT compilers worked, on whatever CPU. */
  JIT_MILLIS(Of.JVM, "JIT", Measure::millis),
  /** Bytes that the measured threads allocated. */
  ALLOCATED(Of.JVM, "allocated", value -> count(value) + " B"),

  /** Times that a measured thread gave its CPU away. */
  VOLUNTARY_SWITCHES(Of.CPUS, "switches,\nvoluntary", Measure::count),
  /** Times that its CPU was taken from it. */
  INVOLUNTARY_SWITCHES(Of.CPUS, "switches,\ninvoluntary", Measure::count),
  /** Milliseconds for which the thread that waited longest could have run and had no CPU. */
  WAITING_MILLIS(Of.CPUS, "waited\nfor a CPU", Measure::millis),
  /** Milliseconds that the hypervisor gave to others, of all measured CPUs. */
  STEAL_MILLIS(Of.CPUS, "steal", Measure::millis),
  /** Milliseconds that others ran on the measured CPUs. */
  OTHERS_MILLIS(Of.CPUS, "others on\nthe CPUs", Measure::millis),
  /** Times that the control group's quota was used up. */
  THROTTLED_COUNT(Of.CPUS, "throttled", Measure::count),
  /** Milliseconds for which it was. */
  THROTTLED_MILLIS(Of.CPUS, "for", Measure::millis),

  /** Page faults without a disk, for each thousand messages. */
  MINOR_FAULTS_PER_1000(
      Of.HOST,
      "minor faults,\n1,000 messages",
      value -> String.format(Locale.ROOT, value < 9.995 ? "%.2f" : "%,.0f", value)),
  /** Page faults with one. */
  MAJOR_FAULTS(Of.HOST, "major\nfaults", Measure::count),
  /** Microseconds for which something on the host waited for a CPU. */
  PRESSURE_CPU(Of.HOST, "pressure,\nCPU", Measure::micros),
  /** Microseconds for which something waited for memory. */
  PRESSURE_MEMORY(Of.HOST, "pressure,\nmemory", Measure::micros),
  /** Microseconds for which something waited for a disk. */
  PRESSURE_IO(Of.HOST, "pressure,\nI/O", Measure::micros),
  /** Gaps in what the measured threads saw of the clock. */
  STALLS(Of.HOST, "stalls", Measure::count),
  /** Microseconds of them all. */
  STALL_MICROS(Of.HOST, "stalled", Measure::micros),
  /** Microseconds of the longest. */
  STALL_MAX_MICROS(Of.HOST, "longest\nstall", Measure::micros),

  /** CPU seconds of the measured threads in each second of the window: cores. */
  THREAD_CORES(Of.COST, "cores of the\ntwo threads", Measure::cores),
  /** CPU seconds of the whole process in each second from its start to its end: cores. */
  PROCESS_CORES(Of.COST, "cores of the\nprocess", Measure::cores);

  /** What a figure is of. */
  public enum Of {
    JVM,
    CPUS,
    HOST,
    COST
  }

  /** What it is of. */
  final Of of;

  /** Its name in tables, with line breaks. */
  public final String header;

  private final DoubleFunction<String> shown;

  Measure(final Of of, final String header, final DoubleFunction<String> shown) {
    this.of = of;
    this.header = header;
    this.shown = shown;
  }

  /** All of one kind, in the order of their table. */
  public static List<Measure> of(final Of of) {
    return Arrays.stream(values()).filter(each -> each.of == of).toList();
  }

  /** Its name in JSON, as in stealMillis. */
  public String key() {
    final StringBuilder key = new StringBuilder();
    for (final String word : name().toLowerCase(Locale.ROOT).split("_")) {
      key.append(key.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
    }
    return key.toString();
  }

  /** A value as tables show it. */
  public String shown(final double value) {
    return Double.isNaN(value) ? Quantity.NONE : shown.apply(value);
  }

  private static String count(final double value) {
    return Quantity.count(Math.round(value));
  }

  private static String millis(final double value) {
    return micros(value * 1e3);
  }

  private static String micros(final double value) {
    return value == 0 ? "0" : Quantity.time(value * 1e3);
  }

  private static String cores(final double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
