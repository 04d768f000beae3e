package org.whichjvm.workload.host;

/**
 * This host, container or JVM cannot run the fork; the message is for a person and says what to do.
 */
public final class CannotRun extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Takes the sentence for a person. */
  public CannotRun(final String message) {
    super(message);
  }
}
