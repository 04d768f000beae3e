package org.whichjvm.collector.campaign.plan;

import java.util.Locale;

/** This host cannot run the request: exit code 4, with the sentence. */
public final class CannotRunHere extends RuntimeException {
  private static final long serialVersionUID = 1;

  CannotRunHere(final String format, final Object... args) {
    super(args.length == 0 ? format : String.format(Locale.ROOT, format, args));
  }
}
