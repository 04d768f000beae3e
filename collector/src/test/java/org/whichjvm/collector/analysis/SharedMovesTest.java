package org.whichjvm.collector.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.campaign.ForkFixture;

/** What is told of blocks in which the host changed for all contenders alike. */
class SharedMovesTest extends VerdictFixture {
  private static final int SHARED = 17;
  private static final List<String> NAMES = List.of("base", "other", "c", "d");
  private static final long[] USUAL = {346, 331, 331, 350};
  private static final long[] ROSE = {431, 391, 381, 390};

  private interface Cost {
    long at(int block, int contender);
  }

  private String said(final int contenders, final int blocks, final Cost cost) throws IOException {
    final Random random = new Random(5);
    return said(contenders, blocks, cost, (block, contender) -> 135, random);
  }

  private String said(
      final int contenders,
      final int blocks,
      final Cost cost,
      final Cost floor,
      final Random random)
      throws IOException {
    plan(
        contenders == 2
            ? new String[] {"--blocks", "" + blocks}
            : new String[] {"--blocks", "" + blocks, "--contender", "c", "--contender", "d"});
    for (int block = 1; block <= blocks; block++) {
      for (int i = 0; i < contenders; i++) {
        final long floorNs = floor.at(block, i);
        ForkFixture.typical(
                campaign,
                block,
                NAMES.get(i),
                Math.round(cost.at(block, i) * (1 + 0.01 * random.nextGaussian())))
            .with(json -> json.getAsJsonObject("floorNs").addProperty("before", floorNs))
            .with(json -> json.getAsJsonObject("floorNs").addProperty("after", floorNs))
            .write();
      }
    }
    return report().out().replaceAll("\\s+", " ");
  }

  @Test
  void aBlockThatRoseForAllIsNoJvmsMode() throws IOException {
    final String said = said(4, 17, (block, i) -> block == SHARED ? ROSE[i] : USUAL[i]);
    assertFalse(said.contains("JIT mode ("), said);
    assertTrue(said.contains("In block 17 all contenders moved together, by"), said);
    for (final JsonElement modes : result().getAsJsonArray("modes")) {
      assertEquals(1, modes.getAsJsonObject().getAsJsonArray("groups").size(), modes.toString());
    }
  }

  @Test
  void ofTwoContendersToo() throws IOException {
    final String said = said(2, 17, (block, i) -> block == SHARED ? ROSE[i] : USUAL[i]);
    assertFalse(said.contains("JIT mode ("), said);
  }

  @Test
  void aModeOfOneIsItsOwnAndNobodyElses() throws IOException {
    for (final int contenders : new int[] {2, 4}) {
      final String said =
          said(
              contenders,
              17,
              (block, i) -> USUAL[i] * (i == 1 && block % 5 == 2 ? 157 : 100) / 100);
      assertTrue(said.contains("4 of 17 forks of other started in a slower JIT mode"), said);
      assertFalse(said.contains("forks of base started"), said);
      assertFalse(said.contains("forks of c started"), said);
    }
  }

  @Test
  void aModeIsToldBesideABlockThatRoseForAll() throws IOException {
    final String said =
        said(
            4,
            17,
            (block, i) ->
                block == SHARED
                    ? ROSE[i]
                    : USUAL[i] * (i == 1 && block % 5 == 2 && block < 17 ? 157 : 100) / 100);
    assertTrue(said.contains("3 of 17 forks of other started in a slower JIT mode"), said);
    assertFalse(said.contains("forks of base started"), said);
  }

  @Test
  void modesThatMeetByChanceAreNotShared() throws IOException {
    final Random random = new Random(9);
    final boolean[][] slow = new boolean[25][2];
    int[] count = new int[2];
    for (int block = 1; block <= 24; block++) {
      for (int i = 0; i < 2; i++) {
        slow[block][i] = random.nextInt(5) < 2;
        count[i] += slow[block][i] ? 1 : 0;
      }
    }
    final String said = said(2, 24, (block, i) -> USUAL[i] * (slow[block][i] ? 157 : 100) / 100);
    for (int i = 0; i < 2; i++) {
      assertTrue(
          said.contains(count[i] + " of 24 forks of " + NAMES.get(i) + " started in a slower"),
          said);
    }
  }

  @Test
  void anotherFloorIsOneSentence() throws IOException {
    final String said =
        said(
            4,
            17,
            (block, i) -> block > 14 ? 3 * USUAL[i] : USUAL[i],
            (block, i) -> block > 14 ? 520 : 125,
            new Random(5));
    assertTrue(
        said.contains(
            "3 of 17 forks of base, 3 of 17 of other, 3 of 17 of c and 3 of 17 of d ran at another"
                + " floor"),
        said);
    assertEquals(2, said.split("ran at another floor").length, said);
  }
}
