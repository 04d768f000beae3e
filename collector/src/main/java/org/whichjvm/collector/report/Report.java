package org.whichjvm.collector.report;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.model.CampaignSettings;
import org.whichjvm.collector.model.Unusable;
import org.whichjvm.collector.model.fork.Names;

/** A report in words and tables begins with the verdict and ends with what does not count. */
public final class Report {
    // The report must fit a comment on a pull request: 65,536 characters.
    static final int MOST_NOT_COUNTED = 20;
    private static final int MOST_CAUSES = 80;

    static final String BEFORE = "Before you choose";
    private static final String NEXT = "Next";

    // Each some 500 characters, of the 1.5 MB that a page may have.
    static final int MOST_NOT_COUNTED_ON_PAGE = 500;
    private static final int MOST_CAUSES_ON_PAGE = 400;

    /**
     * The report of a campaign.
     *
     * @param drawings its charts, by their names
     * @param explained links to what explains it
     */
    public static Document of(
            Conclusion conclusion, Map<String, Document.Drawing> drawings, Map<String, String> explained) {
        Result result = conclusion.result();
        Document report = summary(conclusion);
        report.folded("Verdicts", verdicts(result, drawings));
        report.folded(result.ofScores() ? "Scores" : "Latencies and their causes", metrics(result, drawings));
        report.folded("JVMs, host and disturbances", circumstances(result));
        report.folded("What was excluded, and what to know", excluded(conclusion));
        report.links("Where a difference comes from:", explained);
        Document words = new Document();
        words.table(Glossary.of(result.ofScores()));
        report.onPage().folded("How to read it", words);
        report.onPage().links("Files:", files(drawings));
        return report;
    }

    private static Document summary(Conclusion conclusion) {
        Result result = conclusion.result();
        Document report = new Document();
        report.heading("whichjvm: " + result.settings().campaign(), "Which JVM is fastest here?");
        report.findings(conclusion.findings(Finding.Level.DOUBT));
        report.lead(conclusion.headline());
        report.table(conclusion.table());
        report.labelled(BEFORE, conclusion.before());
        report.findings(conclusion.findings(Finding.Level.WARNING));
        report.labelled(NEXT, NextSteps.of(result, conclusion.ranking()));
        report.onPage()
                .items(Stream.concat(
                                Stream.of(
                                        result.host().size() == 0 ? "host unknown" : host(result),
                                        "Forks: " + forks(result),
                                        Words.time(result.created())),
                                study(result).stream())
                        .toList());
        return report;
    }

    private static Document verdicts(Result result, Map<String, Document.Drawing> drawings) {
        Document part = new Document();
        part.items(study(result));
        List<String> sentences = VerdictText.sentences(result);
        part.items(sentences);
        if (sentences.isEmpty()) {
            part.onPage().paragraph("There is nothing to compare.");
        }
        part.drawings(drawings, "ratios-service", "ratios-response", "ratios-scores", "load", "rates");
        if (!result.comparisons().isEmpty()) {
            part.table(VerdictTables.comparisons(result));
        }
        part.tables(List.of(VerdictTables.byFloor(result), VerdictTables.contrasts(result)));
        return part;
    }

    private static Document metrics(Result result, Map<String, Document.Drawing> drawings) {
        Document part = new Document();
        part.drawings(drawings, "forks", "timeline", "steadiness");
        part.drawings(
                drawings,
                drawings.keySet().stream()
                        .filter(each -> each.startsWith("forks-"))
                        .toArray(String[]::new));
        part.drawings(drawings, "percentiles-service", "percentiles-response", "median", "p99-99");
        part.table(result.ofScores() ? MetricTables.scores(result) : MetricTables.pooled(result));
        part.tables(List.of(LoadTable.of(result), Statuses.table(result)));
        part.items(CauseText.sentences(result));
        if (CauseText.any(result)) {
            part.drawings(drawings, "causes-service", "causes-response");
            part.table(CauseText.table(result, MOST_CAUSES, MOST_CAUSES_ON_PAGE));
        }
        return part;
    }

    private static Document circumstances(Result result) {
        Document part = new Document();
        part.items(header(result));
        part.table(JvmTables.jvms(result));
        if (!result.ofScores()) {
            part.table(MetricTables.counts(result));
        }
        part.tables(details(result));
        part.onPage().tables(HostTables.of(result));
        return part;
    }

    private static Document excluded(Conclusion conclusion) {
        Result result = conclusion.result();
        Document part = new Document();
        if (result.gates().stream().anyMatch(each -> each.forks() + each.turns() > 0)) {
            part.table(DisturbanceTables.exclusionRules(result));
            part.tables(List.of(DisturbanceTables.forks(result)));
        }
        part.findings(conclusion.findings(Finding.Level.NOTE));
        part.tables(List.of(notCounted(result)));
        return part;
    }

