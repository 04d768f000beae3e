package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.io.Schemas;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.collector.plan.PlannedFixture;

/** A campaign of scores of two contenders, and what is read of it. */
abstract class ScoresCampaign {
    static final int BLOCKS = 12;

    @TempDir
    Path out;

    Path campaign;
    final Random noise = new Random(5);

    @BeforeEach
    void folder() {
        campaign = out.resolve("c");
    }

    String refused(String... more) {
        List<String> args = arguments(more);
        args.addAll(List.of("--set", "workload=command"));
        Cli cli = PlannedFixture.run(args.toArray());
        assertEquals(2, cli.code(), cli.out());
        assertFalse(Files.exists(campaign));
        return cli.err();
    }

    List<String> arguments(String... more) {
        List<String> args = new ArrayList<>();
        args.addAll(List.of("--out", out.toString()));
        args.addAll(List.of("--campaign", campaign.getFileName().toString()));
        args.addAll(List.of("--seed", "1", "--baseline", "base", "--blocks", "" + BLOCKS));
        args.addAll(List.of("--contender", "base", "--contender", "other"));
        args.addAll(List.of(more));
        return args;
    }

    void plan(String workload, String... more) throws IOException {
        List<String> args = arguments(more);
        args.addAll(List.of("--set", "workload=" + workload));
        Cli cli = PlannedFixture.run(args.toArray());
        assertEquals(0, cli.code(), cli.err());
        assertEquals(
                List.of(), Schemas.validate(Schemas.CAMPAIGN, Files.readString(campaign.resolve("campaign.json"))));
    }

    void twoFields() throws IOException {
        plan("command");
        forks("command", this::fields);
    }

    void forks(String workload, Consumer<ForkFixture> change) throws IOException {
        for (int block = 1; block <= BLOCKS; block++) {
            for (String contender : List.of("base", "other")) {
                ForkFixture fork = new ForkFixture(campaign, block, contender).ofScores(workload);
                change.accept(fork);
                fork.writeJson();
            }
        }
    }

    static boolean isOther(ForkFixture fork) {
        return fork.json.get("contender").getAsString().equals("other");
    }

    double noise() {
        return 1 + 0.01 * noise.nextGaussian();
    }

    /** Of the two fields the adjacent ones take four times as long, and on the other half more. */
    void fields(ForkFixture fork) {
        boolean even = fork.json.get("block").getAsInt() % 2 == 0;
        fork.score("cas", 1, "ns/op", isOther(fork) ? even ? 9 : 7 : 8)
                .score("adjacent", 2, "ns/op", (isOther(fork) ? 60 : 40) * noise())
                .score("padded", 2, "ns/op", 10 * noise());
    }

    /** The other allocates twice as much, and its pauses are longer. */
    void steal(ForkFixture fork) {
        double more = (isOther(fork) ? 1.3 : 1) * noise();
        fork.score("pause-p50", 2, "ms", 2.5 * more)
                .score("pause-p99", 2, "ms", 4 * more)
                .score("pause-max", 2, "ms", 5 * more)
                .score("pause-per-gb", 2, "ms/GB", 13 * more)
                .score("allocation", 1, "objects/s", (isOther(fork) ? 2e8 : 1e8) * noise())
                .score("collections", 2, "count", 50);
    }

    Cli report() throws IOException {
        return report(0);
    }

    Cli report(int code) throws IOException {
        Cli cli = Cli.run("report", "--details", "--out", out, campaign.getFileName());
        assertEquals(code, cli.code(), cli.err() + cli.out());
        assertEquals(List.of(), Schemas.validate(Schemas.RESULT, Files.readString(campaign.resolve("result.json"))));
        return cli;
    }

    JsonObject result() throws IOException {
        return Cli.json(campaign.resolve("result.json"));
    }

    JsonObject comparison(String contender, String score) throws IOException {
        return StreamSupport.stream(result().getAsJsonArray("comparisons").spliterator(), false)
                .map(JsonElement::getAsJsonObject)
                .filter(each -> each.get("contender").getAsString().equals(contender))
                .filter(each -> each.get("score").getAsString().equals(score))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no comparison of " + contender + " by " + score));
    }
}
