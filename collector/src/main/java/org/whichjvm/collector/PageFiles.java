package org.whichjvm.collector;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Writes the page, and its charts as files, into a campaign's folder. */
final class PageFiles {
  private PageFiles() {}

  static void write(final Path folder, final Result result, final List<ServiceLevel> levels)
      throws IOException {
    final List<Chart> drawn = Charts.of(result, levels);
    final Path charts = folder.resolve(Names.CHARTS);
    if (!Files.isDirectory(charts)) {
      Files.createDirectory(charts);
      AtomicFiles.ownedLike(charts, folder);
    }
    for (final Map.Entry<String, String> chart : Charts.files(drawn).entrySet()) {
      AtomicFiles.write(charts.resolve(chart.getKey() + ".svg"), chart.getValue());
    }
    // Last: a page that is there has the charts that it links to.
    AtomicFiles.write(folder.resolve(Names.REPORT_HTML), PageWriter.of(result, drawn));
  }
}
