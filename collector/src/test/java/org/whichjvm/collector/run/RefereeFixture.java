package org.whichjvm.collector.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.whichjvm.common.RefereeFiles;

/** A block whose members are made up, with a clock that stands still until it is told. */
final class RefereeFixture {
    static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** What every member says that reads the referee's clock. */
    static final String HERE = "here.-1699999999000000000";

    private static final String HEAD = "whichjvm.turns/1\n";

    final Referee referee;
    private final List<Path> own = new ArrayList<>();
    private final Path folder;
    private long now = TimeUnit.SECONDS.toNanos(1);

    RefereeFixture(Path parent, int members) throws IOException {
        for (int member = 0; member < members; member++) {
            own.add(Files.createDirectories(parent.resolve(member + "/own")));
        }
        folder = Files.createDirectory(parent.resolve("referee"));
        // A time of day that stands still, as the members' does: 1.7e18 ns.
        referee = new Referee(
                own, folder, WARM_UP_NANOS, () -> now, () -> (now + 1_699_999_999_000_000_000L) / 1_000_000);
    }

    Path own(int member) {
        return own.get(member);
    }

    /** A member makes files of these names. */
    void says(int member, String... names) throws IOException {
        for (String name : names) {
            Files.createFile(own(member).resolve(name));
        }
    }

    void takesBack(int member, String name) throws IOException {
        Files.delete(own(member).resolve(name));
    }

    void pass(long nanos) {
        now += nanos;
    }

    /** When the first round starts if all is decided now. */
    String startLine() {
        return "start " + (now + Referee.HEAD_START_NANOS);
    }

    /** After one more look of the referee the state is this, a line each, and something is open. */
    void expect(String... lines) throws IOException {
        assertFalse(referee.step());
        assertEquals(List.of(lines), state());
    }

    /** The same, and all is decided. */
    void expectDone(String... lines) throws IOException {
        boolean done = referee.step();
        assertEquals(List.of(lines), state());
        assertEquals(true, done);
    }

    FileTime beat() throws IOException {
        return Files.getLastModifiedTime(folder.resolve(RefereeFiles.STATE));
    }

    List<String> state() throws IOException {
        String text = Files.readString(folder.resolve(RefereeFiles.STATE));
        assertEquals(HEAD, text.substring(0, HEAD.length()));
        return text.substring(HEAD.length()).lines().toList();
    }
}
