package org.whichjvm.workload.queue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.whichjvm.common.Units;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.HostLock;

/**
 * The folder of one fork's queue: made for it, locked while it lives, removed with it. What a killed fork left behind
 * is removed by the next one, which finds it unlocked.
 */
final class QueueFolder implements AutoCloseable {
    private static final String PREFIX = "whichjvm-";

    /** The names that are made here, and no other that starts like them. */
    private static final Pattern NAME = Pattern.compile(PREFIX + "\\d+(-\\d+)?");

    final Path path;

    private final HostLock lock;

    private QueueFolder(Path path, HostLock lock) {
        this.path = path;
        this.lock = lock;
    }

    /**
     * Makes the folder after checking that {@code queues} queues of {@code bytes} bytes each fit: a full tmpfs is a
     * SIGBUS. It is {@link WrongUsage} if the parent cannot be written, {@link CannotRun} if it is too small.
     */
    static QueueFolder create(Path parent, long bytes, int queues) {
        check(parent, bytes, queues);
        try {
            String id = System.getenv("WHICHJVM_QUEUE_ID");
            Path path = Files.createDirectory(parent.resolve(PREFIX + (id == null ? System.nanoTime() : id)));
            return new QueueFolder(
                    path,
                    HostLock.tryLock(path)
                            .orElseThrow(() -> new CannotRun(
                                            "another process has the lock of %s, the folder of this fork's queue", path)
                                    .orTry("start the fork again")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Refuses a parent that cannot have the queue; removes what killed forks left. */
    private static void check(Path parent, long bytes, int queues) {
        if (!Files.isDirectory(parent)) {
            throw new WrongUsage("--queue-dir %s is not a folder", parent)
                    .orTry("make it, or leave the option out for /dev/shm");
        }
        if (!Files.isWritable(parent)) {
            throw new WrongUsage("--queue-dir %s cannot be written by this user", parent)
                    .orTry("choose another or change its rights");
        }
        // The holder of the host's lock cleans up: another contender of the block has not yet locked
        // its folder while it makes it.
        if (!HostLock.isHeldByStarter()) {
            HostLock.sweep(
                    parent, path -> NAME.matcher(path.getFileName().toString()).matches());
        }
        // FileStore would want to know the mount and throw where it is not listed, as in a chroot.
        long free = parent.toFile().getUsableSpace();
        if (free < queues * bytes) {
            throw new CannotRun(
                            "%s%s and %s has %s free",
                            queues == 1 ? "the queue needs " : "the queues of " + queues + " contenders need ",
                            Units.bytes(queues * bytes),
                            parent,
                            Units.bytes(free))
                    .orTry(
                            "lower --rate, --size or --duration, or make it larger (docker: ipc: host or --shm-size; host: mount -o remount,size=… %s)",
                            parent);
        }
    }

    @Override
    public void close() {
        lock.close();
        HostLock.deleteIfUnlocked(path);
    }
}
