package org.whichjvm.collector.io;

/** A file of a campaign that cannot be used; the message is the reason, without the file's name. */
public class UnusableFile extends Exception {
  private static final long serialVersionUID = 1L;

  public UnusableFile(final String reason) {
    super(reason, null, false, false);
  }
}
