package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.model.ForkFixture;

/** A campaign of scores of two contenders, and what is read of it. */
abstract class ScoresCampaign extends ReportedCampaign {
    static final int BLOCKS = 12;

    final Random noise = new Random(5);

    String refused(String... more) {
        Cli cli = planned(options("command", more));
        assertEquals(2, cli.code(), cli.out());
        assertFalse(Files.exists(campaign));
        return cli.err();
    }

    private static Object[] options(String workload, String... more) {
        List<Object> options = new ArrayList<>(List.of("--set", "workload=" + workload, "--blocks", BLOCKS));
        options.addAll(List.of("--contender", "base", "--contender", "other"));
        options.addAll(List.of(more));
        return options.toArray();
    }

    void plan(String workload, String... more) throws IOException {
        begin(options(workload, more));
    }

    void measured(String workload, Consumer<ForkFixture> change) throws IOException {
        plan(workload);
        forks(workload, change);
    }

    void twoFields() throws IOException {
        measured("command", this::fields);
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

    JsonObject comparison(String contender, String score) throws IOException {
        return results("comparisons").stream()
                .filter(each -> each.get("contender").getAsString().equals(contender))
                .filter(each -> each.get("score").getAsString().equals(score))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no comparison of " + contender + " by " + score));
    }

    String verdict(String score) throws IOException {
        return comparison("other", score).get("verdict").getAsString();
    }

    double ratio(String score) throws IOException {
        return comparison("other", score).get("ratio").getAsDouble();
    }

    boolean decidable(String score) throws IOException {
        return comparison("other", score).get("decidable").getAsBoolean();
    }

    List<String> decided() throws IOException {
        return result().getAsJsonObject("decision").getAsJsonArray("decide").asList().stream()
                .map(JsonElement::getAsString)
                .toList();
    }
}
