package org.whichjvm.collector.model.fork;

import com.google.gson.JsonObject;
import java.util.Set;
import org.whichjvm.collector.io.Records;
import org.whichjvm.collector.io.UnusableFile;

/** Turns and disturbances of a fork that was never run. */
public final class MadeTurns {
    private MadeTurns() {}

    /** Those of a fork's JSON. */
    public static Turns of(JsonObject fork) {
        try {
            return Turns.of(
                    Records.EXACT.read(fork.getAsJsonObject("turns"), ForkFile.TurnList.class),
                    Records.EXACT.read(fork.getAsJsonObject("parameters"), ForkFile.Parameters.class),
                    Set.of(),
                    false,
                    true);
        } catch (UnusableFile exception) {
            throw new IllegalArgumentException(exception);
        }
    }

    /** The disturbances of a fork that sent this many messages, read as from its file. */
    public static Disturbances disturbances(JsonObject disturbances, long messages) {
        JsonObject fork = new JsonObject();
        fork.addProperty("schema", ForkReader.SCHEMA);
        fork.addProperty("status", Fork.OK);
        fork.addProperty("campaign", "c");
        fork.addProperty("block", 1);
        fork.addProperty("contender", "a");
        fork.add("disturbances", disturbances);
        try {
            return Disturbances.of(ForkFile.of(fork), messages, null);
        } catch (UnusableFile exception) {
            throw new IllegalArgumentException(exception);
        }
    }
}
