package org.whichjvm.collector.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.whichjvm.collector.decide.Calibration;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.Campaign;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.collector.report.Document;
import org.whichjvm.collector.report.Table;
import org.whichjvm.collector.stats.Detectable;
import org.whichjvm.common.Units;
import org.whichjvm.common.WrongUsage;
import picocli.CommandLine.Command;

/** {@code calibrate}: tells from a campaign's forks how small a difference its host resolves. */
@Command(
        name = "calibrate",
        description = "Says how small a difference a campaign's host resolves: by its contenders of the same JVM and"
                + " with a known effect, where it has such, and by the noise of its forks.")
final class CalibrateCommand extends CampaignCommand {
    private static final List<Integer> LENGTHS = List.of(8, 12, 16, 20, 30, 40, 60, 100);
    private static final List<Double> EFFECTS =
            List.of(0.01, 0.02, 0.03, 0.05, 0.07, 0.10, 0.15, 0.20, 0.30, 0.50, 1.0);

    private static final int FEW_PAIRS = 20;

    @Override
    void report(Campaign campaign, Path folder) throws IOException {
        if (campaign.ofScores()) {
            throw new WrongUsage(campaign.settings().campaign() + " has scores")
                    .orTry("a campaign of --workload queue-latency");
        }
        Calibration calibration = new Calibration(campaign);
        int pairs = calibration.noise(Metric.HEADLINE).length;
        if (pairs == 0) {
            throw new WrongUsage(campaign.settings().campaign() + " has no two forks of one JVM that count")
                    .orTry("a campaign of more blocks");
        }
        show(document(campaign, calibration, pairs), folder.resolve(Names.CALIBRATION_MD));
    }

    private static Document document(Campaign campaign, Calibration calibration, int pairs) {
        Document document = new Document();
        document.heading("whichjvm calibration: " + campaign.settings().campaign());
        boolean alike = !calibration.same().isEmpty();
        if (alike) {
            document.items(bias(calibration));
            document.table(measured(calibration));
        }
        document.table(detection(calibration));
        document.table(resolution(calibration));
        document.paragraph("Computed from the noise of %s pairs of forks of one JVM, %s%s"
                .formatted(
                        pairs,
                        alike ? "of one block" : "of neighbouring blocks",
                        pairs < FEW_PAIRS ? ": so few that these numbers are rough." : "."));
        return document;
    }

    private static List<String> bias(Calibration calibration) {
        List<String> lines = new ArrayList<>();
        lines.add(Units.text(
                "Bias: the same JVM once more has %.4f times the p50 service time of the first.",
                Calibration.ratio(calibration.same())));
        calibration.delayed().stream()
                .collect(Collectors.groupingBy(
                        each -> Contender.of(each.contender().name()).delayNanos(), TreeMap::new, Collectors.toList()))
                .forEach((nanos, contenders) -> lines.add(Units.text(
                        "A known effect of %d ns was measured as %.1f ns, or %s of the p50 service time.",
                        nanos,
                        Calibration.differenceNs(contenders),
                        Quantity.percent(Calibration.ratio(contenders) - 1))));
        return lines;
    }

    private static Table<?> measured(Calibration calibration) {
        record Row(int length, Calibration.Outcome alike, Calibration.Outcome slower) {}
        List<Row> rows = lengths(calibration.blocks()).stream()
                .map(length -> new Row(
                        length,
                        calibration.outcome(Calibration.apart(calibration.same()), length),
                        calibration.outcome(Calibration.apart(calibration.delayed()), length)))
                .toList();
        return new Table<>("Measured: what the verdict made of pairs that have no contender in common", rows)
                .numbers("blocks", each -> Quantity.count(each.length))
                .numbers("time for\nthe pair", each -> time(calibration, each.length))
                .numbers("the same JVM:\npairs", each -> Quantity.count(each.alike.comparisons()))
                .numbers(
                        "p50 service time\np ≤ 0.05", each -> share(each.alike.significant(), each.alike.comparisons()))
                .numbers("anything\ncalled different", each -> share(each.alike.anything(), each.alike.comparisons()))
                .numbers("known effect:\npairs", each -> Quantity.count(each.slower.comparisons()))
                .numbers("p50 service time\nfound", each -> share(each.slower.slower(), each.slower.comparisons()))
                .note("Each window of consecutive blocks of the campaign counts as a campaign of that length.");
    }

    private static List<Integer> lengths(int blocks) {
        List<Integer> lengths = new ArrayList<>(LENGTHS);
        lengths.removeIf(length -> length >= blocks);
        lengths.add(blocks);
        return lengths;
    }

    private static Table<?> detection(Calibration calibration) {
        record Row(int length, Detectable detectable) {}
        List<Row> rows = LENGTHS.stream()
                .map(each -> new Row(each, calibration.detectable(Metric.HEADLINE, each)))
                .toList();
        Table<Row> table = new Table<>("Computed: how often a difference at the p50 service time is found", rows)
                .numbers("blocks", each -> Quantity.count(each.length))
                .numbers("time for\nthe pair", each -> time(calibration, each.length));
        EFFECTS.forEach(effect -> table.numbers(
                Quantity.percent(effect), each -> Quantity.percent(each.detectable.power(Math.log1p(effect)))));
        return table;
    }

    private static Table<?> resolution(Calibration calibration) {
        Table<Metric> table = new Table<>(
                        "Computed: the smallest detectable difference, found four times in five", Metric.OF_LATENCIES)
                .words("metric", Metric::label);
        LENGTHS.forEach(length -> table.numbers(
                length + "\nblocks",
                each -> calibration.decidable(each)
                        ? Quantity.percent(
                                Math.expm1(calibration.detectable(each, length).shift()))
                        : "too few events"));
        return table.note("In a campaign of two contenders that decides what this one does, and the metric of the"
                + " row. A difference within the margin may be called equivalent instead.");
    }

    private static String time(Calibration calibration, int length) {
        return Quantity.duration(2 * length * calibration.secondsPerFork());
    }

    private static String share(int some, int all) {
        return all == 0 ? Quantity.NONE : Units.text("%d (%s)", some, Quantity.percent((double) some / all));
    }
}
