package org.whichjvm.collector.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The thread that looks for the referee. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class RefereeThreadTest {
    @TempDir
    Path folder;

    @Test
    void itLooksUntilAllIsDecided() throws Exception {
        RefereeFixture block = new RefereeFixture(folder, 1);
        try (RefereeThread thread = RefereeThread.start(block.referee)) {
            block.says(0, RefereeFixture.HERE);
            while (block.state().isEmpty()) {
                Thread.sleep(1);
            }
            block.says(0, "warm");
            thread.await();
            assertEquals(block.startLine(), block.state().get(0));
        }
    }

    @Test
    void itCanBeEndedBefore() throws IOException {
        RefereeThread.start(new RefereeFixture(folder, 1).referee).close();
    }

    @Test
    void aFailureIsTold() throws IOException {
        RefereeFixture block = new RefereeFixture(folder, 1);
        Files.delete(folder.resolve("referee/state"));
        Files.delete(folder.resolve("referee"));
        block.says(0, RefereeFixture.HERE);
        RefereeThread thread = RefereeThread.start(block.referee);
        String message = assertThrows(IOException.class, thread::await).getMessage();
        assertTrue(message.startsWith("the referee of turns failed: "), message);
        assertThrows(IOException.class, thread::close);
    }
}