    private static Map<String, String> files(Map<String, Document.Drawing> drawings) {
        Map<String, String> files = new LinkedHashMap<>();
        for (String each : List.of(Names.RESULT_JSON, Names.RESULT_CSV, Names.REPORT_MD)) {
            files.put(each, each);
        }
        drawings.keySet().forEach(each -> files.put(each, Names.CHARTS + "/" + each + ".svg"));
        return files;
    }

    /** A table that the campaign has nothing for is empty. */
    private static List<Table<?>> details(Result result) {
        List<Table<?>> tables = new ArrayList<>(List.of(
                JvmTables.start(result),
                DisturbanceTables.steadiness(result),
                MetricTables.rare(result),
                JvmTables.cpu(result),
                JvmTables.memory(result),
                JvmTables.flagSets(result)));
        tables.addAll(DisturbanceTables.of(result));
        return tables;
    }

    /** Says which study the campaign is of, and what that asks; empty if it is of none. */
    private static List<String> study(Result result) {
        CampaignSettings.Question study = result.settings().study();
        return study == null
                ? List.of()
                : List.of("Study " + study.name() + (study.asks() == null ? "" : ": " + study.asks()));
    }

    private static List<String> header(Result result) {
        JsonObject parameters = result.parameters();
        return List.of(
                "Host: " + (result.host().size() == 0 ? "unknown" : host(result)),
                "Workload: "
                        + (result.workload() == null ? "unknown" : result.workload())
                        + parameters.keySet().stream()
                                .map(key -> ", " + key + " " + Json.shown(parameters, key))
                                .collect(Collectors.joining()),
                "Runner: " + runner(result),
                "Forks: " + forks(result));
    }

    public static String host(Result result) {
        String cpus = Json.shown(result.parameters(), "cpus")
                .replaceAll("[\\[\\]]", "")
                .replace(",", ", ");
        return "%s, %s, kernel %s%s"
                .formatted(
                        Json.shown(result.host(), "cpuModel"),
                        Json.shown(result.host(), "arch"),
                        Json.shown(result.host(), "kernel"),
                        cpus.isEmpty() ? "" : ", pinned to CPUs " + cpus);
    }

    private static String runner(Result result) {
        if (result.settings().runner() != null) {
            return result.settings().runner();
        }
        if (result.host().size() == 0) {
            return "unknown";
        }
        return Json.shown(result.host(), "container").equals("true") ? "docker" : "host";
    }

    private static String forks(Result result) {
        ResultFile.Forks forks = ResultFile.Forks.of(result);
        int planned = result.settings().plan().forks();
        int missing = planned - forks.all();
        return forks.ok()
                + (planned == 0 ? " ok" : " of " + planned + " planned are ok")
                + (forks.failed() == 0 ? "" : ", " + forks.failed() + " failed or not usable")
                + (forks.excluded() == 0 ? "" : ", " + forks.excluded() + " excluded by rules")
                + (missing <= 0 || result.progress().stopped() != null
                        ? ""
                        : ", %s still to run: whichjvm compare --resume %s"
                                .formatted(missing, result.settings().campaign()));
    }

    private static Table<?> notCounted(Result result) {
        return new Table<>("Not counted", result.unusable())
                .words("file", Unusable::file)
                .words("reason", Unusable::reason)
                .limited(MOST_NOT_COUNTED, MOST_NOT_COUNTED_ON_PAGE, "result.csv and result.json");
    }

    public static String label(Result result, String name) {
        return result.contenders().stream()
                .filter(contender -> contender.name().equals(name))
                .map(Words::contender)
                .collect(Collectors.joining());
    }

    static String substituteNote(Result result) {
        return substitutes(result).isEmpty()
                ? ""
                : "* a substitute: another build than its name promises, see table 1.";
    }

    static List<String> excludedNote(Result result) {
        List<String> none = result.contenders().stream()
                .filter(each -> each.ok() == 0 && each.excluded() > 0)
                .map(Words::contender)
                .toList();
        List<String> notes = new ArrayList<>();
        if (!result.excluded().isEmpty()) {
            notes.add("Excluded forks are not in it.");
        }
        if (!none.isEmpty()) {
            notes.add("Of "
                    + String.join(", ", none)
                    + " every fork is excluded: its values are those of these forks and decide nothing.");
        }
        return notes;
    }

    static List<String> substitutes(Result result) {
        return result.contenders().stream()
                .filter(contender -> !contender.substitute().isEmpty())
                .map(contender -> "* " + contender.name() + ": " + contender.substitute())
                .toList();
    }
}
