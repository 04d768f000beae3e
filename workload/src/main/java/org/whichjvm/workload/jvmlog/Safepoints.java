package org.whichjvm.workload.jvmlog;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.whichjvm.common.Units;

/**
 * The safepoints of a window, from the JVM's log of them: pauses in which every Java thread stands still; and beside
 * them its handshakes: operations for which single threads stop, each at a point of its own (JEP 312). JVMs that log no
 * handshakes, as those before 14 or so, have no evidence of them.
 *
 * <p>From 9 on the log has {@link System#nanoTime()} itself. 8 writes the time since its start with three decimals, so
 * that a pause is known to ±1 ms only, until stalls of two threads tell where it was ({@link #settle}).
 */
public final class Safepoints {
    /** How far off a time of 8 may be: half of its last decimal, and rounding. */
    static final long UNCERTAINTY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final int LISTED = 100;

    // 13 and newer, one line a safepoint; a handshake has no name here.
    private static final Pattern WHOLE = Pattern.compile(
            "\\[(\\d+)ns].*?(?:Safepoint \"([^\"]*)\".*?Total" + "|Handshake \".*Total completion time): *(\\d+) ns.*");

    // 9 to 12: the name in a line before, the time in another.
    private static final Pattern ENTERING = Pattern.compile("\\[\\d+ns].*?Entering safepoint region: (.*)");
    private static final Pattern STOPPED = Pattern.compile("(?:\\[(\\d+)ns].*?|(\\d+\\.\\d+): )"
            + "Total time for which application threads were stopped: (\\d+\\.\\d+) seconds.*");

    // 8: a collection's line before, if it was one.
    private static final Pattern COLLECTION = Pattern.compile("\\d+\\.\\d+: \\[((?:Full )?GC[^,\\[\\]0-9]*).*");

    private static final String UNNAMED = "safepoint";

    private final List<Pause> pauses = new ArrayList<>();
    private final List<Pause> handshakes = new ArrayList<>();

    /**
     * Reads a log.
     *
     * @param uptimeZero what {@link System#nanoTime()} was when the JVM's own clock started; used for 8 only
     * @param from start of the window, to which all times are told
     * @param to end of the window
     */
    public static Safepoints parse(String log, long uptimeZero, long from, long to) {
        Safepoints all = new Safepoints();
        String name = UNNAMED;
        for (String line : log.split("\n")) {
            Matcher whole = WHOLE.matcher(line);
            Matcher stopped = STOPPED.matcher(line);
            Matcher entering = ENTERING.matcher(line);
            Matcher collection = COLLECTION.matcher(line);
            if (whole.matches()) {
                long end = Long.parseLong(whole.group(1));
                long start = end - Long.parseLong(whole.group(3));
                (whole.group(2) == null ? all.handshakes : all.pauses).add(new Pause(start, end, whole.group(2), true));
            } else if (stopped.matches()) {
                boolean exact = stopped.group(1) != null;
                long end = exact ? Long.parseLong(stopped.group(1)) : uptimeZero + nanos(stopped.group(2));
                all.pauses.add(new Pause(end - nanos(stopped.group(3)), end, name, exact));
                name = UNNAMED;
            } else if (entering.matches()) {
                name = entering.group(1).trim();
            } else if (collection.matches()) {
                name = collection.group(1).trim();
            }
        }
        Predicate<Pause> outside = pause -> pause.end < from || pause.start > to;
        all.pauses.removeIf(outside);
        all.handshakes.removeIf(outside);
        return all;
    }

    /**
     * The {@link System#nanoTime()} at which the JVM's own clock, by which 8 logs, was at 0. Waits for that clock's
     * next milliseconds: they tell more than its value.
     */
    public static long uptimeZero() {
        RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
        long zero = Long.MAX_VALUE;
        long before = runtime.getUptime();
        for (int ticks = 0; ticks < 3; ) {
            long uptime = runtime.getUptime();
            long now = System.nanoTime();
            if (uptime != before) {
                zero = Math.min(zero, now - TimeUnit.MILLISECONDS.toNanos(uptime));
                before = uptime;
                ticks++;
            }
        }
        return zero;
    }

