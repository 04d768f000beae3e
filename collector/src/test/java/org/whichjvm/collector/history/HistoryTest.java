package org.whichjvm.collector.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.collector.across.AcrossFixture;
import org.whichjvm.collector.cli.Cli;

/** Summaries of campaigns, and what changed among them. */
class HistoryTest extends AcrossFixture {
  @TempDir Path folder;

  @Test
  void aCampaignIsAddedOnceAsRatiosToTheReference() throws IOException {
    campaign("s1", 500, 600, "EPYC");
    assertEquals(0, history("s1").code());
    final Cli cli = history("s1");
    assertEquals(0, cli.code(), cli.err());
    // The ratio, the reference itself, and the floor.
    assertEquals(3, cli.out().lines().count(), cli.out());
    final double ratio =
        Double.parseDouble(cli.out().lines().findFirst().orElseThrow().split("\t")[1]);
    assertEquals(Math.log(1.2), ratio, 0.01);
    assertTrue(Files.size(folder.resolve("s1.json")) < 10_000);
  }

  @Test
  void aChangeIsToldWithTheBuildThatCameThen() throws IOException {
    sessions(600, 601, 599, 650, 651, 652, 650);
    edit("s4", "build", "\"version\":\"[^\"]*\"", "\"version\":\"21.0.9+1\"");
    rebuild();
    final Cli cli = changed("0\t3");
    assertEquals(0, cli.code(), cli.err());
    assertTrue(
        cli.out()
            .replaceAll("\\s+", " ")
            .matches(
                ".*\\(s4\\) build is 8\\.\\d % slower at the p50 service time against base \\(1\\.30\\d, before"
                    + " 1\\.19\\d\\); confirmed by 3 further sessions\\. With it changed: version of"
                    + " build from \\S+ to 21\\.0\\.9\\+1\\..*"),
        cli.out());
    assertTrue(Files.readString(folder.resolve("history.html")).contains("id=\"history-1\""));
  }

  @Test
  void aPipelineFailsByAConfirmedChangeAlone() throws IOException {
    sessions(600, 601, 599, 650, 651, 652, 650);
    assertEquals(1, changed("0\t3", "--fail-on", "slower:3%").code());
    assertEquals(0, changed("0\t3", "--fail-on", "slower:20%").code());
    assertEquals(0, changed("0\t4", "--fail-on", "slower:3%").code());
    assertTrue(changed("0\t4").out().contains("not yet confirmed (2 of 3"));
    assertEquals(0, changed("", "--fail-on", "slower:3%").code());
    assertTrue(changed("").out().contains("Nothing changed."));
  }

  @Test
  void aSessionAtAnotherFloorMakesNoPointOfARatio() throws IOException {
    sessions(600, 601, 599);
    campaign("s4", 500, 900, "EPYC");
    edit("s4", "", "\"floorNs\":\\{[^}]*}", "\"floorNs\":{\"after\":2000,\"before\":2000}");
    assertEquals(0, history("s4").code());
    final List<String> values = history().out().lines().toList();
    assertEquals(3, values.stream().filter(each -> each.startsWith("0\t")).count());
    assertEquals(4, values.stream().filter(each -> each.startsWith("2\t")).count());
  }

  @Test
  void whatIsNoPointOfThisHistoryIsRefusedWithWhatDiffers() throws IOException {
    sessions(600, 601);
    campaign("s3", 500, 600, "Xeon");
    assertRefused("s3", "the CPU was EPYC, and is Xeon");
    campaign("s5", 500, 600, "EPYC");
    edit("s5", "base", "\"version\":\"[^\"]*\"", "\"version\":\"99\"");
    assertRefused("s5", "the build of the reference base was");
    campaign("s6", 500, 600, "EPYC");
    edit("s6", "", "\"rate\":100000", "\"rate\":50000");
    assertRefused("s6", "the settings was");
    assertFalse(Files.exists(folder.resolve("s6.json")));
    Files.writeString(folder.resolve("odd.json"), "{}");
    assertRefused("s1", "odd.json");
  }

  @Test
  void aCampaignWhoseReferenceFailedIsNoPoint() throws IOException {
    campaign("s1", 500, 600, "EPYC");
    edit("s1", "-base", "\"status\":\\s*\"ok\"", "\"status\":\"failed\"");
    assertRefused("s1", "s1 is no point of a history: no fork of its reference base counts");
    campaign("s2", 500, 600, "EPYC");
    assertEquals(0, history("s2").code());
  }

