package org.whichjvm.collector.report;

import java.util.Locale;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.io.Field.About;

/** A reader should know it: what happened, with the value, and what to do next. */
public record Finding(
        @About("doubt stands above every verdict.") Level level,
        String what,
        @About("What to do about it.") String next) {
    public enum Level {
        /** Puts every verdict of the campaign in doubt: shown above everything else. */
        DOUBT,

        /** Limits what the campaign can tell. */
        WARNING,

        /** Limits nothing, and is worth knowing. */
        NOTE;

        public final String key = name().toLowerCase(Locale.ROOT);
    }

    Finding escaped() {
        return new Finding(level, Escape.prose(what), Escape.prose(next));
    }
}
