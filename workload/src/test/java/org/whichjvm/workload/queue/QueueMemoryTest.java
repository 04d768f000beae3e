package org.whichjvm.workload.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.doctor.FakeHost;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.HostFiles;

class QueueMemoryTest {
    private static final String MOUNTS = "/dev/root / ext4 rw,huge=always 0 0\n"
            + "tmpfs /dev/shm tmpfs rw,nosuid,size=1g 0 0\n"
            + "tmpfs /mnt/huge tmpfs rw,relatime,size=4g,huge=always 0 0\n"
            + "tmpfs /mnt/within tmpfs rw,huge=within_size 0 0\n"
            + "tmpfs /mnt/advise tmpfs rw,huge=advise 0 0\n"
            + "tmpfs /mnt/a\\040b tmpfs rw,huge=always 0 0\n"
            + "tmpfs /mnt/huge/small tmpfs rw 0 0\n"
            + "tmpfs /mnt/twice tmpfs rw,huge=always 0 0\n"
            + "tmpfs /mnt/twice tmpfs rw 0 0\n"
            + "tmpfs /mnt tmpfs rw,huge=advise 0 0";

    @TempDir
    Path root;

    @Test
    void theMountThatTheFolderLiesInDecides() {
        assertTrue(isHuge("/mnt/huge", "never"));
        assertTrue(isHuge("/mnt/huge/whichjvm-1", "never"));
        assertTrue(isHuge("/mnt/within", "never"));
        assertTrue(isHuge("/mnt/a b/c", "never"));
        assertFalse(isHuge("/mnt/huge/small/x", "never"));
        assertFalse(isHuge("/mnt/twice", "never"), "the later mount hides the earlier");
        assertFalse(isHuge("/mnt/hugest", "never"), "another folder");
        assertFalse(isHuge("/mnt/advise", "never"));
        assertFalse(isHuge("/dev/shm", null));
        assertFalse(HostFiles.isHuge(null, null));
    }

    @Test
    void theKernelsPolicyOutdoesTheMount() {
        assertFalse(isHuge("/mnt/huge", "deny"));
        assertTrue(isHuge("/dev/shm", "force"));
        assertFalse(isHuge("/", "force"), "of tmpfs only");
    }

    @Test
    void onlyTheQueuesMappingsAreSummed() {
        Path queue = Paths.get("/dev/shm/whichjvm-1");
        String smaps = "7f00-7f10 rw-s 00000000 00:16 3   /dev/shm/whichjvm-1/20261121F.cq4\n"
                + "Size: 100 kB\nRss:     60 kB\nShmemPmdMapped:     40 kB\nFilePmdMapped: 0 kB\n"
                + "VmFlags: rd wr\n"
                + "7f20-7f30 rw-s 00000000 00:16 4   /dev/shm/whichjvm-11/x\nRss: 1000 kB\n"
                + "7f40-7f50 rw-p 00000000 00:00 0\nRss: 1000 kB\nShmemPmdMapped: 1000 kB\n"
                + "7f60-7f70 rw-s 00000000 00:16 3   /dev/shm/whichjvm-1/metadata.cq4t\nRss:  4 kB\n";
        JsonObject json = QueueMemory.of("shm", null).json(smaps, queue);
        assertEquals("shm", json.get("queue").getAsString());
        assertEquals(64, json.get("residentKb").getAsInt());
        assertEquals(40, json.get("hugeKb").getAsInt());
        assertFalse(QueueMemory.of("shm", null).json(null, queue).has("residentKb"));
    }

    @Test
    void theQueueIsFoundAmongTheMappingsByWhateverPathItWasGiven() throws IOException {
        Path queue = Files.createDirectory(root.toRealPath().resolve("whichjvm-1"));
        Path link = Files.createSymbolicLink(root.resolve("link"), queue.getParent());
        String smaps = "7f00-7f10 rw-s 0 00:16 3 " + queue + "/20261121F.cq4\nRss: 60 kB\n";
        for (Path named : new Path[] {
            link.resolve("whichjvm-1"), Paths.get("").toAbsolutePath().relativize(queue)
        }) {
            JsonObject json = QueueMemory.of("shm", null).json(smaps, named);
            assertEquals(60, json.get("residentKb").getAsInt(), named.toString());
        }
    }

    @Test
    void whatCannotBeMeantIsRefused() {
        WrongUsage e = assertThrows(WrongUsage.class, () -> QueueMemory.of("large", null));
        assertEquals("--queue-memory is 'large'; shm or huge", e.getMessage());
        assertEquals("other", QueueMemory.of("shm", Paths.get("/tmp")).name);
        assertEquals("other", QueueMemory.of("huge", Paths.get("/tmp")).name);
    }

    @Test
    void hugePagesThatAreNotToBeHadAreRefusedWithWhatToDo() {
        assertEquals(
                "--queue-memory huge needs a tmpfs with huge pages and WHICHJVM_HUGE_DIR names none;"
                        + " whichjvm compare, which mounts one, or mount one (mount -t tmpfs -o"
                        + " huge=always,size=4g tmpfs DIR) and set it",
                refusalOf(null));
        assertEquals(
                "WHICHJVM_HUGE_DIR is /proc/none, which is no folder; mount a tmpfs with huge=always there",
                refusalOf("/proc/none"));
        assertEquals(
                "WHICHJVM_HUGE_DIR is /proc, which is no tmpfs with huge=always (or"
                        + " /sys/kernel/mm/transparent_hugepage/shmem_enabled is deny); mount one there",
                refusalOf("/proc"));
    }

    private static String refusalOf(String hugeDir) {
        return assertThrows(CannotRun.class, () -> QueueMemory.of("huge", null, hugeDir))
                .getMessage();
    }

    private boolean isHuge(String folder, String policy) {
        HostFiles host = new FakeHost(root).with("/proc/self/mounts", MOUNTS);
        return HostFiles.isHuge(host.mount(Paths.get(folder)), policy);
    }
}