  @Test
  void contendersThatChangeToBothSidesAreNotTheReference() throws IOException {
    for (int session = 0; session < 8; session++) {
      point(session, "{\"b\":\"1\"}", session < 4 ? 0 : 0.05, session < 4 ? 0 : -0.05);
    }
    final Cli cli = changed("0\t4\n1\t4\n", "--fail-on", "slower:3%");
    assertEquals(1, cli.code(), cli.err());
    assertTrue(cli.out().contains("c0 is 5.1 % slower"), cli.out());
    assertTrue(cli.out().contains("c1 is 4.9 % faster"), cli.out());
    assertFalse(cli.out().contains("as most others are"), cli.out());
  }

  @Test
  void whatIsNotToldAnyMoreHasChangedToo() throws IOException {
    for (int session = 0; session < 8; session++) {
      point(session, session < 4 ? "{\"microcode\":\"0x1\"}" : "{}", session < 4 ? 0 : 0.05);
    }
    final String said = changed("0\t4\n").out();
    assertTrue(said.contains("microcode of the host from 0x1 to unknown"), said);
  }

  @Test
  void fewSessionsSayNothingOfChanges() throws IOException {
    sessions(600, 700);
    final String said = changed("").out();
    assertTrue(said.contains("Whether anything changed is told from 4 sessions on."), said);
    assertFalse(said.contains("Nothing changed"), said);
  }

  @Test
  void aFileThatSomebodyCutIsNamed() throws IOException {
    sessions(600);
    for (final String cut :
        List.of("", ",\"campaign\":\"x\",\"began\":\"2026\"", ",\"values\":[null]")) {
      Files.writeString(
          folder.resolve("odd.json"), "{\"schema\":\"whichjvm.history/1\"" + cut + "}");
      assertRefused("s1", "odd.json lacks a part");
    }
  }

  /** A campaign's summary with the host and contenders of these log ratios. */
  private void point(final int session, final String host, final double... logRatios)
      throws IOException {
    final StringBuilder values = new StringBuilder();
    for (int i = 0; i < logRatios.length; i++) {
      values
          .append(i == 0 ? "" : ",")
          .append(
              "{\"contender\":\"c%d\",\"figure\":\"p50 service time\",\"logRatio\":%s,\"error\":0.01}"
                  .formatted(i, logRatios[i]));
    }
    Files.writeString(
        folder.resolve("s%03d.json".formatted(session)),
        ("{\"schema\":\"whichjvm.history/1\",\"campaign\":\"s%03d\",\"began\":\"2026-01-01T%02d:%02d:00Z\","
                + "\"host\":%s,\"floorNs\":100,\"parameters\":{},\"reference\":\"base\",\"builds\":{},\"values\":[%s]}")
            .formatted(session, session / 60, session % 60, host, values));
  }

  @Test
  void aHistoryOfYearsIsSmallAndWrittenSoon() throws IOException {
    final StringBuilder changes = new StringBuilder();
    for (int session = 0; session < 200; session++) {
      final double noise = 0.001 * (session * 7 % 11);
      point(session, "{}", IntStream.range(0, 10).mapToDouble(i -> 0.01 * i + noise).toArray());
    }
    for (int contender = 0; contender < 10; contender++) {
      changes.append(contender).append("\t100\n");
    }
    final long began = System.nanoTime();
    final Cli cli = changed(changes.toString());
    System.out.printf("written in %.1f s%n", (System.nanoTime() - began) / 1e9);
    assertEquals(0, cli.code(), cli.err());
    assertTrue(cli.out().contains("as most others are: the host or base changed"), cli.out());
    assertTrue(Files.size(folder.resolve("history.html")) < 2_000_000);
  }

  private void assertRefused(final String campaign, final String said) {
    final Cli cli = history(campaign);
    assertEquals(2, cli.code(), cli.out());
    assertTrue(cli.err().contains(said), cli.err());
  }

  private void sessions(final long... buildNs) throws IOException {
    for (int i = 0; i < buildNs.length; i++) {
      campaign("s" + (i + 1), 500, buildNs[i], "EPYC");
      assertEquals(0, history("s" + (i + 1)).code());
    }
  }

  private void rebuild() {
    assertEquals(0, history("s4").code());
  }

  private Cli history(final String... names) {
    final Object[] all = new Object[names.length + 5];
    all[0] = "history";
    all[1] = "--out";
    all[2] = out;
    all[3] = "--history";
    all[4] = folder;
    System.arraycopy(names, 0, all, 5, names.length);
    return Cli.run(all);
  }

  private Cli changed(final String lines, final String... more) throws IOException {
    final Path file = Files.writeString(folder.resolve("changes.tsv"), lines);
    final String[] all = new String[more.length + 2];
    all[0] = "--changes";
    all[1] = file.toString();
    System.arraycopy(more, 0, all, 2, more.length);
    return history(all);
  }
}
