package org.whichjvm.workload.command;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.Profiling;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.fork.Recording;
import org.whichjvm.workload.jvmlog.ProfilerLibrary;

/**
 * The profile of a program: each of its JVMs loads async-profiler as an agent when it starts, which records until that
 * JVM ends.
 */
final class Profiler {
    private Profiler() {}

    /** Puts the agent into a folder; returns the options by which a JVM loads it. */
    static List<String> options(Path scratch, Profiling profiling) throws IOException {
        return Collections.singletonList("-agentpath:"
                + ProfilerLibrary.install(scratch)
                + "=start,loglevel=warn,"
                + ProfilerLibrary.recording(profiling, scratch.resolve("profile-%p.jfr")));
    }

    /** What all JVMs of the program that ended have recorded; {@link ForkFailure} if that is nothing or too much. */
    static Recording recording(Path scratch) throws IOException {
        Recording recording = Recording.read(files(scratch, "profile-*.jfr"));
        if (recording.isEmpty()) {
            throw new ForkFailure("no JVM of the program has left a profile: a JVM writes it when it ends by itself, by"
                    + " exit or by SIGTERM, and what a JVM cannot be profiled for is in its output");
        }
        return recording;
    }

    /**
     * What the JVMs of the program wrote as the flag set log-compilation asks: the first
     * {@link ForkNames#MOST_COMPILATION_BYTES}; empty if there is none.
     */
    static byte[] compilationLog(Path scratch) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (Path file : files(scratch, "compilation*.log")) {
            try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
                byte[] part = new byte[1 << 16];
                int room = ForkNames.MOST_COMPILATION_BYTES - all.size();
                for (int read = in.read(part); read > 0 && room > 0; read = in.read(part)) {
                    all.write(part, 0, Math.min(read, room));
                    room -= read;
                }
            }
        }
        return all.toByteArray();
    }

    /** The program can write there too, so that what is no file of its own is left out. */
    private static List<Path> files(Path scratch, String pattern) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(scratch, pattern)) {
            for (Path file : all) {
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    files.add(file);
                }
            }
        }
        return files;
    }
}
