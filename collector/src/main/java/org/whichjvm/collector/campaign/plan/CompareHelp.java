package org.whichjvm.collector.campaign.plan;

import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.campaign.Gate;
import org.whichjvm.common.WaitStrategy;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The help of scripts/compare. Each option begins a line with two blanks, its name, and the name of
 * its value if it has one: that is what scripts/compare knows its options from.
 */
public final class CompareHelp {
  private static final int WIDTH = 100;
  private static final int INDENT = 21;

  private CompareHelp() {}

  /** The whole text. */
  public static String text() {
    final CommandSpec spec = new CommandLine(new CompareOptions()).getCommandSpec();
    final StringBuilder text =
        new StringBuilder(
            "usage: scripts/compare [options] [CONTENDER…] [-- workload options, or the program]\n\n");
    entry(text, "CONTENDER", spec.positionalParameters().get(0).description());
    for (final OptionSpec option : spec.options()) {
      final String value = option.arity().max() == 0 ? "" : " " + option.paramLabel();
      entry(text, String.join(", ", option.names()) + value, option.description());
    }
    return text.append('\n')
        .append("  Workload options: scripts/compare -- --help\n")
        .append(
            "  Exit codes: 0 done; 2 wrong usage; 3 done, but forks failed; 4 this host or engine")
        .append(" cannot run\n  it; 130 interrupted, and the command to resume was printed.\n")
        .toString();
  }

  private static void entry(
      final StringBuilder text, final String name, final String... description) {
    final String words =
        String.join(" ", description)
            .replace("%%", "%")
            .replace("@GATES@", Gate.describeAll())
            .replace("@WAITS@", WaitStrategy.choices());
    final List<String> lines = wrapped(words);
    text.append(String.format("  %-" + (INDENT - 3) + "s ", name));
    text.append(lines.get(0)).append('\n');
    lines.stream()
        .skip(1)
        .forEach(line -> text.append(" ".repeat(INDENT)).append(line).append('\n'));
  }

  private static List<String> wrapped(final String words) {
    final List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (final String word : words.split(" ")) {
      if (line.length() + 1 + word.length() > WIDTH - INDENT && !line.isEmpty()) {
        lines.add(line.toString());
        line = new StringBuilder();
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
