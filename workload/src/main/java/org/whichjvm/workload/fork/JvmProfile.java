package org.whichjvm.workload.fork;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import one.profiler.AsyncProfiler;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.Profiling;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.jvmlog.ProfilerLibrary;

/**
 * Where this JVM spends its CPU time while it measures, or what else is asked for: async-profiler samples all threads
 * from start to end. What sleeps takes no CPU time and is not sampled.
 */
public final class JvmProfile {
    private final AsyncProfiler profiler;
    private final Profiling profiling;
    private final Path file;

    /**
     * Loads the profiler, and samples nothing yet.
     *
     * @throws CannotRun if there is none for this machine
     * @throws ForkFailure if this JVM cannot load it
     */
    public JvmProfile(Profiling profiling) {
        this.profiling = profiling;
        try {
            ProfilerLibrary.check();
            // Where queues lie, no library may be executed.
            Path folder = TemporaryFolder.create();
            file = folder.resolve("recording" + ForkNames.JFR);
            Path library = ProfilerLibrary.install(folder);
            profiler = AsyncProfiler.getInstance(library.toString());
            // A loaded library needs its file no longer.
            Files.delete(library);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (UnsatisfiedLinkError | IllegalStateException e) {
            throw failure(e);
        }
    }

    /**
     * Samples from now on.
     *
     * @throws ForkFailure if this JVM, its kernel or its processor does not tell what is asked for
     */
    public void start() {
        execute("start," + ProfilerLibrary.recording(profiling, file));
    }

    /** Samples no longer. */
    public void end() {
        execute("stop");
    }

    /**
     * Takes what was sampled. To read its stacks takes CPU time, which should be counted no longer.
     *
     * @throws ForkFailure if it is too large, or gone
     */
    public Recording recording() {
        try {
            Recording recording = Recording.read(Collections.singletonList(file));
            Files.delete(file);
            Files.delete(file.getParent());
            return recording;
        } catch (IOException e) {
            throw failure(e);
        }
    }

    private void execute(String command) {
        try {
            profiler.execute(command);
        } catch (IOException | IllegalArgumentException | IllegalStateException e) {
            throw failure(e);
        }
    }

    private static ForkFailure failure(Throwable cause) {
        return new ForkFailure(cause, "this JVM cannot be profiled: %s", cause.getMessage());
    }
}
