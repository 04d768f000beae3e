package org.whichjvm.workload.jvmlog;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.whichjvm.workload.host.HostLock;
import org.whichjvm.workload.host.ThisJvm;
import org.whichjvm.workload.host.VirtualMachine;

/**
 * The file to which the launcher has this JVM log its safepoints and handshakes, or its pauses for garbage collection:
 * locked while the JVM lives, removed with it. What a killed fork left behind is removed by the next one. Only a JVM
 * with the module jdk.management could still be told what to log while it runs.
 */
public final class JvmLog implements AutoCloseable {
    /** The names that the launcher gives, and no other that starts like them. */
    private static final Pattern NAME = Pattern.compile("whichjvm-\\d+(-\\d+)?\\.jvm\\.log");

    private static final long YOUNG_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private final Path path;
    private final HostLock lock;

    /** Open from the start: what is read is this JVM's file, even if somebody has removed it. */
    private final RandomAccessFile file;

    private Optional<String> text = Optional.empty();
    private long windowStart;

    private JvmLog(Path path, HostLock lock, RandomAccessFile file) {
        this.path = path;
        this.lock = lock;
        this.file = file;
    }

    /** The log of this JVM; it has no text if the launcher gave no file. */
    public static JvmLog open() {
        return open(ThisJvm.environment("WHICHJVM_JVM_LOG"));
    }

    static JvmLog open(String named) {
        if (named != null) {
            Path path = Paths.get(named);
            try {
                RandomAccessFile file = new RandomAccessFile(named, "r");
                JvmLog log = new JvmLog(path, HostLock.tryLock(path).orElse(null), file);
                HostLock.sweep(path.toAbsolutePath().getParent(), JvmLog::isOld);
                return log;
            } catch (IOException e) {
                // The JVM was told to log elsewhere, or somebody has a launcher of their own.
            }
        }
        return new JvmLog(null, null, null);
    }

    /**
     * The log of the JVM up to the first call; empty if it does not log. Not in a measured window: 8 keeps the end of
     * its log in a buffer until a collection, so there is one.
     */
    public Optional<String> text() {
        if (file != null && !text.isPresent()) {
            if (ThisJvm.major() < 9) {
                System.gc();
            }
            try {
                text = Optional.of(read(0));
            } catch (IOException e) {
                return Optional.empty();
            }
        }
        return text;
    }

    /** Whether this JVM logs, into a file that can be read. */
    public boolean isWritten() {
        return file != null;
    }

    /** Forgets the pauses until now. */
    public void startWindow() {
        try {
            windowStart = file == null ? 0 : file.length();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The pauses since the start of the window, in ms, to the microsecond: the beans count milliseconds. Empty if this
     * JVM does not log.
     */
    public Optional<double[]> pauseMillis() {
        try {
            return file == null
                    ? Optional.empty()
                    : Optional.of(VirtualMachine.own().pauseMillis(read(windowStart)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is in the file from this byte on. */
    private String read(long from) throws IOException {
        byte[] bytes = new byte[Math.toIntExact(file.length() - from)];
        file.seek(from);
        file.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        try {
            if (path != null) {
                file.close();
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            System.err.println("whichjvm: could not remove " + path + ": " + e.getMessage());
        }
        if (lock != null) {
            lock.close();
        }
    }

    /** Whether it is another's log, and so old that a JVM has had time to lock what it made. */
    private static boolean isOld(Path file) {
        long age = System.currentTimeMillis() - file.toFile().lastModified();
        return NAME.matcher(file.getFileName().toString()).matches() && age >= YOUNG_MILLIS;
    }
}
