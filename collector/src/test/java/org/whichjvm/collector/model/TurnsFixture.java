package org.whichjvm.collector.model;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.util.Map;
import java.util.function.IntToDoubleFunction;

/** Adds turns to a fork, as the workload writes them. */
public final class TurnsFixture {
    /** That count, of 10,000 in a turn of 100 ms. */
    public static final int MESSAGES = 8_000;

    private static final double FLOOR = 130;

    private TurnsFixture() {}

    /**
     * Adds a turn of 100 ms for each round, at a quiet floor.
     *
     * @param step null of a fork that was alone
     * @param p50 of each turn, in ns; of response it is 100 ns more
     */
    public static void add(JsonObject fork, String step, int members, int rounds, IntToDoubleFunction p50) {
        JsonObject parameters = fork.getAsJsonObject("parameters");
        parameters.addProperty("turnSeconds", 0.1);
        parameters.addProperty("rounds", rounds);
        parameters.addProperty("members", members);
        parameters.addProperty("durationSeconds", rounds / 10.0);
        JsonObject turns = new JsonObject();
        turns.addProperty("step", step);
        turns.addProperty("startedNanos", 123_456_789L);
        turns.addProperty("slotMillis", 112.0);
        JsonArray list = new JsonArray();
        for (int round = 0; round < rounds; round++) {
            list.add(turn(round, p50.applyAsDouble(round)));
        }
        turns.add("list", list);
        fork.add("turns", turns);
    }

    private static JsonObject turn(int round, double p50) {
        JsonObject turn = new JsonObject();
        turn.addProperty("round", round);
        turn.addProperty("slot", 0);
        floor(turn, FLOOR);
        turn.addProperty("late", false);
        turn.addProperty("overloaded", false);
        turn.addProperty("messages", MESSAGES);
        turn.add("service", percentiles(p50));
        turn.add("response", percentiles(p50 + 100));
        turn.add("quarters", ForkFixture.object(Map.of("first", Math.round(p50), "last", Math.round(p50))));
        turn.addProperty("waitMicros", 120);
        turn.addProperty("helpersMicros", 30);
        turn.addProperty("compilerMicros", 0);
        turn.addProperty("asleepMicros", 210);
        if (round == 0) {
            turn.add("asleepMicros", JsonNull.INSTANCE);
        }
        return turn;
    }

    private static JsonObject percentiles(double p50) {
        return ForkFixture.object(
                Map.of("p50", Math.round(p50), "p90", Math.round(1.2 * p50), "p99", Math.round(3 * p50)));
    }

    /** The turn of a round. */
    public static JsonObject at(JsonObject fork, int round) {
        return fork.getAsJsonObject("turns").getAsJsonArray("list").get(round).getAsJsonObject();
    }

    /** Sets the floor before and after a turn. */
    public static void floor(JsonObject turn, double ns) {
        turn.addProperty("floorBefore", ns);
        turn.addProperty("floorAfter", ns);
    }

    /** Makes a turn one that could not start on time. */
    public static void late(JsonObject turn) {
        turn.addProperty("late", true);
        turn.addProperty("messages", 0);
        turn.add("service", JsonNull.INSTANCE);
        turn.add("response", JsonNull.INSTANCE);
        turn.add("quarters", JsonNull.INSTANCE);
    }
}
