package org.whichjvm.workload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The folder of one fork's queue: made for it, locked while it lives, removed with it. What a
 * killed fork left behind is removed by the next one, which finds it unlocked.
 */
final class QueueFolder implements AutoCloseable {
  private static final String PREFIX = "whichjvm-";

  /** The names that are made here, and no other that starts like them. */
  private static final Pattern NAME = Pattern.compile(PREFIX + "\\d+(-\\d+)?");

  /** Chronicle keeps an index, a metadata file and whole blocks beside the messages. */
  private static final long OVERHEAD_BLOCKS = 2;

  private final Path path;
  private final HostLock lock;

  private QueueFolder(final Path path, final HostLock lock) {
    this.path = path;
    this.lock = lock;
  }

  /**
   * Makes the folder after checking that the queue will fit: running out of tmpfs is a SIGBUS.
   *
   * @param bytes what the messages of the whole run take, in bytes
   * @throws WrongUsage if the parent is missing, no folder or not writable
   * @throws CannotRun if it is too small
   */
  static QueueFolder create(final Path parent, final long bytes, final long blockSize) {
    if (!Files.isDirectory(parent)) {
      throw new WrongUsage(
          "--queue-dir %s is not a folder; make it, or leave the option out for /dev/shm", parent);
    }
    if (!Files.isWritable(parent)) {
      throw new WrongUsage(
          "--queue-dir %s cannot be written by this user; choose another or change its rights",
          parent);
    }
    sweep(parent);
    try {
      checkSpace(parent, bytes + OVERHEAD_BLOCKS * blockSize);
      final String id = System.getenv("WHICHJVM_QUEUE_ID");
      final Path path =
          Files.createDirectory(parent.resolve(PREFIX + (id == null ? System.nanoTime() : id)));
      return new QueueFolder(path, HostLock.tryLock(path));
    } catch (final IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path path() {
    return path;
  }

  /** Whether the file system is known to be another than tmpfs: it measures a disk's stalls too. */
  static boolean isOnDisk(final Path folder) {
    try {
      return !"tmpfs".equals(Files.getFileStore(folder).type());
    } catch (final IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    delete(path);
    if (lock != null) {
      lock.close();
    }
  }

  private static void checkSpace(final Path parent, final long needed) {
    // Not FileStore, which wants to know the mount and throws where it is not listed, as in a
    // chroot.
    final long free = parent.toFile().getUsableSpace();
    if (free < needed) {
      throw new CannotRun(
          "the queue needs "
              + Units.bytes(needed)
              + " and "
              + parent
              + " has "
              + Units.bytes(free)
              + " free: lower --rate, --size or --duration, or make it larger"
              + " (docker: ipc: host or --shm-size; host: mount -o remount,size=… "
              + parent
              + ")");
    }
  }

  private static void sweep(final Path parent) {
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (final Path folder : folders) {
        if (!NAME.matcher(folder.getFileName().toString()).matches()) {
          continue;
        }
        final HostLock lock = HostLock.tryLock(folder);
        if (lock != null) {
          delete(folder);
          lock.close();
        }
      }
    } catch (final IOException e) {
      // Another user's leftovers are not this fork's to remove, nor a reason not to run.
    }
  }

  private static void delete(final Path folder) {
    try (Stream<Path> tree = Files.walk(folder)) {
      final List<Path> deepestFirst =
          tree.sorted(Comparator.reverseOrder()).collect(Collectors.toList());
      for (final Path path : deepestFirst) {
        Files.deleteIfExists(path);
      }
    } catch (final IOException | UncheckedIOException e) {
      System.err.println("whichjvm: could not remove " + folder + ": " + e.getMessage());
    }
  }
}
