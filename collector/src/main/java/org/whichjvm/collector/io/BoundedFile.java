package org.whichjvm.collector.io;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Reads a file that anyone may have put there. */
public final class BoundedFile {
    /**
     * All bytes of a regular file.
     *
     * @param limit the most bytes it may have
     * @throws UnusableFile if it is missing, a link, a pipe or another special file, or too large
     */
    public static byte[] read(Path file, int limit) throws UnusableFile, IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new UnusableFile("is missing");
        }
        // A pipe would block its reader.
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new UnusableFile("is not a regular file");
        }
        // What was opened is measured, because something else may have the name by then.
        try (SeekableByteChannel channel =
                Files.newByteChannel(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            long size = channel.size();
            if (size > limit) {
                throw new UnusableFile(
                        "is over %s, more than a fork writes",
                        limit >= 1 << 20 ? (limit >> 20) + " MB" : (limit >> 10) + " KB");
            }
            // Not readAllBytes(): it may have grown since, without an end.
            InputStream in = Channels.newInputStream(channel);
            byte[] bytes = new byte[(int) size];
            int read = in.readNBytes(bytes, 0, bytes.length);
            if (read < bytes.length || in.read() >= 0) {
                throw new UnusableFile("changed while it was read: something still writes it");
            }
            return bytes;
        } catch (NoSuchFileException exception) {
            throw new UnusableFile("is missing");
        } catch (AccessDeniedException exception) {
            throw new UnusableFile("may not be read by this user");
        }
    }
}
