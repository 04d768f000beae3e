package org.whichjvm.collector.campaign.plan;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.whichjvm.collector.campaign.fork.ForkName;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.io.UserError;

/**
 * The outcome of a check of block 0: {@code forks/000-CONTENDER.json}.
 *
 * @param schema {@link #SCHEMA}
 * @param contender what was checked: a contender, or a JVM without any suffix
 * @param output what it said, its stderr first
 * @param java major version of each JVM that answered
 * @param arch their os.arch; null if none answered
 * @param runs how often a fork of contention warms up and measures; 0 for others
 * @param ignored options of its flag set that a JVM went on without
 */
public record Check(
    String schema,
    String contender,
    int exit,
    String output,
    List<Integer> java,
    String arch,
    int runs,
    List<String> ignored) {
  static final String SCHEMA = "whichjvm.checked/1";

  /** The schema of the line in which the workload answers. */
  private static final String ANSWER = "whichjvm.check/1";

  private static final int MOST = 64 << 10;

  /**
   * Reads the output of a check.
   *
   * @param output its stderr, then its stdout
   */
  public static Check of(final String contender, final int exit, final String output) {
    final List<Integer> java = new ArrayList<>();
    String arch = null;
    int runs = 0;
    final Set<String> ignored = new LinkedHashSet<>();
    for (final String line : output.lines().toList()) {
      if (!line.startsWith("{") || !line.contains(ANSWER)) {
        continue;
      }
      try {
        final JsonObject json = JsonParser.parseString(line).getAsJsonObject();
        java.add((int) Json.whole(json, "java", 1, 999));
        arch = Json.text(json, "arch");
        runs = json.has("runs") ? (int) Json.whole(json, "runs", 1, 1_000_000) : 0;
        if (json.has("ignored")) {
          json.getAsJsonArray("ignored").forEach(option -> ignored.add(option.getAsString()));
        }
      } catch (final JsonParseException | IllegalStateException | UnusableFile exception) {
        continue; // A line of the JVM's that looks like one.
      }
    }
    final String kept = output.length() > MOST ? output.substring(0, MOST) : output;
    return new Check(SCHEMA, contender, exit, kept, java, arch, runs, List.copyOf(ignored));
  }

  public void write(final Path campaign) throws IOException {
    final Path forks = campaign.resolve(Names.FORKS);
    AtomicFiles.write(
        forks.resolve(new ForkName(0, contender).json()), Json.write(Json.tree(this)));
  }

  /** Reads the recorded check; empty if there is none yet. */
  static Optional<Check> read(final Path campaign, final String contender) throws IOException {
    final Path file = campaign.resolve(Names.FORKS).resolve(new ForkName(0, contender).json());
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(new Gson().fromJson(Json.read(file, SCHEMA), Check.class));
    } catch (final UnusableFile exception) {
      throw new UserError(file + " " + exception.getMessage() + "; remove it, and resume");
    }
  }

  /** Whether a file of block 0 is of a check and not of a fork. */
  static boolean isIn(final Path file) throws IOException {
    try {
      Json.read(file, SCHEMA);
      return true;
    } catch (final UnusableFile exception) {
      return false;
    }
  }

  boolean passed() {
    return exit == 0;
  }
}
