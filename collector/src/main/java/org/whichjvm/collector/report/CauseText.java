package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.campaign.fork.SlowMessages;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.common.SlowCause;

/** Why messages were slow, in sentences and as a table. */
public final class CauseText {
  // A cause of less, or a fourth, is not spoken of; the table has it.
  private static final double LEAST_SHARE = 0.045;
  private static final int MOST_CAUSES = 3;

  private CauseText() {}

  /** Whether a fork recorded it. */
  public static boolean any(final Result result) {
    return result.contenders().stream().anyMatch(each -> !each.attribution().isEmpty());
  }

  /** A line for each contender and latency. */
  public static List<String> sentences(final Result result) {
    final List<String> lines = new ArrayList<>();
    for (final ContenderResult contender : result.contenders()) {
      for (final Latency latency : Latency.values()) {
        final List<String> parts =
            Arrays.stream(SlowMessages.Level.values())
                .filter(level -> known(contender, latency, level))
                .map(level -> sentence(contender, latency, level))
                .toList();
        if (!parts.isEmpty()) {
          lines.add(
              Words.contender(contender)
                  + ", "
                  + latency.key
                  + " time: "
                  + String.join("; ", parts)
                  + ".");
        }
      }
    }
    return lines;
  }

  private static boolean known(
      final ContenderResult contender, final Latency latency, final SlowMessages.Level level) {
    final SlowMessages.Causes causes = contender.attribution().at(latency, level);
    return causes != null && causes.messages() > 0;
  }

  /** For example "p99.99 is 4.1 ms: 93 % preemption, 5 % safepoints". */
  public static String sentence(
      final ContenderResult contender, final Latency latency, final SlowMessages.Level level) {
    final SlowMessages.Causes causes = contender.attribution().at(latency, level);
    final String what =
        level.percentile == null
            ? "the worst 1,000 of each fork"
            : level.percentile.label
                + " is "
                + Quantity.time(contender.latencies().get(latency).summary().at(level.percentile));
    return what
        + ": "
        + Arrays.stream(SlowCause.values())
            .filter(cause -> causes.share(cause) >= LEAST_SHARE)
            .sorted(Comparator.comparingDouble(cause -> -causes.share(cause)))
            .limit(MOST_CAUSES)
            .map(cause -> share(causes.share(cause)) + " " + cause.label)
            .collect(Collectors.joining(", "));
  }

  /**
   * A row for each contender, latency and level.
   *
   * @param most rows; where there are more the response time is left to the page
   */
  public static Table table(final Result result, final int most) {
    final List<SlowCause> causes =
        Arrays.stream(SlowCause.values()).filter(cause -> seen(result, cause)).toList();
    final Table table =
        new Table("Why messages were slow").words("contender").words("beyond").numbers("messages");
    causes.forEach(each -> table.numbers(each.label));
    final List<List<String>> rows = new ArrayList<>();
    final List<List<String>> service = new ArrayList<>();
    for (final ContenderResult contender : result.contenders()) {
      for (final Latency latency : Latency.values()) {
        for (final SlowMessages.Level level : SlowMessages.Level.values()) {
          if (known(contender, latency, level)) {
            final List<String> row = row(contender, latency, level, causes);
            rows.add(row);
            if (latency == Latency.SERVICE) {
              service.add(row);
            }
          }
        }
      }
    }
    (rows.size() > most ? service : rows).stream().limit(most).forEach(table::row);
    table.footnotes.add(
        "Each cause explains this part of the messages beyond each fork's own percentile, over all"
            + " forks, by what was recorded at that time.");
    if (rows.size() > most) {
      table.footnotes.add("The other rows are in report.html and result.json.");
    }
    return table;
  }

  private static boolean seen(final Result result, final SlowCause cause) {
    for (final ContenderResult contender : result.contenders()) {
      for (final Latency latency : Latency.values()) {
        for (final SlowMessages.Level level : SlowMessages.Level.values()) {
          if (known(contender, latency, level)
              && contender.attribution().at(latency, level).share(cause) > 0) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static List<String> row(
      final ContenderResult contender,
      final Latency latency,
      final SlowMessages.Level level,
      final List<SlowCause> shown) {
    final SlowMessages.Causes causes = contender.attribution().at(latency, level);
    final List<String> cells = new ArrayList<>(List.of(Words.contender(contender)));
    cells.add(place(latency, level));
    cells.add(Quantity.count(causes.messages()));
    shown.forEach(cause -> cells.add(share(causes.share(cause))));
    return cells;
  }

  /** As in "p99 service time". */
  static String place(final Latency latency, final SlowMessages.Level level) {
    return level.percentile == null
        ? level.label + " by " + latency.key + " time"
        : Words.figure(latency, level.percentile);
  }

  /** A share in whole per cent; what there is of it is never nothing, nor all but it everything. */
  static String share(final double share) {
    if (share > 0 && share < 0.005) {
      return "< 1 %";
    }
    if (share < 1 && share >= 0.995) {
      return "> 99 %";
    }
    return String.format(Locale.ROOT, "%.0f %%", share * 100);
  }
}
