package org.whichjvm.collector.campaign.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.whichjvm.collector.campaign.Interleave;
import org.whichjvm.collector.campaign.fork.Scores;
import org.whichjvm.collector.io.UserError;
import org.whichjvm.common.TurnTimes;

/** What forks run, and what each preset means for it. */
enum Workload {
  QUEUE_LATENCY(
      "queue-latency",
      Map.of(
          Preset.QUICK,
          new Times(12, "1s", "1s"),
          // The options are the workload's defaults: the preset is the article's whatever they
          // become.
          Preset.ARTICLE,
          new Times(1, "100s", "5s", "--rate", "100000", "--size", "256"),
          Preset.FULL,
          new Times(20, "20s", "5s"),
          Preset.DEEP,
          new Times(15, "120s", "10s")),
      // A turn of quick and full has 8,000 messages that count: enough for p99. Those of deep are
      // long
      // enough for p99.9.
      Map.of(
          Preset.QUICK,
          new Times(12, "2500ms", "1s", TurnTimes.TURN, "100ms"),
          Preset.FULL,
          new Times(20, "10s", "2s", TurnTimes.TURN, "100ms"),
          Preset.DEEP,
          new Times(15, "60s", "5s", TurnTimes.TURN, "1s"))),
  CONTENTION(
      "contention",
      Map.of(
          Preset.QUICK,
          new Times(12, "200ms", "200ms"),
          Preset.FULL,
          new Times(20, "1s", "500ms"),
          Preset.DEEP,
          new Times(15, "5s", "1s")),
      Map.of()),
  GC_STEAL(
      "gc-steal",
      Map.of(
          Preset.QUICK,
          new Times(12, "3s", "1s"),
          Preset.FULL,
          new Times(20, "10s", "2s"),
          Preset.DEEP,
          new Times(15, "60s", "5s")),
      Map.of()),
  // A fork takes 1, 5 and 20 minutes; its rates are found in it.
  RETAIL(
      "retail",
      Map.of(
          Preset.QUICK,
          new Times(12, null, "8s", "--step", "1500ms", "--points", "10"),
          Preset.FULL,
          new Times(20, null, "30s", "--step", "6s", "--points", "20"),
          Preset.DEEP,
          new Times(15, null, "60s", "--step", "20s", "--points", "40")),
      Map.of()),
  // Likewise. A fork takes about 20 s, and by its steps more than one and four minutes.
  QUEUE_RATE(
      "queue-rate",
      Map.of(
          Preset.QUICK,
          new Times(12, null, "1s", "--step", "250ms", "--points", "10"),
          Preset.FULL,
          new Times(20, null, "5s", "--step", "1s", "--points", "20"),
          Preset.DEEP,
          new Times(15, null, "10s", "--step", "3s", "--points", "40")),
      Map.of()),
  // A program says itself how long it takes.
  COMMAND(
      "command",
      Map.of(
          Preset.QUICK,
          new Times(12, null, null),
          Preset.FULL,
          new Times(20, null, null),
          Preset.DEEP,
          new Times(30, null, null)),
      Map.of()),
  // A fork takes two hours, and six of each contender are the least that have an interval.
  SPECJBB2015(
      "specjbb2015",
      Map.of(
          Preset.QUICK,
          new Times(6, null, null),
          Preset.FULL,
          new Times(12, null, null),
          Preset.DEEP,
          new Times(20, null, null)),
      Map.of());

  /** Of --rate: the greatest that is kept. */
  static final String MAX_RATE = "max";

  /** Named settings. */
  enum Preset {
    QUICK,
    ARTICLE,
    FULL,
    DEEP;

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Preset of(final String text) {
      return Arrays.stream(values())
          .filter(each -> each.text().equals(text))
          .findAny()
          .orElseThrow(() -> Values.wrong("--preset", text, "one of quick, article, full, deep"));
    }
  }

  /**
   * What a preset says.
   *
   * @param blocks forks of each contender
   * @param duration of a fork, of all its turns together, or of each benchmark with each number of
   *     threads; null where nobody knows it before
   * @param warmup likewise
   * @param more options of the workload
   */
  record Times(int blocks, String duration, String warmup, List<String> more) {
    Times(final int blocks, final String duration, final String warmup, final String... more) {
      this(blocks, duration, warmup, List.of(more));
    }
  }

  private final String text;
  private final Map<Preset, Times> byForks;
  private final Map<Preset, Times> byTurns;

  Workload(final String text, final Map<Preset, Times> byForks, final Map<Preset, Times> byTurns) {
    this.text = text;
    this.byForks = byForks;
    this.byTurns = byTurns;
  }

  String text() {
    return text;
  }

  /**
   * The one that is asked for. A program behind {@code --} needs no option, and the greatest rate
   * of messages is looked for by a workload of its own.
   */
  static Workload asked(final CompareOptions options) {
    if (options.workload == null && options.study == null && options.hasProgram()) {
      return COMMAND;
    }
    final Workload asked = of(options.workload == null ? QUEUE_LATENCY.text : options.workload);
    return asked == QUEUE_LATENCY && MAX_RATE.equals(options.rate) ? QUEUE_RATE : asked;
  }

  static Workload of(final String text) {
    return Arrays.stream(values())
        .filter(each -> each.text.equals(text))
        .findAny()
        .orElseThrow(
            () ->
                Values.wrong(
                    "--workload",
                    text,
                    "one of "
                        + Arrays.stream(values())
                            .map(Workload::text)
                            .collect(Collectors.joining(", "))));
  }

  /** Whether forks exchange messages between two CPUs. */
  boolean hasMessages() {
    return this == QUEUE_LATENCY || this == QUEUE_RATE;
  }

  /** Whether forks run a program that is not this project's. */
  boolean ofProgram() {
    return this == COMMAND || this == SPECJBB2015;
  }

  /** What the forks are told to run: a kit is a program of which all is known. */
  String ofForks() {
    return ofProgram() ? COMMAND.text : text;
  }

  /** Whether forks have scores in place of latencies. */
  boolean hasScores() {
    return Scores.WORKLOADS.contains(ofForks());
  }

  /** How the contenders of a block share the time where nobody says it. */
  Interleave usualInterleave(final Preset preset) {
    return byTurns.containsKey(preset) ? Interleave.TURNS : Interleave.FORKS;
  }

  Times times(final Preset preset, final Interleave interleave) {
    final Times times = (interleave == Interleave.TURNS ? byTurns : byForks).get(preset);
    if (times == null && interleave == Interleave.TURNS) {
      throw new UserError(
          hasScores()
              ? "--interleave turns is for --workload queue-latency; a fork of "
                  + text
                  + " is one batch that cannot be cut into turns: leave it out"
              : "--interleave turns is not for --preset article, which measures each JVM in one piece"
                  + " as the article did; it is for quick, full and deep");
    }
    if (times == null) {
      throw new UserError(
          "--preset article is about messages, and --workload "
              + text
              + " has none; it takes quick, full or deep");
    }
    return times;
  }
}
