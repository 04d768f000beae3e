package org.whichjvm.collector.campaign.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.whichjvm.collector.campaign.fork.ForkScore;
import org.whichjvm.collector.io.UserError;

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
          new Times(15, "120s", "10s"))),
  CONTENTION(
      "contention",
      Map.of(
          Preset.QUICK,
          new Times(12, "200ms", "200ms"),
          Preset.FULL,
          new Times(20, "1s", "500ms"),
          Preset.DEEP,
          new Times(15, "5s", "1s"))),
  GC_STEAL(
      "gc-steal",
      Map.of(
          Preset.QUICK,
          new Times(12, "3s", "1s"),
          Preset.FULL,
          new Times(20, "10s", "2s"),
          Preset.DEEP,
          new Times(15, "60s", "5s")));

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
   * @param duration of a fork, or of each benchmark with each number of threads
   * @param warmup likewise
   * @param more options of the workload
   */
  record Times(int blocks, String duration, String warmup, List<String> more) {
    Times(final int blocks, final String duration, final String warmup, final String... more) {
      this(blocks, duration, warmup, List.of(more));
    }
  }

  private final String text;
  private final Map<Preset, Times> presets;

  Workload(final String text, final Map<Preset, Times> presets) {
    this.text = text;
    this.presets = presets;
  }

  String text() {
    return text;
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

  /** Whether forks have scores in place of latencies. */
  boolean hasScores() {
    return ForkScore.WORKLOADS.contains(text);
  }

  Times times(final Preset preset) {
    final Times times = presets.get(preset);
    if (times == null) {
      throw new UserError(
          "--preset article is about messages, and --workload "
              + text
              + " has none; it takes quick, full or deep");
    }
    return times;
  }
}
