package org.whichjvm.workload.jvmlog;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.whichjvm.workload.host.ThisJvm;

/**
 * The pauses of a window from the JVM's own log, to the microsecond; the beans count milliseconds.
 *
 * <p>{@code launch} puts it onto the command line: only a JVM with the module jdk.management could still be told while
 * it runs.
 */
public final class GcLog {
    private final Path file;
    private final Format format;
    private long startedAt;

    GcLog(Path file, Format format) {
        this.file = file;
        this.format = format;
    }

    /** The writer of a log, and the form of a pause in it. */
    enum Format {
        /**
         * HotSpot 9 and newer: {@code GC(3) Pause Young (Allocation Failure) 64M->2M(128M) 1.234ms}; of ZGC with
         * generations {@code GC(3) Y: Pause Mark Start (Major) 0.012ms}.
         */
        UNIFIED(Pattern.compile("GC\\(\\d+\\) (?:\\w: )?Pause .* (\\d+[.,]\\d+)ms\\s*$"), 1),
        /** HotSpot 8: {@code 0.5: [GC (Allocation Failure) 65536K->2048K(131072K), 0.0012340 secs]}. */
        OLD(Pattern.compile("\\[(?:Full )?GC (?!concurrent).*, (\\d+[.,]\\d+) secs\\]\\s*$"), 1e3),
        /**
         * OpenJ9: {@code <exclusive-end id="13" timestamp="…" durationms="31.984" />}, the end of each stop-the-world
         * pause (its documentation, "Verbose garbage collection logs").
         */
        OPENJ9(Pattern.compile("<exclusive-end .*durationms=\"(\\d+[.,]\\d+)\""), 1);

        final Pattern pause;
        final double millis;

        Format(Pattern pause, double millis) {
            this.pause = pause;
            this.millis = millis;
        }

        static Format of(String virtualMachine, int major) {
            if (virtualMachine.contains("OpenJ9")) {
                return OPENJ9;
            }
            return major >= 9 ? UNIFIED : OLD;
        }
    }

    /** The log of this JVM, which its fork has locked; empty if it writes none. */
    public static Optional<GcLog> find() {
        return Optional.ofNullable(ThisJvm.environment("WHICHJVM_JVM_LOG"))
                .map(Paths::get)
                .filter(Files::isReadable)
                .map(file -> new GcLog(file, Format.of(System.getProperty("java.vm.name"), ThisJvm.major())));
    }

    public void start() {
        startedAt = file.toFile().length();
    }

    public double[] pauseMillis() {
        try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
            return pauseMillis(JvmLog.read(log, startedAt), format);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The pauses that the lines of a writer tell, in ms; all kinds, but no concurrent phase. */
    static double[] pauseMillis(String log, Format format) {
        return Arrays.stream(log.split("\n"))
                .map(format.pause::matcher)
                .filter(Matcher::find)
                // Some locales write a comma.
                .mapToDouble(pause -> Double.parseDouble(pause.group(1).replace(',', '.')) * format.millis)
                .toArray();
    }
}
