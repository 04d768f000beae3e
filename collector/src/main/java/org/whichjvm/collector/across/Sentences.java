package org.whichjvm.collector.across;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.report.Words;

/** Parts of sentences on hosts. */
final class Sentences {
  private static final int MOST_VALUES = 4;

  private Sentences() {}

  /** As in ": the disk is full."; a full stop alone if no reason is told. */
  static String because(final String reason) {
    return reason == null ? "." : ": " + reason + (reason.endsWith(".") ? "" : ".");
  }

  /** As in "p = 0.003". */
  static String p(final double p) {
    final String shown = Quantity.p(p);
    return shown.startsWith("<") ? "p " + shown : "p = " + shown;
  }

  /** As in "1 host" or "6 hosts". */
  static String hosts(final int count) {
    return count == 1 ? "1 host" : Quantity.count(count) + " hosts";
  }

  /**
   * As in "100000 on 5 hosts, but 50000 on c": the value of most hosts first; null if all have the
   * same.
   *
   * @param values of each host by its name, in the hosts' order
   */
  static String differing(final Map<String, String> values) {
    final Map<String, List<String>> hosts = new LinkedHashMap<>();
    values.forEach(
        (host, value) -> hosts.computeIfAbsent(value, each -> new ArrayList<>()).add(host));
    if (hosts.size() < 2) {
      return null;
    }
    final List<Map.Entry<String, List<String>>> ordered = new ArrayList<>(hosts.entrySet());
    ordered.sort((one, other) -> other.getValue().size() - one.getValue().size()); // stable
    final int left = ordered.size() - MOST_VALUES;
    return ordered.stream()
            .limit(MOST_VALUES)
            .map(each -> each.getKey() + " on " + Words.list(each.getValue()))
            .collect(Collectors.joining(", but "))
        + (left > 0 ? ", and something else on " + left + " more" : "");
  }
}
