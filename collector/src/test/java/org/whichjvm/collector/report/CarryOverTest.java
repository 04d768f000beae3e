package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.model.TurnsFixture;

/** What a turn inherits from the one before it is told where it exceeds 1 %. */
class CarryOverTest extends ByTurnsFixture {
    @Test
    void whoseTurnCameBeforeIsToldIfItMatters() throws IOException {
        measure(1.03, 1);
        String report = report();
        // In odd rounds base comes after other, in even ones after itself.
        assertTrue(
                Pattern.compile("Turns of base directly after one of other take (2\\.[89]|3\\.[0-2]) % more")
                        .matcher(report)
                        .find(),
                report);
        assertDoesNotSay(report, "Turns of other directly after");
        assertSays(report, "Longer turns leave it behind");
    }

    @Test
    void turnsThatAreToBeLongerAreLongerThanThese() throws IOException {
        measure(1, 1.02);
        for (int block = 1; block <= BLOCKS; block++) {
            for (String contender : List.of("base", "other")) {
                Path file = campaign.resolve("forks/%03d-%s.json".formatted(block, contender));
                JsonObject fork = Cli.json(file);
                fork.getAsJsonObject("parameters").addProperty("turnSeconds", 1);
                Files.writeString(file, fork.toString());
            }
        }
        assertSays(report(), "Longer turns leave it behind: whichjvm compare --turn 2000ms.");
    }

    @Test
    void aTurnThatDriftsIsTold() throws IOException {
        measure(1, 1.02);
        String report = report();
        assertSays(report, "The last quarter of a turn of other takes 2.0 % more than the first.");
        assertDoesNotSay(report, "directly after");
    }

    @Test
    void whereNothingIsCarriedOverThatIsSaid() throws IOException {
        measure(1, 1);
        String report = report();
        assertSays(report, "No turn is found to depend by more than 1 %");
        assertDoesNotSay(report, "Longer turns leave it behind");
    }

    private void measure(double after, double drift) throws IOException {
        for (int block = 1; block <= BLOCKS; block++) {
            double[] floors = random.doubles(ROUNDS).map(each -> NEAR).toArray();
            fork(
                    block,
                    "base",
                    floors,
                    (floor, round) -> 400 * (round % 2 == 1 ? after : 1),
                    json -> slots(json, 0, 1));
            fork(block, "other", floors, (floor, round) -> 400, json -> slots(json, 1, drift));
        }
    }

    /** Places that change from round to round. */
    private static void slots(JsonObject fork, int first, double drift) {
        for (int round = 0; round < ROUNDS; round++) {
            JsonObject turn = TurnsFixture.at(fork, round);
            turn.addProperty("slot", (round + first) % 2);
            turn.getAsJsonObject("quarters").addProperty("first", 10_000);
            turn.getAsJsonObject("quarters").addProperty("last", Math.round(10_000 * drift));
        }
    }
}
