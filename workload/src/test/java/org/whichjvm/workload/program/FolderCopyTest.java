package org.whichjvm.workload.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.Kernel;

class FolderCopyTest {
    /** In the place of the temporary folder. */
    @TempDir
    private Path all;

    @TempDir
    private Path elsewhere;

    private Path from;
    private Path to;

    @BeforeEach
    void makeFolders() throws IOException {
        from = Files.createDirectory(elsewhere.resolve("app"));
        to = Files.createDirectories(all.resolve("whichjvm-12-34/work"));
    }

    @Test
    void aLinkToItsOwnFolderStaysOne() throws IOException {
        Path sub = Files.createDirectory(from.resolve("sub"));
        for (Path folder : List.of(from, sub)) {
            Files.createSymbolicLink(folder.resolve("self"), Path.of("."));
        }
        new FolderCopy(from, to).copy();
        for (Path folder : List.of(to, to.resolve("sub"))) {
            assertTrue(Files.isSymbolicLink(folder.resolve("self")));
            assertEquals(folder.toRealPath(), folder.resolve("self").toRealPath());
        }
    }

    @Test
    void copiesOfForksAreLeftOutOfAFolderAroundThem() throws IOException {
        write(all.resolve("whichjvm-12-34/scratch/recording"));
        write(all.resolve("whichjvm-56-78/work/app.jar"));
        write(all.resolve("whichjvm-56-78-home/.java"));
        write(all.resolve("whichjvm-notes/text"));
        write(all.resolve("app.jar"));
        new FolderCopy(all, to).copy();
        assertEquals(List.of("app.jar", "whichjvm-notes/text"), files());
    }

    @Test
    void copiesOfForksAreLeftOutBehindALink() throws IOException {
        write(all.resolve("app.jar"));
        Files.createSymbolicLink(from.resolve("temporary"), all);
        new FolderCopy(from, to).copy();
        assertEquals(List.of("temporary/app.jar"), files());
    }

    @Test
    void campaignsAreLeftOut() throws IOException {
        for (String name : List.of("campaign.json", "forks/001-jdk17.json")) {
            write(from.resolve("out/20260101-000000").resolve(name));
        }
        write(from.resolve("data/campaign.json"));
        new FolderCopy(from, to).copy();
        assertEquals(List.of("data/campaign.json"), files());
    }

    @Test
    void aFolderThatIsTooLargeIsRefusedBeforeItIsCopied() throws IOException {
        Path large = elsewhere.resolve("large");
        try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength(3L << 30);
        }
        Files.createFile(all.resolve("shares"));
        assumeFalse(Kernel.reflink(large, all.resolve("shares")), "copies share blocks here");
        write(from.resolve("app.jar"));
        Files.createSymbolicLink(from.resolve("outer"), large);
        CannotRun refused = assertThrows(CannotRun.class, () -> new FolderCopy(from, to).copy());
        assertTrue(refused.getMessage().contains(" has 3,073"), refused.getMessage());
        try (Stream<Path> made = Files.walk(to)) {
            assertEquals(
                    0,
                    made.filter(Files::isRegularFile)
                            .mapToLong(each -> each.toFile().length())
                            .sum());
        }
    }

    @Test
    void inAContainerWhatALinkLeadsToIsCountedToo() throws IOException {
        write(from.resolve("app.jar"));
        Files.write(elsewhere.resolve("large"), new byte[10_000]);
        Files.createSymbolicLink(from.resolve("outer"), elsewhere.resolve("large"));
        assertEquals(List.of("outer"), new FolderCopy(from, to, 9_999L).copy());
        assertTrue(Files.isSymbolicLink(to.resolve("outer")));
        assertEquals(List.of("app.jar"), files());
    }

    @Test
    void whatIsRemovedMeanwhileIsNotCopied() throws Exception {
        AtomicBoolean ends = new AtomicBoolean();
        Thread other = new Thread(() -> {
            while (!ends.get()) {
                for (int i = 0; i < 1_000; i++) {
                    writeUnchecked(from.resolve("folder" + i % 10 + "/file" + i));
                }
                for (int i = 0; i < 1_000; i++) {
                    from.resolve("folder" + i % 10 + "/file" + i).toFile().delete();
                    from.resolve("folder" + i % 10).toFile().delete();
                }
            }
        });
        other.start();
        try {
            for (int i = 0; i < 50; i++) {
                new FolderCopy(from, Files.createDirectory(to.resolve("copy" + i))).copy();
            }
        } finally {
            ends.set(true);
            other.join();
        }
    }

    private static void write(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, file.getFileName().toString());
    }

    private static void writeUnchecked(Path file) {
        try {
            write(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The files of the copy. */
    private List<String> files() throws IOException {
        try (Stream<Path> tree = Files.walk(to)) {
            return tree.filter(each -> Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS))
                    .map(each -> to.relativize(each).toString())
                    .sorted()
                    .collect(Collectors.toList());
        }
    }
}
