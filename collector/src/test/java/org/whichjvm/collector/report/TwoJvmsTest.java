package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.io.Schemas;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.plan.PlannedFixture;

/** Campaigns in which contenders are two JVMs that exchange the messages. */
class TwoJvmsTest {
  private static final List<String> CONTENDERS =
      List.of("jdk11", "jdk17", "jdk11-to-jdk17", "jdk17-to-jdk11", "jdk17-to-jdk17");

  @TempDir private Path out;
  private Path campaign;

  @BeforeEach
  void plan() {
    campaign = out.resolve("c");
    final Cli cli =
        PlannedFixture.run(
            (Object[])
                ("--campaign c --blocks 10 --seed 1 --baseline jdk17 --contender "
                        + String.join(" --contender ", CONTENDERS)
                        + " --out "
                        + out)
                    .split(" "));
    assertEquals(0, cli.code(), cli.err());
  }

  @Test
  void theMatrixHasProducersInRowsAndConsumersInColumns() throws IOException {
    forks(10);
    final Cli cli = report(0);
    final List<String> lines = cli.out().lines().toList();
    final int title = lines.indexOf("Producer × consumer: p50 service time");
    assertTrue(title > 0, cli.out());
    assertTrue(lines.get(title + 2).matches("producer +jdk11 +jdk17 +alone, one process"));
    final String eleven = lines.get(title + 4);
    final String seventeen = lines.get(title + 5);
    assertTrue(
        eleven.matches("jdk11 +– +60[0-9] ns, 1\\.20 \\[.*\\] +55\\d ns, 1\\.10 .*"), eleven);
    assertTrue(seventeen.matches("jdk17 +70\\d ns, 1\\.4.* 65\\d ns, 1\\.3.* 50\\d ns"), seventeen);
    assertTrue(cli.out().contains("jdk11-to-jdk17 is 20 % slower than jdk17 at"), cli.out());
    assertTrue(Files.readString(campaign.resolve("report.html")).contains("Producer × consumer"));
  }

  @Test
  void theTableOfJvmsHasBoth() throws IOException {
    forks(10);
    final String text = report(0).out();
    assertTrue(text.contains("Adoptium 11.0.13+8 to Eclipse Adoptium 17.0.9+9"), text);
    assertTrue(text.contains("Of two JVMs the first is the producer's"), text);
    final JsonObject pair =
        Cli.json(campaign.resolve("result.json"))
            .getAsJsonArray("contenders")
            .get(2)
            .getAsJsonObject();
    assertEquals("17.0.9+9", pair.getAsJsonObject("jvm").get("version").getAsString());
    assertEquals("11.0.13+8", pair.getAsJsonObject("producerJvm").get("version").getAsString());
  }

  @Test
  void aPairWhoseProducerIsASubstituteIsOneToo() throws IOException {
    forks(10);
    for (int block = 1; block <= 10; block++) {
      fork(block, "jdk11-to-jdk17", 600)
          .with(
              json ->
                  json.getAsJsonObject("producerJvm")
                      .addProperty("substitute", "11.0.13 stands in for 11.0.32"))
          .write();
    }
    final String text = report(0).out();
    assertTrue(text.contains("their names promise, but substitutes: jdk11-to-jdk17."), text);
  }

  @Test
  void anotherProducerThanBeforeIsNotPooled() throws IOException {
    forks(10);
    fork(4, "jdk11-to-jdk17", 600)
        .with(json -> json.getAsJsonObject("producerJvm").addProperty("version", "11.0.14"))
        .write();
    assertTrue(report(3).out().contains("its producerJvm.version is 11.0.14, but 11.0.13+8 in"));
  }

  @Test
  void theNameTellsHowManyJvmsThereAre() throws IOException {
    forks(10);
    fork(4, "jdk11-to-jdk17", 600).with(json -> json.remove("producerJvm")).write();
    fork(5, "jdk17", 600).with(json -> json.add("producerJvm", json.get("jvm"))).write();
    final String text = report(3).out();
    assertTrue(text.contains("tells of one JVM, but its contender's name of two"), text);
    assertTrue(text.contains("tells of two JVMs, but its contender's name of one"), text);
  }

  @Test
  void aPairsNameIsReadFromBothEnds() {
    final Contender contender = Contender.of("jdk11-temurin-to-history-jdk12+huge+again");
    assertEquals("jdk11-temurin", contender.producer());
    assertEquals("history-jdk12", contender.consumer());
    assertEquals("huge", contender.memory());
    assertEquals(
        "jdk17+huge", Contender.baselineOf("a-to-b+huge", List.of("jdk17", "jdk17+huge"), "jdk17"));
  }

  private void forks(final int blocks) throws IOException {
    for (int block = 1; block <= blocks; block++) {
      for (int i = 0; i < CONTENDERS.size(); i++) {
        final long ns = List.of(550L, 500L, 600L, 700L, 650L).get(i) + block % 3;
        fork(block, CONTENDERS.get(i), ns).write();
      }
    }
  }

  private ForkFixture fork(final int block, final String name, final long ns) {
    final Contender contender = Contender.of(name);
    return ForkFixture.typical(campaign, block, name, ns)
        .with(
            json -> {
              final JsonObject model = json.getAsJsonObject("jvm");
              json.add("jvm", jvm(model, contender.consumer()));
              if (contender.pair()) {
                json.add("producerJvm", jvm(model, contender.producer()));
              }
            });
  }

  private static JsonObject jvm(final JsonObject model, final String service) {
    final JsonObject jvm = model.deepCopy();
    jvm.addProperty("version", service.equals("jdk11") ? "11.0.13+8" : "17.0.9+9");
    return jvm;
  }

  private Cli report(final int code) throws IOException {
    final Cli cli = Cli.run("report", "--details", "--out", out, "c");
    assertEquals(code, cli.code(), cli.err() + cli.out());
    assertEquals(
        List.of(),
        Schemas.validate(Schemas.RESULT, Files.readString(campaign.resolve("result.json"))));
    return cli;
  }
}
