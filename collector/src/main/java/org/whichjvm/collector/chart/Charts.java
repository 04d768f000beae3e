package org.whichjvm.collector.chart;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.common.Percentile;

/** All charts of a campaign, in the order of the page. */
public final class Charts {
  private Charts() {}

  /** Those there is something to draw for. */
  public static List<Chart> of(final Result result, final List<ServiceLevel> levels) {
    final List<Chart> charts = new ArrayList<>();
    if (result.forks().isEmpty()) {
      return charts;
    }
    if (result.ofScores()) {
      if (ChartForest.possible(result, null)) {
        charts.add(ChartForest.of(result, null));
      }
      if (ChartLoad.possible(result)) {
        charts.add(ChartLoad.of(result));
      }
      charts.addAll(ChartForks.ofScores(result));
      return charts;
    }
    for (final Latency latency : Latency.values()) {
      if (ChartForest.possible(result, latency)) {
        charts.add(ChartForest.of(result, latency));
      }
    }
    if (ChartRates.possible(result)) {
      charts.add(ChartRates.of(result));
    }
    charts.add(ChartForks.of(result));
    for (final Latency latency : Latency.values()) {
      charts.add(ChartPercentiles.of(result, latency, levels));
    }
    charts.add(ChartBars.of(result, Percentile.P50, "median"));
    charts.add(ChartBars.of(result, Percentile.P99_99, "p99-99"));
    charts.add(ChartTimeline.of(result));
    if (ChartSteadiness.possible(result)) {
      charts.add(ChartSteadiness.of(result));
    }
    for (final Latency latency : Latency.values()) {
      if (ChartCauses.possible(result, latency)) {
        charts.add(ChartCauses.of(result, latency));
      }
    }
    return charts;
  }

  /** Each as an SVG file, by its name without an extension. */
  public static Map<String, String> files(final List<Chart> charts) {
    final Map<String, String> files = new LinkedHashMap<>();
    charts.forEach(chart -> files.put(chart.name(), chart.file()));
    return files;
  }
}
