package org.whichjvm.collector.page;

import java.util.List;
import java.util.stream.Collectors;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.io.HtmlText;
import org.whichjvm.collector.report.Finding;
import org.whichjvm.collector.report.Findings;

/** What a reader should know beside the figures. */
final class PageFindings {
  private PageFindings() {}

  /** Above everything else: what puts every verdict in doubt; empty if nothing does. */
  static String doubts(final Result result) {
    final List<Finding> doubts = ofLevel(result, Finding.Level.DOUBT);
    // Emulated forks decide nothing: the verdicts on others stand.
    final int emulated = result.forks().stream().anyMatch(Fork::emulated) ? 1 : 0;
    return doubts.isEmpty()
        ? ""
        : "<aside class=\"doubt\" aria-label=\"Doubts\">\n<p><strong>"
            + (doubts.size() == emulated
                ? "Some figures below mean nothing."
                : "Do not rely on the verdicts below.")
            + "</strong></p>\n"
            + list(doubts)
            + "</aside>\n";
  }

  /** The others, in the order in which they matter; empty if there are none. */
  static String others(final Result result) {
    final List<Finding> others =
        Findings.of(result).stream().filter(each -> each.level() != Finding.Level.DOUBT).toList();
    return others.isEmpty() ? "" : list(others);
  }

  private static List<Finding> ofLevel(final Result result, final Finding.Level level) {
    return Findings.of(result).stream().filter(each -> each.level() == level).toList();
  }

  private static String list(final List<Finding> findings) {
    return findings.stream()
        .map(
            each ->
                "<li class=\"level-%s\"><b>%s</b> <span>%s<br><span class=\"next\">%s</span></span></li>\n"
                    .formatted(
                        each.level().key,
                        each.level().key,
                        HtmlText.escape(each.what()),
                        HtmlText.escape(each.next())))
        .collect(Collectors.joining("", "<ul class=\"findings\">\n", "</ul>\n"));
  }
}
