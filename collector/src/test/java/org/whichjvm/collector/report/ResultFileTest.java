package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Records;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.CampaignReader;

/** What a campaign wrote is read back as it was, and what others wrote may be anything. */
class ResultFileTest extends RecordedCampaign {
    @Test
    void whatWasWrittenIsReadBack() throws Exception {
        for (int block = 1; block <= 8; block++) {
            fork(block, "a", 500, json -> {});
            fork(block, "b", 600 + block, json -> {});
        }
        report();
        ResultFile read = ResultFile.read(campaign);
        Result result = Result.of(
                CampaignReader.read(campaign),
                Instant.parse(result().get("created").getAsString()));
        ResultFile made = ResultFile.of(Conclusion.of(result));
        assertEquals(tree(made), tree(read));
        assertEquals(16, read.forks().ended());
        assertEquals(8, read.comparisons().get(0).blocks());
        assertTrue(ResultFile.known(read.contender("b").typicalNs()) > 600);
    }

    @Test
    void whatAnotherHostDoesNotTellIsEmpty() throws Exception {
        ResultFile read = told(json -> {});
        assertNull(read.campaign());
        assertEquals(0, read.forks().ended());
        assertTrue(Double.isNaN(read.margin()) && Double.isNaN(read.floorNs()));
        assertTrue(read.comparisons().isEmpty() && read.doubts().isEmpty());
    }

    @Test
    void aTextIsOfOneLineAndWithoutEscapeSequences() throws Exception {
        ResultFile read = told(json -> json.addProperty("baseline", "a\u001b[31m\nb "));
        assertTrue(read.baseline().chars().noneMatch(Character::isISOControl), read.baseline());
        assertNull(told(json -> json.addProperty("baseline", " ")).baseline());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'comparisons':[{'ratio':-1}]} | comparisons[0].ratio is not a number from 0.0",
                "{'comparisons':[{'adjustedP':1.1}]} | comparisons[0].adjustedP is not a number from 0.0",
                "{'findings':[null]} | findings[0] is null",
                "{'contenders':7} | contenders is not a list",
                "{'contenders':[1]} | contenders[0] is not an object",
                "{'contenders':[{'name':'a','floorNs':'x'}]} | contenders[0].floorNs is not a number",
                "{'contenders':[{'name':'a','jvm':[]}]} | contenders[0].jvm is not an object",
                "{'contenders':[{'name':{}}]} | contenders[0].name is not a single value",
                "{'comparisons':[{'blocks':1.5}]} | comparisons[0].blocks is not a whole number",
                "{'comparisons':[{'blocks':-1}]} | comparisons[0].blocks is not a whole number",
                "{'comparisons':[{'blocks':99999999999}]} | comparisons[0].blocks is not a whole number",
                "{'comparisons':[{'ratio':{}}]} | comparisons[0].ratio is not a single value",
                "{'decision':'none'} | decision is not an object",
                "{'host':1} | host is not an object"
            })
    void aFieldOfAnotherTypeOrRangeRefusesTheFile(String fields, String reason) {
        UnusableFile refused = assertThrows(
                UnusableFile.class,
                () -> told(json -> json.asMap()
                        .putAll(JsonParser.parseString(fields.replace('\'', '"'))
                                .getAsJsonObject()
                                .asMap())));
        assertTrue(refused.getMessage().startsWith("its " + reason), refused.getMessage());
    }

    private static JsonObject tree(ResultFile result) {
        return JsonParser.parseString(Records.write(result).toString()).getAsJsonObject();
    }

    private ResultFile told(Consumer<JsonObject> change) throws UnusableFile, IOException {
        JsonObject json = new JsonObject();
        json.addProperty("schema", ResultFile.SCHEMA);
        change.accept(json);
        Path folder = Files.createDirectories(out.resolve("another"));
        Files.writeString(folder.resolve("result.json"), json.toString());
        return ResultFile.read(folder);
    }
}
