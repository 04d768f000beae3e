package org.whichjvm.workload.queue;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder that both JVMs of a pair share. */
class QueueFolderTest {
  @TempDir Path folder;

  @Test
  void theFolderGoesWithTheLastOfBoth() {
    final QueueFolder one = QueueFolder.join(folder, "1", 0, 0);
    final QueueFolder other = QueueFolder.join(folder, "1", 0, 0);
    assertTrue(one.isMade());
    assertFalse(other.isMade());
    // A fork that starts meanwhile removes what nobody has locked.
    QueueFolder.create(folder, 0, 0).close();
    one.close();
    assertTrue(Files.exists(other.path()));
    other.close();
    assertFalse(Files.exists(other.path()));
  }
}
