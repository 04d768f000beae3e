package org.whichjvm.workload.fork;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.HdrHistogram.HistogramLogWriter;
import org.whichjvm.common.WrongUsage;

/**
 * The two files of a fork, {@code out/CAMPAIGN/forks/BLOCK-CONTENDER.json} and {@code .hlog}:
 * written under a temporary name and renamed, the JSON last, so that a fork whose JSON is there is
 * whole.
 */
public final class ForkFiles {
  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().serializeNulls().disableHtmlEscaping().create();

  private final Path forks;
  private final String name;
  private final boolean alone;
  private final Path out;
  private final String campaign;

  /**
   * Makes the folder, if it is not there.
   *
   * @param alone whether the fork is a campaign of its own, which {@code out/latest} then points to
   * @throws WrongUsage if {@code out} is missing or not writable
   */
  public ForkFiles(final Path out, final ForkId fork, final boolean alone) {
    if (!Files.isDirectory(out)) {
      throw new WrongUsage("the results folder %s is missing; make it, or give --out DIR", out);
    }
    if (!Files.isWritable(out)) {
      throw new WrongUsage(
          "the results folder %s cannot be written by this user; change its owner or give --out DIR",
          out);
    }
    this.out = out;
    this.campaign = fork.campaign;
    this.alone = alone;
    forks = out.resolve(fork.campaign).resolve("forks");
    name = fork.fileName();
  }

  /** Where the JSON is, or will be. */
  public Path json() {
    return forks.resolve(name + ".json");
  }

  /** Writes the JSON of a fork without latencies. */
  public void write(final JsonObject json) throws IOException {
    write(json, Optional.empty());
  }

  /** Writes both files of a fork with latencies. */
  public void write(final JsonObject json, final HistogramLog log) throws IOException {
    write(json, Optional.of(log));
  }

  private void write(final JsonObject json, final Optional<HistogramLog> log) throws IOException {
    try {
      writeAll(json, log);
    } finally {
      // Nothing is there of these once they are renamed.
      Files.deleteIfExists(forks.resolve("." + name + ".hlog.tmp"));
      Files.deleteIfExists(forks.resolve("." + name + ".json.tmp"));
      Files.deleteIfExists(out.resolve(".latest." + campaign));
    }
  }

  /** Writes what a program has said, before the JSON: a fork whose JSON is there is whole. */
  public void writeOutput(final byte[] output) throws IOException {
    final Path temporary = forks.resolve("." + name + ".out.tmp");
    try {
      makeFolders();
      Files.write(temporary, output);
      sync(temporary);
      ownLikeOut(temporary);
      Files.move(temporary, forks.resolve(name + ".out"), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private void makeFolders() throws IOException {
    Files.createDirectories(forks);
    ownLikeOut(forks.getParent());
    ownLikeOut(forks);
  }

  private void writeAll(final JsonObject json, final Optional<HistogramLog> log)
      throws IOException {
    makeFolders();
    if (log.isPresent()) {
      final Path temporary = forks.resolve("." + name + ".hlog.tmp");
      try (OutputStream bytes = Files.newOutputStream(temporary)) {
        writeLog(bytes, temporary, log.get());
      }
      sync(temporary);
      ownLikeOut(temporary);
      Files.move(temporary, forks.resolve(name + ".hlog"), StandardCopyOption.ATOMIC_MOVE);
    }
    final Path temporary = forks.resolve("." + name + ".json.tmp");
    Files.write(temporary, (GSON.toJson(json) + "\n").getBytes(StandardCharsets.UTF_8));
    sync(temporary);
    ownLikeOut(temporary);
    Files.move(temporary, json(), StandardCopyOption.ATOMIC_MOVE);
    sync(forks);
    if (alone) {
      pointLatestHere();
    }
  }

  /** On some disks a name can outlive a power cut that the contents do not. */
  private static void sync(final Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /**
   * Gives a file to the owner of {@code out}: what root writes there is not root's. Where that is
   * not allowed, or unknown to the disk, the file stays as it is.
   */
  private void ownLikeOut(final Path file) {
    for (final String id : new String[] {"unix:uid", "unix:gid"}) {
      try {
        final Object wanted = Files.getAttribute(out, id);
        if (!wanted.equals(Files.getAttribute(file, id, LinkOption.NOFOLLOW_LINKS))) {
          Files.setAttribute(file, id, wanted, LinkOption.NOFOLLOW_LINKS);
        }
      } catch (final IOException | UnsupportedOperationException | IllegalArgumentException e) {
        return;
      }
    }
  }

  private static void writeLog(final OutputStream to, final Path named, final HistogramLog log)
      throws IOException {
    final PrintStream file = new PrintStream(new BufferedOutputStream(to), false, "UTF-8");
    final HistogramLogWriter writer = new HistogramLogWriter(file);
    writer.outputLogFormatVersion();
    writer.outputComment("[whichjvm: latencies in ns; tags service, response]");
    writer.outputStartTime(log.startedMillis());
    writer.outputLegend();
    log.forEach((histogram, second) -> writer.outputIntervalHistogram(histogram));
    if (file.checkError()) { // which flushes: nothing is left in a buffer
      throw new IOException("could not write " + named + ": is the disk full?");
    }
  }

  private void pointLatestHere() throws IOException {
    final Path temporary = out.resolve(".latest." + campaign);
    Files.deleteIfExists(temporary);
    Files.createSymbolicLink(temporary, temporary.getFileSystem().getPath(campaign));
    ownLikeOut(temporary);
    Files.move(temporary, out.resolve("latest"), StandardCopyOption.ATOMIC_MOVE);
  }
}
