package org.whichjvm.collector.campaign.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.whichjvm.collector.campaign.Interleave;
import org.whichjvm.collector.campaign.fork.Suffix;
import org.whichjvm.collector.io.UserError;
import org.whichjvm.common.TurnTimes;

/** What forks are told: the options of their workload, or somebody's own program. */
final class WorkloadWords {
  /** What options are for that are not for queue-latency alone. */
  private static final Map<String, String> FOR =
      Map.of(
          "--duration", "queue-latency, contention and gc-steal",
          "--service-level", "queue-latency with --rate max");

  private final CompareOptions options;
  private final Planner.Runner runner;
  private final Study study;
  private final Workload workload;
  private final Interleave interleave;

  /**
   * Of a campaign.
   *
   * @param study that was asked for; null without one
   */
  WorkloadWords(
      final CompareOptions options,
      final Planner.Runner runner,
      final Study study,
      final Workload workload,
      final Interleave interleave) {
    this.options = options;
    this.runner = runner;
    this.study = study;
    this.workload = workload;
    this.interleave = interleave;
  }

  /** The preset's, those of compare's own options, the study's, and last those of the person. */
  List<String> of(final Workload.Times times, final long seed) {
    if (workload.ofProgram()) {
      refuse("--duration", options.duration);
      refuse("--queue-memory", options.queueMemory);
      refuse("--wait", options.wait);
      refuse("--rate", options.rate);
      refuse("--service-level", options.serviceLevel);
      options.program.refuseKit(workload);
      return List.copyOf(options.program.words(runner, options.cpus, program()));
    }
    options.program.refuse("--workload " + workload.text());
    final List<String> words = new ArrayList<>();
    if (times.duration() == null) {
      refuse("--duration", options.duration);
    } else {
      words.addAll(List.of("--duration", duration(times)));
    }
    words.addAll(List.of("--warmup", times.warmup()));
    words.addAll(times.more());
    single(TurnTimes.TURN, options.turn, words);
    if (interleave == Interleave.TURNS) {
      words.addAll(List.of("--turn-seed", Long.toString(seed)));
    }
    if (workload != Workload.QUEUE_RATE) {
      refuse("--service-level", options.serviceLevel);
    } else if (options.rate != null && !Workload.MAX_RATE.equals(options.rate)) {
      refuse("--rate", options.rate);
    }
    if (!workload.hasMessages()) {
      refuse("--queue-memory", options.queueMemory);
      refuse("--wait", options.wait);
      refuse("--rate", options.rate);
      if (options.cpus != null) {
        throw new UserError(
            "--cpus names the two CPUs of --workload queue-latency; "
                + workload.text()
                + " uses all it may: limit them with taskset, or WHICHJVM_CPUSET in containers");
      }
    }
    // Of several values each contender has its own.
    single("--queue-memory", options.queueMemory, words);
    single("--wait", options.wait, words);
    single("--service-level", options.serviceLevel, words);
    if (options.rate != null && workload == Workload.QUEUE_LATENCY) {
      ContenderNames.rates(options.rate);
      single("--rate", Suffix.rateNumber(options.rate), words);
    }
    if (options.cpus != null) {
      words.addAll(List.of("--cpus", options.cpus));
    }
    if (study != null) {
      words.addAll(study.workloadOptions());
    }
    words.addAll(options.workloadOptions);
    return List.copyOf(words);
  }

  /** What forks have of memory, network and folders that is not usual. */
  Map<String, String> confines() {
    if (options.heap == null) {
      return workload.ofProgram() ? options.program.confines(runner) : Map.of();
    }
    if (workload != Workload.RETAIL) {
      throw new UserError(
          "--heap is for --workload retail, and this is "
              + workload.text()
              + "; give JAVA_OPTS=-Xmx… or a flag set");
    }
    final long bytes = Values.bytes("--heap", options.heap, 0);
    if (bytes < 128L << 20) {
      throw Values.wrong("--heap", options.heap, "at least 128m, such as 2g");
    }
    return Map.of("WHICHJVM_HEAP", Long.toString(bytes));
  }

  private String duration(final Workload.Times times) {
    if (options.duration != null) {
      return options.duration;
    }
    return options.calibrate && interleave == Interleave.FORKS ? "1s" : times.duration();
  }

  /** The program of a workload that runs one. */
  List<String> program() {
    if (workload == Workload.SPECJBB2015) {
      return options.program.specJbb(runner, options.workloadOptions);
    }
    return study == null || !options.workloadOptions.isEmpty()
        ? options.workloadOptions
        : study.workloadOptions();
  }

  private void refuse(final String option, final String value) {
    if (value != null) {
      throw new UserError(
          "%s is for --workload %s, and this is %s: leave it out",
          option, FOR.getOrDefault(option, Workload.QUEUE_LATENCY.text()), workload.text());
    }
  }

  private static void single(final String option, final String value, final List<String> words) {
    if (value != null && !value.contains(",")) {
      words.addAll(List.of(option, value));
    }
  }
}
