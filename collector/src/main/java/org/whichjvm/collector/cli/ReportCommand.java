package org.whichjvm.collector.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.across.HostsJson;
import org.whichjvm.collector.across.HostsReader;
import org.whichjvm.collector.across.HostsReport;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.export.ExportFormat;
import org.whichjvm.collector.html.CampaignPage;
import org.whichjvm.collector.html.HtmlFormat;
import org.whichjvm.collector.html.chart.ServiceLevel;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.model.Campaign;
import org.whichjvm.collector.model.CampaignReader;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.collector.plan.Values;
import org.whichjvm.collector.report.Conclusion;
import org.whichjvm.collector.report.Document;
import org.whichjvm.collector.report.MarkdownFormat;
import org.whichjvm.collector.report.ResultCsv;
import org.whichjvm.collector.report.ResultJson;
import org.whichjvm.collector.report.TextFormat;
import org.whichjvm.common.WrongUsage;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code report}: adds up campaigns, decides, writes their results and prints them. */
@Command(
        name = "report",
        description = "Writes the reports of campaigns and prints them.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:done",
            "1:done, and --fail-on or --fail-unless-within was met",
            "2:wrong usage, no such campaign, no forks in it yet, or undecided what was to fail",
            "3:done, but a host has no whole campaign, forks failed or lack a score, or files were not usable: the report names each",
            "4:a folder cannot be read or written"
        })
final class ReportCommand extends CollectorCommand {
    @Option(names = "--out", defaultValue = "out", description = "Folder of all campaigns.")
    private Path out;

    @Option(
            names = "--hosts",
            paramLabel = "DIR",
            description = "Write the joint report of hosts instead, and leave it in DIR, which has a folder for each"
                    + " host with its campaigns; repeatable: campaigns of hosts with one name are sessions of one"
                    + " another, and the last DIR gets the report. Hosts are never pooled.")
    private List<Path> hosts = List.of();

    @Option(
            names = "--margin",
            description = "What counts as no difference (default: what the campaign declared, 3%%).")
    private String margin;

    @Option(
            names = Pipeline.FailRule.SLOWER_OPTION,
            paramLabel = "slower:PERCENT",
            description = "Exit with 1 if a p50 service time is slower by more than that for sure: the lower end of"
                    + " its interval, of a contender against its baseline. Exit with 2 if that is undecided."
                    + " It takes one campaign.")
    private String failOn;

    @Option(
            names = Pipeline.FailRule.WITHIN_OPTION,
            paramLabel = "PERCENT",
            description = "The same if it may be slower by more than that: the upper end.")
    private String failUnlessWithin;

    @Option(
            names = "--service-level",
            paramLabel = "PERCENTILE=LATENCY",
            description = "A service level to draw into the percentile curves, as in 99.9%%=1ms; repeatable.")
    private List<String> serviceLevels = List.of();

    @Option(names = "--details", description = "Print all tables, not only the ranked one of at most 30 lines.")
    private boolean details;

    @Option(
            names = "--export",
            paramLabel = "FORMAT[=FILE]",
            mapFallbackValue = Option.NULL_VALUE,
            converter = FormatConverter.class,
            description = "Write the result for other programs: ${COMPLETION-CANDIDATES}; repeatable. Without a file"
                    + " it goes to stdout, in place of the report. It takes one campaign.")
    private Map<ExportFormat, Optional<Path>> exports = Map.of();

    @Mixin
    private ShownOptions shownAs;

    @Parameters(
            paramLabel = "CAMPAIGN",
            description = "Campaigns; without one, the newest. Several are also shown side by side.")
    private List<String> names = List.of();

    /** By the name that the help shows; picocli itself would list the constant's too. */
    private static final class FormatConverter implements ITypeConverter<ExportFormat> {
        @Override
        public ExportFormat convert(String name) {
            List<ExportFormat> formats = List.of(ExportFormat.values());
            return formats.stream()
                    .filter(each -> each.toString().equals(name))
                    .findAny()
                    .orElseThrow(() -> new TypeConversionException("it is '" + name + "' and takes one of " + formats));
        }
    }

    @Override
    public Integer call() throws IOException {
        List<Pipeline.FailRule> rules = rules();
        if (!hosts.isEmpty()) {
            return ofHosts();
        }
        checkExports();
        if (!rules.isEmpty() && names.size() > 1) {
            throw new WrongUsage(
                            "%s was given with %s campaigns, and it decides within one",
                            rules.get(0).asked(), names.size())
                    .orTry(
                            "name one campaign, which has the old and the new build, as whichjvm compare --jdk old=… --jdk new=… old new measures them");
        }
        List<Path> folders = new ArrayList<>();
        for (String name : names.isEmpty() ? List.of(Names.LATEST) : names) {
            folders.add(CampaignReader.find(out, name));
        }
        List<ServiceLevel> levels =
                serviceLevels.stream().map(ServiceLevel::parse).toList();
        List<Conclusion> conclusions = new ArrayList<>();
        for (Path folder : folders) {
            Campaign read = CampaignReader.read(folder);
            Campaign campaign =
                    Values.share("--margin", margin).map(read::withMargin).orElse(read);
            Conclusion conclusion = Conclusion.of(Result.of(campaign, Instant.now()));
            print(
                    writeFiles(folder, conclusion, levels),
                    out,
                    folder.getFileName().resolve(Names.REPORT_HTML));
            conclusions.add(conclusion);
        }
        if (folders.size() > 1) {
            Path last = folders.get(folders.size() - 1);
            writeJoint(HostsReader.campaigns(folders, Instant.now()), last, "across", out, last.getFileName());
        }
        for (Map.Entry<ExportFormat, Optional<Path>> each : exports.entrySet()) {
            export(conclusions.get(0), each.getKey(), each.getValue());
        }
        if (!rules.isEmpty() && met(rules, conclusions.get(0).result())) {
            return Exit.FAIL_ON;
        }
        return conclusions.stream().anyMatch(each -> each.result().anyFailure()) ? Exit.FORKS_FAILED : Exit.OK;
    }

