package org.whichjvm.workload.fork;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.whichjvm.common.ForkNames;

/** The folders that a fork makes for its files. */
class ForkFilesTest {
    @TempDir
    Path out;

    @ParameterizedTest
    @ValueSource(strings = {"rwxrwxrwx", "rwxr-xr-x"})
    void whoMayEmptyTheResultsFolderMayEmptyWhatAForkMakesInIt(String text) throws IOException {
        Set<PosixFilePermission> permissions = PosixFilePermissions.fromString(text);
        Files.setPosixFilePermissions(out, permissions);
        new ForkFiles(out, ForkId.parse("c/001-one"), false).write(ForkNames.OUT, new byte[] {'x'});
        assertEquals(permissions, Files.getPosixFilePermissions(out.resolve("c")));
        assertEquals(permissions, Files.getPosixFilePermissions(out.resolve("c").resolve("forks")));
    }
}
