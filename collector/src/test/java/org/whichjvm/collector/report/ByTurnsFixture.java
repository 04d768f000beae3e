package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.io.Schemas;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.collector.model.TurnsFixture;
import org.whichjvm.collector.plan.PlannedFixture;

/** A campaign by turns of two contenders, on a host that moves its CPUs. */
abstract class ByTurnsFixture {
    static final int BLOCKS = 12;
    static final int ROUNDS = 24;
    static final double NEAR = 130;
    static final double FAR = 560;

    @TempDir
    Path out;

    Path campaign;
    final Random random = new Random(11);

    /** That of all turns of a fork together, in ns. */
    long p50 = 500;

    @BeforeEach
    void plan() {
        campaign = out.resolve("c");
        Cli cli = PlannedFixture.run(
                "--out",
                out,
                "--campaign",
                "c",
                "--contender=base",
                "--contender=other",
                "--baseline",
                "base",
                "--blocks",
                BLOCKS,
                "--seed",
                7);
        assertEquals(0, cli.code(), cli.err());
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

    String report() throws IOException {
        Cli cli = Cli.run("report", "--details", "--out", out, "c");
        assertEquals(0, cli.code(), cli.err() + cli.out());
        assertEquals(List.of(), Schemas.validate(Schemas.RESULT, Files.readString(campaign.resolve("result.json"))));
        JsonObject fork = Cli.json(campaign.resolve("forks/001-base.json"));
        assertEquals(List.of(), Schemas.validate(Schemas.FORK, fork.toString()));
        return cli.out();
    }

    JsonObject result() throws IOException {
        return Cli.json(campaign.resolve("result.json"));
    }

    JsonObject headline() throws IOException {
        return comparison("p50");
    }

    JsonObject comparison(String percentile) throws IOException {
        for (JsonElement each : result().getAsJsonArray("comparisons")) {
            JsonObject one = each.getAsJsonObject();
            if (one.get("percentile").getAsString().equals(percentile)
                    && one.get("latency").getAsString().equals("service")) {
                return one;
            }
        }
        throw new AssertionError("no " + percentile);
    }
}
