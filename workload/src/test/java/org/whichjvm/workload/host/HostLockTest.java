package org.whichjvm.workload.host;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person is told who cannot have the lock that campaigns keep off each other by. */
class HostLockTest {
    @TempDir
    Path folder;

    @Test
    @SuppressWarnings("try") // the lock is held, not used
    void aSecondCampaignWaits() {
        try (HostLock first = HostLock.tryOnly(folder)) {
            refused(folder, "another campaign measures on this host (it holds the lock on " + folder);
        }
        HostLock.tryOnly(folder).close();
    }

    @Test
    void aHostWithoutTheFolderHasNoOtherCampaignToWaitFor() {
        Path none = folder.resolve("shm");
        refused(none, none + ", by whose lock campaigns keep off each other, is missing");
    }

    private static void refused(Path folder, String start) {
        String said =
                assertThrows(CannotRun.class, () -> HostLock.tryOnly(folder)).getMessage();
        assertTrue(said.startsWith(start), said);
    }
}
