package org.whichjvm.workload.queue;

import com.google.gson.JsonObject;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Collectors;
import org.whichjvm.common.SlowCause;
import org.whichjvm.common.Units;

final class TailCauses {
  private final String name;
  private final String words;
  final long aboveNs;

  /** Only {@link #tiesLeft} of the messages that took exactly this long, in ns, count. */
  private final long tie;

  private long tiesLeft;
  private final long[] counts = new long[SlowCause.values().length];

  TailCauses(
      final String name, final String words, final long aboveNs, final long tie, final long ties) {
    this.name = name;
    this.words = words;
    this.aboveNs = aboveNs;
    this.tie = tie;
    this.tiesLeft = ties;
  }

  void take(final long nanos, final SlowCause cause) {
    if (nanos > tie || nanos == tie && tiesLeft-- > 0) {
      counts[cause.ordinal()]++;
    }
  }

  long count(final SlowCause cause) {
    return counts[cause.ordinal()];
  }

  long messages() {
    return Arrays.stream(counts).sum();
  }

  JsonObject json() {
    final JsonObject json = new JsonObject();
    json.addProperty("above", name);
    json.addProperty("aboveNs", Math.max(0, aboveNs));
    json.addProperty("messages", messages());
    final JsonObject causes = new JsonObject();
    for (final SlowCause cause : SlowCause.values()) {
      causes.addProperty(cause.key, count(cause));
    }
    json.add("causes", causes);
    return json;
  }

  /** One line for a person: the causes of at least one message in a hundred. */
  String line() {
    final String causes =
        Arrays.stream(SlowCause.values())
            .filter(cause -> percent(cause) > 0)
            .sorted(Comparator.comparingLong(this::count).reversed())
            .map(cause -> percent(cause) + " % " + cause.label)
            .collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT,
        "%s (%s): %s",
        words,
        Units.shortTime(aboveNs),
        causes.isEmpty() ? "no message" : causes);
  }

  private long percent(final SlowCause cause) {
    return Math.round(100.0 * count(cause) / Math.max(1, messages()));
  }
}
