package org.whichjvm.collector.html;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.whichjvm.collector.html.chart.Chart;
import org.whichjvm.collector.html.chart.ServiceLevel;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.io.Folders;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.collector.report.Conclusion;
import org.whichjvm.collector.report.Document;
import org.whichjvm.collector.report.ExplanationFiles;
import org.whichjvm.collector.report.MarkdownFormat;
import org.whichjvm.collector.report.Report;
import org.whichjvm.collector.report.Words;

/** The report of a campaign in its folder: charts, Markdown and page. */
public final class CampaignPage {
    /** Writes all of it, and returns the report. */
    public static Document write(Path folder, Conclusion conclusion, List<ServiceLevel> levels) throws IOException {
        List<Chart> charts = Chart.of(conclusion.result(), levels);
        Folders.create(folder.resolve(Names.CHARTS));
        for (Chart each : charts) {
            AtomicFiles.write(folder.resolve(Names.CHARTS).resolve(each.name() + ".svg"), each.file());
        }
        Document report = report(conclusion, charts, ExplanationFiles.links(folder));
        AtomicFiles.write(folder.resolve(Names.REPORT_MD), report.render(new MarkdownFormat()));
        // Last: a page that is there has the charts that it links to.
        AtomicFiles.write(folder.resolve(Names.REPORT_HTML), page(conclusion, report));
        return report;
    }

    static Document report(Conclusion conclusion, List<Chart> charts, Map<String, String> explained) {
        Map<String, Document.Drawing> drawings = new LinkedHashMap<>();
        charts.forEach(each -> drawings.put(each.name(), each.drawing()));
        return Report.of(conclusion, drawings, explained);
    }

    static String page(Conclusion conclusion, Document report) {
        return HtmlFormat.page(
                report,
                conclusion.result().contenders().stream().map(Words::contender).toList());
    }
}
