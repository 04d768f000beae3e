package org.whichjvm.collector.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which contenders are alive together. */
class MemoryGroupsTest extends PlanFixture {
    private static final long MIB = 1L << 20;

    /** 512 MiB of heap, 300 MiB beside it, 560,000 messages of 260 bytes. */
    private static final long ONE = 951 * MIB;

    /** Two blocks of 64 MiB more than the messages, without the JVM. */
    private static final long ONE_IN_SHM = 267 * MIB;

    @BeforeEach
    void host() {
        asking.memoryBytes = 1024 * ONE;
        asking.shmBytes = 1024 * ONE_IN_SHM;
    }

    private List<List<String>> groups(String contenders, String more, String words) throws IOException {
        CampaignRequest asked = plan(contenders, more, words).asked();
        return ForkMemory.groups(asked, asked.contenders(), asked.contenders().get(1), asking.says);
    }

    private static final String SIX = "one+again one one+again2 two two+again two+again2";

    private List<List<String>> groups(String contenders) throws IOException {
        return groups(contenders, "", "");
    }

    @Test
    void allAreTogetherWhereThereIsRoomOrNobodyKnowsHowMuch() throws IOException {
        assertEquals(List.of(List.of(SIX.split(" "))), groups(SIX));
        asking = new Asking(out.resolve("."));
        asking.memoryBytes = null;
        asking.shmBytes = null;
        CampaignRequest asked = other("o").plan(SIX).asked();
        assertEquals(
                1,
                ForkMemory.groups(asked, asked.contenders(), "one", asking.says).size());
        assertEquals(List.of(), asking.says);
    }

    @Test
    void theFewestGroupsThatFitHaveTheBaselineEachAndAreAboutAsLarge() throws IOException {
        asking.memoryBytes = 5 * ONE;
        List<List<String>> groups = groups(SIX);
        assertEquals(
                List.of(List.of("one+again", "one", "one+again2"), List.of("one", "two", "two+again", "two+again2")),
                groups);
        assertEquals(
                "not all 6 contenders fit into 4.6 GiB of free memory and 267.0 GiB of free /dev/shm at once:"
                        + " blocks take 2 groups in turn, with the baseline one in each",
                asking.says.get(0));
    }

    @Test
    void sharedMemoryLimitsTooAndHugePagesAreElsewhere() throws IOException {
        asking.shmBytes = 3 * ONE_IN_SHM;
        assertEquals(3, groups(SIX).size());
        asking = other("huge");
        asking.shmBytes = 3 * ONE_IN_SHM;
        assertEquals(1, groups(SIX, "", "--queue-memory huge").size());
    }

    @Test
    void aHeapIsWhatItsOptionsSay() throws IOException {
        asking.memoryBytes = 3_200 * MIB;
        asking.javaOptions = "-Xmx64m -Xmx1g";
        assertEquals(1, groups("one two").size());
        asking = other("larger");
        asking.memoryBytes = 3_200 * MIB;
        asking.javaOptions = "-Xmx64m -Xmx2g";
        assertThrows(CannotRunHere.class, () -> groups("one two"));
    }

    @Test
    void roomForFewerThanTwoIsASentence() throws IOException {
        asking.memoryBytes = 2 * ONE - 300 * MIB;
        String said = assertThrows(CannotRunHere.class, () -> groups("two one")).getMessage();
        assertTrue(
                said.startsWith("by turns one and two are alive together and need 1.7 GiB of memory, 0.4 GiB of them in"
                        + " /dev/shm, and there are 1.6 GiB of free memory"),
                said);
    }

    @Test
    void theQueueOfARateCountsToo() throws IOException {
        // 325,000 messages of the warm-up and a million of a rate, and two blocks of 64 MiB.
        asking.shmBytes = 2 * (1_325_000L * 260 + 128 * MIB);
        assertEquals(1, groups("one two", "workload: queue-rate", "").size());
        asking = other("less");
        asking.shmBytes = 2 * (1_325_000L * 260 + 128 * MIB) - 2;
        String said = assertThrows(CannotRunHere.class, () -> groups("one two", "workload: queue-rate", ""))
                .getMessage();
        assertTrue(said.startsWith("by turns two and one are alive together"), said);
    }

    @Test
    void byForksEachIsAlone() throws IOException {
        asking.memoryBytes = ONE;
        assertEquals(1, groups("one two", "interleave: forks", "").size());
    }

    @Test
    void blocksOfAllGroupsCountAndEachHasItsOwnContenders() throws IOException {
        asking.memoryBytes = 2 * ONE + 100 * MIB;
        plan("one two one+again", "blocks: 2, baseline: one").passed("one", 17);
        assertEquals(4, asking.begin().get("blocks").getAsInt());
        List<String> lines = asking.planned();
        assertEquals(8, lines.size());
        for (String line : lines) {
            boolean odd = Integer.parseInt(line.split(" ")[0]) % 2 == 1;
            assertTrue(line.endsWith(" one") || line.endsWith(odd ? " two" : " one+again"), line);
        }
    }
}
