package org.whichjvm.collector.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a member does costs its own place alone: the other one warms up and starts. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class HostileMemberTest {
    private static final String HERE = RefereeFixture.HERE;

    /** It is off by 1 ns. */
    private static final String ANOTHER_CLOCK = "here.-1699999999000000001";

    private static final int HOSTILE = 0;
    private static final int OTHER = 1;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"warm", ANOTHER_CLOCK})
    void whoIsWarmAtOnceOrHasTwoClocksIsOut(String name) throws IOException {
        RefereeFixture block = block();
        block.says(HOSTILE, HERE, name);
        otherGoesOn(block, "out 0 rules");
    }

    @Test
    void whoIsWarmBeforeItIsHereIsOut() throws IOException {
        RefereeFixture block = block();
        block.says(HOSTILE, "warm");
        block.expect("out 0 rules");
        block.says(HOSTILE, HERE);
        otherGoesOn(block, "out 0 rules");
    }

    @Test
    void whoIsWarmBeforeItsPlaceIsOut() throws IOException {
        RefereeFixture block = new RefereeFixture(folder, 3);
        for (int member = 0; member < 3; member++) {
            block.says(member, HERE);
        }
        block.expect("place 0");
        block.says(2, "warm");
        block.expect("out 2 rules", "place 0");
        // It cannot know yet that its place has come: the state does not say so.
        block.says(0, "warm");
        block.says(1, "warm");
        block.expectDone("out 1 rules", "out 2 rules", block.startLine());
    }

    @Test
    void whoChangesItsClockIsOut() throws IOException {
        RefereeFixture block = block();
        block.says(HOSTILE, HERE);
        block.expect();
        block.takesBack(HOSTILE, HERE);
        block.says(HOSTILE, ANOTHER_CLOCK);
        otherGoesOn(block, "out 0 rules");
    }

    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775807", "-9223372036854775808", "7523372037854775808"})
    void aClockThatNobodyHasIsOff(String offset) throws IOException {
        RefereeFixture block = block();
        block.says(HOSTILE, "here." + offset);
        block.says(OTHER, HERE);
        assertEquals(false, block.referee.step());
        String out = block.state().get(0);
        assertTrue(out.matches("out 0 clock -?[0-9]+"), out);
        assertEquals("place 1", block.state().get(1));
    }

    @Test
    void whoTakesItsNamesBackStaysWhereItWas() throws IOException {
        RefereeFixture block = block();
        block.says(HOSTILE, HERE);
        block.expect();
        block.takesBack(HOSTILE, HERE);
        block.says(OTHER, HERE);
        block.expect("place 0");
        block.says(HOSTILE, "warm");
        block.expect("place 1");
        block.takesBack(HOSTILE, "warm");
        block.expect("place 1");
        block.says(OTHER, "warm");
        block.expectDone(block.startLine());
    }

    @Test
    void whoHasLeftCannotComeBack() throws IOException {
        RefereeFixture block = block();
        block.says(HOSTILE, HERE, "out");
        block.expect("out 0 gone");
        block.takesBack(HOSTILE, "out");
        otherGoesOn(block, "out 0 gone");
    }

    @Test
    void whoMakesThousandsOfNamesIsOut() throws IOException {
        RefereeFixture block = block();
        for (int i = 0; i < 5_000; i++) {
            block.says(HOSTILE, "name-" + i);
        }
        block.says(HOSTILE, HERE);
        otherGoesOn(block, "out 0 rules");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "here",
                "here.",
                "here.x",
                "here.+1",
                "here.01",
                "here.-0",
                "here.1.0",
                "here.1 ",
                "here.1\n",
                "here.9223372036854775808",
                "here.12345678901234567890",
                "HERE.1",
                ".here.1",
                "warm ",
                "warm\n",
                "Warm",
                "warm.1",
                "gone-0",
                ".gone",
                "outs",
                "place 1",
                "größer"
            })
    void anotherNameMeansNothing(String name) throws IOException {
        RefereeFixture block = block();
        block.says(HOSTILE, name);
        block.says(OTHER, HERE);
        block.expect();
        block.says(HOSTILE, HERE);
        block.expect("place 0");
        block.says(HOSTILE, "warm");
        block.expect("place 1");
    }

    @Test
    void pipesLinksFoldersAndHugeFilesAreNamesAlone() throws Exception {
        RefereeFixture block = block();
        Path own = block.own(HOSTILE);
        Files.createDirectory(own.resolve(HERE));
        Files.createSymbolicLink(own.resolve("a"), own.resolve("d"));
        Files.createSymbolicLink(own.resolve("b"), own);
        mkfifo(own.resolve("c"));
        try (RandomAccessFile huge = new RandomAccessFile(own.resolve("d").toFile(), "rw")) {
            huge.setLength(1L << 40);
        }
        block.says(OTHER, HERE);
        block.expect("place 0");
        mkfifo(own.resolve("warm"));
        block.expect("place 1");
        block.says(OTHER, "warm");
        block.expectDone(block.startLine());
    }

    @Test
    void whoRemovesItsFolderIsOut() throws IOException {
        RefereeFixture block = block();
        Files.delete(block.own(HOSTILE));
        otherGoesOn(block, "out 0 rules");
    }

    @Test
    void whoPutsSomethingElseInTheFoldersPlaceIsOut() throws Exception {
        RefereeFixture block = new RefereeFixture(folder, 3);
        Files.delete(block.own(0));
        mkfifo(block.own(0));
        Files.delete(block.own(1));
        Files.createSymbolicLink(block.own(1), block.own(2));
        block.says(2, HERE);
        block.expect("out 0 rules", "out 1 rules", "place 2");
    }

    private RefereeFixture block() throws IOException {
        return new RefereeFixture(folder, 2);
    }

    /** The hostile one is out for that reason at the next look, and the other one starts. */
    private static void otherGoesOn(RefereeFixture block, String out) throws IOException {
        block.says(OTHER, HERE);
        block.expect(out, "place 1");
        block.says(OTHER, "warm");
        block.expectDone(out, block.startLine());
    }

    private static void mkfifo(Path file) throws IOException, InterruptedException {
        assertEquals(0, new ProcessBuilder("mkfifo", file.toString()).start().waitFor());
    }
}
