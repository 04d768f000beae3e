package org.whichjvm.workload.program;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.whichjvm.common.Units;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.Cgroups;
import org.whichjvm.workload.host.HostFiles;
import org.whichjvm.workload.host.Kernel;

/**
 * Copies a person's folder for one fork. A file shares the blocks of its original where the file system can do so.
 * Links inside the folder stay links; what a link outside it leads to is copied. Copies of forks and campaigns are left
 * out: each fork would copy what those before it left.
 */
final class FolderCopy {
    /** The most that is copied for a fork: more takes seconds of its disk, each time. */
    private static final long MOST_BYTES = 2L << 30;

    /** In a container copies are memory: of its own, and of that which its limit leaves. */
    private static final int SHARE_OF_MEMORY = 4;

    /** The most files in a container, whose temporary folder has 65,536 at most. */
    private static final long MOST_FILES = 30_000;

    /** Less than this is written to the disk at any time. */
    private static final long FLUSHED_BYTES = 16L << 20;

    private static final Set<PosixFilePermission> OWNERS = PosixFilePermissions.fromString("rwx------");

    /** What forks and their launchers make in the temporary folder. */
    private static final Pattern OF_FORK = Pattern.compile("whichjvm-\\d+(-\\d+.*)?");

    /** A folder is gone through several times, because a list of a large one has no room here. */
    private enum Pass {
        COUNT,
        /** All but the contents of files that share no blocks with their originals. */
        MAKE,
        FILL
    }

    private final Path from;
    private final Path to;

    /** In a container the most bytes of memory that the copy may take; else null. */
    private final Long mostMemory;

    private final Path temporary;

    /** The folders that are being copied, whose links to themselves would have no end. */
    private final List<Path> within = new ArrayList<>();

    private Pass pass;

    /** Of what is counted, or of what shares no blocks. */
    private Size size = new Size();

    FolderCopy(Path from, Path to) throws IOException {
        this(from, to, HostFiles.HOST.inContainerOfFork() ? mostMemory(to) : null);
    }

    FolderCopy(Path from, Path to, Long mostMemory) throws IOException {
        this.from = from.toRealPath();
        this.to = to;
        this.mostMemory = mostMemory;
        temporary = to.toRealPath().getParent().getParent();
        within.add(this.from);
    }

    private static long mostMemory(Path to) {
        Long limit = new Cgroups(HostFiles.HOST).memoryLimit();
        long half = Math.min(MOST_BYTES, HostFiles.HOST.totalBytes(to.toString()) / 2);
        return limit == null ? half : Math.min(half, limit / SHARE_OF_MEMORY);
    }

    /** What an entry of the folder would take. */
    private static final class Size {
        private long bytes;
        private long files;
    }

    /**
     * Copies all of it. In a container, where the original is read-only, the largest entries stay links if all would
     * take too much memory; returns the names of these. {@link CannotRun} if a host's folder is too large.
     */
    List<String> copy() throws IOException {
        Set<String> linked = mostMemory == null ? Collections.emptySet() : tooLarge();
        for (String name : linked) {
            Files.createSymbolicLink(to.resolve(name), from.resolve(name));
        }
        size = new Size();
        copyAllBut(linked, Pass.MAKE);
        if (mostMemory == null && size.bytes > MOST_BYTES) {
            throw new CannotRun(
                            "the program's folder %s has %s, and each fork gets a copy of it, of %s at most (holes of files count)",
                            from, Units.bytes(size.bytes), Units.bytes(MOST_BYTES))
                    .orTry(
                            "give --mount with a folder of what the program changes, and the paths of other files whole");
        }
        copyAllBut(linked, Pass.FILL);
        if (size.bytes > FLUSHED_BYTES && mostMemory == null) {
            // Else the disk would write it while the program is measured.
            HostFiles.HOST.firstLine("sync", "-f", to.toString());
        }
        return new ArrayList<>(linked);
    }

