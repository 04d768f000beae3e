package org.whichjvm.collector.io;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Files that are there are whole: written under a temporary name, then renamed. */
public final class AtomicFiles {
    public interface Content {
        void write(Writer out) throws IOException;
    }

    /** Writes or replaces a file, in UTF-8, owned like its folder. */
    public static void write(Path file, String text) throws IOException {
        write(file, out -> out.write(text));
    }

    /** Writes or replaces a file whose content need not fit into memory. */
    public static void write(Path file, Content content) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        Path temporary = folder.resolve("." + file.getFileName() + ".tmp");
        try {
            Files.deleteIfExists(temporary);
            try (FileChannel channel =
                            FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                    Writer out = new BufferedWriter(Channels.newWriter(channel, lenient(), -1))) {
                content.write(out);
                out.flush();
                // On some disks a rename can outlive a power cut that the contents do not.
                channel.force(true);
            }
            ownedLike(temporary, folder);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
            sync(folder);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /** UTF-8 in which half a character, as a text has that was cut, becomes a question mark. */
    private static CharsetEncoder lenient() {
        return StandardCharsets.UTF_8.newEncoder().onMalformedInput(CodingErrorAction.REPLACE);
    }

    /** Makes the names in a folder last, also beyond a power cut. */
    public static void sync(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /**
     * Gives a file to the owner of another, so that what a container's root writes into {@code out/} is not root's.
     * Where that is not allowed, or unknown to the disk, the file stays as it is.
     */
    public static void ownedLike(Path file, Path model) {
        for (String id : List.of("unix:uid", "unix:gid")) {
            try {
                Object wanted = Files.getAttribute(model, id);
                if (!wanted.equals(Files.getAttribute(file, id, LinkOption.NOFOLLOW_LINKS))) {
                    Files.setAttribute(file, id, wanted, LinkOption.NOFOLLOW_LINKS);
                }
            } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
                return;
            }
        }
    }

    /** Deletes a folder and all in it; nothing happens if it is not there. */
    public static void deleteTree(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path deepest : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(deepest);
            }
        }
    }
}
