package org.whichjvm.collector.io;

import org.whichjvm.common.WrongUsage;

/** Something a person can put right; the message is one sentence: what, the value, what to do. */
public final class UserError extends WrongUsage {
  private static final long serialVersionUID = 1L;

  public UserError(final String sentence) {
    super(sentence);
  }
}
