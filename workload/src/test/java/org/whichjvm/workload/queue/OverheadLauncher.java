package org.whichjvm.workload.queue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Starts forks of any harness by the same launcher, and so with the same options of the JVM. */
record OverheadLauncher(Path launcher, Path scratch) {
    /** Runs a jar by the launcher, so with its flags; returns what it printed. */
    String run(Path main, String... args) throws IOException, InterruptedException {
        return end(start(main, Map.of(), args));
    }

    /** Starts a jar by the launcher. */
    Process start(Path main, Map<String, String> environment, String... args) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(launcher.toString());
        command.addAll(Arrays.asList(args));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(
                        ProcessBuilder.Redirect.appendTo(scratch.resolve("err").toFile()));
        builder.environment().put("WHICHJVM_JAR", main.toString());
        builder.environment().put("WHICHJVM_LOCK_HELD", "1");
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** Waits for its end; returns what it printed. */
    String end(Process process) throws IOException, InterruptedException {
        String printed;
        try (InputStream out = process.getInputStream()) {
            printed = new String(out.readAllBytes(), StandardCharsets.UTF_8);
        }
        if (process.waitFor() != 0) {
            throw new IOException(
                    "a fork ended with " + process.exitValue() + ":\n" + Files.readString(scratch.resolve("err")));
        }
        return printed;
    }
}
