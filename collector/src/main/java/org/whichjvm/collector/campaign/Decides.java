package org.whichjvm.collector.campaign;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.io.UserError;
import org.whichjvm.common.Percentile;

/**
 * A percentile of a latency that a campaign decides. All others are shown with their intervals:
 * each that is decided costs every other one a part of the significance level.
 *
 * @param latency which of the two
 * @param percentile one of {@link Percentile#REPORTED}
 */
public record Decides(Latency latency, Percentile percentile) implements Comparable<Decides> {
  /** What a campaign is named after. */
  public static final Decides HEADLINE = new Decides(Latency.SERVICE, Percentile.P50);

  /** What is decided where nobody says it, as far as it rests on enough events. */
  public static final Set<Decides> USUAL =
      Set.of(
          HEADLINE,
          new Decides(Latency.RESPONSE, Percentile.P99),
          new Decides(Latency.RESPONSE, Percentile.P99_9));

  /** Its name in campaign.json: service-p50. */
  public String key() {
    return latency.key + "-" + percentile.key;
  }

  /** The one of this name; null if there is none. */
  static Decides of(final String key) {
    return all().stream().filter(each -> each.key().equals(key)).findAny().orElse(null);
  }

  private static List<Decides> all() {
    return List.of(Latency.values()).stream()
        .flatMap(latency -> Percentile.REPORTED.stream().map(each -> new Decides(latency, each)))
        .toList();
  }

  /**
   * What a person listed, such as p99,service-p90: p50 alone is of the service time, each other
   * percentile alone of the response time, in which a stall counts for all that it delayed.
   *
   * @throws UserError if a word is none
   */
  public static Set<Decides> list(final String option, final String text) {
    final Set<Decides> decides = new TreeSet<>();
    for (final String word : text.split(",", -1)) {
      final String key = word.replace('.', '_');
      final String alone =
          (key.equals(Percentile.P50.key) ? Latency.SERVICE : Latency.RESPONSE).key + "-" + key;
      final Decides one = of(key) == null ? of(alone) : of(key);
      if (one == null) {
        throw new UserError(
            option
                + " has '"
                + word
                + "'; it takes p50, p90, p99, p99.9 and p99.99, also as service-p99 or response-p50,"
                + " with commas");
      }
      decides.add(one);
    }
    return decides;
  }

  @Override
  public int compareTo(final Decides other) {
    return Comparator.comparing(Decides::latency)
        .thenComparing(Decides::percentile)
        .compare(this, other);
  }
}
