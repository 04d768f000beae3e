package org.whichjvm.workload.host;

import java.util.Locale;

/** An option's value that cannot be meant; the message names option, value and range. */
public final class WrongUsage extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Takes the sentence for a person, as {@link String#format} does. */
  public WrongUsage(final String format, final Object... args) {
    super(String.format(Locale.ROOT, format, args));
  }
}
