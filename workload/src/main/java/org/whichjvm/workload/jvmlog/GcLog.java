package org.whichjvm.workload.jvmlog;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import org.whichjvm.workload.host.ThisJvm;
import org.whichjvm.workload.host.VirtualMachine;

/**
 * The pauses of a window from the JVM's own log, to the microsecond; the beans count milliseconds.
 *
 * <p>{@code launch} puts it onto the command line: only a JVM with the module jdk.management could still be told while
 * it runs.
 */
public final class GcLog {
    private final Path file;
    private final VirtualMachine writer;
    private long startedAt;

    GcLog(Path file, VirtualMachine writer) {
        this.file = file;
        this.writer = writer;
    }

    /** The log of this JVM, which its fork has locked; empty if it writes none. */
    public static Optional<GcLog> find() {
        return Optional.ofNullable(ThisJvm.environment("WHICHJVM_JVM_LOG"))
                .map(Paths::get)
                .filter(Files::isReadable)
                .map(file -> new GcLog(file, VirtualMachine.own()));
    }

    public void start() {
        startedAt = file.toFile().length();
    }

    public double[] pauseMillis() {
        try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
            return pauseMillis(JvmLog.read(log, startedAt), writer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The pauses that the lines of a writer tell, in ms; all kinds, but no concurrent phase. */
    static double[] pauseMillis(String log, VirtualMachine writer) {
        return Arrays.stream(log.split("\n"))
                .map(writer::pauseMillis)
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .toArray();
    }
}
