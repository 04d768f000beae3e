package org.whichjvm.collector;

/** A file of a campaign that cannot be used; the message is the reason, without the file's name. */
final class UnusableFile extends Exception {
  private static final long serialVersionUID = 1L;

  UnusableFile(final String reason) {
    super(reason, null, false, false);
  }
}
