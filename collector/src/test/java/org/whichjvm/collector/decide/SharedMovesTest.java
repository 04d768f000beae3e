package org.whichjvm.collector.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.whichjvm.collector.model.ForkFixture;

/** What is told of blocks in which the host changed for all contenders alike. */
class SharedMovesTest extends VerdictFixture {
    private static final int SHARED = 17;
    private static final List<String> NAMES = List.of("base", "other", "c", "d");
    private static final long[] USUAL = {346, 331, 331, 350};
    private static final long[] ROSE = {431, 391, 381, 390};

    private interface Cost {
        long at(int block, int contender);
    }

    private String said(int contenders, int blocks, Cost cost) throws IOException {
        Random random = new Random(5);
        return said(contenders, blocks, cost, (block, contender) -> 135, random);
    }

    private String said(int contenders, int blocks, Cost cost, Cost floor, Random random) throws IOException {
        List<String> args = new ArrayList<>(List.of("--blocks", "" + blocks));
        NAMES.subList(2, contenders).forEach(each -> args.addAll(List.of("--contender", each)));
        plan(args.toArray(String[]::new));
        for (int block = 1; block <= blocks; block++) {
            for (int i = 0; i < contenders; i++) {
                if (cost.at(block, i) == 0) {
                    continue; // no fork
                }
                long floorNs = floor.at(block, i);
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
        String said = said(4, 17, (block, i) -> block == SHARED ? ROSE[i] : USUAL[i]);
        assertFalse(said.contains("JIT mode ("), said);
        assertTrue(said.contains("In block 17 all contenders moved together, by"), said);
        for (JsonElement modes : result().getAsJsonArray("modes")) {
            assertEquals(1, modes.getAsJsonObject().getAsJsonArray("groups").size(), modes.toString());
        }
    }

    @Test
    void ofTwoContendersToo() throws IOException {
        String said = said(2, 17, (block, i) -> block >= SHARED - 1 ? ROSE[i] : USUAL[i]);
        assertFalse(said.contains("JIT mode ("), said);
        assertTrue(said.contains("In blocks 16 and 17 all contenders moved together, by"), said);
    }

    @Test
    void thatTwoContendersMeetOnceMayBeChance() throws IOException {
        String said = said(2, 17, (block, i) -> block == SHARED ? ROSE[i] : USUAL[i]);
        assertFalse(said.contains("moved together"), said);
        assertModes(said, 1, 0);
        assertModes(said, 1, 1);
    }

    @Test
    void aModeOfOneIsItsOwnAndNobodyElses() throws IOException {
        for (int contenders : new int[] {2, 4}) {
            String said = said(contenders, 17, (block, i) -> USUAL[i] * (i == 1 && block % 5 == 2 ? 157 : 100) / 100);
            assertTrue(said.contains("4 of 17 forks of other started in a slower JIT mode"), said);
            assertFalse(said.contains("forks of base started"), said);
            assertFalse(said.contains("forks of c started"), said);
        }
    }

    @Test
    void aModeIsToldBesideABlockThatRoseForAll() throws IOException {
        String said = said(
                4,
                17,
                (block, i) -> block == SHARED
                        ? ROSE[i]
                        : USUAL[i] * (i == 1 && block % 5 == 2 && block < 17 ? 157 : 100) / 100);
        assertTrue(said.contains("3 of 17 forks of other started in a slower JIT mode"), said);
        assertFalse(said.contains("forks of base started"), said);
    }

    @Test
    void aModeInTheHostsBlockIsToldToo() throws IOException {
        String said = said(
                4,
                17,
                (block, i) -> (block == SHARED ? ROSE[i] : USUAL[i]) * (i == 1 && block % 5 == 2 ? 157 : 100) / 100);
        assertModes(said, 4, 1);
        assertFalse(said.contains("forks of base started"), said);
        assertTrue(said.contains("In block 17 all contenders moved together, by"), said);
    }

    @Test
    void aContenderThatDidNotRunInABlockSaysNothingOfIt() throws IOException {
        String said = said(4, 17, (block, i) -> block != SHARED ? USUAL[i] : i == 2 ? 0 : ROSE[i]);
        assertFalse(said.contains("JIT mode ("), said);
        assertTrue(said.contains("In block 17 all contenders moved together, by"), said);
    }

    @Test
    void aBlockThatRoseByLessThanAnyModeIsNotTold() throws IOException {
        String said = said(4, 17, (block, i) -> USUAL[i] * (block == SHARED ? 106 : 100) / 100);
        assertFalse(said.contains("moved together"), said);
    }

    @Test
    void modesThatMeetByChanceAreNotShared() throws IOException {
        Random random = new Random(9);
        boolean[][] slow = new boolean[25][2];
        int[] count = new int[2];
        for (int block = 1; block <= 24; block++) {
            for (int i = 0; i < 2; i++) {
                slow[block][i] = random.nextInt(5) < 2;
                count[i] += slow[block][i] ? 1 : 0;
            }
        }
        String said = said(2, 24, (block, i) -> USUAL[i] * (slow[block][i] ? 157 : 100) / 100);
        for (int i = 0; i < 2; i++) {
            assertTrue(said.contains(count[i] + " of 24 forks of " + NAMES.get(i) + " started in a slower"), said);
        }
    }

    /** Each contender is slow by 57 % in some blocks of 17. */
    private String slowIn(List<Set<Integer>> slow) throws IOException {
        return said(slow.size(), 17, (block, i) -> USUAL[i] * (slow.get(i).contains(block) ? 157 : 100) / 100);
    }

    private static void assertModes(String said, int forks, int contender) {
        String mode = forks + " of 17 forks of " + NAMES.get(contender) + " started in a slower";
        assertTrue(said.contains(mode), mode + ": " + said);
    }

    @Test
    void aBlockInWhichOneContenderStayedIsNotShared() throws IOException {
        String said = slowIn(List.of(Set.of(1, 4, 7), Set.of(2, 7, 9), Set.of(3, 7, 12), Set.of(5, 8, 15)));
        assertFalse(said.contains("moved together"), said);
        for (int i = 0; i < 4; i++) {
            assertModes(said, 3, i);
        }
    }

    @Test
    void norIsOneOfThreeThatAreSlowByDifferentAmounts() throws IOException {
        int[] percent = {100, 120, 144};
        String said = said(3, 17, (block, i) -> USUAL[i] * (block == SHARED ? percent[i] : 100) / 100);
        assertFalse(said.contains("moved together"), said);
        assertModes(said, 1, 1);
        assertModes(said, 1, 2);
    }

    @Test
    void oneOfTwoThatIsSlowWhereTheOtherOftenIsKeepsItsMode() throws IOException {
        String said = slowIn(List.of(Set.of(1, 3, 6, 8, 11, 14, 16), Set.of(8)));
        assertFalse(said.contains("moved together"), said);
        assertModes(said, 7, 0);
        assertModes(said, 1, 1);
    }

    /** The seeds from 1 to this are campaigns. */
    private static final int CAMPAIGNS = 1_000;

    private static Map<String, Map<Integer, Double>> logs(
            Random random, int contenders, double slowStarts, double host) {
        Map<String, Map<Integer, Double>> logs = new LinkedHashMap<>();
        for (int i = 0; i < contenders; i++) {
            Map<Integer, Double> its = new TreeMap<>();
            for (int block = 1; block <= 20; block++) {
                its.put(
                        block,
                        (random.nextDouble() < slowStarts ? Math.log(1.57) : 0)
                                + (block == SHARED ? host : 0)
                                + 0.02 * random.nextGaussian());
            }
            logs.put("c" + i, its);
        }
        return logs;
    }

    /** The seeds of the campaigns in which a block is taken for the host's. */
    private static List<Integer> shared(int contenders, double slowStarts, double host) {
        return IntStream.rangeClosed(1, CAMPAIGNS)
                .filter(seed -> !SharedMoves.ofLogs(logs(new Random(seed), contenders, slowStarts, host))
                        .byBlock()
                        .isEmpty())
                .boxed()
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"2,0.2", "4,0.2", "6,0.2", "2,0.4", "4,0.4", "6,0.4"})
    void independentModesAreSeldomTakenForTheHosts(int contenders, double slowStarts) {
        List<Integer> wrong = shared(contenders, slowStarts, 0);
        assertTrue(wrong.size() <= CAMPAIGNS / 20, wrong.size() + " campaigns, of seeds " + wrong);
    }

    @Test
    void theHostsBlockIsFoundIfThereAreNoModes() {
        assertEquals(CAMPAIGNS, shared(4, 0, Math.log(1.25)).size());
    }

    @Test
    void anotherFloorIsOneSentence() throws IOException {
        String said = said(
                4,
                17,
                (block, i) -> block > 14 ? 3 * USUAL[i] : USUAL[i],
                (block, i) -> block > 14 ? 520 : 125,
                new Random(5));
        assertEquals(2, said.split("In 3 of 17 blocks the CPUs were 520 ns apart, not 125 ns").length, said);
    }
}
