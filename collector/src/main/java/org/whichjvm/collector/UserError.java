package org.whichjvm.collector;

/** Something a person can put right; the message is one sentence: what, the value, what to do. */
final class UserError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UserError(final String sentence) {
    super(sentence, null, false, false);
  }
}
