package org.whichjvm.collector.io;

import java.util.Locale;

/** A file of a campaign that cannot be used; the message is the reason, without the file's name. */
public class UnusableFile extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * Takes the reason.
   *
   * @param format as {@link String#format} takes it; without arguments it is the reason itself
   */
  public UnusableFile(final String format, final Object... args) {
    super(args.length == 0 ? format : String.format(Locale.ROOT, format, args), null, false, false);
  }
}
