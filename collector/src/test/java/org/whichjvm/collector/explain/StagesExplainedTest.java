package org.whichjvm.collector.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.io.Schemas;
import org.whichjvm.collector.model.Campaign;
import org.whichjvm.collector.model.CampaignReader;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.collector.model.TurnsFixture;
import org.whichjvm.common.Stage;

/** A planted delay is found in its stage alone, on a host that moves its CPUs. */
class StagesExplainedTest {
    private static final int BLOCKS = 12;
    private static final int ROUNDS = 24;
    private static final double READINGS = 90;

    @TempDir
    private Path out;

    private final Random random = new Random(5);

    /** Made-up forks: the contender's copy out takes {@code more} ns more, and it collects garbage more often. */
    private Campaign campaign(double more) throws IOException {
        Path folder = out.resolve("c");
        List<String> contenders = List.of("other", "base", "base+again");
        Cli.plan(out, "c", contenders, "--baseline=base", "--blocks", BLOCKS, "--seed=7");
        for (int block = 1; block <= BLOCKS; block++) {
            double[] floors =
                    random.doubles(ROUNDS).map(each -> each < 0.4 ? 560 : 130).toArray();
            for (String contender : contenders) {
                fork(folder, block, contender, floors, contender.equals("other") ? more : 0);
            }
        }
        return CampaignReader.read(folder);
    }

    private void fork(Path folder, int block, String contender, double[] floors, double more) throws IOException {
        ForkFixture fork = ForkFixture.typical(folder, block, contender, 500);
        // A start of a JVM has code of its own.
        double mode = 6 * random.nextGaussian();
        TurnsFixture.add(
                fork.json,
                Integer.toString(block),
                3,
                ROUNDS,
                round -> 200 + floors[round] + mode + more + (round % 2 == 1 ? READINGS : 0) + noise());
        for (int round = 0; round < ROUNDS; round++) {
            JsonObject turn = TurnsFixture.at(fork.json, round);
            TurnsFixture.floor(turn, floors[round]);
            if (round % 2 == 1) {
                JsonObject stages = new JsonObject();
                stages.addProperty(Stage.ACQUIRE.key, Math.round(60 + mode + noise()));
                stages.addProperty(Stage.COPY_IN.key, Math.round(40 + noise()));
                stages.addProperty(Stage.HAND_OVER.key, Math.round(100 + floors[round] + noise()));
                stages.addProperty(Stage.COPY_OUT.key, Math.round(80 + more + noise()));
                stages.addProperty(Stage.COMMIT.key, Math.round(50 + noise()));
                turn.add("stages", stages);
            }
        }
        fork.json.getAsJsonObject("parameters").addProperty("stages", true);
        JsonObject disturbances = fork.json.getAsJsonObject("disturbances");
        disturbances.addProperty("gcCount", 20 + random.nextInt(3) + Math.round(more / 5));
        disturbances.addProperty("gcMillis", 30 + random.nextInt(9));
        fork.write();
        Path file = folder.resolve("forks/%03d-%s.json".formatted(block, contender));
        assertEquals(List.of(), Schemas.validate(Schemas.FORK, Files.readString(file)));
    }

    private double noise() {
        return 2 * random.nextGaussian();
    }

    @Test
    void aPlantedDelayIsInItsStageAlone() throws IOException {
        StagesExplained explained = StagesExplained.of(campaign(30));
        assertEquals(BLOCKS, explained.blocks());
        for (Difference<Stage> each : explained.stages()) {
            assertEquals(each.of() == Stage.COPY_OUT, each.shift().found(), each.toString());
        }
        Difference<Stage> copyOut = explained.stages().get(Stage.COPY_OUT.ordinal());
        assertEquals(30, copyOut.shift().difference(), 3);
        assertTrue(copyOut.shift().low() <= 30 && 30 <= copyOut.shift().high(), copyOut.toString());
        assertEquals(0, explained.control());
        assertEquals(30, explained.plain().shift().difference(), 12);
        assertEquals(
                READINGS, explained.staged().contender() - explained.plain().contender(), 100);
        assertEquals(READINGS, explained.staged().baseline() - explained.plain().baseline(), 100);
    }

    @Test
    void whatElseWasCountedIsNamedWhereItDiffers() throws IOException {
        CountsExplained counts = CountsExplained.of(campaign(30));
        assertEquals(
                List.of("gcCount"),
                Difference.found(counts.rows()).stream()
                        .map(each -> each.of().name())
                        .toList());
        assertEquals(6, Difference.found(counts.rows()).get(0).shift().difference(), 1.5);
        // What all forks have alike is no question.
        assertTrue(counts.rows().stream().noneMatch(each -> each.of().name().equals("allocated")));
        assertEquals(0, counts.control());
    }

    @Test
    void aJvmAgainstItselfDiffersNowhere() throws IOException {
        Campaign campaign = campaign(0);
        assertTrue(StagesExplained.of(campaign).stages().stream()
                .noneMatch(each -> each.shift().found()));
        assertEquals(List.of(), Difference.found(CountsExplained.of(campaign).rows()));
    }
}
