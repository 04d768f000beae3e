package org.whichjvm.collector.decide;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.whichjvm.collector.model.Design;
import org.whichjvm.collector.model.Progress;
import org.whichjvm.collector.model.fork.Metric;

/** How often a shift is called one, all corrections included, where both sides start slow alike. */
@Tag("slow")
class PowerTest {
    private static final int CAMPAIGNS = Integer.getInteger("campaigns", 1_000);
    private static final Design P50 = Design.FIXED.deciding(Set.of(Metric.HEADLINE.key()));

    private final long seed = Long.getLong("seed", 20_261_123);

    @ParameterizedTest
    @CsvSource({"0.02, 0.15, 0.02, 24, 0.70", "0.03, 0, 0.02, 24, 0.48", "0.03, 0.15, 0.02, 60, 0.80"})
    void aShiftAmongSlowStartsIsFound(double sigma, double slow, double effect, int blocks, double least) {
        Random random = new Random(seed);
        Simulation.Noise noise = new Simulation.Noise(
                sigma, List.of(slow), Simulation.SLOWER_BY, 0, false, Set.of(Metric.HEADLINE.key()));
        int found = 0;
        for (int i = 0; i < CAMPAIGNS; i++) {
            found += Decision.of(
                                    new Simulation(random, 2, noise).campaign(blocks, 0, Math.log1p(effect)),
                                    "v0",
                                    new Progress(P50, blocks, null))
                            .stream()
                            // One that lies within the margin too is called equivalent.
                            .anyMatch(each -> each.headline() && each.low() > 1)
                    ? 1
                    : 0;
        }
        double rate = (double) found / CAMPAIGNS;
        System.out.printf(
                "%.0f %% slower, %.0f %% noise, %.0f %% of slow starts of both, %d blocks: %.3f (seed %d)%n",
                100 * effect, 100 * sigma, 100 * slow, blocks, rate, seed);
        // Two standard deviations of a share among this many campaigns.
        assertTrue(rate >= least - 2 * Math.sqrt(least * (1 - least) / CAMPAIGNS), () -> "seed " + seed);
    }
}
