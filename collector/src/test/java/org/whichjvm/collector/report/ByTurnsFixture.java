package org.whichjvm.collector.report;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.whichjvm.collector.io.Schemas;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.collector.model.TurnsFixture;

/** A campaign by turns of two contenders, on a host that moves its CPUs. */
abstract class ByTurnsFixture extends ReportedCampaign {
    static final int BLOCKS = 12;
    static final int ROUNDS = 24;
    static final double NEAR = 130;
    static final double FAR = 560;

    final Random random = new Random(11);

    /** That of all turns of a fork together, in ns. */
    long p50 = 500;

    @BeforeEach
    void plan() throws IOException {
        begin("--contender", "base", "--contender", "other", "--blocks", BLOCKS);
    }

    /** What a turn takes at a floor, in ns. */
    interface Cost {
        double at(double floor, int round);
    }

    /** All blocks; the host moves the CPUs apart for some rounds of each, for all contenders. */
    void campaign(Cost base, Cost other, Consumer<JsonObject> change) throws IOException {
        for (int block = 1; block <= BLOCKS; block++) {
            double[] floors =
                    random.doubles(ROUNDS).map(each -> each < 0.4 ? FAR : NEAR).toArray();
            fork(block, "base", floors, base, json -> {});
            fork(block, "other", floors, other, change);
        }
    }

    void fork(int block, String contender, double[] floors, Cost cost, Consumer<JsonObject> change) throws IOException {
        ForkFixture fork = ForkFixture.typical(campaign, block, contender, p50);
        TurnsFixture.add(
                fork.json,
                Integer.toString(block),
                2,
                floors.length,
                round -> cost.at(floors[round], round) * (1 + 0.004 * random.nextGaussian()));
        for (int round = 0; round < floors.length; round++) {
            TurnsFixture.floor(TurnsFixture.at(fork.json, round), floors[round] * (1 + 0.02 * random.nextGaussian()));
        }
        fork.with(change).write();
    }

    static double hidden(double floor, int round) {
        return 200 + 1.5 * floor;
    }

    @Override
    String report() throws IOException {
        fits(Schemas.FORK, "forks/001-base.json");
        return super.report();
    }

    JsonObject headline() throws IOException {
        return comparison("p50");
    }

    JsonObject comparison(String percentile) throws IOException {
        return results("comparisons").stream()
                .filter(each -> each.get("percentile").getAsString().equals(percentile))
                .filter(each -> each.get("latency").getAsString().equals("service"))
                .findFirst()
                .orElseThrow();
    }
}
