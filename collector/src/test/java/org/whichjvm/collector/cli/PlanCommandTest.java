package org.whichjvm.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanCommandTest {
  @TempDir Path temp;
  private Path out;

  @BeforeEach
  void outIsAFolderOfItsOwn() throws IOException {
    out = Files.createDirectory(temp.resolve("out"));
  }

  @Test
  void createsTheWholeFolder() throws IOException {
    assertEquals("", plan("first").err());

    final Path folder = out.resolve("first");
    final List<String> plan = Files.readAllLines(folder.resolve("plan.tsv"));
    assertEquals("block\tcontender", plan.get(0));
    assertEquals(1 + 3 * 2, plan.size());
    assertTrue(plan.get(1).matches("1\tjdk(11|17)"), plan.get(1));
    assertTrue(Files.isDirectory(folder.resolve("forks")));
    final JsonObject json = Cli.json(folder.resolve("campaign.json"));
    assertEquals("whichjvm.campaign/2", json.get("schema").getAsString());
    assertEquals("first", json.get("campaign").getAsString());
    assertEquals(42, json.get("seed").getAsLong());
    assertEquals(3, json.get("blocks").getAsInt());
    assertEquals("jdk17", json.get("baseline").getAsString());
    assertEquals("[\"jdk17\",\"jdk11\"]", json.get("contenders").toString());
    assertEquals("{\"rate\":\"100000\",\"note\":\"a=b\"}", json.get("settings").toString());
    assertEquals(
        "{\"floorInFork\":1.25,\"floorInBlock\":1.5,\"throttledShare\":0.001,\"stealShare\":0.02,"
            + "\"waitingShare\":0.25,\"jitShare\":0.5,\"overloaded\":true}",
        json.get("gates").toString());
    assertEquals(1, json.get("retries").getAsInt(), "a quarter of 3 blocks, rounded up");
    assertFalse(Instant.parse(json.get("created").getAsString()).isAfter(Instant.now()));
  }

  @Test
  void latestFollowsTheNewestCampaignByARelativeLink() throws IOException {
    plan("first");
    assertEquals(Path.of("first"), Files.readSymbolicLink(out.resolve("latest")));
    plan("second");
    assertEquals(Path.of("second"), Files.readSymbolicLink(out.resolve("latest")));
    assertEquals(List.of("first", "latest", "second"), names());
  }

  @Test
  void keepsAnExistingCampaign() throws IOException {
    plan("first");
    final String before = Files.readString(out.resolve("first/campaign.json"));

    final Cli again = plan("first");

    assertEquals(2, again.code());
    assertTrue(again.err().contains("campaign first exists already"), again.err());
    assertEquals(before, Files.readString(out.resolve("first/campaign.json")));
  }

  @Test
  void leavesNothingWhenItCannotFinish() throws IOException {
    final Path latest = Files.createDirectory(out.resolve("latest"));
    Files.createFile(latest.resolve("precious"));

    assertEquals(2, plan("first").code());

    assertEquals(List.of("latest"), names());
    assertTrue(Files.exists(latest.resolve("precious")));
  }

  @Test
  void leavesNothingWhenTheDiskRefusesHalfWay() throws IOException {
    // Where the link is to be prepared is a folder that cannot be deleted: it is not empty.
    final Path obstacle = Files.createDirectory(out.resolve(".first.latest.tmp"));
    Files.createFile(obstacle.resolve("file"));

    final Cli cli = plan("first");

    assertEquals(4, cli.code());
    assertEquals(1, cli.err().lines().count(), cli.err());
    assertFalse(Files.exists(out.resolve("first")));
    assertFalse(Files.exists(out.resolve(".first.tmp")));
    assertFalse(Files.exists(out.resolve("latest"), LinkOption.NOFOLLOW_LINKS));
  }

  @Test
  void clearsAwayWhatAKilledRunLeft() throws IOException {
    Files.createDirectories(out.resolve(".first.tmp/forks"));
    Files.createFile(out.resolve(".first.tmp/half"));

    assertEquals(0, plan("first").code());

    assertEquals(List.of("first", "latest"), names());
    assertFalse(Files.exists(out.resolve("first/half")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"../up", "a/b", "", ".", "..", "-x", "latest", "a b", "é"})
  void refusesACampaignNameThatIsNotAPlainFolder(final String name) throws IOException {
    final Cli cli = plan(name);

    assertEquals(2, cli.code());
    assertEquals(1, cli.err().lines().count(), cli.err());
    assertEquals(List.of(), names());
    assertEquals(1, temp.toFile().list().length);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--contender=../x --baseline=jdk17",
        "--contender=jdk17 --baseline=jdk17",
        "--contender=x --baseline=other",
        "--contender=x --baseline=jdk17 --blocks=0",
        "--contender=x --baseline=jdk17 --blocks=10001",
        "--contender=x --baseline=jdk17 --blocks=many",
        "--contender=x --baseline=jdk17 --set=novalue",
        "--contender=x --baseline=jdk17 --set=a=1 --set=a=2",
        "--contender=x --baseline=jdk17 --no-such-option"
      })
  void refusesWrongUsageInOneSentence(final String options) throws IOException {
    final List<Object> args =
        new ArrayList<>(List.of("plan", "--out", out, "--campaign", "c", "--seed=1"));
    args.add("--contender=jdk17");
    args.addAll(List.of(options.split(" ")));
    if (!options.contains("--blocks")) {
      args.add("--blocks=1");
    }

    final Cli cli = Cli.run(args.toArray());

    assertEquals(2, cli.code());
    assertEquals(1, cli.err().lines().count(), cli.err());
    assertEquals(List.of(), names());
  }

  private Cli plan(final String name) {
    return Cli.run(
        "plan",
        "--out",
        out,
        "--campaign",
        name,
        "--contender",
        "jdk17",
        "--contender",
        "jdk11",
        "--blocks",
        3,
        "--seed",
        42,
        "--baseline",
        "jdk17",
        "--set",
        "rate=100000",
        "--set",
        "note=a=b");
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(out)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
