package org.whichjvm.workload.host;

import org.whichjvm.common.Units;

/** This host, container or JVM cannot run the fork; the message tells a person what to do. */
public final class CannotRun extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The sentence, as {@link String#format} takes it, or without arguments as it is. */
    public CannotRun(String format, Object... args) {
        super(Units.text(format, args));
    }
}
