package org.whichjvm.collector.campaign.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.campaign.fork.Workload;
import org.whichjvm.common.WaitStrategy;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The help of compare, from which bash and completion know its options. */
class CompareHelpTest {
  // As in scripts/lib/common.sh.
  private static final Pattern DECLARES =
      Pattern.compile("^  (?:-[a-z], )?(--[a-z-]+)( [^ ]+)?(?: |$)");
  private static final String FIRST = "compare";

  private final String help;
  private final Map<String, List<String>> screens = new LinkedHashMap<>();

  CompareHelpTest() throws IOException {
    help = Files.readString(Path.of("..", "scripts", "lib", "help.txt"));
    for (final String screen : help.replaceFirst("^== ", "").split("(?m)^== ")) {
      screens.put(screen.split(": ")[0], screen.lines().toList());
    }
  }

  /** The options that lines declare, and what they say of each, their value first. */
  private static Map<String, String> declared(final List<String> lines) {
    final Map<String, String> found = new TreeMap<>();
    String last = null;
    for (final String line : lines) {
      final Matcher matcher = DECLARES.matcher(line);
      if (matcher.find()) {
        last = matcher.group(1);
        found.put(last, line.substring(matcher.end(1)).strip());
      } else if (last != null && line.startsWith("     ")) {
        found.computeIfPresent(last, (name, said) -> said + " " + line.strip());
      } else {
        last = null;
      }
    }
    found.replaceAll((name, said) -> said.replaceAll(" +", " "));
    return found;
  }

  private Map<String, String> topics() {
    final Map<String, String> all = new TreeMap<>();
    screens.forEach(
        (topic, lines) -> {
          if (!topic.equals(FIRST)) {
            declared(lines).forEach((name, said) -> assertNull(all.put(name, said), name));
          }
        });
    return all;
  }

  @Test
  void bashFindsEveryOptionAndWhetherItHasAValue() {
    final Map<String, Boolean> wanted = new TreeMap<>();
    for (final OptionSpec option :
        new CommandLine(new CompareOptions()).getCommandSpec().options()) {
      Arrays.stream(option.names())
          .filter(name -> name.startsWith("--"))
          .forEach(name -> wanted.put(name, option.arity().max() > 0));
    }
    final Map<String, Boolean> found = new TreeMap<>();
    help.lines()
        .map(DECLARES::matcher)
        .filter(Matcher::find)
        .forEach(line -> found.put(line.group(1), line.group(2) != null));
    assertEquals(wanted, found);
    assertEquals(wanted.keySet(), topics().keySet());
  }

  @Test
  void whatMostPeopleNeedIsOneScreenThatBeginsWhatTheTopicsSay() {
    final Map<String, String> first = declared(screens.get(FIRST));
    assertTrue(first.size() <= 20, first.keySet().toString());
    assertTrue(screens.get(FIRST).size() <= 40);
    first.forEach((name, said) -> assertTrue(topics().get(name).startsWith(said), name));
  }

  @Test
  void aLineHasAHundredColumnsAtMost() {
    help.lines().forEach(line -> assertTrue(line.length() <= 100, line));
  }

  @Test
  void itNamesAllThereAre() {
    assertTrue(topics().get("--wait").contains(WaitStrategy.choices()));
    assertTrue(topics().get("--workload").startsWith(Workload.choices() + " "));
    for (final Workload.Preset preset : Workload.Preset.values()) {
      assertTrue(topics().get("--preset").split(" ")[0].contains(preset.text()), preset.text());
    }
  }
}
