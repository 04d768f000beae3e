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
  private static final List<String> ADAPTERS =
      List.of("jmh", "renaissance", "dacapo", "specjbb2015");

  /** What SPECjbb2015 asks for. */
  private static final long LEAST_SPECJBB = 8_000_000_000L;

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
      description = "Likewise: the scores of a harness: jmh, renaissance, dacapo or specjbb2015.")
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
      names = "--kit",
      paramLabel = "DIR",
      description =
          "Of --workload specjbb2015: the folder of the kit that you own. A fork takes about two hours.")
  String kit;

  @Option(
      names = "--prop",
      paramLabel = "NAME=VALUE",
      description = "Likewise: one of its properties, without specjbb.; may be given again.")
  List<String> props = new ArrayList<>();

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
    if (mount != null || kit != null) {
      words.addAll(List.of("--app", runner.name().equals("host") ? runner.mounted() : MOUNTED));
    }
    add(words, "--until", until);
    scores.forEach(score -> add(words, "--score", score));
    add(words, "--adapter", kit == null ? adapter : "specjbb2015");
    add(words, "--timeout", timeout == null && kit != null ? "6h" : timeout);
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

  /** The program of a kit. */
  List<String> specJbb(final Planner.Runner runner, final List<String> program) {
    if (kit == null) {
      throw new UserError(
          "--workload specjbb2015 needs the kit that you own; give its folder with --kit DIR");
    }
    if (!program.isEmpty() || adapter != null || until != null || mount != null) {
      throw new UserError(
          "--workload specjbb2015 knows its program; leave out what follows --, and --mount, --until"
              + " and --adapter");
    }
    if (runner.memoryBytes() != null && runner.memoryBytes() < LEAST_SPECJBB) {
      throw new CannotRunHere(
          String.format(
              "SPECjbb2015 needs 8 GB of memory, and this host has %.1f GB free",
              runner.memoryBytes() / 1e9));
    }
    final List<String> words = new ArrayList<>(List.of("java", FLAGS));
    for (final String prop : props) {
      if (!prop.matches("[A-Za-z][A-Za-z0-9.]*=.+")) {
        throw Values.wrong("--prop", prop, "NAME=VALUE, such as controller.rtcurve.start=0.1");
      }
      words.add("-Dspecjbb." + prop);
    }
    words.addAll(List.of("-jar", "specjbb2015.jar", "-m", "COMPOSITE", "-skipReport"));
    return words;
  }

  /** Refuses a kit that another workload would not run. */
  void refuseKit(final Workload workload) {
    if (workload != Workload.SPECJBB2015 && (kit != null || !props.isEmpty())) {
      throw new UserError(
          "--kit and --prop are for --workload specjbb2015; give that, or leave them out");
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
    if (mount != null || kit != null) {
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
                "--kit", kit != null,
                "--prop", !props.isEmpty(),
                "--network", network)
            .entrySet()) {
      if (each.getValue()) {
        given.add(each.getKey());
      }
    }
    if (!given.isEmpty()) {
      throw new UserError(
          given.stream().sorted().findFirst().orElseThrow()
              + " is for programs (--workload command, specjbb2015), and this is "
              + workload
              + ": leave it out");
    }
  }
}
