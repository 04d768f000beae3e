package org.whichjvm.collector.campaign.fork;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.io.UnusableFile;

/**
 * A figure of what hit a fork inside its measured window, or of what it cost. Of several measured
 * threads it is their sum where nothing else is said. A measure is defined here and nowhere else.
 */
public enum Measure {
  /** Garbage collections. */
  GC_COUNT(Of.JVM, "collections", Measure::count, r -> r.at("disturbances.gcCount")),
  /** Milliseconds of garbage collection. */
  GC_MILLIS(Of.JVM, "GC", Measure::millis, r -> r.at("disturbances.gcMillis")),
  /** Safepoints. */
  SAFEPOINTS(Of.JVM, "safepoints", Measure::count, r -> r.at("disturbances.safepoints.count")),
  /** Microseconds in which a safepoint stopped the threads. */
  SAFEPOINT_MICROS(
      Of.JVM,
      "stopped in\nsafepoints",
      Measure::micros,
      r -> r.at("disturbances.safepoints.totalMicros")),
  /** Microseconds of the longest one. */
  SAFEPOINT_MAX_MICROS(
      Of.JVM,
      "longest\nsafepoint",
      Measure::micros,
      r -> r.at("disturbances.safepoints.maxMicros")),
  /** Milliseconds of CPU time of the JIT compilers' threads. */
  COMPILER_MILLIS(
      Of.JVM, "CPU of\ncompilers", Measure::millis, r -> r.at("disturbances.helpers.compiler")),
  /** Milliseconds of CPU time of the garbage collector's threads. */
  GC_THREADS_MILLIS(
      Of.JVM, "CPU of\nGC threads", Measure::millis, r -> r.at("disturbances.helpers.gc")),
  /** Milliseconds of CPU time of the JVM's own other threads. */
  VM_THREADS_MILLIS(
      Of.JVM, "CPU of\nVM threads", Measure::millis, r -> r.at("disturbances.helpers.vm")),
  /** Milliseconds of CPU time of all threads but these and the measured ones. */
  OTHER_THREADS_MILLIS(
      Of.JVM, "CPU of\nothers", Measure::millis, r -> r.at("disturbances.helpers.other")),
  /** Milliseconds for which it warmed up. */
  WARM_UP_MILLIS(Of.JVM, "warm-up", Measure::millis, r -> r.at("warmUp.seconds") * 1e3),
  /** Bytes that the measured threads allocated. */
  ALLOCATED(
      Of.JVM, "allocated", value -> count(value) + " B", r -> r.sum("disturbances.allocatedBytes")),

  /** Times that a measured thread gave its CPU away. */
  VOLUNTARY_SWITCHES(
      Of.CPUS,
      "switches,\nvoluntary",
      Measure::count,
      r -> r.ofThreads(Double::sum, "voluntarySwitches")),
  /** Times that its CPU was taken from it. */
  INVOLUNTARY_SWITCHES(
      Of.CPUS,
      "switches,\ninvoluntary",
      Measure::count,
      r -> r.ofThreads(Double::sum, "involuntarySwitches")),
  /** Milliseconds for which the thread that waited longest could have run and had no CPU. */
  WAITING_MILLIS(
      Of.CPUS, "waited\nfor a CPU", Measure::millis, r -> r.ofThreads(Math::max, "runQueueMillis")),
  /** Milliseconds that the hypervisor gave to others, of all measured CPUs. */
  STEAL_MILLIS(Of.CPUS, "steal", Measure::millis, r -> r.at("disturbances.host.stealMillis")),
  /** Milliseconds that others ran on the measured CPUs. */
  OTHERS_MILLIS(
      Of.CPUS, "others on\nthe CPUs", Measure::millis, r -> r.at("disturbances.host.otherMillis")),
  /** Times that the control group's quota was used up. */
  THROTTLED_COUNT(
      Of.CPUS, "throttled", Measure::count, r -> r.at("disturbances.host.throttledCount")),
  /** Milliseconds for which the quota was used up. */
  THROTTLED_MILLIS(Of.CPUS, "for", Measure::millis, r -> r.at("disturbances.host.throttledMillis")),

