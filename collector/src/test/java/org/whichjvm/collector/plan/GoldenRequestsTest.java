package org.whichjvm.collector.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Schemas;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.collector.model.Search;
import org.whichjvm.collector.model.fork.Contender;

/** Each request of test/requests, which the scripts write for the words beside it, can be planned. */
class GoldenRequestsTest {
    private static final Path REQUESTS = Path.of("..", "test", "requests");

    @TempDir
    private Path out;

    @TestFactory
    Stream<DynamicTest> requests() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(REQUESTS)) {
            files = all.filter(each -> each.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
        assertFalse(files.isEmpty(), REQUESTS + " is empty");
        return files.stream()
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> isPlanned(file)));
    }

    private void isPlanned(Path file) throws IOException, UnusableFile {
        assertEquals(List.of(), Schemas.validate(Schemas.REQUEST, Files.readString(file)));
        JsonObject json = Json.read(file, Request.SCHEMA);
        Path own = Files.createDirectory(out.resolve(file.getFileName()));
        Request request = Request.of(json);
        List<String> two = List.copyOf(request.host().known().keySet()).subList(0, 2);
        if (request.explains() != null) {
            earlier(own, request.explains().campaign(), request, two);
        }
        if (request.confirm() != null) {
            earlier(own, request.confirm(), request, two);
        }
        List<String> names = new ArrayList<>();
        CampaignFolder.plan(own, json, Instant.now(), (campaign, ofMemory) -> two, names::add);
        CampaignRequest asked = CampaignRequest.read(own.resolve(names.get(0)));
        assertEquals(names.get(0), asked.campaign());
        assertFalse(asked.contenders().isEmpty());
    }

    /** The campaign that is explained, or a race that the first of two JVMs has won. */
    private static void earlier(Path out, String named, Request request, List<String> two) throws IOException {
        String name = named.equals("latest") ? "c" : named;
        Set<String> contenders = new LinkedHashSet<>(two);
        if (request.explains() != null) {
            contenders.addAll(request.explains().contenders());
        }
        List<String> options = new ArrayList<>(
                List.of("--blocks=6", "--set=runner=" + request.host().runner()));
        contenders.forEach(
                each -> Contender.of(each).flagSets().forEach(set -> options.add("--set=flags." + set + "=-Xint")));
        boolean ofProgram = request.event() != null && !request.event().equals("cpu");
        options.addAll(
                ofProgram ? List.of("--set=workload=command", "--set=program=a") : List.of("--set=interleave=turns"));
        Cli.plan(out, name, List.copyOf(contenders), options);
        ForkFixture.typical(out.resolve(name), 1, two.get(0), 400).write();
        Search.Found found = new Search.Found(Search.Found.SCHEMA, name, 9, two.get(0), two.get(1), "wall", 0.8, 60, 1);
        Files.writeString(out.resolve(name).resolve("race.json"), Json.write(Json.tree(found)));
    }
}
