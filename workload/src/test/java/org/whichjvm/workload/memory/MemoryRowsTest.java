package org.whichjvm.workload.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.host.ChildJvm;
import org.whichjvm.workload.program.Descendants;

class MemoryRowsTest {
    @TempDir
    private Path scratch;

    @Test
    void aJvmThatDoesNotAnswerTellsWhenItEnds() throws Exception {
        TreeMap<String, Long> rows = rows("-XX:+DisableAttachMechanism");
        assertEquals(32, rows.get("memory without a file;direct buffers and other") >> 20, rows.toString());
    }

    @Test
    void aJvmThatDoesNotTrackLeavesTheRowsOfTheKernel() throws Exception {
        TreeMap<String, Long> rows = rows("-XX:+DisableAttachMechanism", "-XX:NativeMemoryTracking=off");
        assertTrue(rows.get("memory without a file") >> 20 >= 32, rows.toString());
        assertTrue(
                rows.keySet().stream().noneMatch(row -> row.contains(";") && !row.startsWith("files")),
                rows.toString());
    }

    @Test
    void whatAGroupHasAndNoProcessMapsIsARow() throws Exception {
        MemoryRows rows = new MemoryRows(scratch, Descendants::seen);
        Process process = new ProcessBuilder("sleep", "1").start();
        rows.start();
        process.waitFor();
        rows.end();
        String ofGroup = new String(rows.stacks(9_000), StandardCharsets.UTF_8);
        long sum = ofGroup.lines()
                .mapToLong(each -> Long.parseLong(each.substring(each.lastIndexOf(' ') + 1)))
                .sum();
        assertEquals(9_000_000_000L, sum, ofGroup);
        assertTrue(ofGroup.contains("];page cache and unmapped pages "), ofGroup);
    }

    @Test
    void aProgramThatEndsBySigquitGoesOn() throws Exception {
        MemoryRows rows = new MemoryRows(scratch, Descendants::seen);
        Process process = new ProcessBuilder("bash", "-c", "trap 'exit 7' QUIT; echo .; read -t 1; exit 0").start();
        assertEquals('.', process.getInputStream().read());
        rows.start();
        assertEquals(0, process.waitFor());
        rows.end();
        assertTrue(rows.stacks().length > 0);
    }

    @Test
    void aJvmLooksAtItself() throws Exception {
        Process process = ChildJvm.of(LooksAtItself.class, "-XX:NativeMemoryTracking=detail")
                .start();
        String rows = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(rows.contains("[memory of the program];memory without a file;heap "), rows);
        assertEquals(0, process.waitFor());
    }

    @Test
    void noProcessHasNoRows() throws Exception {
        MemoryRows rows = new MemoryRows(scratch, Descendants::seen);
        rows.start();
        rows.end();
        assertThrows(ForkFailure.class, rows::stacks);
    }

    private TreeMap<String, Long> rows(String... options) throws Exception {
        MemoryRows rows = new MemoryRows(scratch, Descendants::seen);
        List<String> all = new ArrayList<>(rows.options());
        all.addAll(List.of(options));
        rows.start();
        Process process = ChildJvm.of(Keeps.class, all.toArray(new String[0])).start();
        assertEquals('.', process.getInputStream().read());
        process.waitFor();
        rows.end();
        TreeMap<String, Long> found = new TreeMap<>();
        for (String line : new String(rows.stacks(), StandardCharsets.UTF_8).split("\n")) {
            int space = line.lastIndexOf(' ');
            found.put(line.substring(line.indexOf(';') + 1, space), Long.valueOf(line.substring(space + 1)));
        }
        return found;
    }

    static final class LooksAtItself {
        public static void main(String[] args) throws InterruptedException {
            System.out.print(new String(MemoryRows.now(Path.of("/none")).stacks(), StandardCharsets.UTF_8));
        }
    }

    /** Keeps 32 MiB, and ends after a second. */
    static final class Keeps {
        public static void main(String[] args) throws InterruptedException {
            ByteBuffer kept = ByteBuffer.allocateDirect(32 << 20);
            System.out.print('.');
            System.out.flush();
            TimeUnit.SECONDS.sleep(1);
            kept.put(0, (byte) 1);
        }
    }
}
