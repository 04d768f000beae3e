package org.whichjvm.collector.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.whichjvm.collector.model.Interleave;
import org.whichjvm.common.WrongUsage;

/** How the arguments of scripts/compare say whether contenders take turns, and which turns. */
class TurnsPlanTest {
    @TempDir
    Path out;

    private Asking asking;

    @BeforeEach
    void asking() {
        asking = new Asking(out);
    }

    @ParameterizedTest
    @CsvSource({"full, 20, --duration 20s --warmup 5s", "deep, 15, --duration 120s --warmup 10s"})
    void byForksAPresetIsOtherTimes(String preset, int blocks, String options) throws IOException {
        CampaignRequest asked =
                asking.plan("--interleave=forks", "--preset", preset, "one").asked();
        assertEquals(blocks, asked.limits().blocks());
        assertEquals(options, String.join(" ", asked.execution().options()));
        assertEquals(Interleave.FORKS, asked.execution().interleave());
        assertNull(asked.execution().turnSeconds());
    }

    @ParameterizedTest
    @CsvSource({
        "--turn 50ms, 0.05",
        "--preset deep, 1.0",
        "--turn 200ms --duration 1s, 0.2",
        "one -- --turn 300ms, 0.3",
        "--verb=calibrate one, 0.1"
    })
    void theTurnIsThatOfTheLastOption(String words, double seconds) throws IOException {
        CampaignRequest asked = asking.plan(words.split(" ")).asked();
        assertEquals(Interleave.TURNS, asked.execution().interleave());
        assertEquals(seconds, asked.execution().turnSeconds());
    }

    @Test
    void otherWorkloadsAreByForks() throws IOException {
        CampaignRequest asked = asking.plan("--workload=gc-steal", "one").asked();
        assertEquals(Interleave.FORKS, asked.execution().interleave());
        assertNull(asked.execution().turnSeconds());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--interleave blocks | --interleave is 'blocks'; it takes turns or forks",
                "--interleave turns --workload gc-steal | a fork of gc-steal is one batch that cannot be cut",
                "--interleave turns --preset article | --interleave turns is not for --preset article",
                "--interleave forks --turn 1s | --turn is the length of a turn, and by --interleave forks",
                "--turn soon | --turn is 'soon'; it takes a time",
                "--turn 1s,2s | --turn is '1s,2s'; it takes a time",
                "--turn 0 | --turn is '0'; it takes a time above 0",
                "--turn 3s | --turn is 3s and --duration, of all turns together, is 1500ms: there would be 0",
                "--duration 250ms | is 250ms, which is not a whole number of turns of 100ms; give 200ms or 300ms",
                "--duration 400ms | is 400ms, which is 4 rounds of 100ms; a comparison takes 5 to 1000000",
                "--turn 5ms | a turn of 5ms at 100000 messages a second has 500 messages and needs 1000; give --turn 10ms",
                "one -- --rate 2000 | a turn of 100ms at 2000 messages a second has 200 messages"
            })
    void whatNoTurnsCouldMeanIsOneSentence(String words, String part) {
        WrongUsage error = assertThrows(WrongUsage.class, () -> asking.plan(words.split(" ")), words);
        assertTrue(error.getMessage().contains(part), error.getMessage());
        assertNull(asking.folder, "named");
    }
}
