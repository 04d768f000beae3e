package org.whichjvm.workload.host;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Optional;

/**
 * {@code flock(2)} on a folder: Java locks files only, and a lock file would stay in the host's {@code /dev/shm}. This
 * lock leaves nothing and ends with the process, however that ends.
 */
public final class HostLock implements AutoCloseable {
    /** Set by a process that already keeps other campaigns off this host. */
    private static final String LOCK_HELD = "WHICHJVM_LOCK_HELD";

    private static final Path HOST = Paths.get("/dev/shm");

    private static final int O_RDONLY = 0;
    private static final int O_CLOEXEC = 0x80000;
    private static final int LOCK_EX = 2;
    private static final int LOCK_NB = 4;

    private final int descriptor;

    private HostLock(int descriptor) {
        this.descriptor = descriptor;
    }

    /**
     * The lock that every campaign and fork on this host takes, null if the starter of this fork has it;
     * {@link CannotRun} if another campaign has it.
     */
    public static HostLock ofHost() {
        return isHeldByStarter() ? null : tryOnly(HOST);
    }

    /** The lock of a folder that only one campaign has; {@link CannotRun} if it is not to be had. */
    static HostLock tryOnly(Path folder) {
        if (!Files.isReadable(folder)) {
            throw new CannotRun("%s, by whose lock campaigns keep off each other, is missing or cannot be read", folder)
                    .orTry("mount a tmpfs there (mount -t tmpfs tmpfs %s)", folder);
        }
        return tryLock(folder)
                .orElseThrow(
                        () -> new CannotRun("another campaign measures on this host (it holds the lock on %s)", folder)
                                .orTry("wait until it is done: two at once would measure each other"));
    }

    /** Whether the process that started this fork keeps other campaigns off this host. */
    public static boolean isHeldByStarter() {
        return ThisJvm.environment(LOCK_HELD) != null;
    }

    /** Removes what killed processes have left in a folder: of these paths those nobody locks. */
    public static void sweep(Path folder, DirectoryStream.Filter<Path> which) {
        try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, which)) {
            left.forEach(HostLock::deleteIfUnlocked);
        } catch (IOException | DirectoryIteratorException e) {
            // Another user's leftovers are not this fork's to remove, nor a reason not to run.
        }
    }

    /** Removes a file or a folder unless another process has its lock. */
    public static void deleteIfUnlocked(Path path) {
        tryLock(path).ifPresent(lock -> {
            HostFiles.delete(path);
            lock.close();
        });
    }

    /** The lock of this folder; empty if another process has it or it cannot be opened. */
    public static Optional<HostLock> tryLock(Path folder) {
        int descriptor = Kernel.c().open(folder.toString(), O_RDONLY | O_CLOEXEC);
        if (descriptor < 0) {
            return Optional.empty();
        }
        if (Kernel.c().flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
            Kernel.c().close(descriptor);
            return Optional.empty();
        }
        return Optional.of(new HostLock(descriptor));
    }

    @Override
    public void close() {
        Kernel.c().close(descriptor);
    }
}
