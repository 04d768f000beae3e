package org.whichjvm.collector.plan;

import org.whichjvm.common.Units;

/** This host cannot run the request: exit code 4, with the sentence. */
public final class CannotRunHere extends RuntimeException {
    private static final long serialVersionUID = 1;

    CannotRunHere(String format, Object... args) {
        super(Units.text(format, args));
    }
}
