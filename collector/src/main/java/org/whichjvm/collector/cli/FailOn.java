package org.whichjvm.collector.cli;

import java.util.List;
import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.analysis.Verdict;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.io.UserError;

/**
 * When a pipeline is to fail: {@code slower:5%} where a comparison's verdict is "slower" and its
 * ratio is 1.05 or more. What could not be decided does not fail; the report says how much could be
 * seen.
 *
 * @param least the ratio from which on it fails
 */
record FailOn(double least) {
  private static final String SLOWER = "slower:";

  /**
   * What a person wrote.
   *
   * @throws UserError if it is something else
   */
  static FailOn parse(final String text) {
    if (!text.startsWith(SLOWER)) {
      throw new UserError("--fail-on is '" + text + "'; it takes slower:PERCENT, as in slower:5%");
    }
    final String percent = text.substring(SLOWER.length());
    if (!percent.matches("[0-9]{1,4}(\\.[0-9]{1,3})?%") || percent.matches("[0.]+%")) {
      throw new UserError(
          "--fail-on slower: has '" + percent + "'; write per cent above 0, as in slower:5%");
    }
    return new FailOn(1 + Double.parseDouble(percent.substring(0, percent.length() - 1)) / 100);
  }

  /** The comparisons that fail it: not those of a control or of a delay added on purpose. */
  List<Comparison> failing(final List<Comparison> comparisons) {
    return comparisons.stream()
        .filter(each -> each.verdict() == Verdict.SLOWER && each.ratio() >= least)
        .filter(each -> Contender.of(each.contender()).plain())
        .toList();
  }
}
