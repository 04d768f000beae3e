package org.whichjvm.workload.host;

import org.whichjvm.common.Fixable;

/** This host, container or JVM cannot run the fork. */
public final class CannotRun extends Fixable {
    private static final long serialVersionUID = 1L;

    /** What is wrong, as {@link String#format} takes it, or without arguments as it is. */
    public CannotRun(String format, Object... args) {
        super(format, args);
    }
}
