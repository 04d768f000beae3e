package org.whichjvm.collector.campaign.plan;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The last words of a command that left no file, as one sentence for people. */
public final class LastWords {
  /** The exit code of a command that signal 9 ended, as a shell and the engine tell it. */
  static final int KILLED = 137;

  private static final String OWN = "whichjvm: ";

  // A JVM prints these lines beside the reason.
  private static final Pattern NOISE =
      Pattern.compile(
          "\\s*#?\\s*|.*[Ww]arning.*|Error: (Could not create|A fatal).*"
              + "|Error occurred during init.*|Uncaught exception.*");

  private static final Pattern WARNING =
      Pattern.compile(
          "(?:(?:\\[[^\\]]*\\])*\\[warning\\](?:\\[[^\\]]*\\])? *|.* VM warning: )(.*)");
  private static final Pattern IGNORES =
      Pattern.compile(
          ".*(disabled|ignor|to false|failed to|not supported|cannot).*", Pattern.CASE_INSENSITIVE);

  private LastWords() {}

  /**
   * The reason why a command ended.
   *
   * @param output of the command, its stderr first
   * @param jvm whose it was: "JVM" or "producer's JVM"
   */
  public static String reason(final String output, final int exit, final String jvm) {
    if (exit == KILLED) {
      return "the " + jvm + " was killed (signal 9)";
    }
    final String said =
        own(output)
            .or(() -> output.lines().filter(line -> !NOISE.matcher(line).matches()).findFirst())
            .orElse("");
    return "%s (exit code %s)"
        .formatted(said.isBlank() ? "the " + jvm + " ended without a word" : said.strip(), exit);
  }

  static Optional<String> own(final String output) {
    return output
        .lines()
        .filter(line -> line.startsWith(OWN) && !line.contains("--help"))
        .reduce((first, second) -> second)
        .map(line -> line.substring(OWN.length()));
  }

  /** The warning of a JVM that goes on without what was asked for. */
  static Optional<String> ignores(final String output) {
    return output
        .lines()
        .map(WARNING::matcher)
        .filter(Matcher::matches)
        .map(matcher -> matcher.group(1))
        .filter(text -> IGNORES.matcher(text).matches())
        .findFirst();
  }
}
