package org.whichjvm.collector.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.io.Schemas;
import org.whichjvm.common.WrongUsage;

/** What a race plans: its search, and the campaign that confirms the winner. */
class RacePlanTest extends PlanFixture {
    private static final String FOUND = """
      {"schema": "whichjvm.race/1", "campaign": "r", "contenders": 24,
       "winner": "two+serialgc+heap512m", "against": "one", "metric": "wall", "ratio": 0.8,
       "seconds": %s, "forkSeconds": 2.5}
      """;

    private void found(double seconds) throws IOException {
        PlannedFixture.run(
                "--out=" + out,
                "--campaign=r",
                "--contender=one",
                "--contender=two+serialgc+heap512m",
                "--baseline=one",
                "--blocks=1",
                "--set=flags.serialgc=-XX:+UseSerialGC",
                "--set=flags.heap512m=-Xmx512m");
        Path folder = out.resolve("r");
        Files.writeString(folder.resolve("race.json"), FOUND.formatted(seconds));
    }

    @Test
    void theSearchHasSixTenthsOfTheTime() throws IOException {
        CampaignRequest asked = plan("one two", "verb: race", "java A").asked();
        assertTrue(asked.searches());
        assertEquals(1080, asked.limits().maxSeconds(), "six tenths of 30 minutes");
    }

    @Test
    void theSearchPlansOneBlockAndGivesNoVerdict() throws IOException {
        plan("one two two+zgc", "verb: race, maxSeconds: 600", "java A");
        asking.passed("one", 17).passed("two", 21).passed("two+zgc", 21);
        var json = asking.begin();
        assertEquals(List.of(), Schemas.validate(Schemas.CAMPAIGN, json.toString()));
        assertEquals("search", json.getAsJsonObject("stopping").get("race").getAsString());
        assertEquals(360, json.getAsJsonObject("stopping").get("maxSeconds").getAsInt());
        assertEquals(3, asking.planned().size());
        assertTrue(
                asking.planned().stream().allMatch(line -> line.startsWith("1 ")),
                asking.planned().toString());
        assertTrue(asking.start().startsWith("race "), asking.start());
        assertTrue(
                asking.says.get(0).startsWith("3 contenders, of which the slower half leaves, again and again: 6 min"),
                asking.says.toString());
    }

    @Test
    void aRaceOfOneIsNone() throws IOException {
        plan("one one+zgc", "verb: race", "java A");
        asking.passed("one", 8).checked("one+zgc", 1, "Unrecognized VM option 'UseZGC'");
        CannotRunHere error = assertThrows(CannotRunHere.class, asking::begin);
        assertEquals(
                "a race needs two contenders at least, and only one can run: the JVM refuses it: Unrecognized VM option 'UseZGC' (exit code 1); name another contender too",
                error.getMessage());
    }

    @Test
    void theWinnerIsConfirmedAgainstTheBaselineAndWithoutEachOfItsFlagSets() throws IOException {
        found(1100);
        plan("", "confirm: r, verb: race", "java A");
        var asked = asking.asked();
        assertEquals(List.of("two+serialgc+heap512m", "one", "two+serialgc", "two+heap512m"), asked.contenders());
        assertEquals("two+serialgc+heap512m", asked.baseline());
        assertFalse(asked.searches());
        assertEquals(700, asked.limits().maxSeconds(), "what the search has left of 30 minutes");
        for (String each : asked.contenders()) {
            asking.passed(each, 21);
        }
        var json = asking.begin();
        assertEquals(List.of(), Schemas.validate(Schemas.CAMPAIGN, json.toString()));
        assertEquals("baseline", json.getAsJsonObject("stopping").get("race").getAsString());
        assertEquals(
                "two+serialgc+heap512m",
                json.getAsJsonObject("search")
                        .getAsJsonObject("found")
                        .get("winner")
                        .getAsString());
        // 700 s of four forks of 2.5 s, and more where a contender leaves.
        assertTrue(json.get("blocks").getAsInt() >= 70, json.get("blocks").toString());
        assertTrue(asking.start().startsWith("confirmation "), asking.start());
    }

    @Test
    void theConfirmationHasAQuarterOfTheTimeAtLeast() throws IOException {
        found(1790);
        assertEquals(
                450,
                plan("", "confirm: r, verb: race", "java A").asked().limits().maxSeconds());
    }

    @Test
    void onlyARaceThatHasEndedCanBeConfirmed() throws IOException {
        Files.createDirectories(out.resolve("r"));
        WrongUsage error = assertThrows(WrongUsage.class, () -> plan("", "confirm: r, verb: race", "java A"));
        assertTrue(error.getMessage().startsWith("r is no race that has found a winner; "));
    }
}
