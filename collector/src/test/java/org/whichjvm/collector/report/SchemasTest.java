package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.RecordSchema;
import org.whichjvm.collector.io.Schemas;
import org.whichjvm.collector.model.CampaignFile;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.collector.model.fork.ForkSchema;
import org.whichjvm.collector.plan.Request;

/** What tests write as a fork, and what the collector writes, fits the schemas; little else does. */
class SchemasTest extends ReportedCampaign {
    private static final List<String> NONE = List.of();

    @BeforeEach
    void plan() throws IOException {
        begin("--contender=a", "--contender=b", "--blocks=3", "--baseline=a", "--set=preset=quick");
    }

    /** Generated: {@code -Dupdate} writes the file instead. */
    @Test
    void theSchemaOfACampaignIsThatOfItsRecords() throws IOException {
        same(RecordSchema.of(CampaignFile.class, "urn:whichjvm:campaign:2"), Schemas.CAMPAIGN);
    }

    @Test
    void theSchemaOfARequestIsThatOfItsRecords() throws IOException {
        same(RecordSchema.ofRead(Request.class, "urn:whichjvm:request:1", Map.of()), Schemas.REQUEST);
    }

    @Test
    void theSchemaOfAResultIsThatOfItsRecords() throws IOException {
        same(RecordSchema.of(ResultFile.class, "urn:whichjvm:result:3"), Schemas.RESULT);
    }

    @Test
    void theSchemaOfAForkIsThatOfItsRecords() throws IOException {
        same(ForkSchema.json(), Schemas.FORK);
    }

    private static void same(JsonObject json, Path file) throws IOException {
        String schema = Json.write(json);
        if (System.getProperty("update") != null) {
            Files.writeString(file, schema);
        }
        assertEquals(
                schema,
                Files.readString(file),
                "./mvnw -pl collector -am test -Dtest=SchemasTest -Dupdate writes the schemas again");
    }

    @Test
    void aCampaign() throws IOException {
        JsonObject json = Cli.json(campaign.resolve("campaign.json"));
        json.addProperty("blocks", 0);
        assertNotEquals(NONE, Schemas.validate(Schemas.CAMPAIGN, json.toString()));
    }

    @Test
    void aCampaignThatMayStop() throws IOException {
        campaign = out.resolve("d");
        begin("--contender=a", "--blocks=40", "--baseline=a", "--precision=2%", "--max-time=60", "--decide=p50,p99.9");
    }

    @Test
    void aResultWithoutAForkThatCounts() throws IOException {
        assertEquals(0, Cli.record("it died", out, "c", 1, "a", 1).code());
        report(3);
        JsonObject json = result();
        json.remove("comparisons");
        assertNotEquals(NONE, Schemas.validate(Schemas.RESULT, json.toString()));
    }

    @Test
    void aForkOfTheFixture() throws IOException {
        assertEquals(NONE, errors(fork -> {}));
    }

    @Test
    void bothLatenciesHaveTheirHistogram() throws IOException {
        assertNotEquals(NONE, errors(fork -> fork.getAsJsonObject("service").remove("histogram")));
        assertNotEquals(NONE, errors(fork -> fork.getAsJsonObject("response").remove("histogram")));
        assertNotEquals(NONE, errors(fork -> fork.getAsJsonObject("service").addProperty("histogram", "none")));
        assertNotEquals(NONE, errors(fork -> fork.getAsJsonObject("service").addProperty("p50", 1)));
    }

    @Test
    void aForkThatFailed() throws IOException {
        assertEquals(0, Cli.record("killed", out, "c", 1, "a", 1).code());
        fits(Schemas.FORK, "forks/001-a.json");
        String json = Files.readString(campaign.resolve("forks/001-a.json"));
        assertNotEquals(NONE, Schemas.validate(Schemas.FORK, json.replace("\"failed\"", "\"ok\"")));
        assertNotEquals(
                NONE, Schemas.validate(Schemas.FORK, json.replaceFirst("\"reason\": \"[^\"]*\"", "\"reason\": null")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "schema:\"whichjvm.fork/1\"",
                "status:\"great\"",
                "status:\"failed\"",
                "reason:\"but it is ok\"",
                "block:-1",
                "contender:\"../a\"",
                "started:\"yesterday\"",
                "wallSeconds:-1",
                "parameters:null",
                "parameters:{\"rate\":1}",
                "jvm:{}",
                "service:null",
                "service:{\"events\":{},\"histogram\":\"HISTFAAA\"}",
                "messages:{\"sent\":1.5,\"received\":1,\"verified\":1}",
                "floorNs:{\"before\":0,\"after\":1}",
                "disturbances:{}",
                "surprise:1"
            })
    void whatNoForkSays(String field) throws IOException {
        int colon = field.indexOf(':');
        String name = field.substring(0, colon);
        assertNotEquals(NONE, errors(fork -> fork.add(name, JsonParser.parseString(field.substring(colon + 1)))));
    }

    private List<String> errors(Consumer<JsonObject> change) throws IOException {
        ForkFixture fork = ForkFixture.typical(campaign, 2, "a", 500).write();
        return Schemas.validate(Schemas.FORK, fork.with(change).json.toString());
    }
}
