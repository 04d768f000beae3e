package org.whichjvm.collector.model;

import org.whichjvm.collector.io.Escape;

/** A file, relative to the campaign's folder, that is shown but not counted. */
public record Unusable(String file, String reason) {
    public Unusable {
        file = Escape.oneLine(file); // a reason may quote the file, and its name is anybody's too
        reason = Escape.oneLine(reason);
    }
}
