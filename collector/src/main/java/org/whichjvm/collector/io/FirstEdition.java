package org.whichjvm.collector.io;

/** A file in a format of the first edition, which this one does not read. */
public final class FirstEdition extends UnusableFile {
  private static final long serialVersionUID = 1L;

  private static final String VERSION = "/1";

  private FirstEdition(final String schema) {
    super(
        "has the format "
            + schema
            + " of whichjvm's first edition; measure it again, or read it with the first edition");
  }

  /** Refuses a file whose schema is the first version of what is expected. */
  static void check(final String actual, final String expected) throws FirstEdition {
    if (!expected.endsWith(VERSION)
        && (expected.substring(0, expected.lastIndexOf('/')) + VERSION).equals(actual)) {
      throw new FirstEdition(actual);
    }
  }
}
