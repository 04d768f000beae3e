package org.whichjvm.collector.across;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.whichjvm.collector.campaign.Consistency;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.report.ResultContender;
import org.whichjvm.collector.report.ResultFile;
import org.whichjvm.collector.report.Words;

/** Warnings say what limits how far the hosts of a fleet can be compared. */
final class FleetWarnings {
  // These differ from host to host.
  private static final Set<String> OWN = Set.of("cpus", "queueDir", Consistency.MEMBERS);

  private static final int MOST_DOUBTS = 20;

  private final List<String> sentences = new ArrayList<>();

  private FleetWarnings() {}

  static List<String> of(final List<FleetHost> hosts, final Matrix matrix) {
    final FleetWarnings warnings = new FleetWarnings();
    warnings.doubts(matrix.hosts());
    if (!matrix.leftOut().isEmpty()) {
      warnings.leftOut(matrix);
    }
    warnings.settings(matrix.hosts());
    warnings.jvms(matrix);
    for (final FleetHost host : hosts) {
      host.note().ifPresent(warnings.sentences::add);
      if (host.file().problem() != null) {
        warnings.sentences.add(
            "%s: %s %s; it counts as absent."
                .formatted(host.name(), HostFile.NAME, host.file().problem()));
      }
      host.file()
          .lostSentences()
          .forEach(each -> warnings.sentences.add(host.name() + ": " + each));
    }
    return warnings.sentences.stream().map(Escape::oneLine).toList();
  }

  private void doubts(final List<FleetHost> hosts) {
    hosts.stream()
        .flatMap(
            host ->
                host.result().doubts().stream()
                    .map(each -> "Do not rely on the verdicts of " + host.name() + ": " + each))
        .limit(MOST_DOUBTS)
        .forEach(sentences::add);
  }

  private void leftOut(final Matrix matrix) {
    final Map<String, String> baselines = new LinkedHashMap<>();
    matrix
        .leftOut()
        .forEach(each -> baselines.put(each.name(), String.valueOf(each.result().baseline())));
    sentences.add(
        Words.list(List.copyOf(baselines.keySet()))
            + (baselines.size() == 1 ? " is" : " are")
            + " left out of every comparison: the baseline there is "
            + Words.list(baselines.values().stream().distinct().toList())
            + ", and not "
            + matrix.reference()
            + ".");
  }

  private void settings(final List<FleetHost> hosts) {
    differs("The workload is ", hosts, each -> String.valueOf(each.workload()));
    differs(
        "The margin is ",
        hosts,
        each -> Double.isNaN(each.margin()) ? "unknown" : Quantity.percent(each.margin()));
    final Set<String> keys = new LinkedHashSet<>();
    hosts.forEach(each -> keys.addAll(each.result().parameters().keySet()));
    keys.removeAll(OWN);
    for (final String key : keys) {
      differs(
          "The setting " + Escape.oneLine(key) + " is ",
          hosts,
          each -> {
            final String shown = Escape.oneLine(Json.shown(each.parameters(), key));
            return shown.isEmpty() ? "not told" : shown;
          });
    }
  }

  private void differs(
      final String what, final List<FleetHost> hosts, final Function<ResultFile, String> value) {
    final Map<String, String> values = new LinkedHashMap<>();
    hosts.forEach(each -> values.put(each.name(), value.apply(each.result())));
    FleetText.differing(values)
        .map(each -> what + each + ": their ratios are not of the same work.")
        .ifPresent(sentences::add);
  }

  private void jvms(final Matrix matrix) {
    for (final String contender : matrix.contenders().keySet()) {
      final Map<String, String> jvms = new LinkedHashMap<>();
      for (final FleetHost host : matrix.hosts()) {
        final ResultContender each = host.result().contender(contender);
        if (each != null && !each.jvmLine().isEmpty()) {
          jvms.put(host.name(), each.jvmLine());
        }
      }
      FleetText.differing(jvms)
          .map(each -> contender + " is not the same JVM everywhere: " + each + ".")
          .ifPresent(sentences::add);
    }
  }
}
