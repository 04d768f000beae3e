package org.whichjvm.collector.campaign.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The help of scripts/compare, from which bash knows its options. */
class CompareHelpTest {
  // As in scripts/compare.
  private static final Pattern DECLARES =
      Pattern.compile("^  (?:-[a-z], )?(--[a-z-]+)( [A-Z][A-Z,/=]*)?  ?");

  @Test
  void bashFindsEveryOptionAndWhetherItHasAValue() {
    final Map<String, Boolean> wanted = new TreeMap<>();
    for (final OptionSpec option :
        new CommandLine(new CompareOptions()).getCommandSpec().options()) {
      wanted.put(option.longestName(), option.arity().max() > 0);
    }
    final Map<String, Boolean> found = new TreeMap<>();
    for (final String line : CompareHelp.text().lines().toList()) {
      final Matcher matcher = DECLARES.matcher(line);
      if (matcher.find()) {
        found.put(matcher.group(1), matcher.group(2) != null);
      }
    }
    assertEquals(wanted, found);
  }

  @Test
  void aLineHasAHundredColumnsAtMost() {
    CompareHelp.text().lines().forEach(line -> assertTrue(line.length() <= 100, line));
  }

  @Test
  void theFileThatBashReadsIsThisText() throws IOException {
    assertEquals(
        Files.readString(Path.of("..", "scripts", "lib", "compare-options.txt")),
        CompareHelp.text(),
        "run scripts/generate-help");
  }
}