  /** Page faults without a disk, for each thousand messages. */
  MINOR_FAULTS_PER_1000(
      Of.HOST,
      "minor faults,\n1,000 messages",
      value -> String.format(Locale.ROOT, value < 9.995 ? "%.2f" : "%,.0f", value),
      r -> r.ofThreads(Double::sum, "minorFaults") * 1_000 / r.messages()),
  /** Page faults with a disk. */
  MAJOR_FAULTS(
      Of.HOST, "major\nfaults", Measure::count, r -> r.ofThreads(Double::sum, "majorFaults")),
  /** Microseconds for which something on the host waited for a CPU. */
  PRESSURE_CPU(
      Of.HOST,
      "pressure,\nCPU",
      Measure::micros,
      r -> r.at("disturbances.host.pressureMicros.cpu")),
  /** Microseconds for which something waited for memory. */
  PRESSURE_MEMORY(
      Of.HOST,
      "pressure,\nmemory",
      Measure::micros,
      r -> r.at("disturbances.host.pressureMicros.memory")),
  /** Microseconds for which something waited for a disk. */
  PRESSURE_IO(
      Of.HOST, "pressure,\nI/O", Measure::micros, r -> r.at("disturbances.host.pressureMicros.io")),
  /** Gaps in what the measured threads saw of the clock. */
  STALLS(Of.HOST, "stalls", Measure::count, r -> r.ofThreads(Double::sum, "stalls.count")),
  /** Microseconds of all gaps. */
  STALL_MICROS(
      Of.HOST, "stalled", Measure::micros, r -> r.ofThreads(Double::sum, "stalls.totalMicros")),
  /** Microseconds of the longest one. */
  STALL_MAX_MICROS(
      Of.HOST, "longest\nstall", Measure::micros, r -> r.ofThreads(Math::max, "stalls.maxMicros")),

  /** CPU seconds of the measured threads in each second of the window: cores. */
  THREAD_CORES(
      Of.COST,
      "cores of the\ntwo threads",
      Measure::cores,
      r -> r.sum("cpuSeconds.threads") / r.windowSeconds()),
  /** CPU seconds of the whole process in each second from its start to its end: cores. */
  PROCESS_CORES(
      Of.COST,
      "cores of the\nprocess",
      Measure::cores,
      r -> r.at("cpuSeconds.process") / r.wallSeconds()),

  /** Milliseconds from the start of the JVM to its program's. */
  MAIN_MILLIS(Of.START, "to main", Measure::millis, r -> r.at("cost.mainMillis")),
  /** Milliseconds from the start of the JVM to the first message that was read. */
  FIRST_MESSAGE_MILLIS(
      Of.START, "to the first\nmessage", Measure::millis, r -> r.at("cost.firstMessageMillis")),
  /** CPU seconds of the process until its warm-up is over. */
  WARM_CPU_SECONDS(
      Of.START,
      "CPU until\nwarm",
      value -> String.format(Locale.ROOT, "%.1f s", value),
      r -> r.at("cost.warmCpuSeconds")),
  /** Bytes that the process had resident at most. */
  PEAK_RESIDENT(
      Of.START, "peak\nresident", Measure::megabytes, r -> r.at("cost.peakResidentKb") * 1_024),
  /** Bytes of the heap that the JVM holds. */
  HEAP(Of.START, "heap", Measure::megabytes, r -> r.at("cost.heapBytes")),
  /** Bytes of compiled code. */
  CODE_CACHE(Of.START, "code\ncache", Measure::megabytes, r -> r.at("cost.codeCacheBytes")),
  /** Bytes of what the JVM knows of classes. */
  METASPACE(Of.START, "metaspace", Measure::megabytes, r -> r.at("cost.metaspaceBytes"));

  /** The kind of a figure. */
  public enum Of {
    JVM,
    CPUS,
    HOST,
    COST,
    START
  }

  /** Its kind. */
  final Of of;

  /** Its name in tables, with line breaks. */
  public final String header;

  private final DoubleFunction<String> shown;
  private final Reading reading;

  Measure(
      final Of of, final String header, final DoubleFunction<String> shown, final Reading reading) {
    this.of = of;
    this.header = header;
    this.shown = shown;
    this.reading = reading;
  }

  private interface Reading {
    double of(Recorded recorded) throws UnusableFile;
  }

  /** A fork's figure; NaN if it did not record it. */
  double of(final Recorded recorded) throws UnusableFile {
    return reading.of(recorded);
  }

  /** CPU time of the JVM's threads beside the measured ones, by kind. */
  public static final List<Measure> HELPERS =
      List.of(COMPILER_MILLIS, GC_THREADS_MILLIS, VM_THREADS_MILLIS, OTHER_THREADS_MILLIS);

  /** All of one kind, in the order of their table. */
  public static List<Measure> of(final Of of) {
    return Arrays.stream(values()).filter(each -> each.of == of).toList();
  }

  /** Its name in JSON, as in stealMillis. */
  public String key() {
    return Json.key(this);
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

  private static String megabytes(final double value) {
    return String.format(Locale.ROOT, value < 99.5e6 ? "%.1f MB" : "%.0f MB", value / 1e6);
  }

  private static String cores(final double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
