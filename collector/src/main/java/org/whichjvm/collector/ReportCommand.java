package org.whichjvm.collector;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code report}: adds up campaigns, writes their results and prints them. */
@Command(
    name = "report",
    description =
        "Writes result.json, .csv, report.md, .html and charts/ of campaigns and prints them.",
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:done",
      "2:wrong usage, no such campaign, or no forks in it yet",
      "3:done, but forks failed or files were not usable: the report names each",
      "4:a folder cannot be read or written"
    })
final class ReportCommand implements Callable<Integer> {
  @Option(names = "--out", defaultValue = "out", description = "Folder of all campaigns.")
  private Path out;

  @Parameters(paramLabel = "CAMPAIGN", description = "Campaigns; without one, the newest.")
  private List<String> campaigns = List.of();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    final List<Path> folders = new ArrayList<>();
    for (final String name : campaigns.isEmpty() ? List.of(Names.LATEST) : campaigns) {
      folders.add(CampaignFolder.find(out, name));
    }
    int code = Exit.OK;
    for (final Path folder : folders) {
      final Result result = Result.of(CampaignReader.read(folder), Instant.now());
      final Document report = Report.of(result);
      AtomicFiles.write(folder.resolve(Names.RESULT_JSON), ResultJson.of(result));
      AtomicFiles.write(folder.resolve(Names.RESULT_CSV), ResultCsv.of(result));
      AtomicFiles.write(folder.resolve(Names.REPORT_MD), report.render(new MarkdownFormat()));
      PageFiles.write(folder, result, List.of());
      final PrintWriter stdout = spec.commandLine().getOut();
      stdout.println(report.render(new TextFormat()));
      code = result.anyFailure() ? Exit.FORKS_FAILED : code;
    }
    return code;
  }
}
