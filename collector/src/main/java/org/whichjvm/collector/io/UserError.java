package org.whichjvm.collector.io;

import org.whichjvm.common.WrongUsage;

/** Something a person can put right; the message is one sentence: what, the value, what to do. */
public final class UserError extends WrongUsage {
  private static final long serialVersionUID = 1L;

  /** The sentence, as {@link String#format} takes it, or without arguments as it is. */
  public UserError(final String format, final Object... args) {
    super(format, args);
  }
}
