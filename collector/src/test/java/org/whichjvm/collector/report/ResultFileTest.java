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
import org.junit.jupiter.params.provider.ValueSource;
import org.whichjvm.collector.decide.Result;
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
    final ResultFile read = ResultFile.read(campaign);
    final Result result = Result.of(CampaignReader.read(campaign), Instant.now());
    final ResultFile made = ResultFile.of(Answer.of(result));
    assertEquals(tree(made), tree(read));
    assertEquals(16, read.forks().ended());
    assertEquals(8, read.comparisons().get(0).blocks());
    assertTrue(ResultFile.known(read.contender("b").typicalNs()) > 600);
  }

  @Test
  void whatAnotherHostDoesNotTellIsEmpty() throws Exception {
    final ResultFile read = told(json -> {});
    assertNull(read.campaign());
    assertEquals(0, read.forks().ended());
    assertTrue(Double.isNaN(read.margin()) && Double.isNaN(read.floorNs()));
    assertTrue(read.comparisons().isEmpty() && read.doubts().isEmpty());
  }

  @Test
  void aTextIsOfOneLineAndWithoutEscapeSequences() throws Exception {
    final ResultFile read = told(json -> json.addProperty("baseline", "a\u001b[31m\nb "));
    assertTrue(read.baseline().chars().noneMatch(Character::isISOControl), read.baseline());
    assertNull(told(json -> json.addProperty("baseline", " ")).baseline());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"contenders\":7}",
        "{\"contenders\":[1]}",
        "{\"contenders\":[{\"name\":\"a\",\"floorNs\":\"x\"}]}",
        "{\"contenders\":[{\"name\":\"a\",\"jvm\":[]}]}",
        "{\"contenders\":[{\"name\":{}}]}",
        "{\"comparisons\":[{\"blocks\":1.5}]}",
        "{\"comparisons\":[{\"blocks\":-1}]}",
        "{\"comparisons\":[{\"blocks\":99999999999}]}",
        "{\"comparisons\":[{\"ratio\":{}}]}",
        "{\"decision\":\"none\"}",
        "{\"host\":1}"
      })
  void aFieldOfAnotherTypeRefusesTheFile(final String text) {
    final UnusableFile refused =
        assertThrows(
            UnusableFile.class,
            () ->
                told(
                    json ->
                        JsonParser.parseString(text)
                            .getAsJsonObject()
                            .entrySet()
                            .forEach(each -> json.add(each.getKey(), each.getValue()))));
    assertTrue(
        refused.getMessage().startsWith("has a field of another type"), refused.getMessage());
  }

  private static JsonObject tree(final ResultFile result) {
    return JsonParser.parseString(ResultFile.tree(result).toString()).getAsJsonObject();
  }

  private ResultFile told(final Consumer<JsonObject> change) throws UnusableFile, IOException {
    final JsonObject json = new JsonObject();
    json.addProperty("schema", ResultJson.SCHEMA);
    change.accept(json);
    final Path folder = Files.createDirectories(out.resolve("another"));
    Files.writeString(folder.resolve("result.json"), json.toString());
    return ResultFile.read(folder);
  }
}
