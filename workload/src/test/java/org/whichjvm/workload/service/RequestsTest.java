package org.whichjvm.workload.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.host.CannotRun;

/** The targets that vegeta is given. */
class RequestsTest {
    @TempDir
    Path folder;

    @Test
    void aWeightIsHowOftenARequestComesInARound() throws IOException {
        assertEquals(
                List.of(
                        "GET http://127.0.0.1:80/a?x=1",
                        "GET http://127.0.0.1:80/a?x=1",
                        "DELETE http://127.0.0.1:80/b"),
                written(Requests.of(Protocol.HTTP, 80, List.of("2:GET /a?x=1", "DELETE /b"), null)));
    }

    @Test
    void withoutARequestItIsTheRoot() throws IOException {
        assertEquals(List.of("GET https://127.0.0.1:8443/"), written(Requests.of(Protocol.H2, 8443, List.of(), null)));
    }

    @Test
    void pathsOfAFileGetTheServersAddressAndTheRestStaysAsItIs() throws IOException {
        Path file = folder.resolve("mine");
        Files.write(file, List.of("POST /a", "Content-Type: text/plain", "@body", "", "GET http://b/c"));
        assertEquals(
                List.of("POST http://127.0.0.1:80/a", "Content-Type: text/plain", "@body", "", "GET http://b/c"),
                written(Requests.of(Protocol.H2C, 80, List.of(), file)));
    }

    @Test
    void whatIsNoRequestIsRefusedWithItsText() {
        for (String wrong : List.of("GET", "GET a", "get /a", "0:GET /a", "10000:GET /", "/a")) {
            WrongUsage refused =
                    assertThrows(WrongUsage.class, () -> Requests.of(Protocol.HTTP, 80, List.of(wrong), null), wrong);
            assertTrue(refused.getMessage().startsWith("--request is '" + wrong + "'"));
        }
    }

    @Test
    void aFileWithoutRequestsIsRefusedAndOneThatIsMissingToo() throws IOException {
        Path file = folder.resolve("mine");
        Files.write(file, List.of("# GET /", ""));
        assertThrows(WrongUsage.class, () -> Requests.of(Protocol.HTTP, 80, List.of(), file));
        Path missing = folder.resolve("missing");
        assertThrows(CannotRun.class, () -> Requests.of(Protocol.HTTP, 80, List.of(), missing));
        assertThrows(WrongUsage.class, () -> Requests.of(Protocol.HTTP, 80, List.of("GET /"), file));
    }

    @Test
    void aBodyThatIsMissingIsRefused() throws IOException {
        Path file = folder.resolve("mine");
        Files.write(file, List.of("POST /a", "@body", "", "POST /b", " @other\r"));
        Files.createFile(folder.resolve("body"));
        Requests requests = Requests.of(Protocol.HTTP, 80, List.of(), file);
        assertEquals(
                "the file of requests names the body 'other', and "
                        + folder
                        + " has no such file; give its path in that folder",
                assertThrows(WrongUsage.class, () -> requests.checkBodies(folder))
                        .getMessage());
        Files.createFile(folder.resolve("other"));
        requests.checkBodies(folder);
    }

    private List<String> written(Requests requests) throws IOException {
        Path file = folder.resolve("targets");
        requests.write(file);
        return Files.readAllLines(file);
    }
}
