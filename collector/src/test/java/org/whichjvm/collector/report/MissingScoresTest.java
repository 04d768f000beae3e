package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.model.ForkFixture;

/** Scores that some forks lack: a failure only if a fork must have them. */
class MissingScoresTest extends ScoresCampaign {
    private static int block(ForkFixture fork) {
        return fork.json.get("block").getAsInt();
    }

    private String told(int code) throws IOException {
        return oneLine(report(code));
    }

    /** Each as CONTENDER SCORE FORKS/OF, and ! if it is a failure. */
    private List<String> missing() throws IOException {
        return results("missing").stream()
                .map(each -> "%s %s %s/%s%s"
                        .formatted(
                                each.get("contender").getAsString(),
                                each.get("score").getAsString(),
                                each.get("forks"),
                                each.get("of"),
                                each.get("failure").getAsBoolean() ? " !" : ""))
                .toList();
    }

    @Test
    void aPercentileThatTooFewRequestsLieBeyondIsANote() throws IOException {
        measured("service", fork -> {
            fork.score("p99", 0, "ms", noise()).optional();
            if (!isOther(fork) || block(fork) > 4) {
                fork.score("p99.9", 0, "ms", 2 * noise()).optional();
            }
        });
        String told = told(0);
        assertSays(told, "note: p99.9 is missing from 4 of 12 forks of other. ");
        assertDoesNotSay(told, "Fix what failed");
        assertEquals(List.of("other p99.9 4/12"), missing());
    }

    @Test
    void aTimeThatTheKernelDidNotCountIsANoteIfItIsDecided() throws IOException {
        plan("command", "--decide", "wall,cpu-user");
        forks("command", fork -> {
            fork.score("wall", 0, "ms", noise());
            if (block(fork) > 1) {
                fork.score("cpu-user", 0, "ms", noise()).last().addProperty("beside", true);
            }
        });
        String told = told(0);
        assertSays(
                told,
                "note: cpu-user is missing from 1 of 12 forks of base and cpu-user is missing from 1 of 12 forks of other. ");
    }

    @Test
    void aRateAtWhichNoServiceLevelIsMetIsANote() throws IOException {
        measured("retail", fork -> {
            fork.score("max-throughput", 0, "tx/s", noise());
            if (!isOther(fork)) {
                fork.score("critical-throughput", 0, "tx/s", noise()).optional();
            }
        });
        String told = told(0);
        assertSays(told, "note: critical-throughput is missing from 12 of 12 forks of other. ");
        assertDoesNotSay(told, "Fix what failed");
    }

    @Test
    void aProgramsOwnScoreMustBeThereWhateverItIsCalled() throws IOException {
        measured("command", fork -> {
            fork.score("wall", 0, "ms", noise());
            if (!isOther(fork)) {
                fork.score("critical-path", 0, "ms", noise());
            }
        });
        String told = told(3);
        assertSays(told, "warning: other has no critical-path in 12 of 12 forks. ", "Fix what failed");
        assertEquals(List.of("other critical-path 12/12 !"), missing());
    }

    @Test
    void aForkThatCallsAScoreOptionalSpeaksForNoOther() throws IOException {
        measured("command", fork -> {
            fork.score("wall", 0, "ms", noise());
            if (!isOther(fork)) {
                fork.score("mine", 0, "ms", noise());
            } else if (block(fork) == 1) {
                fork.score("mine", 0, "ms", noise()).optional();
            }
        });
        told(3);
        assertEquals(List.of("other mine 11/12 !"), missing());
    }

    @Test
    void aFailureThatOneContenderTellsOfConcernsNoOtherUnlessThatHasTheScore() throws IOException {
        measured("command", fork -> {
            fork.score("wall", 0, "ms", noise());
            if (isOther(fork)) {
                failed(fork, "invented", "optional");
            } else {
                fork.score("optional", 0, "ms", noise()).optional();
            }
        });
        String told = told(3);
        assertDoesNotSay(told, "base has no");
        assertSays(told, "other has no optional in 12 of 12 forks (it broke) and invented in 12 of 12 forks");
        assertEquals(List.of("other optional 12/12 !", "other invented 12/12 !"), missing());
    }

    @Test
    void theFailuresOfManyNamesAreBoundedAndStayInTheResult() throws IOException {
        measured("command", fork -> {
            fork.score("wall", 0, "ms", noise());
            if (isOther(fork)) {
                if (block(fork) > 1) {
                    failed(fork, "real");
                }
                return;
            }
            for (int i = 0; i < 300; i++) {
                fork.score("x%sx%s".formatted(block(fork) % 2, i), 0, "ms", 1).optional();
            }
        });
        String told = told(3);
        assertEquals(1_000, missing().size());
        assertEquals("other real 12/12 !", missing().get(0));
        assertSays(told, " more. ");
    }

    private static void failed(ForkFixture fork, String... names) {
        String all = Stream.of(names)
                .map("{\"name\": \"%s\", \"reason\": \"it broke\"}"::formatted)
                .collect(Collectors.joining(", ", "{\"failed\": [", "]}"));
        fork.json.add("program", JsonParser.parseString(all));
    }
}
