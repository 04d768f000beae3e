package org.whichjvm.workload;

/**
 * This host, container or JVM cannot run the fork; the message is for a person and says what to do.
 */
final class CannotRun extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CannotRun(final String message) {
    super(message);
  }
}
