package org.whichjvm.collector.campaign.plan;

/** That this host cannot run what was asked for: exit code 4, with the sentence. */
public final class CannotRunHere extends RuntimeException {
  private static final long serialVersionUID = 1;

  CannotRunHere(final String sentence) {
    super(sentence);
  }
}
