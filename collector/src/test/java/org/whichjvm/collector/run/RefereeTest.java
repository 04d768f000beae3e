package org.whichjvm.collector.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.common.RefereeFiles;

/** Members that do as they should, or end, or are late. */
class RefereeTest {
    private static final String HERE = RefereeFixture.HERE;

    @TempDir
    Path folder;

    @Test
    void theyWarmUpInTheOrderOfTheirNumbersAndStartTogether() throws IOException {
        RefereeFixture block = new RefereeFixture(folder, 3);
        assertEquals(List.of(), block.state(), "members see that the referee is there");
        block.says(2, HERE);
        block.says(0, HERE);
        block.expect();
        block.says(1, HERE);
        block.expect("place 0");
        block.says(0, "warm");
        block.expect("place 1");
        block.expect("place 1");
        block.says(1, "warm");
        block.expect("place 2");
        block.says(2, "warm");
        block.expectDone(block.startLine());
    }

    @Test
    void itGivesASignOfLifeEachSecondUntilAllIsDecided() throws IOException {
        RefereeFixture block = new RefereeFixture(folder, 2);
        block.says(0, HERE);
        block.expect();
        FileTime first = block.beat();
        block.expect();
        assertEquals(first, block.beat());
        block.pass(Referee.BEAT_NANOS);
        block.expect();
        FileTime second = block.beat();
        assertNotEquals(first, second);
        block.says(1, HERE, "out");
        block.says(0, "out");
        block.expectDone("out 0 gone", "out 1 gone");
        FileTime last = block.beat();
        block.pass(Referee.BEAT_NANOS);
        block.expectDone("out 0 gone", "out 1 gone");
        assertEquals(last, block.beat());
    }

    @Test
    void nothingIsReadOrWrittenOnceTheStartIsKnown() throws IOException {
        RefereeFixture block = new RefereeFixture(folder, 1);
        block.says(0, HERE);
        block.expect("place 0");
        block.says(0, "warm");
        String start = block.startLine();
        block.expectDone(start);
        block.pass(1);
        block.says(0, "gone");
        block.referee.ended(0);
        block.expectDone(start);
    }

    @Test
    void oneThatIsKnownNotToComeIsNotWaitedFor() throws IOException {
        RefereeFixture block = new RefereeFixture(folder, 3);
        block.says(0, "gone");
        block.says(1, HERE);
        block.expect("out 0 gone");
        block.referee.ended(2);
        block.expect("out 0 gone", "out 2 gone", "place 1");
        // It came after all, when the others had gone on.
        block.says(0, HERE, "warm");
        block.says(1, "warm");
        block.expectDone("out 0 gone", "out 2 gone", block.startLine());
    }

    @Test
    void oneThatEndsWhileItWarmsUpIsPassedOver() throws IOException {
        RefereeFixture block = new RefereeFixture(folder, 3);
        for (int member = 0; member < 3; member++) {
            block.says(member, HERE);
        }
        block.expect("place 0");
        block.referee.ended(0);
        block.expect("out 0 gone", "place 1");
        block.says(1, "out");
        block.expect("out 0 gone", "out 1 gone", "place 2");
        block.says(2, "warm");
        block.expectDone("out 0 gone", "out 1 gone", block.startLine());
    }

    @Test
    void oneThatEndsAfterItsWarmUpStopsNobody() throws IOException {
        RefereeFixture block = new RefereeFixture(folder, 2);
        block.says(0, HERE);
        block.says(1, HERE);
        block.expect("place 0");
        block.says(0, "warm");
        block.expect("place 1");
        block.referee.ended(0);
        block.says(0, "gone");
        block.expect("place 1");
        block.says(1, "gone");
        block.expectDone("out 1 gone", block.startLine());
    }

    @Test
    void oneThatDoesNotComeIsOutSixtySecondsAfterTheFirstCame() throws IOException {
        RefereeFixture block = new RefereeFixture(folder, 2);
        block.pass(2 * RefereeFiles.LIMIT_NANOS);
        block.expect();
        block.says(1, HERE);
        block.expect();
        block.pass(RefereeFiles.LIMIT_NANOS);
        block.expect();
        block.pass(1);
        block.expect("out 0 late-to-come", "place 1");
    }

    @Test
    void oneThatTakesTooLongToWarmUpIsOut() throws IOException {
        RefereeFixture block = new RefereeFixture(folder, 2);
        block.says(0, HERE);
        block.says(1, HERE);
        block.expect("place 0");
        long limit = RefereeFiles.LIMIT_NANOS + 2 * RefereeFixture.WARM_UP_NANOS;
        block.pass(limit);
        block.expect("place 0");
        block.pass(1);
        block.expect("out 0 late-to-warm-up", "place 1");
        block.pass(limit);
        block.expect("out 0 late-to-warm-up", "place 1");
        block.says(0, "warm");
        block.says(1, "warm");
        block.expectDone("out 0 late-to-warm-up", block.startLine());
    }

    @Test
    void whereAllAreOutThereIsNoStart() throws IOException {
        RefereeFixture block = new RefereeFixture(folder, 2);
        block.says(0, "gone");
        block.says(1, HERE);
        block.expect("out 0 gone", "place 1");
        block.says(1, "out");
        block.expectDone("out 0 gone", "out 1 gone");
    }

    @Test
    void aMemberOfAnotherTimeNamespaceIsOutAndToldHowFarItIsOff() throws IOException {
        RefereeFixture block = new RefereeFixture(folder, 4);
        long own = Long.parseLong(HERE.substring("here.".length()));
        block.says(0, "here." + (own + Referee.CLOCK_SLACK_NANOS));
        block.says(1, "here." + (own - Referee.CLOCK_SLACK_NANOS));
        block.says(2, "here." + (own + Referee.CLOCK_SLACK_NANOS + 1));
        block.says(3, "here." + (own - 3_600_000_000_000L));
        block.expect("out 2 clock 5", "out 3 clock -3600000", "place 0");
    }

    @Test
    void theStateIsReplacedAsAWhole() throws IOException {
        RefereeFixture block = new RefereeFixture(folder, 1);
        Path state = folder.resolve("referee/state");
        Object before = Files.getAttribute(state, "unix:ino");
        Files.createLink(folder.resolve("before"), state);
        block.says(0, HERE);
        block.expect("place 0");
        assertEquals(before, Files.getAttribute(folder.resolve("before"), "unix:ino"));
        assertEquals("whichjvm.turns/1\n", Files.readString(folder.resolve("before")));
        try (Stream<Path> files = Files.list(folder.resolve("referee"))) {
            assertEquals(List.of(state), files.toList());
        }
    }
}
