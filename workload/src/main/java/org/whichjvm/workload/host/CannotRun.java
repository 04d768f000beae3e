package org.whichjvm.workload.host;

import java.util.Locale;

/**
 * This host, container or JVM cannot run the fork; the message is for a person and says what to do.
 */
public final class CannotRun extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The sentence, as {@link String#format} takes it, or without arguments as it is. */
  public CannotRun(final String format, final Object... args) {
    super(args.length == 0 ? format : String.format(Locale.ROOT, format, args));
  }
}
