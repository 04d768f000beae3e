package org.whichjvm.workload.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.host.CannotRun;

/** The folder of a queue: where there can be none, and when it goes. */
class QueueFolderTest {
    @TempDir
    Path folder;

    @Test
    void theFolderOfAForkThatLivesStaysAndThatOfAKilledOneGoes() throws IOException {
        QueueFolder lives = QueueFolder.create(folder, 0, 1);
        Path killed = Files.createDirectory(folder.resolve("whichjvm-1-2"));
        QueueFolder.create(folder, 0, 1).close();
        assertTrue(Files.exists(lives.path));
        assertFalse(Files.exists(killed));
        lives.close();
        assertFalse(Files.exists(lives.path));
    }

    @Test
    void aParentThatIsMissingIsRefused() {
        Path none = folder.resolve("none");
        assertEquals(
                "--queue-dir " + none + " is not a folder; make it, or leave the option out for /dev/shm",
                assertThrows(WrongUsage.class, () -> QueueFolder.create(none, 0, 1))
                        .getMessage());
    }

    @Test
    void aParentThatIsTooSmallIsRefusedWithBothSizesAndLeftEmpty() throws IOException {
        String refusal = assertThrows(CannotRun.class, () -> QueueFolder.create(folder, 1L << 60, 1))
                .getMessage();
        String sizes = "the queue needs 1,099,511,627,776 MiB and " + folder + " has [0-9,]+ [KM]iB free; lower .*";
        assertTrue(refusal.matches(sizes), refusal);
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(0, left.count());
        }
    }
}