    private void copyAllBut(Set<String> linked, Pass next) throws IOException {
        pass = next;
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(from)) {
            for (Path entry : entries) {
                if (!linked.contains(entry.getFileName().toString())) {
                    copy(entry, to.resolve(entry.getFileName()));
                }
            }
        }
    }

    private Set<String> tooLarge() throws IOException {
        Map<String, Size> sizes = new TreeMap<>();
        Size all = new Size();
        pass = Pass.COUNT;
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(from)) {
            for (Path entry : entries) {
                size = new Size();
                copy(entry, to.resolve(entry.getFileName()));
                all.bytes += size.bytes;
                all.files += size.files;
                sizes.put(entry.getFileName().toString(), size);
            }
        }
        Set<String> linked = new TreeSet<>();
        while (all.bytes > mostMemory || all.files > MOST_FILES) {
            Comparator<Size> order = all.bytes > mostMemory
                    ? Comparator.comparingLong(each -> each.bytes)
                    : Comparator.comparingLong(each -> each.files);
            String largest = sizes.entrySet().stream()
                    .max(Map.Entry.comparingByValue(order))
                    .get()
                    .getKey();
            Size taken = sizes.remove(largest);
            all.bytes -= taken.bytes;
            all.files -= taken.files;
            linked.add(largest);
        }
        return linked;
    }

    private void copy(Path entry, Path target) throws IOException {
        try {
            if (Files.isSymbolicLink(entry)) {
                copyLink(entry, target);
            } else if (Files.isDirectory(entry)) {
                if (!isOwn(entry)) {
                    copyFolder(entry, target);
                }
            } else if (Files.isRegularFile(entry)) {
                copyFile(entry, target);
            }
            // A socket or a pipe has nothing to copy.
        } catch (NoSuchFileException e) {
            // Somebody else may remove an original meanwhile, and make it again.
            if (e.getFile().startsWith(to.toString())) {
                throw e;
            }
        }
    }

    /** Whether a folder is one of this project's, which grow with each fork. */
    private boolean isOwn(Path folder) throws IOException {
        return OF_FORK.matcher(folder.getFileName().toString()).matches()
                        && Files.isSameFile(folder.getParent(), temporary)
                || Files.exists(folder.resolve("forks"))
                        && Stream.of("campaign.json", "request.json")
                                .anyMatch(each -> Files.exists(folder.resolve(each)));
    }

    private void copyLink(Path link, Path target) throws IOException {
        Path real;
        try {
            real = link.toRealPath();
        } catch (IOException e) {
            // It leads nowhere, or to where this user may not look.
            makeLink(target, Files.readSymbolicLink(link));
            return;
        }
        if (real.startsWith(from)) {
            makeLink(target, target.getParent().relativize(to.resolve(from.relativize(real))));
        } else if (within.stream().noneMatch(each -> each.startsWith(real))) {
            copy(real, target);
        }
        // A link to a folder around this one would have the copy in the copy.
    }

    private void makeLink(Path target, Path leadsTo) throws IOException {
        size.files++;
        if (pass == Pass.MAKE) {
            // An empty path, that of a folder from itself, is no target of a link.
            Files.createSymbolicLink(target, leadsTo.toString().isEmpty() ? Paths.get(".") : leadsTo);
        }
    }

    private void copyFolder(Path folder, Path target) throws IOException {
        size.files++;
        if (pass == Pass.MAKE) {
            Files.createDirectory(target);
            // It must be possible to remove it.
            Set<PosixFilePermission> permissions = new HashSet<>(Files.getPosixFilePermissions(folder));
            permissions.addAll(OWNERS);
            Files.setPosixFilePermissions(target, permissions);
        }
        if (Files.isReadable(folder) && Files.isExecutable(folder)) {
            within.add(folder);
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
                for (Path each : entries) {
                    copy(each, target.resolve(each.getFileName()));
                }
            } finally {
                within.remove(folder);
            }
        }
    }

    private void copyFile(Path file, Path target) throws IOException {
        boolean isReadable = Files.isReadable(file);
        if (pass == Pass.COUNT) {
            size.files++;
            size.bytes += isReadable ? Files.size(file) : 0;
        } else if (pass == Pass.MAKE && !isReadable) {
            // The program learns that as it would at home.
            Files.createFile(
                    target, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("---------")));
        } else if (pass == Pass.MAKE) {
            Files.createFile(target);
            if (Kernel.reflink(file, target)) {
                finish(file, target);
            } else {
                size.bytes += Files.size(file);
            }
        } else if (isReadable && Files.isRegularFile(target) && Files.size(target) == 0) {
            Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
            finish(file, target);
        }
    }

    private static void finish(Path file, Path target) throws IOException {
        // JVMs look at the time of a jar before they use what they learned of it.
        Files.setLastModifiedTime(
                target, Files.readAttributes(file, BasicFileAttributes.class).lastModifiedTime());
        Files.setPosixFilePermissions(target, Files.getPosixFilePermissions(file));
    }
}
