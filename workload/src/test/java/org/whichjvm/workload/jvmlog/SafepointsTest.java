package org.whichjvm.workload.jvmlog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;
import org.whichjvm.common.Units;

/** The log's lines are copied from the JVMs named. */
class SafepointsTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void seventeen() {
        one(
                "[23668184828309ns] Safepoint \"G1CollectFull\", Time since last: 101335922 ns, Reaching"
                        + " safepoint: 3514 ns, Cleanup: 5386 ns, At safepoint: 31953930 ns, Total: 31962830 ns",
                "G1CollectFull",
                23668184828309L,
                31962830L);
    }

    @Test
    void twentyFive() {
        one(
                "[23665833029378ns] Safepoint \"Cleanup\", Time since last: 105131479 ns, Reaching"
                        + " safepoint: 5363 ns, At safepoint: 3356916 ns, Leaving safepoint: 2388 ns, Total:"
                        + " 3364667 ns, Threads: 0 runnable, 10 total",
                "Cleanup",
                23665833029378L,
                3364667L);
    }

    @Test
    void eleven() {
        one(
                "[23663299702918ns] Application time: 0.0042257 seconds\n"
                        + "[23663299733066ns] Entering safepoint region: RevokeBias\n"
                        + "[23663299786374ns] Leaving safepoint region\n"
                        + "[23663299789284ns] Total time for which application threads were stopped: 0.0000662"
                        + " seconds, Stopping threads took: 0.0000126 seconds",
                "RevokeBias",
                23663299789284L,
                66200L);
    }

    @Test
    void eightIsKnownToAMillisecondUntilStallsOfBothThreadsTell() {
        Safepoints safepoints = eight();
        assertEquals(0, safepoints.spans().covered(0, Long.MAX_VALUE), "not known yet");
        Stalls one = new Stalls(4);
        Stalls other = new Stalls(4);
        // A stall of one thread alone is nothing; 0.3 ms earlier than the log says both stood still.
        long end = 7 * SECOND + 125_700_000;
        one.keep(end - 9_000_000, end - 8_000_000, Stalls.SPIN);
        one.keep(end - 5_200_000, end, Stalls.SPIN);
        other.keep(end - 5_100_000, end + 40_000, Stalls.READ);
        safepoints.settle(one, other);
        assertEquals(5_224_800, safepoints.spans().covered(0, Long.MAX_VALUE));
        assertEquals(5_100_000, safepoints.spans().covered(end - 5_100_000, end), "in both of them");
    }

    @Test
    void eightWithoutAStallOfBothIsNoEvidence() {
        Safepoints safepoints = eight();
        Stalls one = new Stalls(4);
        one.keep(7 * SECOND + 120_000_000, 7 * SECOND + 126_000_000, Stalls.SPIN);
        safepoints.settle(one, new Stalls(4));
        assertEquals(0, safepoints.spans().covered(0, Long.MAX_VALUE));
        assertEquals(1, safepoints.json(0).get("count").getAsInt(), "but it is told");
    }

    @Test
    void onlyTheWindowsAreTaken() {
        String log = line(10, "before") + line(20, "in") + line(22, "longer, in", 900) + line(40, "after");
        JsonObject json = Safepoints.parse(log, 0, 15_000, 30_000).json(15_000);
        assertEquals(2, json.get("count").getAsInt());
        assertTrue(json.get("pauses").getAsJsonArray().get(0).toString().contains("longer"), "first");
        assertEquals(0.9, json.get("maxMicros").getAsDouble());
    }

    @Test
    void linesThatAreNoneAreLeftOut() {
        String log = "\n[1ns]\nTotal: 5 ns\n0.1: Total time for which\n[xns] Safepoint \"a\"";
        assertEquals(0, Safepoints.parse(log, 0, 0, SECOND).json(0).get("count").getAsInt());
    }

    private static Safepoints eight() {
        return Safepoints.parse(
                "OpenJDK 64-Bit Server VM (25.504-b01) for linux-amd64 JRE\n"
                        + "0.120: [Full GC (System.gc())  613K->279K(65536K), 0.0050263 secs]\n"
                        + "0.126: Total time for which application threads were stopped: 0.0052248 seconds,"
                        + " Stopping threads took: 0.0000234 seconds\n",
                7 * SECOND,
                7 * SECOND,
                8 * SECOND);
    }

    private static void one(String log, String name, long end, long nanos) {
        Safepoints safepoints = Safepoints.parse(log + "\n", 0, end - SECOND, end + SECOND);
        JsonObject pause = safepoints
                .json(end - SECOND)
                .get("pauses")
                .getAsJsonArray()
                .get(0)
                .getAsJsonObject();
        assertEquals(name, pause.get("name").getAsString());
        assertEquals(Units.micros(nanos), pause.get("micros").getAsDouble());
        assertEquals(nanos, safepoints.spans().covered(end - nanos, end));
        assertEquals(nanos, safepoints.spans().covered(0, Long.MAX_VALUE));
    }

    private static String line(long micros, String name, long... nanos) {
        return "["
                + micros * 1_000
                + "ns] Safepoint \""
                + name
                + "\", Total: "
                + (nanos.length == 0 ? 100 : nanos[0])
                + " ns\n";
    }
}
