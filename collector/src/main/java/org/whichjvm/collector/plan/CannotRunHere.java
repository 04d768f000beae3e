package org.whichjvm.collector.plan;

import org.whichjvm.common.Fixable;

/** This host cannot run the request: exit code 4. */
public final class CannotRunHere extends Fixable {
    private static final long serialVersionUID = 1;

    CannotRunHere(String format, Object... args) {
        super(format, args);
    }
}
