package org.whichjvm.workload.fork;

import java.util.Locale;

/** The fork ran but its numbers are not to be believed; the message is the reason in its file. */
public final class ForkFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean overloaded;

  /**
   * Takes the reason.
   *
   * @param format of a sentence, as {@link String#format} takes it; without arguments it is the
   *     sentence itself
   */
  public ForkFailure(final String format, final Object... args) {
    this(null, format, args);
  }

  /** Takes what was thrown, and the reason. */
  public ForkFailure(final Throwable cause, final String format, final Object... args) {
    this(cause, false, format, args);
  }

  private ForkFailure(
      final Throwable cause, final boolean overloaded, final String format, final Object... args) {
    super(args.length == 0 ? format : String.format(Locale.ROOT, format, args), cause);
    this.overloaded = overloaded;
  }

  /** The failure of a fork that could not keep the rate: it is slow, and not broken. */
  public static ForkFailure overloaded(final String format, final Object... args) {
    return new ForkFailure(null, true, format, args);
  }

  /** Whether the rate could not be kept. */
  public boolean overloaded() {
    return overloaded;
  }

  /** The status in the fork's file. */
  public String status() {
    return overloaded ? "overloaded" : "failed";
  }
}
