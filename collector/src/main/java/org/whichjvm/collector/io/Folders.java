package org.whichjvm.collector.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.whichjvm.common.WrongUsage;

/** Folders inside a campaign's folder: no link leads from them elsewhere. */
public final class Folders {
    /** Whether a folder is there; a WrongUsage refuses a link, or anything else, in its place. */
    public static boolean exists(Path folder) {
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return true;
        }
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            throw new WrongUsage(folder + " is a link or a file, not a folder")
                    .orTry("put the folder itself in its place");
        }
        return false;
    }

    /** The names of all that is in a folder, in order; none if it is not there. */
    public static List<String> names(Path folder) throws IOException {
        if (!exists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /** Creates a folder, owned like the one that it is in, unless {@link #exists} finds it. */
    public static void create(Path folder) throws IOException {
        if (!exists(folder)) {
            Files.createDirectory(folder);
            AtomicFiles.ownedLike(folder, folder.toAbsolutePath().getParent());
        }
    }
}
