package org.whichjvm.collector.page;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.chart.Chart;
import org.whichjvm.collector.chart.Charts;
import org.whichjvm.collector.chart.ServiceLevel;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.io.Folders;
import org.whichjvm.collector.report.Answer;

/** Writes the page, and its charts as files, into a campaign's folder. */
public final class PageFiles {
  private PageFiles() {}

  /**
   * The files.
   *
   * @param levels to be drawn into the percentile curves
   */
  public static void write(final Path folder, final Answer answer, final List<ServiceLevel> levels)
      throws IOException {
    final List<Chart> drawn = Charts.of(answer.result(), levels);
    final Path charts = folder.resolve(Names.CHARTS);
    Folders.create(charts);
    for (final Map.Entry<String, String> chart : Charts.files(drawn).entrySet()) {
      AtomicFiles.write(charts.resolve(chart.getKey() + ".svg"), chart.getValue());
    }
    // Last: a page that is there has the charts that it links to.
    AtomicFiles.write(folder.resolve(Names.REPORT_HTML), ReportPage.of(answer, drawn));
  }
}
