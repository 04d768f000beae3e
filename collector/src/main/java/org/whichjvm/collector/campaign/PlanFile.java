package org.whichjvm.collector.campaign;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.whichjvm.collector.campaign.fork.ForkName;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.io.BoundedFile;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.io.UserError;

/** {@code plan.tsv}: a line a fork, in the order in which they are to run. */
public final class PlanFile {
  private static final String HEADER = "block\tcontender\n";

  // 10,000 blocks of a hundred contenders with names of a hundred letters, or so.
  private static final int MAX_BYTES = 128 << 20;

  private PlanFile() {}

  /** Writes it, whole or not at all. */
  public static void write(final Path folder, final List<ForkName> forks) throws IOException {
    AtomicFiles.write(folder.resolve(Names.PLAN_TSV), HEADER + lines(forks));
  }

  /**
   * How many blocks it has.
   *
   * @param least what is told where it is lost
   * @param most that the campaign may have
   */
  static int blocks(final Path folder, final int least, final int most) throws IOException {
    if (most == least) {
      return least;
    }
    try {
      final String text = read(folder);
      final String last = text.substring(text.lastIndexOf('\n', text.length() - 2) + 1);
      final int blocks = Integer.parseInt(last.substring(0, Math.max(0, last.indexOf('\t'))));
      return Math.max(least, Math.min(most, blocks));
    } catch (final UnusableFile | NumberFormatException exception) {
      return least;
    }
  }

  /**
   * Adds forks to its end, whole or not at all.
   *
   * @throws UserError if it cannot be read
   */
  public static void append(final Path folder, final List<ForkName> forks) throws IOException {
    try {
      AtomicFiles.write(folder.resolve(Names.PLAN_TSV), read(folder) + lines(forks));
    } catch (final UnusableFile exception) {
      throw new UserError(
          folder.resolve(Names.PLAN_TSV) + " " + exception.getMessage() + "; restore it");
    }
  }

  private static String read(final Path folder) throws UnusableFile, IOException {
    return new String(
        BoundedFile.read(folder.resolve(Names.PLAN_TSV), MAX_BYTES), StandardCharsets.UTF_8);
  }

  private static String lines(final List<ForkName> forks) {
    final StringBuilder lines = new StringBuilder();
    for (final ForkName fork : forks) {
      lines.append(fork.block()).append('\t');
      lines.append(fork.contender()).append('\n');
    }
    return lines.toString();
  }
}
