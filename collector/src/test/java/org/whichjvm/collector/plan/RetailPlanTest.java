package org.whichjvm.collector.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.whichjvm.collector.model.Interleave;

/** Campaigns of an application under load by turns. */
class RetailPlanTest extends PlanFixture {
    private static final long GIB = 1L << 30;

    private CampaignRequest retail(String contenders, String more, String words) throws IOException {
        return plan(contenders, "workload: retail, seed: 7" + more, words).asked();
    }

    private void begin() throws IOException {
        for (String each : asking.asked().contenders()) {
            asking.checked(
                    each,
                    0,
                    "{\"schema\":\"whichjvm.check/1\",\"java\":17,\"arch\":\"amd64\",\"busyRate\":100000.5}\n");
        }
        asking.begin();
    }

    private String heap(String contender) throws IOException {
        return asking.command(contender)
                .lines()
                .filter(line -> line.startsWith("WHICHJVM_HEAP="))
                .findAny()
                .orElse("none");
    }

    @ParameterizedTest
    @CsvSource({
        "quick, 12, --warmup 8s --turn 1500ms --points 10 --passes 1, 1.5",
        "full, 20, --warmup 20s --turn 2s --points 15 --passes 2, 2",
        "deep, 15, --warmup 30s --turn 5s --points 20 --passes 3, 5"
    })
    void itsPresetsAreByTurns(String preset, int blocks, String options, double turn) throws IOException {
        CampaignRequest asked = retail("one", ", preset: " + preset, "");
        assertEquals(blocks, asked.limits().blocks());
        assertEquals(Interleave.TURNS, asked.execution().interleave());
        assertEquals(turn, asked.execution().turnSeconds());
        assertEquals(
                options + " --turn-seed 7", String.join(" ", asked.execution().options()));
    }

    @Test
    void allForksGetTheRatesOfOneLadder() throws IOException {
        retail("one two", ", blocks: 1", "--live 64m");
        begin();
        assertTrue(
                asking.command("two")
                        .endsWith(
                                "\n--live\n64m\n--rates\n11000,22000,33000,44000,55000,66000,77000,88000,99000,110000\n"),
                asking.command("two"));
        // 2 × (15 + 2 × 8) + 13 × 2 × 1.9 s a block.
        assertTrue(
                asking.says.contains("2 contenders × 1 block of 13 turns of 1500 ms: about 2 min"),
                asking.says.toString());
    }

    @Test
    void aLadderThatAPersonGivesIsTaken() throws IOException {
        retail("one", "", "--rates 5,10");
        begin();
        assertTrue(asking.command("one").endsWith("\n--rates\n5,10\n"));
    }

    @Test
    void ofRatesThatAreAskedForABlockHasAsManyTurnsAsOfALadder() throws IOException {
        retail("one", ", blocks: 1, rates: [20000, 50000]", "");
        begin();
        String command = asking.command("one");
        assertTrue(command.contains("\n--rate\n20000,50000\n--passes\n5\n"), command);
        assertFalse(command.contains("--rates"), command);
        assertTrue(
                asking.says.contains("1 contender × 1 block of 10 turns of 1500 ms: about 50 s"),
                asking.says.toString());
    }

    @Test
    void eachHasTheHeapThatIsAskedFor() throws IOException {
        asking.runner = "docker";
        asking.memoryBytes = 64 * GIB;
        retail("one+heap9g one", "", "");
        begin();
        String command = asking.command("one+heap9g");
        assertTrue(command.contains("-Xmx9g"), command);
        assertTrue(command.contains("\nmemoryBytes=" + 10 * GIB + "\n"), command);
        assertTrue(asking.command("one").contains("\nmemoryBytes=" + 5 * GIB + "\n"));
    }

    @ParameterizedTest
    @CsvSource({"docker, 8, 2", "host, 8, 2", "host, 64, 4"})
    void contendersShareHalfOfTheMemory(String runner, long memory, long heap) throws IOException {
        asking.runner = runner;
        asking.memoryBytes = memory * GIB;
        retail("one two", "", "");
        begin();
        assertEquals("WHICHJVM_HEAP=" + heap * GIB, heap("two"));
        assertEquals(
                runner.equals("docker"), asking.command("two").contains("\nmemoryBytes=" + (heap + 1) * GIB + "\n"));
    }

    @Test
    void aShareOfTheMemoryThatAJvmIsToldOfIsItsHeap() throws IOException {
        asking.memoryBytes = 8 * GIB;
        asking.javaOptions = "-XX:MaxRAMPercentage=20";
        retail("one two", "", "");
        begin();
        assertEquals("none", heap("one"));
    }

    @Test
    void heapsThatDoNotFitTogetherAreRefused() throws IOException {
        asking.memoryBytes = 4 * GIB;
        retail("one+heap2g two+heap2g", "", "");
        String said = assertThrows(CannotRunHere.class, this::begin).getMessage();
        assertTrue(said.startsWith("by turns one+heap2g and two+heap2g are alive together and need 4.6 GiB"), said);
    }
}