    private int ofHosts() throws IOException {
        if (!names.isEmpty()
                || !rules().isEmpty()
                || !exports.isEmpty()
                || margin != null
                || !serviceLevels.isEmpty()) {
            throw new WrongUsage("--hosts shows what the campaigns of each host have decided")
                    .orTry(
                            "leave out CAMPAIGN, --fail-on, --fail-unless-within, --export, --margin and --service-level, which are for reports of campaigns");
        }
        HostsReport report = HostsReader.read(hosts, ReportCommand::writeFiles, Instant.now());
        if (!report.anyFork()) {
            throw new WrongUsage(
                            "no host has a fork yet%s",
                            report.notMeasured().stream()
                                    .findFirst()
                                    .map(each -> ". " + each)
                                    .orElse(""))
                    .orTry("--hosts DIR with campaigns in DIR/HOST/CAMPAIGN");
        }
        Path last = hosts.get(hosts.size() - 1);
        writeJoint(report, last, "hosts", last, Path.of(""));
        return report.whole() ? Exit.OK : Exit.FORKS_FAILED;
    }

    private void checkExports() {
        if (exports.isEmpty()) {
            return;
        }
        if (names.size() > 1) {
            throw new WrongUsage("--export was given with %s campaigns, and it takes one", names.size())
                    .orTry("give the others one by one");
        }
        if (exports.values().stream().filter(Optional::isEmpty).count() > 1) {
            throw new WrongUsage("stdout takes one --export, and not %s", exports.keySet())
                    .orTry("give all others a file, as in csv=forks.csv");
        }
        for (Path file : exports.values().stream().flatMap(Optional::stream).toList()) {
            if (Files.isDirectory(file)
                    || !Files.isDirectory(file.toAbsolutePath().getParent())) {
                throw new WrongUsage("--export cannot write '%s'", file).orTry("a file in a folder that is there");
            }
        }
    }

    private void export(Conclusion conclusion, ExportFormat format, Optional<Path> file) throws IOException {
        if (file.isPresent()) {
            AtomicFiles.write(file.get(), out -> format.write(conclusion, out));
        } else {
            format.write(conclusion, out());
        }
    }

    private List<Pipeline.FailRule> rules() {
        return Stream.of(
                        Optional.ofNullable(failOn).map(Pipeline.FailRule::slower),
                        Optional.ofNullable(failUnlessWithin).map(Pipeline.FailRule::unlessWithin))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Writes a report over hosts for programs, as Markdown and as a page, and prints it. */
    private void writeJoint(HostsReport report, Path folder, String name, Path out, Path folderInOut)
            throws IOException {
        Document document = report.document();
        AtomicFiles.write(folder.resolve(name + ".json"), HostsJson.of(report));
        AtomicFiles.write(folder.resolve(name + ".md"), document.render(new MarkdownFormat()));
        AtomicFiles.write(folder.resolve(name + ".html"), HtmlFormat.page(document, report.labels()));
        print(document, out, folderInOut.resolve(name + ".html"));
    }

    private void print(Document report, Path out, Path page) {
        stdout().print(details ? report.render(new TextFormat()) + "\n" : shownAs.screen(report, out, page));
    }

    /** Whether a rule is met, which is printed. */
    private boolean met(List<Pipeline.FailRule> rules, Result result) {
        Pipeline pipeline = new Pipeline(rules, result);
        PrintWriter told = piped() ? err() : stdout();
        pipeline.failing().forEach(told::println);
        if (pipeline.failing().isEmpty() && !pipeline.undecided().isEmpty()) {
            throw new WrongUsage(rules.stream().map(Pipeline.FailRule::asked).collect(Collectors.joining(" and "))
                            + " is undecided. "
                            + String.join(" ", pipeline.undecided()))
                    .orTry("measure longer: whichjvm compare --precision 2% --max-time 30m");
        }
        return !pipeline.failing().isEmpty();
    }

    /** Whether an export has stdout for itself. */
    private boolean piped() {
        return exports.containsValue(Optional.<Path>empty());
    }

    /** Where the report is printed; nowhere if an export has stdout. */
    private PrintWriter stdout() {
        return piped() ? new PrintWriter(Writer.nullWriter()) : out();
    }

    /** Writes the report of a campaign without a service level. */
    static void writeFiles(Path folder) throws IOException {
        Campaign campaign = CampaignReader.read(folder);
        writeFiles(folder, Conclusion.of(Result.of(campaign, Instant.now())), List.of());
    }

    /** Writes the report and its charts, with these service levels. */
    private static Document writeFiles(Path folder, Conclusion conclusion, List<ServiceLevel> levels)
            throws IOException {
        AtomicFiles.write(folder.resolve(Names.RESULT_JSON), ResultJson.of(conclusion));
        AtomicFiles.write(folder.resolve(Names.RESULT_CSV), ResultCsv.of(conclusion.result()));
        return CampaignPage.write(folder, conclusion, levels);
    }
}
