package org.whichjvm.workload.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.turn.Members;
import org.whichjvm.workload.turn.TurnPlan;
import picocli.CommandLine;

/** How often a program is started, and in which slots. */
class StartOptionsTest {
    private static final long SLOT = TimeUnit.MILLISECONDS.toNanos(100);

    private static StartOptions options(String... words) {
        StartOptions options = new StartOptions();
        new CommandLine(options).parseArgs(words);
        return options;
    }

    @Test
    void aProgramIsStartedOnceWithoutSlots() {
        StartOptions options = options();
        options.check("--adapter");
        assertFalse(options.several());
        assertEquals("{\"starts\":1,\"slotSeconds\":null}", parameters(options));
        options = options("--starts", "5", "--slot", "700ms");
        options.check(null);
        assertTrue(options.several());
        assertEquals("{\"starts\":5,\"slotSeconds\":0.7}", parameters(options));
    }

    private static String parameters(StartOptions options) {
        JsonObject parameters = new JsonObject();
        options.describe(parameters);
        return parameters.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "--starts=0, , '--starts is 0; a number from 1 to 100 starts'",
        "--starts=101, , '--starts is 101; a number from 1 to 100 starts'",
        "--slot=99ms, , '--slot is 0.099 s; a time from 100ms to 24h'",
        "--starts=2, --profile, '--starts is 2, and --profile needs one start; leave out one of the two'",
    })
    void whatCannotBeIsRefused(String option, String other, String sentence) {
        StartOptions options = options(option);
        assertEquals(
                sentence,
                assertThrows(WrongUsage.class, () -> options.check(other)).getMessage());
    }

    @Test
    void aStartThatIsNotOverAtTheEndOfItsSlotIsCounted() {
        long hour = TimeUnit.HOURS.toNanos(1);
        StartOptions.Slots slots =
                new StartOptions.Slots(TurnPlan.mirrored(new Members(2, 0), 2, hour), System.nanoTime() - 3 * hour / 2);
        slots.ended(0);
        assertEquals("{\"overran\":1}", described(slots));
        slots.ended(1);
        assertEquals("{\"overran\":1}", described(slots), "its slot is the fourth");
    }

    @Test
    void eachStartWaitsForItsSlotAndAForkForTheEndOfAll() throws InterruptedException {
        long begins = System.nanoTime();
        StartOptions.Slots slots = new StartOptions.Slots(TurnPlan.mirrored(new Members(2, 0), 2, SLOT), begins);
        slots.await(1);
        assertTrue(System.nanoTime() - begins >= 3 * SLOT);
        slots.awaitEnd();
        assertTrue(System.nanoTime() - begins >= 4 * SLOT);
    }

    @Test
    void withoutALengthStartsFollowOneAnother() throws InterruptedException {
        StartOptions options = options("--starts", "3");
        options.check(null);
        StartOptions.Slots slots = options.slots(System.nanoTime());
        slots.await(2);
        slots.ended(2);
        slots.awaitEnd();
        assertEquals("{}", described(slots));
    }

    private static String described(StartOptions.Slots slots) {
        JsonObject program = new JsonObject();
        slots.describe(program);
        return program.toString();
    }
}
