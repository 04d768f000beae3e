package org.whichjvm.collector.explain;

import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.report.Document;
import org.whichjvm.collector.report.Table;
import org.whichjvm.collector.report.Words;
import org.whichjvm.collector.stats.MaxT;
import org.whichjvm.common.Stage;

/** In which stages of a message two contenders differ, in words and a table. */
public record StagesReport(String campaign, StagesExplained explained, CountsExplained counts) {
    public Document document() {
        Document document = new Document();
        document.heading("whichjvm explain: " + campaign);
        document.items(answer());
        if (explained.blocks() > 0) {
            document.table(ExplainReport.numbers(
                    new Table<>("Stages of a message", explained.stages()).words("stage", each -> each.of().text),
                    "\nns"));
            document.table(ExplainReport.counts(counts));
            document.items(limits());
        }
        return document;
    }

    private List<String> answer() {
        if (explained.blocks() == 0) {
            return List.of("Nothing is explained: no block has enough rounds in which all three kept the stages.");
        }
        List<String> lines = new ArrayList<>();
        Difference<Metric> plain = explained.plain();
        lines.add("A message of %s takes %s ns at p50 of the service time, one of %s %s ns: %s, over %s."
                .formatted(
                        explained.contender(),
                        ExplainReport.number(plain.contender()),
                        explained.baseline(),
                        ExplainReport.number(plain.baseline()),
                        difference(plain.shift()),
                        Words.count(explained.blocks(), "block")));
        List<String> found = explained.stages().stream()
                .filter(each -> each.shift().found() && each.of() != Stage.COMMIT)
                .map(each -> each.of().text + " " + difference(each.shift()))
                .toList();
        lines.add(found.isEmpty() ? "No stage differs for sure." : "Of it: " + String.join("; ", found) + ".");
        lines.add(ExplainReport.control(explained.baseline(), explained.control(), "stage"));
        if (counts.control() > 0) {
            lines.add("Of what else was counted the control differs in %s: do not trust that table."
                    .formatted(Words.count(counts.control(), "metric")));
        }
        return lines;
    }

    private List<String> limits() {
        return List.of(
                "Every other turn reads the clock four more times a message, which adds %s ns to the p50 of %s and %s ns to that of %s; the first sentence is of the turns that do not."
                        .formatted(
                                ExplainReport.signed(explained.staged().contender()
                                        - explained.plain().contender()),
                                explained.contender(),
                                ExplainReport.signed(explained.staged().baseline()
                                        - explained.plain().baseline()),
                                explained.baseline()),
                "A stage is a median of its own: those of a message are not their sum. The last one runs beside the hand-over.");
    }

    private static String difference(MaxT.Shift shift) {
        return ExplainReport.signed(shift.difference()) + " ns " + ExplainReport.interval(shift);
    }
}
