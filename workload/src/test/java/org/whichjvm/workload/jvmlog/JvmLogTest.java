package org.whichjvm.workload.jvmlog;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.workload.host.HostLock;

class JvmLogTest {
    @Test
    void noOtherForkTakesTheLogForOneThatWasLeftBehind(@TempDir Path shm) throws IOException {
        Path file = shm.resolve("whichjvm-1-2.jvm.log");
        Files.write(file, "GC(0) Pause Young (Normal) 1.000ms\n".getBytes(StandardCharsets.UTF_8));
        try (JvmLog log = JvmLog.open(file.toString())) {
            log.startWindow();
            Files.write(
                    file,
                    "GC(1) Pause Young (Normal) 2.500ms\n".getBytes(StandardCharsets.UTF_8),
                    StandardOpenOption.APPEND);
            HostLock.sweep(shm, path -> true);
            assertArrayEquals(new double[] {2.5}, log.pauseMillis().get());
            assertTrue(log.text().get().startsWith("GC(0)"));
            assertTrue(Files.exists(file));
        }
        assertFalse(Files.exists(file), "it is removed with its JVM");
    }

    @Test
    void aJvmThatLogsNothingHasNoLog() {
        JvmLog none = JvmLog.open(null);
        assertFalse(none.isWritten()
                || none.text().isPresent()
                || none.pauseMillis().isPresent());
    }
}
