package org.whichjvm.collector.campaign.plan;

import java.util.List;

/** A check has refused the whole campaign, or has printed the workload's help. */
public final class Refused extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int exit;

  Refused(final String output, final int exit) {
    super(output);
    this.exit = exit;
  }

  /**
   * The refusal of a check that failed. A check that was killed, or ended without a word, is named.
   */
  static Refused by(final Check check) {
    final boolean silent = check.output().isBlank() || check.exit() == LastWords.KILLED;
    final String why =
        "the check of %s failed: %s"
            .formatted(check.contender(), LastWords.reason(check.output(), check.exit(), "JVM"));
    return new Refused(silent ? check.output() + why : check.output(), check.exit());
  }

  public List<String> words() {
    return getMessage().lines().toList();
  }

  public int exit() {
    return exit;
  }
}
