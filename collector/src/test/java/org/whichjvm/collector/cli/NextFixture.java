package org.whichjvm.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.model.CampaignSettings;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.collector.plan.Requests;
import org.whichjvm.collector.plan.Steps;

/** A planned campaign of two contenders, whose blocks are over one by one. */
abstract class NextFixture {
    /** The forks of base and other have ended, in these slots. */
    static final String TWO_ENDED = """
            {"do":"fork","slot":%d,"contender":"base","exit":0,"lateSeconds":0,"bytes":0}
            {"do":"fork","slot":%d,"contender":"other","exit":0,"lateSeconds":0,"bytes":0}
            {"do":"kept"}
            {"do":"step"}
            """;

    @TempDir
    Path out;

    Path campaign;

    @BeforeEach
    void folder() {
        campaign = out.resolve("c");
    }

    void plan(Object... options) {
        Cli.plan(out, "c", List.of("base", "other"), "--seed=7", List.of(options));
    }

    Cli next(int code) {
        Cli cli = Cli.next(out, campaign.getFileName());
        assertEquals(code, cli.code(), cli.err() + cli.out());
        return cli;
    }

    /** The forks of all steps, a line each: block, step and contender, with tabs between. */
    String planned() throws IOException {
        return Steps.of(campaign, CampaignSettings.required(campaign)).all().stream()
                .flatMap(step -> step.contenders().stream()
                        .map(each -> "%s\t%s\t%s\n".formatted(step.block(), step.number(), each)))
                .collect(Collectors.joining());
    }

    /** The contenders of a planned block, in the order of their names. */
    List<String> planned(int block) throws IOException {
        return planned()
                .lines()
                .filter(line -> line.startsWith(block + "\t"))
                .map(line -> line.split("\t")[2])
                .sorted()
                .toList();
    }

    int lastBlock() throws IOException {
        List<String> lines = planned().lines().toList();
        return Integer.parseInt(lines.get(lines.size() - 1).split("\t")[0]);
    }

    /** A block; the change is made to the baseline's fork. */
    void pair(int block, Consumer<JsonObject> change) throws IOException {
        ForkFixture.typical(campaign, block, "base", 500).with(change).write();
        ForkFixture.typical(campaign, block, "other", 625).write();
    }

    static Consumer<JsonObject> clean() {
        return json -> {};
    }

    static Consumer<JsonObject> disturbed() {
        JsonArray threads = new JsonArray();
        threads.add(ForkFixture.object(Map.of("runQueueMillis", 400)));
        threads.add(ForkFixture.object(Map.of("runQueueMillis", 1)));
        return json -> json.getAsJsonObject("disturbances").add("threads", threads);
    }

    Path unbegun() throws IOException {
        Cli cli = Cli.on(Requests.of("one", "", "").toString(), out, "plan");
        assertEquals(Exit.OK, cli.code(), cli.err());
        Path named = out.resolve(cli.out().strip());
        return Files.move(named, out.resolve("n"));
    }
}
