package org.whichjvm.common;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** An error that a person can fix: what is wrong, with the value, and what to try, which not all of them have. */
public abstract class Fixable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private String attempt = "";

    /** What is wrong, as {@link String#format} takes it, or without arguments as it is. */
    protected Fixable(String format, Object... args) {
        super(Units.text(format, args));
    }

    /** Adds what to try, as {@link String#format} takes it, or without arguments as it is. */
    public Fixable orTry(String format, Object... args) {
        attempt = Units.text(format, args);
        return this;
    }

    /** Both in one line. */
    @Override
    public String getMessage() {
        return attempt.isEmpty() ? super.getMessage() : super.getMessage() + "; " + attempt;
    }

    /** As a person reads it: {@code error: …}, and {@code try: …} if it has that. */
    public List<String> lines() {
        String error = "error: " + super.getMessage();
        return attempt.isEmpty() ? Collections.singletonList(error) : Arrays.asList(error, "try: " + attempt);
    }
}
