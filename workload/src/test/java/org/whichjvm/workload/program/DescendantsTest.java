package org.whichjvm.workload.program;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.whichjvm.workload.host.HostFiles;

class DescendantsTest {
    /** Its main thread ends at once, and another one sleeps for a minute. */
    private static final String WITHOUT_MAIN_THREAD = "import ctypes, threading, time\n"
            + "threading.Thread(target=time.sleep, args=(60,)).start()\n"
            + "ctypes.CDLL(None).pthread_exit(0)\n";

    @Test
    void aProcessIsAliveUntilItsLastThreadEnds() throws IOException, InterruptedException {
        Process process = new ProcessBuilder("python3", "-c", WITHOUT_MAIN_THREAD).start();
        int pid = (int) process.pid();
        try {
            awaitZombie(pid);
            assertTrue(Descendants.alive().contains(pid));
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertFalse(Descendants.alive().contains(pid));
    }

    private static void awaitZombie(int pid) throws InterruptedException {
        while (!"Z".equals(HostFiles.stat(HostFiles.HOST.read("/proc/" + pid + "/stat"), 3))) {
            Thread.sleep(20);
        }
    }
}
