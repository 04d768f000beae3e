package org.whichjvm.collector.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.io.Schemas;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.collector.model.fork.Latency;
import org.whichjvm.collector.plan.PlannedFixture;
import org.whichjvm.common.Percentile;

/** A campaign of known forks, and what the command line makes of it. */
abstract class VerdictFixture {
    static final int BLOCKS = 12;

    @TempDir
    Path out;

    Path campaign;

    void campaign(IntToLongFunction otherNs) throws IOException {
        plan();
        forks(otherNs);
    }

    final Random noise = new Random(3);

    @BeforeEach
    void folder() {
        campaign = out.resolve("c");
    }

    void plan(String... more) throws IOException {
        List<String> args = new ArrayList<>();
        args.addAll(List.of("--out", out.toString(), "--campaign", "c"));
        args.addAll(List.of("--seed", "1", "--baseline", "base"));
        args.addAll(List.of("--contender", "base", "--contender", "other"));
        args.addAll(List.of(more));
        if (!args.contains("--blocks")) {
            args.addAll(List.of("--blocks", Integer.toString(BLOCKS)));
        }
        Cli cli = PlannedFixture.run(args.toArray());
        assertEquals(0, cli.code(), cli.err());
    }

    void forks(IntToLongFunction otherNs) throws IOException {
        forks(otherNs, BLOCKS);
    }

    void forks(IntToLongFunction otherNs, int blocks) throws IOException {
        plainForks(1, blocks, otherNs);
    }

    void plainForks(int first, int last, IntToLongFunction otherNs) throws IOException {
        for (int block = first; block <= last; block++) {
            fork(block, "base", 500 + noise.nextInt(3), 100);
            fork(block, "other", otherNs.applyAsLong(block) + noise.nextInt(3), 100);
        }
    }

    /** A fork whose percentiles from p99.9 on rest on this many events. */
    void fork(int block, String contender, long ns, int events) throws IOException {
        ForkFixture fork = ForkFixture.typical(campaign, block, contender, ns).write();
        for (Latency latency : Latency.values()) {
            JsonObject json = new JsonObject();
            Percentile.REPORTED.forEach(
                    each -> json.addProperty(each.key, each.compareTo(Percentile.P99) > 0 ? events : 100));
            fork.json.getAsJsonObject(latency.key).add("events", json);
        }
        fork.writeJson();
    }

    Cli report() throws IOException {
        Cli cli = Cli.run("report", "--details", "--out", out, "c");
        assertEquals(0, cli.code(), cli.err() + cli.out());
        assertEquals(List.of(), Schemas.validate(Schemas.RESULT, Files.readString(campaign.resolve("result.json"))));
        return cli;
    }

    JsonObject result() throws IOException {
        return Cli.json(campaign.resolve("result.json"));
    }

    String verdict(String contender, String latency, String percentile) throws IOException {
        return comparison(contender, latency, percentile).get("verdict").getAsString();
    }

    JsonObject comparison(String contender, String latency, String percentile) throws IOException {
        for (JsonElement element : result().getAsJsonArray("comparisons")) {
            JsonObject each = element.getAsJsonObject();
            if (each.get("contender").getAsString().equals(contender)
                    && each.get("latency").getAsString().equals(latency)
                    && each.get("percentile").getAsString().equals(percentile)) {
                return each;
            }
        }
        throw new AssertionError("no comparison of " + contender);
    }
}
