package org.whichjvm.collector.campaign.plan;

/** That this host cannot run what was asked for: exit code 4, with the sentence. */
public final class CannotRun extends RuntimeException {
  private static final long serialVersionUID = 1;

  CannotRun(final String sentence) {
    super(sentence);
  }
}
