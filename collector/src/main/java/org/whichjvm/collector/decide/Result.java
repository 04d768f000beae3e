package org.whichjvm.collector.decide;

import com.google.gson.JsonObject;
import java.time.Instant;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.whichjvm.collector.model.Campaign;
import org.whichjvm.collector.model.CampaignSettings;
import org.whichjvm.collector.model.Consistency;
import org.whichjvm.collector.model.ExclusionRules;
import org.whichjvm.collector.model.Progress;
import org.whichjvm.collector.model.Unusable;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.ForkName;
import org.whichjvm.collector.model.fork.Workload;
import org.whichjvm.collector.stats.Family;

/**
 * The result of a campaign's forks together; every output is written from this.
 *
 * @param created when this was computed
 * @param workload what was run; null if no fork counts
 * @param parameters that all forks have that count; empty if none does
 * @param host of the first one; empty if none counts
 * @param contenders in the campaign's order
 * @param forks those that ended well, in the order in which they ran, also those that exclusion rules exclude
 * @param excluded those of them that exclusion rules exclude, and why; in the same order
 * @param gates what each exclusion rule that is on excludes
 * @param modes of each contender that has forks that count, in the campaign's order
 * @param together blocks in which all contenders moved away from their usual p50 service time together, at the same
 *     floor, and by how much, as a logarithm
 * @param byTurns what turns tell; null if no fork measured by turns
 * @param missing the scores that forks lack which ended well
 */
public record Result(
        Campaign campaign,
        Instant created,
        String workload,
        JsonObject parameters,
        JsonObject host,
        List<ContenderResult> contenders,
        List<Fork> forks,
        Map<ForkName, List<ExclusionRules.Trip>> excluded,
        List<ExclusionCount> gates,
        List<Comparison> comparisons,
        Best best,
        List<Comparison> contrasts,
        List<Modes> modes,
        Map<Integer, DoubleSummaryStatistics> together,
        ByTurns byTurns,
        List<Missing> missing) {
    public static Result of(Campaign campaign, Instant now) {
        Fork any = campaign.contenders().stream()
                .flatMap(each -> each.added().stream())
                .findFirst()
                .orElse(null);
        List<Fork> forks = campaign.contenders().stream()
                .flatMap(each -> each.all().stream())
                .sorted(Comparator.comparing(Fork::name))
                .toList();
        boolean ofScores = campaign.ofScores();
        Modes.Spread spread = Modes.Spread.of(campaign.contenders());
        List<ContenderResult> contenders = campaign.contenders().stream()
                .map(each -> ContenderResult.of(each, spread))
                .toList();
        Map<ForkName, List<ExclusionRules.Trip>> excluded = new TreeMap<>();
        campaign.contenders().stream()
                .flatMap(each -> each.excluded().stream())
                .forEach(each -> excluded.put(each.fork().name(), each.trips()));
        Family family = campaign.progress().design().race().family();
        Decision decision = new Decision(
                any == null && ofScores ? List.of() : campaign.contenders(), // only forks tell scores
                campaign.baseline(),
                campaign.progress(),
                family);
        decision.enterContrasts(campaign);
        List<Comparison> comparisons = decision.comparisons();
        Modes.All modes = ofScores ? Modes.All.NONE : Modes.All.of(campaign.contenders());
        return new Result(
                campaign,
                now,
                any == null ? null : any.setup().workload(),
                any == null ? new JsonObject() : common(forks, any.setup().parameters()),
                any == null ? new JsonObject() : any.setup().host(),
                contenders,
                forks,
                excluded,
                ExclusionCount.of(campaign),
                comparisons,
                Best.of(
                        campaign.contenders(),
                        campaign.baseline(),
                        ofScores ? List.of() : comparisons, // scores rank nobody
                        campaign.progress(),
                        family),
                decision.contrasts(),
                modes.each(),
                modes.together(),
                ByTurns.of(campaign),
                Missing.of(campaign));
    }

    /** The parameters without those that contenders or blocks differ by on purpose. */
    private static JsonObject common(List<Fork> forks, JsonObject parameters) {
        JsonObject common = parameters.deepCopy();
        Stream.concat(Consistency.MODS.stream(), Stream.of(Consistency.MEMBERS))
                .filter(key -> forks.stream()
                        .anyMatch(fork -> !Objects.equals(
                                parameters.get(key), fork.setup().parameters().get(key))))
                .forEach(common::remove);
        return common;
    }

    public CampaignSettings settings() {
        return campaign.settings();
    }

    public String baseline() {
        return campaign.baseline();
    }

    public Progress progress() {
        return campaign.progress();
    }

    public List<Unusable> unusable() {
        return campaign.unusable();
    }

    /** A smaller difference counts as none, 0.03 being 3 %. */
    public double margin() {
        return progress().design().margin();
    }

    /** Whether its forks have scores, and no latencies. */
    public boolean ofScores() {
        return Workload.hasScores(workload()) || forks.stream().anyMatch(Fork::ofScores);
    }

    /** Whether a fork decides anything: no exclusion rule excludes it. */
    public boolean counts(Fork fork) {
        return !excluded.containsKey(fork.name());
    }

    /** Whether a fork failed or lacks a score that it must have, or a file could not be used. */
    public boolean anyFailure() {
        return !unusable().isEmpty() || missing.stream().anyMatch(Missing::failure);
    }

    /** A contender's forks, in the order in which they ran. */
    public List<Fork> forksOf(String contender) {
        return forks.stream()
                .filter(fork -> fork.name().contender().equals(contender))
                .toList();
    }
}
