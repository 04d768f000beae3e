package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.report.Finding.Level;

/**
 * A reader should know these findings before believing a campaign: what happened, with the values, and what to do next.
 */
abstract class Findings {
    final Result result;
    private final List<Finding> found = new ArrayList<>();

    Findings(Result result) {
        this.result = result;
    }

    /** The gravest first. */
    static List<Finding> of(Result result) {
        return Stream.of(
                        new CampaignFindings(result),
                        new ProgramFindings(result),
                        new HostFindings(result),
                        new ForkFindings(result))
                .peek(Findings::rows)
                .flatMap(each -> each.found.stream())
                .sorted(Comparator.comparing(Finding::level))
                .toList();
    }

    abstract void rows();

    void doubt(String what, String next) {
        found.add(new Finding(Level.DOUBT, what, next));
    }

    void warning(String what, String next) {
        found.add(new Finding(Level.WARNING, what, next));
    }

    void note(String what, String next) {
        found.add(new Finding(Level.NOTE, what, next));
    }
}
