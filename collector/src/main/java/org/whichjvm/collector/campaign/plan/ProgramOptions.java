package org.whichjvm.collector.campaign.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.whichjvm.collector.io.UserError;
import picocli.CommandLine.Option;

/** The options of scripts/compare for {@code --workload command}: somebody's own program. */
final class ProgramOptions {
  /** Where a container has the mounted folder. */
  private static final String MOUNTED = "/app";

  private static final String FLAGS = "{flags}";
  private static final List<String> ADAPTERS = List.of("jmh", "renaissance", "dacapo");

  @Option(
      names = "--mount",
      paramLabel = "DIR",
      description =
          "Of --workload command: the program's folder. It is read-only; each fork runs in a fresh"
              + " folder with links to all that is in it, and {app} in the program is its path.")
  String mount;

  @Option(
      names = "--until",
      paramLabel = "REGEX",
      description =
          "Likewise: measure start-up, the time to the first line of the output that matches; the"
              + " program is then ended.")
  String until;

  @Option(
      names = "--score",
      paramLabel = "NAME=REGEX",
      description =
          "Likewise: a number from the output, the first group of REGEX. Its unit follows it (ns, us,"
              + " ms, s, ops/s), or ,more or ,less behind REGEX says what is better; may be given"
              + " again.")
  List<String> scores = new ArrayList<>();

  @Option(
      names = "--adapter",
      paramLabel = "NAME",
      description = "Likewise: the scores of a harness: jmh, renaissance or dacapo.")
  String adapter;

  @Option(
      names = "--timeout",
      paramLabel = "T",
      description = "Likewise: a fork that takes longer has failed, 1s to 24h (10m).")
  String timeout;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description = "Likewise, in containers: the memory limit of each, such as 2g.")
  String memory;

  @Option(
      names = "--network",
      description = "Likewise, in containers: they have the engine's network, otherwise none.")
  boolean network;

  /** Of the workload, in front of the program. */
  List<String> words(final Planner.Runner runner, final String cpus, final List<String> program) {
    if (program.isEmpty()) {
      throw new UserError(
          "--workload command needs a program; write it behind --, such as -- java {flags} -jar"
              + " app.jar");
    }
    if (adapter != null && !ADAPTERS.contains(adapter)) {
      throw Values.wrong("--adapter", adapter, "one of " + String.join(", ", ADAPTERS));
    }
    if (adapter != null && until != null) {
      throw new UserError(
          "--until ends the program before the scores of --adapter "
              + adapter
              + " are there; give one of the two");
    }
    Values.wholeSeconds("--timeout", timeout);
    final List<String> words = new ArrayList<>();
    if (mount != null) {
      words.addAll(List.of("--app", runner.name().equals("host") ? runner.mounted() : MOUNTED));
    }
    add(words, "--until", until);
    scores.forEach(score -> add(words, "--score", score));
    add(words, "--adapter", adapter);
    add(words, "--timeout", timeout);
    add(words, "--cpus", cpus);
    words.add("--");
    words.addAll(program);
    return words;
  }

  private static void add(final List<String> words, final String option, final String value) {
    if (value != null) {
      words.addAll(List.of(option, value));
    }
  }

  /**
   * Refuses options of the JVM that would go nowhere.
   *
   * @param flags whether a contender has a flag set, or the person gave JAVA_OPTS
   */
  static void checkFlags(final List<String> program, final boolean flags) {
    final String first = program.get(0);
    if (flags
        && (first.equals("java") || first.endsWith("/java"))
        && program.stream().noneMatch(word -> word.contains(FLAGS))) {
      throw new UserError(
          "the program is java and has no {flags}, where flag sets and JAVA_OPTS go; write it where"
              + " the options of the JVM belong: -- java {flags} -jar app.jar");
    }
  }

  /** What a container of the program has that others have not, for whoever starts it. */
  Map<String, String> confines(final Planner.Runner runner) {
    final Map<String, String> confines = new LinkedHashMap<>();
    confines.put("WHICHJVM_IPC", "private");
    if (mount != null) {
      confines.put("WHICHJVM_MOUNT", runner.mounted());
    }
    if (memory != null || network) {
      if (runner.name().equals("host")) {
        throw new UserError(
            (memory == null ? "--network" : "--memory")
                + " is for containers; use --runner docker, or leave it out");
      }
    }
    if (memory != null) {
      final long bytes = Values.bytes("--memory", memory, 0);
      if (bytes < 64L << 20) {
        throw Values.wrong("--memory", memory, "at least 64m, such as 2g");
      }
      confines.put("WHICHJVM_MEMORY", Long.toString(bytes));
    }
    if (network) {
      confines.put("WHICHJVM_NETWORK", "bridge");
    }
    return confines;
  }

  /** Refuses those that were given for another workload. */
  void refuse(final String workload) {
    final List<String> given = new ArrayList<>();
    for (final Map.Entry<String, Boolean> each :
        Map.of(
                "--mount", mount != null,
                "--until", until != null,
                "--score", !scores.isEmpty(),
                "--adapter", adapter != null,
                "--timeout", timeout != null,
                "--memory", memory != null,
                "--network", network)
            .entrySet()) {
      if (each.getValue()) {
        given.add(each.getKey());
      }
    }
    if (!given.isEmpty()) {
      throw new UserError(
          given.stream().sorted().findFirst().orElseThrow()
              + " is for --workload command, and this is "
              + workload
              + ": leave it out");
    }
  }
}
