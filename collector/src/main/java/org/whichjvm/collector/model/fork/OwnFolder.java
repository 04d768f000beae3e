package org.whichjvm.collector.model.fork;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.Profiling;

/**
 * The folder that a fork had to itself, once the fork has ended. What is in it may be anything: the files that a fork
 * writes are taken, if they are what they must be, and nothing else is looked at.
 */
public record OwnFolder(Path folder) {
    /** A fork's files and the most bytes of each; the JSON comes last, as it makes the fork whole. */
    private static final List<Map.Entry<String, Integer>> FILES = List.of(
            Map.entry(ForkNames.HLOG, 64 << 20),
            // The workload keeps 1 MiB of what a program says.
            Map.entry(ForkNames.OUT, 2 << 20),
            Map.entry(ForkNames.JFR, Profiling.MOST_RECORDED_BYTES),
            Map.entry(ForkNames.COLLAPSED, Profiling.MOST_BYTES),
            Map.entry(ForkNames.COMPILATION_LOG, ForkNames.MOST_COMPILATION_BYTES),
            Map.entry(ForkNames.JSON, 1 << 20));

    /** Something that a fork has left cannot be removed by this user. */
    public static final class NotEmptied extends IOException {
        private static final long serialVersionUID = 1L;

        NotEmptied(Exception cause) {
            super(cause);
        }
    }

    /** Removes all that is in it, or says that something cannot be removed. */
    public void empty() throws NotEmptied {
        try (var entries = Files.list(folder)) {
            for (Path entry : entries.toList()) {
                AtomicFiles.deleteTree(entry);
            }
        } catch (IOException | UncheckedIOException exception) {
            throw new NotEmptied(exception);
        }
    }

    /**
     * Copies the files of a fork to the campaign's folder of forks, under temporary names and on the disk; empty if
     * there is no JSON. No copy stays if the files are not what they must be: the copies are checked, because a process
     * that the fork left behind may still change the files.
     *
     * @param slices in which its program ran; null where it ran in one piece
     */
    public Optional<Taken> take(String campaign, Path forks, ForkName name, Slices slices)
            throws UnusableFile, IOException {
        Path written = written(campaign);
        if (!Files.exists(written.resolve(name.json()), LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        Map<Path, Path> renames = new LinkedHashMap<>();
        try {
            for (Map.Entry<String, Integer> file : FILES) {
                String fileName = name.stem() + file.getKey();
                Path temporary = forks.resolve("." + fileName + ".tmp");
                // One that a killed campaign left is none of this fork's.
                Files.deleteIfExists(temporary);
                if (Files.exists(written.resolve(fileName), LinkOption.NOFOLLOW_LINKS)) {
                    renames.put(temporary, forks.resolve(fileName));
                    copy(written.resolve(fileName), temporary, file.getValue());
                    AtomicFiles.ownedLike(temporary, forks);
                }
            }
            Path json = forks.resolve("." + name.json() + ".tmp");
            ForkReader.Read read = ForkReader.readFile(json, name, campaign);
            if (read.isBroken()) {
                throw read.problem();
            }
            boolean sliced = slices != null && read.fork().end().status().equals(Fork.OK);
            return Optional.of(new Taken(sliced ? sliced(json, name, campaign, slices) : read.fork(), renames));
        } catch (UnusableFile | IOException exception) {
            for (Path temporary : renames.keySet()) {
                Files.deleteIfExists(temporary);
            }
            throw exception;
        }
    }

    /** Puts the time of its slices into a fork's JSON. */
    private static Fork sliced(Path copied, ForkName name, String campaign, Slices slices)
            throws UnusableFile, IOException {
        JsonObject json = Json.read(copied, ForkReader.SCHEMA);
        slices.apply(json);
        AtomicFiles.write(copied, Json.write(json));
        return ForkReader.read(json, name, campaign);
    }

    /** The folder that the fork wrote its files into, unless a link or a file lies on the way. */
    private Path written(String campaign) throws UnusableFile {
        Path path = folder;
        for (String part : List.of(campaign, Names.FORKS)) {
            path = path.resolve(part);
            if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                throw new UnusableFile("lies behind " + part + ", which is no folder but a link or a file");
            }
        }
        return path;
    }

    private static void copy(Path from, Path to, int limit) throws UnusableFile, IOException {
        try (InputStream in = open(from);
                FileChannel out = FileChannel.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            if (out.transferFrom(Channels.newChannel(in), 0, limit + 1L) > limit) {
                throw new UnusableFile("has a " + from.getFileName() + " of more than " + (limit >> 20) + " MB");
            }
            // On some disks a rename can outlive a power cut that the contents do not.
            out.force(true);
        }
    }

    /** Opens a file that may be exchanged or removed at any time. */
    private static InputStream open(Path file) throws UnusableFile {
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new UnusableFile("has a " + file.getFileName() + " that is no regular file");
            }
            // On the host it may be a name of any file of this user.
            if (!Integer.valueOf(1).equals(Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS))) {
                throw new UnusableFile("has a " + file.getFileName() + " that is a link");
            }
            return Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
        } catch (AccessDeniedException exception) {
            throw new UnusableFile("has a %s that may not be read by this user", file.getFileName());
        } catch (NoSuchFileException exception) {
            throw new UnusableFile("has a %s that cannot be opened: something removed it", file.getFileName());
        } catch (IOException exception) {
            // A link that came meanwhile has no exception of its own.
            throw new UnusableFile("has a %s that cannot be opened: %s", file.getFileName(), exception.getMessage());
        }
    }

    /** A fork whose files have temporary names, and the names that they get, in their order. */
    public record Taken(Fork fork, Map<Path, Path> renames) {
        /** Gives the files their names; they last once their folder is synced. */
        public void name() throws IOException {
            for (Map.Entry<Path, Path> each : renames.entrySet()) {
                Files.move(each.getKey(), each.getValue(), StandardCopyOption.ATOMIC_MOVE);
            }
        }
    }
}
