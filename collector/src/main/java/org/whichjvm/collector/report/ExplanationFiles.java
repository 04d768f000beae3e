package org.whichjvm.collector.report;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.model.Execution;
import org.whichjvm.common.Profiling;

/** Explanations in the folder of the campaign that they explain: two files for each event. */
public final class ExplanationFiles {
  /** The page of an explanation. */
  public static String html(final String event) {
    return "explain-" + event + ".html";
  }

  /** The Markdown of an explanation. */
  public static String md(final String event) {
    return "explain-" + event + ".md";
  }

  /** The events whose explanations are in a campaign's folder. */
  public static List<String> events(final Path folder) {
    return Stream.concat(
            Stream.of(Execution.STAGES_OF_MESSAGES),
            Arrays.stream(Profiling.values()).map(Profiling::text))
        .filter(each -> Files.isRegularFile(folder.resolve(html(each)), LinkOption.NOFOLLOW_LINKS))
        .toList();
  }

  /** Links to the explanations in a campaign's folder, in Markdown; empty if there are none. */
  public static String links(final Path folder) {
    final List<String> events = events(folder);
    return events.isEmpty()
        ? ""
        : events.stream()
            .map(each -> "[%s](%s)".formatted(each, md(each)))
            .collect(Collectors.joining(", ", "\nWhere a difference comes from: ", ".\n"));
  }
}
