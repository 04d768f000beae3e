package org.whichjvm.collector.model.fork;

import com.google.gson.JsonObject;
import java.util.Set;
import org.whichjvm.collector.io.UnusableFile;

/** Turns of a fork that was never run. */
public final class MadeTurns {
    private MadeTurns() {}

    /** Those of a fork's JSON. */
    public static Turns of(JsonObject fork) {
        try {
            return Turns.of(fork, Set.of(), true);
        } catch (UnusableFile exception) {
            throw new IllegalArgumentException(exception);
        }
    }
}
