package org.whichjvm.common;

/** Something a person can put right; the message is one sentence: what, the value, what to do. */
public class WrongUsage extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The sentence, as {@link String#format} takes it, or without arguments as it is. */
    public WrongUsage(String format, Object... args) {
        super(Units.text(format, args));
    }
}
