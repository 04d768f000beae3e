package org.whichjvm.collector.decide;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.whichjvm.collector.model.Campaign;
import org.whichjvm.collector.model.CampaignSettings;
import org.whichjvm.collector.model.ContenderForks;
import org.whichjvm.collector.model.Contrast;
import org.whichjvm.collector.model.Design;
import org.whichjvm.collector.model.ExclusionRules;
import org.whichjvm.collector.model.Interleave;
import org.whichjvm.collector.model.PlannedBlocks;
import org.whichjvm.collector.model.Progress;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.stats.Family;

/** What the verdict on scores promises, counted over simulated campaigns of forks with modes. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class ScoresFalsePositivesTest {
    private static final int CAMPAIGNS = 1_000;
    private static final int BLOCKS = 24;
    private static final int SCORES = 6;
    private static final Progress PROGRESS = new Progress(Design.FIXED, BLOCKS, null);

    private final long seed = Long.getLong("seed", 20_261_121);
    private final Random random = new Random(seed);

    @Test
    void anyScoreOfTwoContendersIsFalseAtMostOnceInTwenty() {
        double rate =
                rate(() -> Decision.of(campaign(0), "v0", PROGRESS).stream().anyMatch(each -> differs(each.verdict())));
        assertTrue(rate <= 0.05, "false positives " + rate + ", seed " + seed);
    }

    @Test
    void anyContrastIsFalseAtMostOnceInTwenty() {
        double rate = rate(() -> contrast(campaign(0)));
        assertTrue(rate <= 0.05, "false positives " + rate + ", seed " + seed);
    }

    @Test
    void aFifthMoreIsFoundMostly() {
        double rate = rate(() -> contrast(campaign(0.2)));
        assertTrue(rate > 0.8, "found " + rate + ", seed " + seed);
    }

    private static boolean differs(Verdict verdict) {
        return verdict.differs();
    }

    private static boolean contrast(List<ContenderForks> contenders) {
        CampaignSettings settings = new CampaignSettings(
                "c",
                1,
                new org.whichjvm.collector.model.Execution(
                        null, "command", "quick", Interleave.FORKS, null, List.of(), "", Map.of(), Map.of(), null),
                null,
                List.of("v0", "v1", "v2"),
                "v0",
                BLOCKS,
                PlannedBlocks.alike(List.of("v0", "v1", "v2"), BLOCKS),
                Design.FIXED,
                ExclusionRules.NONE,
                List.of(new Contrast("s1", "s0")),
                null,
                Map.of(),
                null);
        Decision decision = new Decision(List.of(), "v0", PROGRESS, new Family());
        decision.enterContrasts(new Campaign(settings, PROGRESS, contenders, List.of()));
        return decision.contrasts().stream().anyMatch(each -> differs(each.verdict()));
    }

    private double rate(BooleanSupplier found) {
        int count = 0;
        for (int i = 0; i < CAMPAIGNS; i++) {
            count += found.getAsBoolean() ? 1 : 0;
        }
        return (double) count / CAMPAIGNS;
    }

    /** Three contenders that are the same; of each fork the second score costs so much more. */
    private List<ContenderForks> campaign(double more) {
        List<ContenderForks> contenders = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            ContenderForks contender = new ContenderForks("v" + i, ExclusionRules.NONE);
            for (int block = 1; block <= BLOCKS; block++) {
                contender.add(fork(block, contender.name(), more), Map.of());
            }
            contenders.add(contender);
        }
        return contenders;
    }

    private Fork fork(int block, String contender, double more) {
        double host = 0.1 * random.nextGaussian();
        Map<Metric, Double> scores = new LinkedHashMap<>();
        for (int i = 0; i < SCORES; i++) {
            double mode = random.nextInt(6) == 0 ? 0.5 : 0;
            double log = host + mode + 0.03 * random.nextGaussian() + (i == 1 ? more : 0);
            scores.put(Metric.score("s" + i, 2, "ns/op"), 40 * Math.exp(log));
        }
        return Simulation.fork(block, contender, "command", Map.of(), scores);
    }
}
