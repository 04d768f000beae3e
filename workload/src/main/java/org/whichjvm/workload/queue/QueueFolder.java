package org.whichjvm.workload.queue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.whichjvm.common.Units;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.HostLock;

/**
 * The folder of one fork's queue: made for it, locked while it lives, removed with it. What a
 * killed fork left behind is removed by the next one, which finds it unlocked.
 *
 * <p>The folder of a pair belongs to two JVMs: whichever comes first makes it, and whichever is
 * left removes it.
 */
final class QueueFolder implements AutoCloseable {
  private static final String PREFIX = "whichjvm-";

  /** The names that are made here, and no other that starts like them. */
  private static final Pattern NAME = Pattern.compile(PREFIX + "\\d+(-\\d+)?");

  /** The form of a pair's name, so that its folder has such a name. */
  static final Pattern PAIR = Pattern.compile("\\d{1,30}(-\\d{1,30})?");

  private static final int ATTEMPTS = 20;
  private static final long ATTEMPT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  final Path path;

  /** Whether it was not there before. */
  final boolean made;

  private final HostLock lock;

  private QueueFolder(final Path path, final HostLock lock, final boolean made) {
    this.path = path;
    this.lock = lock;
    this.made = made;
  }

  /**
   * Makes the folder after checking that the queue will fit: running out of tmpfs is a SIGBUS.
   *
   * @param bytes that must be free for one queue
   * @param queues that are made there at once, all as large as this one
   * @throws WrongUsage if the parent is missing, no folder or not writable
   * @throws CannotRun if it is too small
   */
  static QueueFolder create(final Path parent, final long bytes, final int queues) {
    check(parent, bytes, queues, null);
    try {
      final String id = System.getenv("WHICHJVM_QUEUE_ID");
      final Path path =
          Files.createDirectory(parent.resolve(PREFIX + (id == null ? System.nanoTime() : id)));
      return new QueueFolder(path, HostLock.tryShared(path).orElseThrow(() -> taken(path)), true);
    } catch (final IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes or enters a folder that several JVMs share, of a name as {@link #PAIR} has it. */
  static QueueFolder join(
      final Path parent, final String pair, final long bytes, final int queues) {
    final Path path = parent.resolve(PREFIX + pair);
    check(parent, bytes, queues, path);
    for (int attempt = 1; ; attempt++) {
      final boolean made = make(path);
      final Optional<HostLock> lock = HostLock.tryShared(path);
      if (lock.isPresent()) {
        return new QueueFolder(path, lock.get(), made);
      }
      if (attempt == ATTEMPTS) {
        throw taken(path);
      }
      // One that came and went at once may be removing it.
      LockSupport.parkNanos(ATTEMPT_NANOS);
    }
  }

  private static CannotRun taken(final Path path) {
    return new CannotRun(
        "%s is being removed or belongs to another user; start the JVMs that meet there with"
            + " another number (--pair, WHICHJVM_STEP)",
        path);
  }

  private static boolean make(final Path path) {
    try {
      Files.createDirectory(path);
      return true;
    } catch (final FileAlreadyExistsException e) {
      return false;
    } catch (final IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Refuses a parent that cannot have the queue; removes what killed forks left, but for one. */
  private static void check(final Path parent, final long bytes, final int queues, final Path own) {
    if (!Files.isDirectory(parent)) {
      throw new WrongUsage(
          "--queue-dir %s is not a folder; make it, or leave the option out for /dev/shm", parent);
    }
    if (!Files.isWritable(parent)) {
      throw new WrongUsage(
          "--queue-dir %s cannot be written by this user; choose another or change its rights",
          parent);
    }
    // The holder of the host's lock cleans up: another contender of the block has not yet locked
    // its folder while it makes it.
    if (!HostLock.isHeldByStarter()) {
      HostLock.sweep(
          parent,
          path -> NAME.matcher(path.getFileName().toString()).matches() && !path.equals(own));
    }
    // FileStore would want to know the mount and throw where it is not listed, as in a chroot.
    final long free = parent.toFile().getUsableSpace();
    if (free < queues * bytes) {
      throw new CannotRun(
          "%s%s and %s has %s free: lower --rate, --size or --duration, or make it larger"
              + " (docker: ipc: host or --shm-size; host: mount -o remount,size=… %s)",
          queues == 1 ? "the queue needs " : "the queues of " + queues + " contenders need ",
          Units.bytes(queues * bytes),
          parent,
          Units.bytes(free),
          parent);
    }
  }

  @Override
  public void close() {
    lock.close();
    HostLock.deleteIfUnlocked(path);
  }
}
