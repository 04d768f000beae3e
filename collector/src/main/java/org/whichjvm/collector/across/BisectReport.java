package org.whichjvm.collector.across;

import java.util.Comparator;
import java.util.List;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.report.Document;
import org.whichjvm.collector.report.Table;
import org.whichjvm.collector.report.Words;

/** The report of a search for the build that made the step. */
public final class BisectReport {
    /** The report lists this many of the likeliest builds. */
    private static final int MOST = 5;

    public static Document of(Bisected bisected) {
        Document document = new Document();
        List<String> builds = bisected.builds();
        String good = builds.get(0);
        String bad = builds.get(builds.size() - 1);
        document.heading("whichjvm bisect: " + good + " to " + bad);
        String first = bisected.found().orElseGet(bisected::likeliest);
        String before = builds.get(builds.indexOf(first) - 1);
        document.paragraph(
                !bisected.differs()
                        ? "Not sure yet whether there is a step: over %s, %s has not differed from %s by more than sessions do."
                                .formatted(Words.count(bisected.ends().size(), "session"), bad, good)
                        : bisected.found().isPresent()
                                ? "%s made the step: %s has the %s of %s, and %s that of %s. 19 of 20 such answers are right."
                                        .formatted(
                                                first, before, bisected.metric().label(), good, first, bad)
                                : "Not sure yet: %s is the likeliest, at %s."
                                        .formatted(first, Quantity.percent(bisected.likelihood(first))));
        document.items(List.of(
                "The step: %s to %s is %s, over %s."
                        .formatted(
                                good,
                                bad,
                                Quantity.ratio(Math.exp(bisected.effect()), 3),
                                Words.count(bisected.ends().size(), "session")),
                "Assumed: each campaign is a session, and true ratios of sessions differ by %s. Blocks of one campaign differ by %s."
                        .formatted(Quantity.percent(bisected.between()), Quantity.percent(bisected.within())),
                "Assumed: there is one step. Where a metric drifts, or steps twice, the answer is one of the steps, and comparing %s with %s says how large it is."
                        .formatted(before, first)));
        if (bisected.differs()) {
            document.table(likely(bisected));
        }
        document.table(steps(bisected));
        return document;
    }

    private static Table<?> likely(Bisected bisected) {
        return new Table<>(
                        "The likeliest builds",
                        bisected.builds().stream()
                                .skip(1)
                                .sorted(Comparator.comparing(bisected::likelihood)
                                        .reversed())
                                .limit(MOST)
                                .toList())
                .words("build", each -> each)
                .numbers("place", each -> Quantity.count(bisected.builds().indexOf(each)))
                .numbers("probability", each -> Quantity.percent(bisected.likelihood(each)));
    }

    private static Table<?> steps(Bisected bisected) {
        return new Table<>("What was measured", bisected.all())
                .words("campaign", Bisected.Session::campaign)
                .words("build", each -> bisected.builds().get(each.build()))
                .numbers("place", each -> Quantity.count(each.build()))
                .numbers("blocks", each -> Quantity.count(each.logRatios().length))
                .numbers("ratio to\nthe good one", each -> Quantity.ratio(Math.exp(each.shift()), 3));
    }
}
