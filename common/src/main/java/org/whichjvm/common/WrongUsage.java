package org.whichjvm.common;

/** Wrong usage: exit code 2. */
public final class WrongUsage extends Fixable {
    private static final long serialVersionUID = 1L;

    /** What is wrong, as {@link String#format} takes it, or without arguments as it is. */
    public WrongUsage(String format, Object... args) {
        super(format, args);
    }
}
