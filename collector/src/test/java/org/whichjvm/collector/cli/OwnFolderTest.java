package org.whichjvm.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.ForkFixture;
import org.whichjvm.collector.model.fork.ForkName;
import org.whichjvm.collector.model.fork.ForkReader;
import org.whichjvm.collector.model.fork.OwnFolder;

/** What is taken of the folder that a fork had to itself, whatever it left there. */
class OwnFolderTest extends NextFixture {
    private Path slots;
    private Path written;
    private String slices = "";

    @BeforeEach
    void slot() throws IOException {
        plan("--blocks", 2);
        slots = Files.createDirectories(out.resolve(".slots"));
        written = Files.createDirectories(slots.resolve("0/c/forks"));
    }

    @Test
    void theFilesOfAForkAreTakenAndItsFolderIsEmptyForTheNext() throws IOException {
        honest();
        Files.writeString(written.resolve("001-base.out"), "said");
        Files.writeString(written.resolve("001-base.jfr"), "a recording is for other tools alone");
        Files.writeString(written.resolve("other"), "no file of a fork");
        assertEquals("", run(0, 0).err());
        assertEquals(
                List.of("001-base.hlog", "001-base.jfr", "001-base.json", "001-base.out"),
                names(campaign.resolve("forks")));
        assertEquals("ok", fork().get("status").getAsString());
        Cli.requests("{\"do\":\"start\",\"block\":2,\"members\":1}\n", out, "c", "--forks", slots);
        assertEquals(List.of(), names(slots.resolve("0")));
    }

    @Test
    void aForkWithoutAJsonHasFailedWithItsLastWords() throws IOException {
        Files.writeString(written.resolve("001-base.out"), "said");
        run(3, 0);
        assertEquals("it said so (exit code 3)", reason());
        assertEquals(List.of("001-base.json"), names(campaign.resolve("forks")));
    }

    @Test
    void whatIsBehindItsDeadlineHasFailedWhateverItLeft() throws IOException {
        honest();
        run(0, 75);
        assertEquals("it was ended after 75 s, its deadline; its last words: it said so (exit code 0)", reason());
    }

    @Test
    void aLinkInPlaceOfAFileIsNotFollowed() throws IOException {
        honest();
        for (String file : List.of("001-base.json", "001-base.hlog")) {
            Files.move(written.resolve(file), out.resolve(".secret"));
            Files.createSymbolicLink(written.resolve(file), out.resolve(".secret"));
            run(0, 0);
            assertTrue(reason().endsWith(file + " that is no regular file"), reason());
            assertNothingElse();
            Files.delete(written.resolve(file));
            Files.move(out.resolve(".secret"), written.resolve(file));
        }
    }

    @Test
    void aHardLinkIsNoFileOfAFork() throws IOException {
        honest();
        Files.createLink(out.resolve(".another-name"), written.resolve("001-base.json"));
        refused("it has a 001-base.json that is a link");
    }

    @Test
    void aLinkInPlaceOfAFolderIsNotFollowed() throws IOException {
        honest();
        Files.move(slots.resolve("0/c"), out.resolve(".elsewhere"));
        Files.createSymbolicLink(slots.resolve("0/c"), out.resolve(".elsewhere"));
        refused("it lies behind c, which is no folder but a link or a file");
    }

    @Test
    void aPipeInPlaceOfAFileHoldsNobody() throws IOException, InterruptedException {
        Path pipe = written.resolve("001-base.json");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        refused("it has a 001-base.json that is no regular file");
    }

    @Test
    void whatIsTakenIsWhatWasCheckedEvenIfItIsExchangedMeanwhile() throws Exception {
        List<Path> others = List.of(out.resolve(".first"), out.resolve(".second"), out.resolve(".secret"));
        for (int i = 0; i < others.size(); i++) {
            ForkFixture.typical(slots.resolve("0").resolve("c"), 1, "base", 500 + 100 * i)
                    .write();
            Files.move(written.resolve("001-base.json"), others.get(i));
        }
        OwnFolder own = new OwnFolder(slots.resolve("0"));
        Path forks = Files.createDirectories(campaign.resolve("forks"));
        ForkName name = new ForkName(1, "base");
        AtomicBoolean ended = new AtomicBoolean();
        // As a process that a program has left behind on the host could.
        Callable<Void> exchange = () -> {
            Path file = written.resolve("001-base.json");
            for (int i = 0; !ended.get(); i++) {
                Path other = written.resolve("other");
                if (i % 4 < 2) {
                    Files.copy(others.get(i % 4), other);
                } else {
                    Files.createSymbolicLink(other, others.get(2));
                }
                Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
                if (i % 4 == 3) {
                    Files.delete(file);
                }
            }
            return null;
        };
        ExecutorService left = Executors.newSingleThreadExecutor();
        Future<Void> exchanging = left.submit(exchange);
        for (int i = 0; i < 3_000 && !exchanging.isDone(); i++) {
            try {
                Optional<OwnFolder.Taken> taken = own.take("c", forks, name, null);
                if (taken.isPresent()) {
                    taken.get().name();
                    ForkReader.Read kept = ForkReader.read(forks, name, "c");
                    assertNull(kept.problem(), () -> kept.problem().getMessage());
                    assertEquals(taken.get().fork().p50(), kept.fork().p50());
                    assertNotEquals(700, kept.fork().p50(), "a link was followed");
                }
            } catch (UnusableFile refused) {
                // It costs this fork, and nothing else.
            }
        }
        ended.set(true);
        exchanging.get();
        left.shutdown();
    }

