package org.whichjvm.workload.program;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.whichjvm.common.Units;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.Cgroups;
import org.whichjvm.workload.host.HostFiles;
import org.whichjvm.workload.host.Kernel;

/**
 * Copies a person's folder for one fork. A file shares the blocks of its original where the file
 * system can do so. Links inside the folder stay links; what a link outside it leads to is copied.
 */
final class FolderCopy {
  /** The most that is copied for a fork of a host: more takes seconds of its disk, each time. */
  private static final long MOST_BYTES = 2L << 30;

  /** In a container copies are memory: of its own, and of that which its limit leaves. */
  private static final int SHARE_OF_MEMORY = 4;

  /** The most files in a container, whose temporary folder has 65,536 at most. */
  private static final long MOST_FILES = 30_000;

  /** Less than this is written to the disk at any time. */
  private static final long FLUSHED_BYTES = 16L << 20;

  private static final Set<PosixFilePermission> OWNERS =
      PosixFilePermissions.fromString("rwx------");

  private final Path from;
  private final Path to;

  /** The folders that are being copied, whose links to themselves would have no end. */
  private final List<Path> within = new ArrayList<>();

  private long copiedBytes;

  FolderCopy(final Path from, final Path to) throws IOException {
    this.from = from.toRealPath();
    this.to = to;
  }

  /** What an entry of the folder would take. */
  private static final class Size {
    private long bytes;
    private long files;
  }

  /**
   * Copies all of it. In a container, where the original is read-only, the largest entries stay
   * links if all would take too much memory.
   *
   * @return the names of these
   * @throws CannotRun if a host's folder is too large
   */
  List<String> copy() throws IOException {
    final boolean isMemory = HostFiles.HOST.inContainerOfFork();
    final Map<String, Size> linked = isMemory ? tooLarge() : new HashMap<>();
    within.add(from);
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(from)) {
      for (final Path entry : entries) {
        final Path target = to.resolve(entry.getFileName());
        if (linked.containsKey(entry.getFileName().toString())) {
          Files.createSymbolicLink(target, entry);
        } else {
          copy(entry, target);
        }
      }
    }
    if (copiedBytes > FLUSHED_BYTES && !isMemory) {
      // Else the disk would write it while the program is measured.
      HostFiles.HOST.firstLine("sync", "-f", to.toString());
    }
    return new ArrayList<>(linked.keySet());
  }

  private Map<String, Size> tooLarge() throws IOException {
    final Map<String, Size> sizes = new TreeMap<>();
    final Size all = new Size();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(from)) {
      for (final Path entry : entries) {
        final Size size = new Size();
        add(entry.toFile(), size);
        all.bytes += size.bytes;
        all.files += size.files;
        sizes.put(entry.getFileName().toString(), size);
      }
    }
    final Long limit = new Cgroups(HostFiles.HOST).memoryLimit();
    final long memory = limit == null ? Long.MAX_VALUE : limit;
    final long most =
        Math.min(HostFiles.HOST.totalBytes(to.toString()) / 2, memory / SHARE_OF_MEMORY);
    final Map<String, Size> linked = new TreeMap<>();
    while (all.bytes > most || all.files > MOST_FILES) {
      final Comparator<Size> order =
          all.bytes > most
              ? Comparator.comparingLong(size -> size.bytes)
              : Comparator.comparingLong(size -> size.files);
      final String largest =
          sizes.entrySet().stream().max(Map.Entry.comparingByValue(order)).get().getKey();
      final Size size = sizes.remove(largest);
      all.bytes -= size.bytes;
      all.files -= size.files;
      linked.put(largest, size);
    }
    return linked;
  }

  /** Adds what a tree has, not following links. */
  private static void add(final File file, final Size size) {
    size.files++;
    if (Files.isDirectory(file.toPath(), LinkOption.NOFOLLOW_LINKS)) {
      final File[] entries = file.listFiles();
      for (final File each : entries == null ? new File[0] : entries) {
        add(each, size);
      }
    } else if (Files.isRegularFile(file.toPath(), LinkOption.NOFOLLOW_LINKS)) {
      size.bytes += file.length();
    }
  }

  private void copy(final Path entry, final Path target) throws IOException {
    if (Files.isSymbolicLink(entry)) {
      copyLink(entry, target);
    } else if (Files.isDirectory(entry)) {
      copyFolder(entry, target);
    } else if (Files.isRegularFile(entry)) {
      copyFile(entry, target);
    }
    // A socket or a pipe has nothing to copy.
  }

  private void copyLink(final Path link, final Path target) throws IOException {
    final Path real;
    try {
      real = link.toRealPath();
    } catch (final IOException e) {
      // It leads nowhere, or to where this user may not look.
      Files.createSymbolicLink(target, Files.readSymbolicLink(link));
      return;
    }
    if (real.startsWith(from)) {
      Files.createSymbolicLink(
          target, target.getParent().relativize(to.resolve(from.relativize(real))));
    } else if (within.stream().noneMatch(each -> each.startsWith(real))) {
      copy(real, target);
    }
    // A link to a folder around this one would have the copy in the copy.
  }

  private void copyFolder(final Path folder, final Path target) throws IOException {
    Files.createDirectory(target);
    if (Files.isReadable(folder) && Files.isExecutable(folder)) {
      within.add(folder);
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
        for (final Path each : entries) {
          copy(each, target.resolve(each.getFileName()));
        }
      }
      within.remove(folder);
    }
    // It must be possible to remove it.
    final Set<PosixFilePermission> permissions =
        new HashSet<>(Files.getPosixFilePermissions(folder));
    permissions.addAll(OWNERS);
    Files.setPosixFilePermissions(target, permissions);
  }

  private void copyFile(final Path file, final Path target) throws IOException {
    if (!Files.isReadable(file)) {
      // The program learns that as it would at home.
      Files.createFile(
          target,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("---------")));
      return;
    }
    Files.createFile(target);
    if (!Kernel.reflink(file, target)) {
      copiedBytes += Files.size(file);
      if (copiedBytes > MOST_BYTES) {
        throw new CannotRun(
            "the program's folder %s has more than %s, and each fork gets a copy of it; give --mount"
                + " with a folder of what the program changes, and the paths of other files whole",
            from, Units.bytes(MOST_BYTES));
      }
      Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
    }
    // JVMs look at the time of a jar before they use what they learned of it.
    Files.setLastModifiedTime(
        target, Files.readAttributes(file, BasicFileAttributes.class).lastModifiedTime());
    Files.setPosixFilePermissions(target, Files.getPosixFilePermissions(file));
  }
}
