package org.whichjvm.collector.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.CampaignReader;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.chart.ServiceLevel;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.page.ReportPage;
import org.whichjvm.collector.report.Answer;
import org.whichjvm.collector.report.Document;
import org.whichjvm.collector.report.MarkdownFormat;
import org.whichjvm.collector.report.Report;
import org.whichjvm.collector.report.ResultCsv;
import org.whichjvm.collector.report.ResultJson;

/** Writes the files of a campaign's report. */
final class ReportFiles {
  private ReportFiles() {}

  /** Writes the report of a campaign without a service level. */
  static void write(final Path folder) throws IOException {
    final Answer answer = Answer.of(Result.of(CampaignReader.read(folder), Instant.now()));
    write(folder, answer, Report.of(answer), List.of());
  }

  static void write(
      final Path folder,
      final Answer answer,
      final Document report,
      final List<ServiceLevel> levels)
      throws IOException {
    AtomicFiles.write(folder.resolve(Names.RESULT_JSON), ResultJson.of(answer));
    AtomicFiles.write(folder.resolve(Names.RESULT_CSV), ResultCsv.of(answer.result()));
    AtomicFiles.write(folder.resolve(Names.REPORT_MD), report.render(new MarkdownFormat()));
    ReportPage.write(folder, answer, levels);
  }
}
