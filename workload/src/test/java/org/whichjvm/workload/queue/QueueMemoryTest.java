package org.whichjvm.workload.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.nio.file.Paths;
import org.junit.jupiter.api.Test;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.host.CannotRun;

class QueueMemoryTest {
  private static final String MOUNTS =
      "20 1 8:1 / / rw - ext4 /dev/root rw,huge=always\n"
          + "21 20 0:22 / /dev/shm rw,nosuid - tmpfs tmpfs rw,size=1g\n"
          + "30 20 0:30 / /mnt/huge rw,relatime shared:5 - tmpfs tmpfs rw,size=4g,huge=always\n"
          + "31 20 0:31 / /mnt/within rw - tmpfs tmpfs rw,huge=within_size\n"
          + "32 20 0:32 / /mnt/advise rw - tmpfs tmpfs rw,huge=advise\n"
          + "33 20 0:33 / /mnt/a\\040b rw - tmpfs tmpfs rw,huge=always\n"
          + "34 30 0:34 / /mnt/huge/small rw - tmpfs tmpfs rw\n"
          + "35 20 0:35 / /mnt/twice rw - tmpfs tmpfs rw,huge=always\n"
          + "36 35 0:36 / /mnt/twice rw - tmpfs tmpfs rw\n";

  @Test
  void theMountThatTheFolderLiesInDecides() {
    assertTrue(isHuge("/mnt/huge", "never"));
    assertTrue(isHuge("/mnt/huge/whichjvm-1", "never"));
    assertTrue(isHuge("/mnt/within", "never"));
    assertTrue(isHuge("/mnt/a b/c", "never"));
    assertFalse(isHuge("/mnt/huge/small/x", "never"));
    assertFalse(isHuge("/mnt/twice", "never"), "the later mount hides the earlier");
    assertFalse(isHuge("/mnt/hugest", "never"), "no tmpfs at all");
    assertFalse(isHuge("/mnt/advise", "never"));
    assertFalse(isHuge("/dev/shm", null));
    assertFalse(QueueMemory.isHuge(null, Paths.get("/mnt/huge"), null));
  }

  @Test
  void theKernelsPolicyOutdoesTheMount() {
    assertFalse(isHuge("/mnt/huge", "deny"));
    assertTrue(isHuge("/dev/shm", "force"));
    assertFalse(isHuge("/", "force"), "of tmpfs only");
  }

  @Test
  void onlyTheQueuesMappingsAreSummed() {
    final Path queue = Paths.get("/dev/shm/whichjvm-1");
    final String smaps =
        "7f00-7f10 rw-s 00000000 00:16 3   /dev/shm/whichjvm-1/20261121F.cq4\n"
            + "Size: 100 kB\nRss:     60 kB\nShmemPmdMapped:     40 kB\nFilePmdMapped: 0 kB\n"
            + "VmFlags: rd wr\n"
            + "7f20-7f30 rw-s 00000000 00:16 4   /dev/shm/whichjvm-11/x\nRss: 1000 kB\n"
            + "7f40-7f50 rw-p 00000000 00:00 0\nRss: 1000 kB\nShmemPmdMapped: 1000 kB\n"
            + "7f60-7f70 rw-s 00000000 00:16 3   /dev/shm/whichjvm-1/metadata.cq4t\nRss:  4 kB\n";
    final JsonObject json = QueueMemory.of("shm", null).json(smaps, queue);
    assertEquals("shm", json.get("queue").getAsString());
    assertEquals(64, json.get("residentKb").getAsInt());
    assertEquals(40, json.get("hugeKb").getAsInt());
    assertFalse(QueueMemory.of("shm", null).json(null, queue).has("residentKb"));
  }

  @Test
  void whatCannotBeMeantIsRefused() {
    final WrongUsage e = assertThrows(WrongUsage.class, () -> QueueMemory.of("large", null));
    assertEquals("--queue-memory is 'large'; it is shm or huge", e.getMessage());
    assertEquals("other", QueueMemory.of("shm", Paths.get("/tmp")).name);
    assertEquals("other", QueueMemory.of("huge", Paths.get("/tmp")).name);
  }

  @Test
  void hugePagesThatAreNotToBeHadAreRefusedWithWhatToDo() {
    assertEquals(
        "--queue-memory huge needs a tmpfs with huge pages and WHICHJVM_HUGE_DIR names none;"
            + " scripts/compare --queue-memory huge mounts one, or mount one (mount -t tmpfs -o"
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

  private static String refusalOf(final String hugeDir) {
    return assertThrows(CannotRun.class, () -> QueueMemory.of("huge", null, hugeDir)).getMessage();
  }

  private static boolean isHuge(final String folder, final String policy) {
    return QueueMemory.isHuge(MOUNTS, Paths.get(folder), policy);
  }
}