    @Test
    void tooMuchIsNotTaken() throws IOException {
        honest();
        Files.write(written.resolve("001-base.out"), new byte[(2 << 20) + 1]);
        refused("it has a 001-base.out of more than 2 MB");
        Files.delete(written.resolve("001-base.out"));
        Files.write(written.resolve("001-base.jfr"), new byte[(32 << 20) + 1]);
        refused("it has a 001-base.jfr of more than 32 MB");
    }

    @Test
    void aProgramThatNoSliceLetRunLeavesNothing() throws IOException {
        honest();
        Files.writeString(written.resolve("001-base.out"), "said");
        change(json -> json.add("program", ForkFixture.object(Map.of("startedMicros", 5, "endedMicros", 9))));
        slices = "0 10 20\n";
        refused("it has a program that no slice let run");
    }

    @Test
    void aFileThatNobodyMayReadIsNotTaken() throws IOException {
        honest();
        Path log = written.resolve("001-base.hlog");
        Files.setPosixFilePermissions(log, Set.of());
        assumeFalse(Files.isReadable(log), "root may read all files");
        refused("it has a 001-base.hlog that may not be read by this user");
    }

    @Test
    void anotherForksResultIsRefused() throws IOException {
        honest();
        change(json -> json.addProperty("block", 2));
        run(0, 0);
        assertTrue(reason().startsWith("its result cannot be used: it is inside the fork 002-base"));
    }

    @Test
    void aHistogramThatWasCutShortIsRefused() throws IOException {
        honest();
        change(json -> json.getAsJsonObject("service").addProperty("histogram", "HISTFAAA"));
        run(0, 0);
        assertTrue(reason().startsWith("its result cannot be used: its service.histogram is cut short"), reason());
    }

    @Test
    void whatAForkSaysOfItsTimeEndsNoCampaign() throws IOException {
        campaign = out.resolve("d");
        plan("--campaign", "d", "--blocks", 40, "--precision", "2%", "--max-time", 60);
        Cli.Meanwhile write = () -> {
            for (String contender : List.of("base", "other")) {
                ForkFixture.typical(slots.resolve("0").resolve("d"), 1, contender, 500)
                        .with(json -> json.addProperty("wallSeconds", 1e6))
                        .write();
            }
        };
        Cli cli = Cli.requests(
                "{\"do\":\"start\",\"block\":1,\"members\":1}\n",
                write,
                NextFixture.TWO_ENDED.formatted(0, 0),
                out,
                "d",
                "--forks",
                slots);
        assertEquals(Exit.OK, cli.code(), cli.out() + cli.err());
        assertTrue(Files.readString(campaign.resolve("seconds.tsv")).matches("\n1\t0\\.[0-9]{3}\n"));
        // A campaign that is resumed has what was kept.
        assertEquals(Exit.OK, Cli.next(out, "d").code());
    }

    private void honest() throws IOException {
        ForkFixture.typical(slots.resolve("0").resolve("c"), 1, "base", 500).write();
    }

    private void change(Consumer<JsonObject> change) throws IOException {
        JsonObject json = Cli.json(written.resolve("001-base.json"));
        change.accept(json);
        Files.writeString(written.resolve("001-base.json"), json.toString());
    }

    private Cli run(int exit, int late) throws IOException {
        Files.deleteIfExists(campaign.resolve("forks/001-base.json"));
        String said = "whichjvm: it said so\n";
        // Not with start, which would empty the folder: the fork has run since.
        Path kept = slots.resolveSibling(".kept");
        Files.move(slots, kept);
        Files.createDirectories(slots.resolve("0"));
        Cli cli = Cli.requests(
                "{\"do\":\"start\",\"block\":1,\"members\":1}\n",
                () -> {
                    Files.delete(slots.resolve("0"));
                    Files.delete(slots);
                    Files.move(kept, slots);
                },
                (slices.isEmpty() ? "" : "{\"do\":\"slices\",\"bytes\":%d}\n%s".formatted(slices.length(), slices))
                        + "{\"do\":\"fork\",\"slot\":0,\"contender\":\"base\",\"exit\":%d,\"lateSeconds\":%d,\"bytes\":%d}\n%s{\"do\":\"kept\"}\n"
                                .formatted(exit, late, said.length(), said),
                out,
                "c",
                "--forks",
                slots);
        assertEquals(0, cli.code(), cli.err());
        return cli;
    }

    private JsonObject fork() throws IOException {
        return Cli.json(campaign.resolve("forks/001-base.json"));
    }

    private String reason() throws IOException {
        assertEquals("failed", fork().get("status").getAsString());
        return fork().get("reason").getAsString();
    }

    /** What it left is not taken, for that reason. */
    private void refused(String why) throws IOException {
        run(0, 0);
        assertEquals("its result cannot be used: " + why, reason());
        assertNothingElse();
    }

    private void assertNothingElse() throws IOException {
        assertEquals(List.of("001-base.json"), names(campaign.resolve("forks")));
        assertFalse(Files.isSymbolicLink(campaign.resolve("forks/001-base.json")));
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
