package org.whichjvm.collector.cli;

import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.io.UserError;

/**
 * When a pipeline is to fail, by a comparison's interval: {@code --fail-on slower:5%} where its
 * lower end is above 1.05, so that the contender is slower by more than 5 % for sure; {@code
 * --fail-unless-within 5%} where its upper end is, so that it may be.
 *
 * @param asked the option as a person wrote it
 * @param most the ratio beyond which it fails
 * @param unlessWithin whether the upper end must not be beyond it either
 */
record FailOn(String asked, double most, boolean unlessWithin) {
  static final String SLOWER_OPTION = "--fail-on";
  static final String WITHIN_OPTION = "--fail-unless-within";
  private static final String SLOWER = "slower:";

  /**
   * The value of {@code --fail-on}.
   *
   * @throws UserError if it is none
   */
  static FailOn slower(final String text) {
    if (!text.startsWith(SLOWER)) {
      throw new UserError(
          SLOWER_OPTION + " is '" + text + "'; it takes slower:PERCENT, as in slower:5%");
    }
    return of(SLOWER_OPTION + " " + SLOWER, text.substring(SLOWER.length()), false);
  }

  /**
   * The value of {@code --fail-unless-within}.
   *
   * @throws UserError if it is none
   */
  static FailOn unlessWithin(final String text) {
    return of(WITHIN_OPTION + " ", text, true);
  }

  private static FailOn of(final String option, final String percent, final boolean unlessWithin) {
    if (!percent.matches("[0-9]{1,4}(\\.[0-9]{1,3})?%") || percent.matches("[0.]+%")) {
      throw new UserError(
          "%s has '%s'; write per cent above 0, as in %s5%%", option.strip(), percent, option);
    }
    final double most = 1 + Double.parseDouble(percent.substring(0, percent.length() - 1)) / 100;
    return new FailOn(option + percent, most, unlessWithin);
  }

  /** Whether a comparison that has an interval fails it. */
  boolean fails(final Comparison comparison) {
    return (unlessWithin ? comparison.high() : comparison.low()) > most;
  }
}
