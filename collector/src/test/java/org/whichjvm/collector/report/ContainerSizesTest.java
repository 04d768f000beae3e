package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.model.ForkFixture;

/** What the report says of programs in containers of a size: whether they fit, and what JVMs made of their limits. */
class ContainerSizesTest extends ReportedCampaign {
    private static final int BLOCKS = 8;
    private static final long MIB = 1L << 20;

    private void plan(String runner, String... contenders) throws IOException {
        List<Object> options = new ArrayList<>(List.of("--blocks", BLOCKS, "--set", "workload=command"));
        options.addAll(List.of("--set", "runner=" + runner));
        List.of(contenders).forEach(each -> options.addAll(List.of("--contender", each)));
        begin(options.toArray());
    }

    private ForkFixture fork(int block, String contender, long heapMib, int processors) {
        ForkFixture fork = new ForkFixture(campaign, block, contender).ofScores("command");
        fork.json.getAsJsonObject("jvm").addProperty("maxHeapBytes", heapMib * MIB);
        fork.json.getAsJsonObject("jvm").addProperty("processors", processors);
        if (contender.contains("+memory")) {
            fork.json.getAsJsonObject("host").addProperty("memoryLimitBytes", 256 * MIB);
        }
        return fork.score("wall", 0, "ms", 100 + block);
    }

    private ForkFixture unfit(int block, String contender) {
        return fork(block, contender, 64, 1)
                .with(json -> json.addProperty("status", "does-not-fit"))
                .with(json -> json.addProperty("reason", "the kernel's OOM killer ended the program"))
                .with(json -> json.remove("scores"))
                .with(json -> json.add("service", JsonNull.INSTANCE));
    }

    @Test
    void aContainerThatIsTooSmallIsAResult() throws IOException {
        plan("docker", "base", "other", "base+memory256m");
        for (int block = 1; block <= BLOCKS; block++) {
            fork(block, "base", 512, 2).writeJson();
            fork(block, "other", 512, 2).writeJson();
            unfit(block, "base+memory256m").writeJson();
        }
        String report = report();
        assertSays(
                report,
                "warning: 8 of 8 forks of base+memory256m do not fit: the kernel's OOM killer ended the program. "
                        + "Give it more memory");
        assertTrue(report.lines().anyMatch(line -> line.matches("base\\+memory256m .* does not fit")), report);
        assertEquals(List.of(), results("unusable"));
    }

    @Test
    void whatFitsNowhereIsSaid() throws IOException {
        plan("docker", "base", "other");
        for (int block = 1; block <= BLOCKS; block++) {
            fork(block, "base", 512, 2).writeJson();
            unfit(block, "other").writeJson();
        }
        assertSays(report(), "only base has enough memory, and the others do not fit.");
    }

    @Test
    void unlikeHeapsInLikeContainersAreDoubted() throws IOException {
        plan("docker", "base", "other");
        for (int block = 1; block <= BLOCKS; block++) {
            fork(block, "base", 512, 2).writeJson();
            fork(block, "other", 1024, 8).writeJson();
        }
        String said =
                "In containers of the same size, other has 8 CPUs and a heap of at most 1,024 MiB, and base has 2 CPUs"
                        + " and a heap of at most 512 MiB.";
        assertSays(report(), said);
    }

    @Test
    void heapsThatWereChosenOrThatAreInOtherContainersAreNot() throws IOException {
        plan("docker", "base", "other", "base+memory256m");
        JsonArray chosen = new JsonArray();
        chosen.add("-Xmx1g");
        for (int block = 1; block <= BLOCKS; block++) {
            fork(block, "base", 512, 2).writeJson();
            fork(block, "other", 1024, 2)
                    .with(json -> json.getAsJsonObject("jvm").add("flags", chosen))
                    .writeJson();
            fork(block, "base+memory256m", 64, 1).writeJson();
        }
        assertDoesNotSay(report(), "In containers of the same size");
    }

    @Test
    void withoutContainersNobodyReadsTheirLimits() throws IOException {
        plan("host", "base", "other");
        for (int block = 1; block <= BLOCKS; block++) {
            fork(block, "base", 512, 2).writeJson();
            fork(block, "other", 1024, 2).writeJson();
        }
        assertDoesNotSay(report(), "In containers of the same size");
    }
}
