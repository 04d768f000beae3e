package org.whichjvm.collector.across;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.whichjvm.collector.report.Document;
import org.whichjvm.collector.report.Finding;
import org.whichjvm.collector.report.Words;

/**
 * Campaigns of several hosts in one report: of folders of hosts, or as somebody named them. What was not measured
 * together is not tested against one another.
 */
public record HostsReport(String title, Instant created, List<Host> hosts, Matrix matrix) {
    /** Up to this many hosts without a whole campaign get a sentence each. */
    private static final int MOST_UNMEASURED = 2;

    HostsReport(String title, Instant created, List<Host> hosts) {
        this(title, created, hosts, Matrix.of(hosts));
    }

    public boolean anyFork() {
        return hosts.stream().anyMatch(Host::measured);
    }

    /** Every host has its whole campaign, and no fork failed. */
    public boolean whole() {
        return hosts.stream().allMatch(each -> each.whole() && !each.result().anyFailure());
    }

    public List<String> notMeasured() {
        return hosts.stream().map(Host::notMeasured).flatMap(Optional::stream).toList();
    }

    /** What limits what can be told, in a sentence each. */
    List<String> warnings() {
        return new HostsText(matrix).warnings(hosts);
    }

    /** The names of the contenders, in the order of their colours. */
    public List<String> labels() {
        return List.copyOf(matrix.contenders().values());
    }

    public Document document() {
        HostsText text = new HostsText(matrix);
        HostsTables tables = new HostsTables(matrix);
        Document report = new Document();
        report.heading(title, "Is it the same on every host?");
        report.lead(String.join(" ", text.answer()));
        boolean sideBySide = hosts.stream().anyMatch(Host::sideBySide);
        if (sideBySide && matrix.hosts().size() == 1) {
            report.table(tables.sideBySide());
        } else if (!matrix.rows().isEmpty()) {
            if (!matrix.many()) {
                report.table(tables.wide());
            }
            report.table(tables.agreement());
        }
        if (!matrix.rowsOfSessions().isEmpty()) {
            text.apart().forEach(report::paragraph);
        }
        report.findings(Stream.concat(notWhole().stream(), warnings().stream())
                .map(each -> new Finding(Finding.Level.WARNING, each, ""))
                .toList());
        report.onPage().items(circumstances());
        report.folded("Every contender", contenders(text, tables));
        Document all = new Document();
        all.table(HostsTables.hosts(hosts));
        report.folded("The hosts", all);
        Document numbers = new Document();
        if (sideBySide && matrix.hosts().size() > 1) {
            numbers.table(tables.sideBySide());
        }
        numbers.tables(List.of(tables.others()));
        numbers.tables(tables.values());
        report.folded("The numbers", numbers);
        Document notes = new Document();
        notes.items(text.notes());
        if (notMeasured().size() > MOST_UNMEASURED) {
            notes.items(notMeasured());
        }
        report.folded("What to know", notes);
        return report;
    }

    private Document contenders(HostsText text, HostsTables tables) {
        Document part = new Document();
        if (matrix.rowsOfSessions().isEmpty()) {
            part.items(text.apart());
        }
        part.items(text.agreement());
        if (matrix.many() && !matrix.rows().isEmpty()) {
            part.table(tables.ratios());
        }
        return part;
    }

    /** Of many hosts their names; their reasons are with the notes. */
    private List<String> notWhole() {
        List<String> sentences = notMeasured();
        if (sentences.size() <= MOST_UNMEASURED) {
            return sentences;
        }
        List<String> names =
                hosts.stream().filter(each -> !each.whole()).map(Host::name).toList();
        return List.of("%s of %s do not have their whole campaign: %s. The report's last part has the reasons."
                .formatted(Words.count(names.size(), "host"), hosts.size(), Words.list(names)));
    }

    private List<String> circumstances() {
        long whole = hosts.stream().filter(Host::whole).count();
        return List.of(
                "%s, %s of them with a whole campaign".formatted(Words.count(hosts.size(), "host"), whole),
                Words.time(created));
    }
}
