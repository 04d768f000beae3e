package org.whichjvm.collector.across;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.decide.Verdict;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.report.Document;
import org.whichjvm.collector.report.RatioInterval;
import org.whichjvm.collector.report.Report;
import org.whichjvm.collector.report.Table;
import org.whichjvm.collector.report.VerdictText;
import org.whichjvm.collector.report.Words;
import org.whichjvm.collector.stats.Family;
import org.whichjvm.collector.stats.Interval;
import org.whichjvm.collector.stats.OverSessions;

/** The report of sessions: what holds over all of them, and what of the spread is theirs. */
public record SessionsReport(Sessions sessions) {
    public Document document() {
        Document document = new Document();
        String count = Words.count(sessions.all().size(), "session");
        document.heading("whichjvm over " + count);
        Stream<String> host = sessions.measured().stream().limit(1).map(each -> "Host: " + Report.host(each));
        document.items(Stream.concat(host, Stream.of(speaksFor())).toList());
        if (!sessions.unfinished().isEmpty()) {
            document.paragraph(sessions.goOn() + ".");
        }
        if (!sessions.decides()) {
            document.paragraph("%s there are, and verdicts were planned after %s."
                    .formatted(
                            count,
                            sessions.analyses().stream().map(String::valueOf).collect(Collectors.joining(", "))));
        } else {
            document.items(sessions.series().stream().map(this::sentence).toList());
        }
        document.table(verdicts());
        document.table(spreads());
        document.table(ratios());
        return document;
    }

    private String speaksFor() {
        List<Result> all = sessions.measured();
        return all.isEmpty()
                ? "No fork of them counts."
                : "It speaks for %s of %s to %s UTC, on %s and %s."
                        .formatted(
                                Words.count(all.size(), "session"),
                                began(all.get(0)),
                                began(all.get(all.size() - 1)),
                                Words.count(sessions.days(), "day"),
                                Words.count(sessions.boots().size(), "boot"));
    }

    private static String began(Result session) {
        return Sessions.began(session)
                .toString()
                .substring(0, "2026-11-21T12:02".length())
                .replace('T', ' ');
    }

    /** As in "b is 4.2 % slower than a at the p50 service time over 6 sessions: 1.04 [1.01, 1.07].". */
    private String sentence(Sessions.Series each) {
        if (!Double.isFinite(each.effects().mean())) {
            return "%s has no ratio to %s at the %s over %s: in at least one, one of the two could not keep the rate."
                    .formatted(
                            each.contender(),
                            each.baseline(),
                            each.metric().label(),
                            Words.count(each.effects().sessions(), "session"));
        }
        if (each.effects().sessions() < 2) {
            return "In one session, %s took %s times as long as %s (%s). One session has no interval over sessions; add more with --count N."
                    .formatted(
                            each.contender(),
                            Quantity.ratio(each.ratio()),
                            each.baseline(),
                            each.metric().label());
        }
        return "%s is %s at the %s over %s on %s: %s %s%s."
                .formatted(
                        each.contender(),
                        VerdictText.phrase(each.verdict(), each.ratio(), each.baseline()),
                        each.metric().label(),
                        Words.count(each.effects().sessions(), "session"),
                        Words.count(sessions.days(), "day"),
                        ratio(each).shown(),
                        ratio(each).interval(),
                        each.verdict() == Verdict.INCONCLUSIVE || each.effects().sessions() < Sessions.FEW
                                ? "; the minimum detectable effect of these sessions is " + smallest(each)
                                : "");
    }

    private RatioInterval ratio(Sessions.Series each) {
        return each.interval(sessions.all().get(0).margin());
    }

    private static String smallest(Sessions.Series each) {
        return Quantity.percent(Math.expm1(each.effects().smallest(each.level())));
    }

    private Table<?> verdicts() {
        Function<Sessions.Series, RatioInterval> ratio = RatioInterval.alike(sessions.series(), this::ratio);
        return new Table<>("Over sessions", sessions.series())
                .words("contender", Sessions.Series::contender)
                .words("against", Sessions.Series::baseline)
                .words("metric", each -> each.metric().label())
                .numbers("ratio", each -> ratio.apply(each).shown())
                .numbers("95 % interval", each -> ratio.apply(each).interval())
                .words("verdict", each -> sessions.decides() ? each.verdict().key : Quantity.NONE)
                .numbers(
                        "one more session",
                        each -> interval(each.effects().next(Family.LEVEL).exp()))
                .numbers("smallest\ndetectable", SessionsReport::smallest)
                .note(
                        "A session counts once, by the ratio of its blocks. The intervals hold together, and however often sessions are added, in 19 of 20 such tables. One more session will have a ratio in the range given in 19 of 20 cases.");
    }

    private static String interval(Interval ratio) {
        return Quantity.interval(ratio.low(), ratio.high());
    }

    /** A row of the components of variance. */
    private record VarianceRow(String of, Metric metric, OverSessions effects) {}

    private Table<?> spreads() {
        List<Sessions.Series> all = sessions.series();
        String alone = sessions.all().get(0).baseline() + " alone";
        Stream<VarianceRow> ratios = all.stream()
                .map(each ->
                        new VarianceRow(each.contender() + " / " + each.baseline(), each.metric(), each.effects()));
        Stream<VarianceRow> times = all.stream()
                .map(Sessions.Series::metric)
                .distinct()
                .map(metric -> new VarianceRow(alone, metric, sessions.host(metric)));
        return new Table<>(
                        "Where the spread comes from",
                        Stream.concat(ratios, times).toList())
                .words("ratio of", VarianceRow::of)
                .words("metric", each -> each.metric().label())
                .numbers(
                        "blocks of\na session",
                        each -> Quantity.percent(each.effects().within()))
                .numbers("sessions", each -> Quantity.percent(each.effects().between()))
                .numbers(
                        "sessions,\n95 % interval",
                        each -> {
                            Interval ends = each.effects().betweenInterval(Family.LEVEL);
                            return Double.isNaN(ends.low())
                                    ? Quantity.NONE
                                    : Quantity.percent(ends.low()) + " to " + Quantity.percent(ends.high());
                        })
                .note(
                        "Standard deviations: of a block's ratio around its session's, which more blocks make small, and of the sessions' own ratios, which no number of blocks does. The last rows are one contender's time itself, which moves with the host.");
    }

    private Table<?> ratios() {
        Table<Result> table = new Table<>("Sessions", sessions.all())
                .words("session", each -> each.settings().campaign())
                .words("began (UTC)", SessionsReport::began)
                .numbers(
                        "boot",
                        each -> sessions.measured().contains(each)
                                ? Quantity.count(1 + sessions.boots().indexOf(Sessions.boot(each)))
                                : Quantity.NONE);
        for (Sessions.Series series : sessions.series()) {
            table.numbers(
                    series.contender() + "\n" + series.metric().label(),
                    each -> each.comparisons().stream()
                            .filter(series::isOf)
                            .map(comparison -> Quantity.ratio(comparison.ratio(), 3))
                            .findAny()
                            .orElse(Quantity.NONE));
        }
        return table;
    }
}
