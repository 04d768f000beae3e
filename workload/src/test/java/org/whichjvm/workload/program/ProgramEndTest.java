package org.whichjvm.workload.program;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.host.ThisJvm;

/** What the error says of a program that failed. */
class ProgramEndTest {
    @Test
    void aProgramForANewerJavaSaysWhichOne() {
        assertEquals(
                "the program needs Java 99 or newer (a/B), and this is Java " + ThisJvm.major(),
                assertThrows(ForkFailure.class, () -> ProgramEnd.checkJava(1, ofVersion("143")))
                        .getMessage());
    }

    @Test
    void aVersionThatIsNoneSaysNothing() {
        assertDoesNotThrow(() -> ProgramEnd.checkJava(1, ofVersion("99999999999")));
    }

    private static Output ofVersion(String version) {
        Output output = new Output(Collections.emptyList());
        byte[] said = ("a/B has been compiled by a more recent version of the Java Runtime (class file version "
                        + version
                        + ".0)")
                .getBytes(StandardCharsets.UTF_8);
        output.take(said, said.length);
        return output;
    }
}
