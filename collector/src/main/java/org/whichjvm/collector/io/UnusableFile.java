package org.whichjvm.collector.io;

import org.whichjvm.common.Units;

/** A file of a campaign that cannot be used; the message is the reason, without the file's name. */
public class UnusableFile extends Exception {
    private static final long serialVersionUID = 1L;

    /** The reason, as {@link String#format} takes it, or without arguments as it is. */
    public UnusableFile(String format, Object... args) {
        super(Units.text(format, args), null, false, false);
    }
}
