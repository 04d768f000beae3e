package org.whichjvm.collector.page;

import java.util.List;
import java.util.stream.Collectors;
import org.whichjvm.collector.io.HtmlText;
import org.whichjvm.collector.report.Answer;
import org.whichjvm.collector.report.Finding;

/** What a reader should know beside the figures. */
final class PageFindings {
  private PageFindings() {}

  /** Above everything else: what puts every verdict in doubt; empty if nothing does. */
  static String doubts(final Answer answer) {
    final List<Finding> doubts = answer.doubts();
    return doubts.isEmpty()
        ? ""
        : "<aside class=\"doubt\" aria-label=\"Doubts\">\n<p><strong>"
            + (answer.inDoubt()
                ? "Do not rely on the verdicts below."
                : "Some figures below mean nothing.")
            + "</strong></p>\n"
            + list(doubts)
            + "</aside>\n";
  }

  /** The others, in the order in which they matter; empty if there are none. */
  static String others(final Answer answer) {
    final List<Finding> others =
        answer.findings().stream().filter(each -> each.level() != Finding.Level.DOUBT).toList();
    return others.isEmpty() ? "" : list(others);
  }

  private static String list(final List<Finding> findings) {
    return findings.stream()
        .map(
            each ->
                "<li class=\"level-%s\"><b>%s</b> <span>%s <span class=\"next\">%s</span></span></li>\n"
                    .formatted(
                        each.level().key,
                        each.level().key,
                        HtmlText.escape(each.what()),
                        HtmlText.escape(each.next())))
        .collect(Collectors.joining("", "<ul class=\"findings\">\n", "</ul>\n"));
  }
}
