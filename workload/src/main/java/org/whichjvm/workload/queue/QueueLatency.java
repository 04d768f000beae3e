package org.whichjvm.workload.queue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.Profiling;
import org.whichjvm.common.Units;
import org.whichjvm.workload.fork.ExitCode;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.fork.ForkFiles;
import org.whichjvm.workload.fork.ForkHeader;
import org.whichjvm.workload.fork.ForkId;
import org.whichjvm.workload.fork.JvmCost;
import org.whichjvm.workload.fork.Recording;
import org.whichjvm.workload.host.CpuChoice;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.host.Emulation;
import org.whichjvm.workload.host.HostLock;
import org.whichjvm.workload.jvmlog.JvmLog;
import org.whichjvm.workload.jvmlog.Safepoints;
import org.whichjvm.workload.turn.TurnMeeting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** One fork of the article's benchmark: options, checks, exchange, files, table. */
@Command(
    name = "queue-latency",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Pinned threads exchange messages through Chronicle Queue; two latencies of each are kept.")
public final class QueueLatency implements Callable<Integer> {
  private final ForkHeader header = new ForkHeader("queue-latency");

  @Mixin private QueueLatencyOptions options;

  private SignalHandler signal;
  private QueueMemory memory;
  private JvmLog jvmLog;
  private ForkId id;

  private CpuChoice choice;

  @Override
  @SuppressWarnings("try") // the lock is held, not used
  public Integer call() throws Exception {
    try (SignalHandler handler = new SignalHandler()) {
      signal = handler;
      options.validate();
      id = options.common.fork(header.started(), options.common.contender());
      options.common.files(id);
      choice = Cpus.choose(Cpus.effective(), options.cpus, options.producers + 1);
      options.checkHeap(Runtime.getRuntime().maxMemory());
      memory = QueueMemory.of(options.queueMemory, options.queueDir);
      if (options.common.checkOnly) {
        return check();
      }
      try (TurnMeeting meeting = options.meeting(signal::came);
          JvmLog log = JvmLog.open();
          HostLock lock = HostLock.ofHost();
          QueueFolder folder =
              QueueFolder.create(memory.folder, options.queueBytes(), options.queuesTogether())) {
        jvmLog = log;
        return measure(folder.path, meeting);
      }
    }
  }

  @SuppressWarnings("try") // both are held, not used
  private int check() {
    try (HostLock lock = HostLock.ofHost();
        QueueFolder folder = QueueFolder.create(memory.folder, options.queueBytes(), 1)) {
      announce();
      System.out.println(ForkHeader.check());
      return 0;
    }
  }

  private void announce() {
    if (memory.onDisk) {
      say("warning: --queue-dir %s is no tmpfs; a disk's stalls are measured", memory.folder);
    }
    say(
        "%s: CPU %s, %,d messages of %d bytes at %,d a second for %.1f s%s after %.1f s of warm-up",
        id.contender,
        Cpus.join(choice.cpus),
        options.messages(),
        options.size,
        options.rate,
        Units.seconds(options.durationNanos),
        options.hasTurns() ? " in turns of " + Units.shortTime(options.turnNanos) : "",
        Units.seconds(options.warmupNanos));
    if (choice.reason != null) {
      say("%s", choice.reason);
    }
    if (Cpus.effective().size() == choice.cpus.size()) {
      say("the JVM's other threads share these CPUs, because there are no others");
    }
    if (choice.warning() != null) {
      say("warning: %s", choice.warning());
    }
  }

  /** Runs the exchange and writes the files; returns the exit code. */
  private int measure(final Path queue, final TurnMeeting turns)
      throws IOException, InterruptedException {
    announce();
    final Exchange exchange =
        new Exchange(new ExchangeRecord(options, queue, memory, choice.cpus, null), turns);
    signal.exchange = exchange;
    if (signal.came()) {
      return ExitCode.FORK_FAILED;
    }
    final ForkFiles files = options.common.files(id);
    ForkFailure failure = null;
    try {
      exchange.run(jvmLog);
    } catch (final ForkFailure e) {
      failure = e;
    }
    if (signal.came()) {
      say("interrupted: nothing was kept");
      return ExitCode.FORK_FAILED;
    }
    final ExchangeRecord record = exchange.record;
    final JsonObject json = header.json(id, options.json(choice.cpus, memory));
    if (Emulation.witness().isPresent()) {
      record.describeMessages(json);
      say("%,d of %,d messages were verified", record.verified(), record.messages());
      final boolean timesOnly = failure == null || failure.overloaded();
      return fail(files, id, json, timesOnly ? ForkFailure.emulated() : failure);
    }
    final Intervals intervals =
        failure == null ? new Intervals(record.counted(), options.hasTurns()) : null;
    record.describe(json);
    json.add("turns", record.turns.json(intervals, failure == null || failure.overloaded()));
    if (choice.reason != null) {
      json.getAsJsonObject("pinning").addProperty("reason", choice.reason);
    }
    json.add("cost", JvmCost.json());
    if (failure == null && record.profile != null) {
      try {
        final Recording recording = record.profile.recording();
        files.write(ForkNames.COLLAPSED, recording.stacks(Profiling.CPU));
        files.write(ForkNames.JFR, recording.bytes());
      } catch (final ForkFailure e) {
        failure = e;
      }
    }
    if (failure != null) {
      return fail(files, id, json, failure);
    }
    summarise(json, intervals);
    final List<Attribution.TailCauses> levels = attribute(json, record, intervals);
    header.end(json);
    files.write(ForkNames.HLOG, intervals.log());
    files.write(json);
    print(intervals, record.floorNs(), levels);
    say("wrote %s", files.json());
    // The last line is what scripts/compare shows while the next fork runs.
    say(
        "%s: p50 %,d ns, floor %.0f ns",
        id.contender, intervals.total("service").getValueAtPercentile(50), record.floorNs());
    return 0;
  }

  private int fail(
      final ForkFiles files, final ForkId id, final JsonObject json, final ForkFailure failure)
      throws IOException {
    ForkHeader.fail(json, failure);
    header.end(json);
    files.write(json);
    say("%s %s: %s", id.contender, failure.status(), failure.getMessage());
    return failure.exitCode();
  }

  private static void summarise(final JsonObject json, final Intervals intervals) {
    final Histogram service = intervals.total("service");
    final Histogram response = intervals.total("response");
    final LatencySummary.Events serviceEvents = LatencySummary.events(service);
    final LatencySummary.Events responseEvents = LatencySummary.events(response);
    intervals.forEachMessage(
        (dueAt, serviceNs, responseNs) -> {
          serviceEvents.accept(serviceNs);
          responseEvents.accept(responseNs);
        });
    json.add("service", LatencySummary.json(service, serviceEvents));
    json.add("response", LatencySummary.json(response, responseEvents));
  }

  /** Adds why the slowest messages were slow; returns the levels of the service time. */
  private List<Attribution.TailCauses> attribute(
      final JsonObject json, final ExchangeRecord record, final Intervals intervals) {
    final long start = record.windowStart();
    final Safepoints safepoints =
        record
            .safepoints(jvmLog.text().orElse(""), record.windowEnd())
            .during(record.turns.spans());
    final Evidence evidence = record.evidence(safepoints);
    final Attribution attribution = new Attribution(record.counted(), evidence);
    final List<Attribution.TailCauses> ofService = attribution.levels(intervals.total("service"));
    final JsonObject both = new JsonObject();
    both.add("service", Attribution.json(ofService));
    both.add("response", Attribution.json(attribution.levels(intervals.total("response"))));
    json.add("attribution", both);
    final JsonObject disturbances = json.getAsJsonObject("disturbances");
    if (jvmLog.text().isPresent()) {
      disturbances.add("safepoints", safepoints.json(start));
    }
    disturbances.add("stalls", evidence.json(start));
    return ofService;
  }

  private void print(
      final Intervals intervals, final double floorNs, final List<Attribution.TailCauses> levels) {
    System.out.print(
        LatencySummary.table(intervals.total("service"), intervals.total("response"), floorNs));
    levels.forEach(level -> System.out.println(level.line()));
    if (options.delayNanos > 0) {
      System.out.print(
          Units.text(
              "each message was delayed by %,d ns on purpose: this is a calibration, not a"
                  + " measurement of this JVM%n",
              options.delayNanos));
    }
  }

  private static void say(final String format, final Object... args) {
    System.err.println("whichjvm: " + Units.text(format, args));
  }

  /** Ends a fork upon SIGINT or SIGTERM: threads leave, the queue goes, no file is written. */
  private static final class SignalHandler implements AutoCloseable {
    private static final long CLEAN_UP_SECONDS = 10;

    private final Thread hook = new Thread(this::interrupt, "on-signal");
    private final CountDownLatch cleaned = new CountDownLatch(1);
    private volatile boolean came;

    /** A signal stops it from now on. One that came earlier is for the caller to see. */
    private volatile Exchange exchange;

    SignalHandler() {
      Runtime.getRuntime().addShutdownHook(hook);
    }

    boolean came() {
      return came;
    }

    /** Says that everything is cleaned up, for which a signal waits. */
    @Override
    public void close() {
      cleaned.countDown();
      if (!came) {
        Runtime.getRuntime().removeShutdownHook(hook);
      }
    }

    private void interrupt() {
      came = true;
      final Exchange running = exchange;
      if (running != null) {
        running.stop();
      }
      try {
        if (!cleaned.await(CLEAN_UP_SECONDS, TimeUnit.SECONDS)) {
          say("gave up cleaning after %d s", CLEAN_UP_SECONDS);
        }
      } catch (final InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
