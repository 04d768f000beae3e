package org.whichjvm.workload.jvmlog;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.whichjvm.common.Profiling;
import org.whichjvm.workload.host.CannotRun;

/** The library of async-profiler, which the workload's jar has. */
public final class ProfilerLibrary {
    /**
     * Leaves out of a recording the system properties, which may be secrets, the list of libraries, and what the
     * profiler would look at every second: the load of the CPUs, and the heap.
     */
    private static final String EVENTS_ALONE = ",jfr,jfropts=30";

    private static final String LIBRARY = "libasyncProfiler.so";

    private ProfilerLibrary() {}

    /** The options by which it writes a recording into a file. */
    public static String recording(Profiling profiling, Path file) {
        return profiling.event + EVENTS_ALONE + ",file=" + file;
    }

    /**
     * Puts the library into a folder.
     *
     * @throws CannotRun if there is none for this machine
     */
    public static Path install(Path folder) throws IOException {
        Path library = folder.resolve(LIBRARY);
        try (InputStream from = open()) {
            Files.copy(from, library);
        }
        return library;
    }

    /**
     * Checks whether there is a library for this machine.
     *
     * @throws CannotRun if not
     */
    public static void check() throws IOException {
        open().close();
    }

    private static InputStream open() {
        String arch = System.getProperty("os.arch");
        String folder = arch.equals("aarch64") ? "linux-arm64" : arch.equals("amd64") ? "linux-x64" : arch;
        InputStream from = ProfilerLibrary.class.getResourceAsStream("/" + folder + "/" + LIBRARY);
        if (from == null) {
            throw new CannotRun("there is no profiler for the architecture %s", arch)
                    .orTry("a JVM for amd64 or aarch64");
        }
        return from;
    }
}
