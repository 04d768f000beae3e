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
import org.whichjvm.workload.host.VirtualMachine;

/** Lines as the JVMs wrote them. */
class JvmLogTest {
    @Test
    void pausesOfNineAndNewer() {
        assertArrayEquals(
                new double[] {12.345, 3.210, 0.567, 45.678},
                JvmLog.pauseMillis(
                        String.join(
                                "\n",
                                "[1.234s] GC(0) Pause Young (Allocation Failure) 128M->20M(491M) 12.345ms",
                                "[1.300s] GC(1) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(512M) 3.210ms",
                                "[1.310s] GC(2) Concurrent Mark Cycle 101.001ms",
                                "[1.320s] GC(2) Pause Remark 30M->30M(512M) 0.567ms",
                                "[1.330s] GC(3) Pause Full (Ergonomics) 320M->20M(491M) 45,678ms",
                                "[1.340s] Using Parallel",
                                "[1.350s] GC(4) Pause Young (Nor"),
                        VirtualMachine.HOTSPOT));
    }

    @Test
    void pausesOfZgcAreThoseOfItsPhases() {
        assertArrayEquals(
                new double[] {0.008, 0.012, 0.009},
                JvmLog.pauseMillis(
                        String.join(
                                "\n",
                                "[1.156s][info][gc,phases] GC(0) Pause Mark Start 0.008ms",
                                "[0.835s][info][gc,phases] GC(0) Y: Pause Mark Start (Major) 0.012ms",
                                "[0.836s][info][gc,phases] GC(0) Y: Concurrent Mark 20.123ms",
                                "[0.835s][info][gc,phases] GC(1) y: Pause Mark End 0.009ms"),
                        VirtualMachine.HOTSPOT));
    }

    @Test
    void pausesOfEight() {
        assertArrayEquals(
                new double[] {17.5, 3.25, 100},
                JvmLog.pauseMillis(
                        String.join(
                                "\n",
                                "OpenJDK 64-Bit Server VM (25.504-b01) for linux-amd64 JRE (1.8.0_504)",
                                "0.512: [GC (Allocation Failure)  131072K->20384K(502784K), 0.0175000 secs]",
                                "0.530: Total time for which application threads were stopped: 0.0176000 seconds,"
                                        + " Stopping threads took: 0.0000200 seconds",
                                "0.600: [GC pause (G1 Evacuation Pause) (young) 24M->4096K(512M), 0.0032500 secs]",
                                "0.700: [GC concurrent-mark-start]",
                                "0.800: [GC concurrent-mark-end, 0.0123000 secs]",
                                "0.900: [Full GC (Ergonomics)  320M->20M(491M), 0,1000000 secs]"),
                        VirtualMachine.HOTSPOT),
                1e-9);
    }

    /** A pause may hold several increments; what threads waited for is the whole of it. */
    @Test
    void pausesOfOpenJ9() {
        assertArrayEquals(
                new double[] {31.984, 157.314},
                JvmLog.pauseMillis(
                        String.join(
                                "\n",
                                "<exclusive-start id=\"2\" timestamp=\"2020-10-18T13:27:09.603\" intervalms=\"414.0\">",
                                "<gc-end id=\"8\" type=\"scavenge\" contextid=\"4\" durationms=\"31.459\">",
                                "<exclusive-end id=\"13\" timestamp=\"2020-10-18T13:27:09.635\" durationms=\"31.984\" />",
                                "<concurrent-kickoff id=\"14\" timestamp=\"2020-10-18T13:27:09.640\">",
                                "<exclusive-end id=\"344\" timestamp=\"2020-11-13T06:32:27.010\" durationms=\"157,314\" />",
                                "<exclusive-end id=\"345\" timest"),
                        VirtualMachine.OPENJ9));
    }

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
