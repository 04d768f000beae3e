package org.whichjvm.workload;

/** The fork ran but its numbers are not to be believed; the message is the reason in its file. */
final class ForkFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ForkFailure(final String message) {
    super(message);
  }

  ForkFailure(final String message, final Throwable cause) {
    super(message, cause);
  }
}
