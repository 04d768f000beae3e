package org.whichjvm.collector.decide;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.whichjvm.collector.model.Campaign;
import org.whichjvm.collector.model.ContenderForks;
import org.whichjvm.collector.model.Within;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.collector.stats.ScoreFunction;
import org.whichjvm.common.WrongUsage;

/**
 * The contenders of a race by how they did, the best first. It decides nothing: who leads is the fastest or was lucky.
 *
 * @param metric that they are ranked by; empty without a fork
 * @param places of all contenders but the baseline
 */
public record Sieve(Optional<Metric> metric, List<Place> places) {
    /**
     * A contender of a race.
     *
     * @param ratio to the baseline, above 1 if it is slower; NaN if no block tells
     * @param blocks that it is of
     * @param disturbed whether exclusion rules exclude forks of it, so that no ratio is not its own fault
     * @param values of what a winner must keep, in that order: ratios to the baseline's value, or medians over its
     *     forks; NaN if unknown
     * @param broken what of it is not kept
     */
    public record Place(
            String contender, double ratio, int blocks, boolean disturbed, List<Double> values, List<Within> broken) {}

    /**
     * Ranks the contenders of a race.
     *
     * @throws WrongUsage if what is to be kept is a metric that no fork has
     */
    public static Sieve of(Campaign campaign, String reference, List<Within> within) {
        List<Metric> metrics = Sample.metrics(campaign.contenders());
        Optional<Metric> metric =
                metrics.stream().filter(campaign.progress().design()::decides).findFirst();
        ContenderForks baseline = campaign.contenders().stream()
                .filter(each -> each.name().equals(reference))
                .findFirst()
                .orElseThrow();
        List<Metric> kept =
                campaign.contenders().stream().allMatch(each -> each.all().isEmpty())
                        ? List.of()
                        : within.stream().map(each -> metric(each, metrics)).toList();
        return new Sieve(
                metric,
                campaign.contenders().stream()
                        .filter(each -> each != baseline && metric.isPresent())
                        .map(each -> place(each, baseline, metric.get(), within, kept))
                        .sorted(Comparator.comparing(
                                        (Place each) -> !each.broken().isEmpty())
                                .thenComparingDouble(Place::ratio)) // NaN comes last
                        .toList());
    }

    private static Metric metric(Within within, List<Metric> metrics) {
        return metrics.stream()
                .filter(each -> each.named(within.metric()))
                .findFirst()
                .orElseThrow(() -> new WrongUsage(
                                "%s has %s, and no fork has %s", Within.OPTION, within.text(), within.metric())
                        .orTry("one of: %s", metrics.stream().map(Metric::key).collect(Collectors.joining(" "))));
    }

    private static Place place(
            ContenderForks contender, ContenderForks baseline, Metric metric, List<Within> within, List<Metric> kept) {
        Pairs all = Pairs.of(contender, baseline, Integer.MAX_VALUE);
        Pairs pairs = all.having(metric);
        List<Double> values = new ArrayList<>();
        List<Within> broken = new ArrayList<>();
        for (int i = 0; i < kept.size(); i++) {
            Metric each = kept.get(i);
            double value = within.get(i).times()
                    ? ratio(all.having(each), each)
                    : Medians.of(contender.ok().stream()
                            .mapToDouble(fork -> fork.get(each))
                            .filter(v -> v > 0));
            values.add(value);
            if (!within.get(i).keeps(each, value)) { // NaN keeps nothing
                broken.add(within.get(i));
            }
        }
        return new Place(
                contender.name(), ratio(pairs, metric), pairs.forks().size(), all.excluded() > 0, values, broken);
    }

    private static double ratio(Pairs pairs, Metric metric) {
        return Math.exp(new PairedTest(pairs.logRatios(metric), ScoreFunction.REDESCENDING).shift());
    }

    /** A contender's place; empty of the one that all are compared with. */
    public Optional<Place> of(String contender) {
        return places.stream()
                .filter(each -> each.contender().equals(contender))
                .findFirst();
    }

    /** The contender that leads and keeps all that is to be kept; empty if none does. */
    public Optional<Place> leader() {
        return places.stream()
                .filter(each -> each.broken().isEmpty() && !Double.isNaN(each.ratio()))
                .findFirst();
    }

    /**
     * The slower half of the contenders that are alive. One of which nothing is known yet because its forks were
     * disturbed stays beside the faster half.
     */
    public List<String> leaving(Set<String> alive) {
        List<Place> racing =
                places.stream().filter(each -> alive.contains(each.contender())).toList();
        return racing.stream()
                .skip(Halving.staying(racing.size()))
                .filter(each -> !(Double.isNaN(each.ratio()) && each.disturbed()))
                .map(Place::contender)
                .toList();
    }
}
