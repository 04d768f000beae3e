package org.whichjvm.workload.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeakBytesTest {
    @TempDir
    Path root;

    @Test
    void aHeapThatIsMappedThreeTimesCountsOnce() throws IOException {
        Path self = Files.createDirectories(root.resolve("proc/self"));
        Files.write(self.resolve("status"), "VmHWM:\t  350 kB\nVmRSS:\t  340 kB\n".getBytes());
        HostFiles host = new HostFiles(root.toString());
        assertEquals(350 << 10, host.peakBytes("self"));
        Files.write(self.resolve("smaps_rollup"), "Rss:  340 kB\nPss:  140 kB\n".getBytes());
        assertEquals(140 << 10, host.proportionalBytes("self"));
        assertEquals(150 << 10, host.peakBytes("self"));
    }
}
