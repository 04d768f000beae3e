package org.whichjvm.common;

import java.util.Locale;

/** Something a person can put right; the message is one sentence: what, the value, what to do. */
public class WrongUsage extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Takes the sentence for a person.
   *
   * @param format as {@link String#format} takes it; without arguments it is the sentence itself
   */
  public WrongUsage(final String format, final Object... args) {
    super(args.length == 0 ? format : String.format(Locale.ROOT, format, args));
  }
}
