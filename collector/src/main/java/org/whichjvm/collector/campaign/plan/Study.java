package org.whichjvm.collector.campaign.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.io.UserError;

/**
 * A question as a file, studies/NAME.study: a comment that asks it, then lines of KEY VALUE. Keys
 * are options of scripts/compare without their dashes, and {@code variants}, {@code options} (the
 * workload's) and {@code machine}.
 *
 * @param name of the study
 * @param asks the comment that the file begins with
 * @param arguments its lines as options of scripts/compare, without contrasts and contenders
 * @param contrasts its contrasts as options
 * @param contenders those it compares
 * @param workloadOptions those of the workload
 * @param machine arm64 or amd64 if it can be answered on such a machine alone; else null
 */
record Study(
    String name,
    String asks,
    List<String> arguments,
    List<String> contrasts,
    List<String> contenders,
    List<String> workloadOptions,
    String machine) {
  private static final String END = ".study";

  /** Options that belong to a question; the others belong to who asks it. */
  private static final Set<String> OPTIONS =
      Set.of(
          "workload",
          "preset",
          "blocks",
          "precision",
          "max-time",
          "margin",
          "decide",
          "duration",
          "interleave",
          "turn",
          "baseline",
          "queue-memory",
          "wait",
          "rate",
          "service-level",
          "retries");

  /**
   * Reads a study.
   *
   * @param folder of all studies
   * @param name of one, or the name of a file with a / in it
   * @param file what is read for a name with a /
   * @throws UserError if there is none, or one of its lines is wrong
   */
  static Study read(final Path folder, final String name, final Path file) throws IOException {
    final String plain = name.substring(name.lastIndexOf('/') + 1).replaceAll("\\.study$", "");
    final Path path = name.contains("/") ? file : folder.resolve(name + END);
    if (!plain.matches("[a-z][a-z0-9-]*") || path == null || !Files.isRegularFile(path)) {
      throw new UserError(
          "there is no study '%s'%s; there are: %s, or a file's path with a / in it",
          name, Nearest.hint(plain, "", names(folder)), String.join(" ", names(folder)));
    }
    final String shown = name.contains("/") ? name : "studies/" + name + END;
    final Lines lines = new Lines(shown);
    for (final String line : Files.readAllLines(path)) {
      lines.add(line);
    }
    if (lines.asks.isEmpty()) {
      throw lines.wrong("it does not begin with a comment; say there what the study asks");
    }
    return new Study(
        plain,
        String.join(" ", lines.asks),
        lines.arguments,
        lines.contrasts,
        lines.contenders,
        lines.workloadOptions,
        lines.machine);
  }

  /** The names of all studies of a folder. */
  static List<String> names(final Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(each -> each.getFileName().toString())
          .filter(each -> each.endsWith(END))
          .map(each -> each.substring(0, each.length() - END.length()))
          .sorted()
          .collect(Collectors.toList());
    }
  }

  /** What was read so far. */
  private static final class Lines {
    private final String shown;
    private int number;
    private boolean before = true;
    private final Set<String> seen = new HashSet<>();
    private final List<String> asks = new ArrayList<>();
    private final List<String> arguments = new ArrayList<>();
    private final List<String> contrasts = new ArrayList<>();
    private List<String> contenders = List.of();
    private List<String> workloadOptions = List.of();
    private String machine;

    Lines(final String shown) {
      this.shown = shown;
    }

    private UserError wrong(final String sentence) {
      return new UserError(shown + ", line " + number + ": " + sentence);
    }

    private void add(final String line) {
      number++;
      if (line.startsWith("#")) {
        if (before) {
          asks.add(line.replaceFirst("^# ?", ""));
        }
        return;
      }
      before = false;
      final String[] words = line.strip().split("\\s+", 2);
      if (!words[0].isEmpty()) {
        add(words[0], words.length > 1 ? words[1] : "");
      }
    }

    private void add(final String key, final String value) {
      if (!seen.add(key) && !key.equals("contrast")) {
        throw wrong(key + " is there twice; give it once, with all its values");
      }
      if (value.isEmpty() && !key.equals("control")) {
        throw wrong(key + " has no value");
      }
      switch (key) {
        case "control" -> arguments.add("--control");
        case "contrast" -> contrasts.addAll(List.of("--contrast", value));
        case "variants" -> contenders = Values.words(value);
        case "options" -> workloadOptions = Values.words(value);
        case "machine" -> {
          if (!value.equals("arm64") && !value.equals("amd64")) {
            throw wrong("machine is '" + value + "'; it is arm64 or amd64");
          }
          machine = value;
        }
        default -> {
          if (!OPTIONS.contains(key)) {
            throw wrong(
                "'%s' is no key of a study; there are: %s contrast control variants options machine"
                    .formatted(key, OPTIONS.stream().sorted().collect(Collectors.joining(" "))));
          }
          arguments.addAll(List.of("--" + key, value));
        }
      }
    }
  }
}
