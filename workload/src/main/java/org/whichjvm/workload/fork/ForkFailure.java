package org.whichjvm.workload.fork;

/** The fork ran but its numbers are not to be believed; the message is the reason in its file. */
public final class ForkFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** In the fork's file: something went wrong. */
  private static final String FAILED = "failed";

  /** In the fork's file: the exchange could not keep the rate. */
  private static final String OVERLOADED = "overloaded";

  private final String status;

  /** Takes the reason, a sentence. */
  public ForkFailure(final String message) {
    this(message, null);
  }

  /** Takes the reason, a sentence, and what was thrown. */
  public ForkFailure(final String message, final Throwable cause) {
    this(message, cause, FAILED);
  }

  private ForkFailure(final String message, final Throwable cause, final String status) {
    super(message, cause);
    this.status = status;
  }

  /** The failure of a fork that could not keep the rate: it is slow, and not broken. */
  public static ForkFailure overloaded(final String message) {
    return new ForkFailure(message, null, OVERLOADED);
  }

  /** Whether the rate could not be kept. */
  public boolean overloaded() {
    return status.equals(OVERLOADED);
  }

  /** The status in the fork's file. */
  public String status() {
    return status;
  }
}
