package org.whichjvm.workload.fork;

/** The fork ran but its numbers are not to be believed; the message is the reason in its file. */
public final class ForkFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Takes the reason, a sentence. */
  public ForkFailure(final String message) {
    super(message);
  }

  /** Takes the reason, a sentence, and what was thrown. */
  public ForkFailure(final String message, final Throwable cause) {
    super(message, cause);
  }
}
