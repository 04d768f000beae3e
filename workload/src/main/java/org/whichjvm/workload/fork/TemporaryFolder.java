package org.whichjvm.workload.fork;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import org.whichjvm.workload.host.ThisJvm;

/** A folder for what a fork needs for itself; the launcher removes it if this JVM cannot. */
public final class TemporaryFolder {
    private TemporaryFolder() {}

    /** Makes the one folder of this JVM. */
    public static Path create() throws IOException {
        // The launcher knows it by this name.
        String id = ThisJvm.environment("WHICHJVM_QUEUE_ID");
        Path all = Paths.get(System.getProperty("java.io.tmpdir"));
        return id == null
                ? Files.createTempDirectory(all, "whichjvm-")
                : Files.createDirectory(all.resolve("whichjvm-" + id));
    }
}