    /**
     * Finds the pauses whose time is uncertain by what both threads saw: of the stalls near a pause, those that overlap
     * for at least half of it. It is moved by no more than it takes to lie in both, for the threads may be stopped
     * before it and wait for their CPU after it. A pause that no such stalls show is no evidence.
     */
    public void settle(Stalls one, Stalls other) {
        pauses.stream().filter(pause -> !pause.exact).forEach(pause -> settle(pause, one, other));
    }

    private static void settle(Pause pause, Stalls one, Stalls other) {
        long length = pause.nanos();
        long from = pause.start - UNCERTAINTY_NANOS;
        long to = pause.end + UNCERTAINTY_NANOS;
        long best = length / 2;
        for (int i = firstEndingAfter(one, from); i < one.kept() && one.start(i) <= to; i++) {
            for (int j = firstEndingAfter(other, one.start(i)); j < other.kept() && other.start(j) <= one.end(i); j++) {
                long start = Math.max(from, Math.max(one.start(i), other.start(j)));
                long end = Math.min(to, Math.min(one.end(i), other.end(j)));
                // More than the pause itself tells no more.
                long common = Math.min(end - start, length);
                if (one.kind(i) != Stalls.REMAP && other.kind(j) != Stalls.REMAP && common >= best) {
                    best = common + 1;
                    pause.start = Math.max(start, Math.min(from + UNCERTAINTY_NANOS, Math.max(start, end - length)));
                    pause.end = pause.start + length;
                    pause.exact = true;
                }
            }
        }
    }

    /** Gaps are kept in the order in which they ended. */
    private static int firstEndingAfter(Stalls stalls, long time) {
        int low = 0;
        int high = stalls.kept();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (stalls.end(middle) < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The pauses whose time is known, as evidence. */
    public Spans spans() {
        return spans(pauses);
    }

    public Spans handshakes() {
        return spans(handshakes);
    }

    private static Spans spans(List<Pause> pauses) {
        Spans.Builder spans = new Spans.Builder();
        pauses.stream().filter(pause -> pause.exact).forEach(p -> spans.add(p.start, p.end));
        return spans.build();
    }

    /** Count and sums of all, and the longest of them, by the time since the start of the window. */
    public JsonObject json(long from) {
        List<Pause> longest = new ArrayList<>(pauses);
        longest.sort(Comparator.comparingLong(Pause::nanos).reversed());
        JsonArray listed = new JsonArray();
        for (Pause pause : longest.subList(0, Math.min(LISTED, longest.size()))) {
            JsonObject one = new JsonObject();
            one.addProperty("atSeconds", Units.seconds(pause.start - from));
            one.addProperty("micros", Units.micros(pause.nanos()));
            one.addProperty("name", pause.name);
            listed.add(one);
        }
        LongSummaryStatistics nanos = pauses.stream().mapToLong(Pause::nanos).summaryStatistics();
        JsonObject json = new JsonObject();
        json.addProperty("count", nanos.getCount());
        json.addProperty("totalMicros", Units.micros(nanos.getSum()));
        json.addProperty("maxMicros", Units.micros(Math.max(0, nanos.getMax())));
        json.add("pauses", listed);
        return json;
    }

    /** The safepoints of which some time lies in the spans. */
    public Safepoints during(Spans spans) {
        Safepoints during = new Safepoints();
        during.handshakes.addAll(handshakes);
        pauses.stream()
                .filter(pause -> spans.covered(pause.start, pause.end) > 0)
                .forEach(during.pauses::add);
        return during;
    }

    private static long nanos(String seconds) {
        return Math.round(Double.parseDouble(seconds) * 1e9);
    }

    private static final class Pause {
        private final String name;
        private long start;
        private long end;
        private boolean exact;

        Pause(long start, long end, String name, boolean exact) {
            this.start = start;
            this.end = end;
            this.name = name;
            this.exact = exact;
        }

        long nanos() {
            return end - start;
        }
    }
}
