package org.whichjvm.collector.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LimitsTest {
    @TempDir
    Path out;

    @Test
    void quickEndsWhenItKnowsEnoughAndAtTheLatestAfterTenMinutes() throws IOException {
        CampaignRequest asked = new Asking(out).plan("--seed=7", "one").asked();
        assertNull(asked.limits().blocks());
        assertEquals(0.03, asked.limits().precision());
        assertEquals(600, asked.limits().maxSeconds());
        assertEquals(
                "--duration 1500ms --warmup 1s --turn 100ms --turn-seed 7",
                String.join(" ", asked.execution().options()));
        assertEquals(1_200, another("--max-time", "20m").limits().maxSeconds());
        assertEquals(0.02, another("--precision", "2%").limits().precision());
    }

    private CampaignRequest another(String... arguments) throws IOException {
        return new Asking(Files.createDirectory(out.resolve(arguments[0])))
                .plan(arguments)
                .asked();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--blocks=12", "--retries=2", "--workload=gc-steal", "--preset=full"})
    void whatSaysHowManyBlocksThereAreDoesNotStop(String option) throws IOException {
        CampaignRequest asked = new Asking(out).plan(option, "one").asked();
        assertNull(asked.limits().precision());
        assertNull(asked.limits().maxSeconds());
    }
}
