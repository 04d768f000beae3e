package org.whichjvm.collector.campaign.plan;

import java.util.List;

/**
 * That a check has said all there is to say: the workload refuses what every contender has, or it
 * was asked for its help.
 */
public final class Refused extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int exit;

  Refused(final String output, final int exit) {
    super(output);
    this.exit = exit;
  }

  /** Of a check that failed. One that was killed, or ended without a word, is named. */
  static Refused by(final Check check) {
    final boolean silent = check.output().isBlank() || check.exit() == LastWords.KILLED;
    final String why =
        "the check of %s failed: %s"
            .formatted(check.contender(), LastWords.reason(check.output(), check.exit(), "JVM"));
    return new Refused(silent ? check.output() + why : check.output(), check.exit());
  }

  /** The words of the check, a line each. */
  public List<String> words() {
    return getMessage().lines().toList();
  }

  /** The exit code of the check. */
  public int exit() {
    return exit;
  }
}
