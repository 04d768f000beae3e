package org.whichjvm.workload.jvmlog;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.whichjvm.common.Units;

/**
 * The safepoints of a window, from the JVM's log of them: pauses in which every Java thread stands
 * still; and beside them its handshakes: operations for which single threads stop, each at a point
 * of its own (JEP 312). JVMs that log no handshakes, as those before 14 or so, have no evidence of
 * them.
 *
 * <p>From 9 on the log has {@link System#nanoTime()} itself. 8 writes the time since its start with
 * three decimals, so that a pause is known to ±1 ms only, until stalls of two threads tell where it
 * was ({@link #settle}).
 */
public final class Safepoints {
  /** How far off a time of 8 may be: half of its last decimal, and rounding. */
  static final long UNCERTAINTY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private static final int LISTED = 100;

  // 13 and newer, one line a safepoint.
  private static final Pattern WHOLE =
      Pattern.compile("\\[(\\d+)ns].*?Safepoint \"([^\"]*)\".*?Total: *(\\d+) ns.*");

  // 9 to 12: the name in a line before, the time in another.
  private static final Pattern ENTERING =
      Pattern.compile("\\[\\d+ns].*?Entering safepoint region: (.*)");
  private static final Pattern STOPPED =
      Pattern.compile(
          "(?:\\[(\\d+)ns].*?|(\\d+\\.\\d+): )"
              + "Total time for which application threads were stopped: (\\d+\\.\\d+) seconds.*");

  // 8: a collection's line before, if it was one.
  private static final Pattern COLLECTION =
      Pattern.compile("\\d+\\.\\d+: \\[((?:Full )?GC[^,\\[\\]0-9]*).*");
  private static final Pattern HANDSHAKE =
      Pattern.compile("\\[(\\d+)ns].*?(Handshake) \".*Total completion time: *(\\d+) ns.*");

  private static final String UNNAMED = "safepoint";

  private List<Pause> pauses;

  private List<Pause> handshakes;

  private Safepoints(final List<Pause> pauses, final List<Pause> handshakes) {
    this.pauses = pauses;
    this.handshakes = handshakes;
  }

  /**
   * Reads a log.
   *
   * @param uptimeZero what {@link System#nanoTime()} was when the JVM's own clock started; used for
   *     8 only
   * @param from start of the window, to which all times are told
   * @param to end of the window
   */
  public static Safepoints parse(
      final String log, final long uptimeZero, final long from, final long to) {
    final List<Pause> pauses = new ArrayList<>();
    final List<Pause> handshakes = new ArrayList<>();
    String name = UNNAMED;
    for (final String line : log.split("\n")) {
      final Matcher whole = WHOLE.matcher(line);
      final Matcher stopped = STOPPED.matcher(line);
      final Matcher entering = ENTERING.matcher(line);
      final Matcher collection = COLLECTION.matcher(line);
      final Matcher handshake = HANDSHAKE.matcher(line);
      if (whole.matches()) {
        final long end = Long.parseLong(whole.group(1));
        add(pauses, end, Long.parseLong(whole.group(3)), whole.group(2), true, from, to);
      } else if (stopped.matches()) {
        final boolean exact = stopped.group(1) != null;
        final long end =
            exact ? Long.parseLong(stopped.group(1)) : uptimeZero + nanos(stopped.group(2));
        add(pauses, end, nanos(stopped.group(3)), name, exact, from, to);
        name = UNNAMED;
      } else if (entering.matches()) {
        name = entering.group(1).trim();
      } else if (collection.matches()) {
        name = collection.group(1).trim();
      } else if (handshake.matches()) {
        final long end = Long.parseLong(handshake.group(1));
        add(
            handshakes,
            end,
            Long.parseLong(handshake.group(3)),
            handshake.group(2),
            true,
            from,
            to);
      }
    }
    return new Safepoints(pauses, handshakes);
  }

  /**
   * The {@link System#nanoTime()} at which the JVM's own clock, by which 8 logs, was at 0. Waits
   * for that clock's next milliseconds: they tell more than its value.
   */
  public static long uptimeZero() {
    final RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
    long zero = Long.MAX_VALUE;
    long before = runtime.getUptime();
    for (int ticks = 0; ticks < 3; ) {
      final long uptime = runtime.getUptime();
      final long now = System.nanoTime();
      if (uptime != before) {
        zero = Math.min(zero, now - TimeUnit.MILLISECONDS.toNanos(uptime));
        before = uptime;
        ticks++;
      }
    }
    return zero;
  }

  /**
   * Finds the pauses whose time is uncertain by what both threads saw: of the stalls near a pause,
   * those that overlap for at least half of it. It is moved by no more than it takes to lie in
   * both, for the threads may be stopped before it and wait for their CPU after it. A pause that no
   * such stalls show is no evidence.
   */
  public void settle(final Stalls one, final Stalls other) {
    for (final Pause pause : pauses) {
      if (!pause.exact) {
        settle(pause, one, other);
      }
    }
  }

  private static void settle(final Pause pause, final Stalls one, final Stalls other) {
    final long length = pause.end - pause.start;
    final long from = pause.start - UNCERTAINTY_NANOS;
    final long to = pause.end + UNCERTAINTY_NANOS;
    long best = length / 2;
    for (int i = firstEndingAfter(one, from); i < one.kept() && one.start(i) <= to; i++) {
      for (int j = firstEndingAfter(other, one.start(i));
          j < other.kept() && other.start(j) <= one.end(i);
          j++) {
        final long start = Math.max(from, Math.max(one.start(i), other.start(j)));
        final long end = Math.min(to, Math.min(one.end(i), other.end(j)));
        // More than the pause itself tells no more.
        final long common = Math.min(end - start, length);
        if (one.kind(i) != Stalls.REMAP && other.kind(j) != Stalls.REMAP && common >= best) {
          best = common + 1;
          // Moved no further than it must be to lie in both.
          pause.start =
              Math.max(start, Math.min(from + UNCERTAINTY_NANOS, Math.max(start, end - length)));
          pause.end = pause.start + length;
          pause.exact = true;
        }
      }
    }
  }

  /** Gaps are kept in the order in which they ended. */
  private static int firstEndingAfter(final Stalls stalls, final long time) {
    int low = 0;
    int high = stalls.kept();
    while (low < high) {
      final int middle = (low + high) >>> 1;
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

  /** The handshakes, as evidence. */
  public Spans handshakes() {
    return spans(handshakes);
  }

  private static Spans spans(final List<Pause> pauses) {
    final Spans.Builder spans = new Spans.Builder();
    pauses.stream().filter(pause -> pause.exact).forEach(p -> spans.add(p.start, p.end));
    return spans.build();
  }

  /**
   * Count and sums of all, and the longest of them.
   *
   * @param from start of the window
   */
  public JsonObject json(final long from) {
    long total = 0;
    long max = 0;
    for (final Pause pause : pauses) {
      total += pause.end - pause.start;
      max = Math.max(max, pause.end - pause.start);
    }
    final JsonObject json = new JsonObject();
    json.addProperty("count", pauses.size());
    json.addProperty("totalMicros", Units.micros(total));
    json.addProperty("maxMicros", Units.micros(max));
    final JsonArray listed = new JsonArray();
    pauses.stream()
        .sorted(Comparator.comparingLong(pause -> pause.start - pause.end))
        .limit(LISTED)
        .forEach(
            pause -> {
              final JsonObject one = new JsonObject();
              one.addProperty("atSeconds", Units.seconds(pause.start - from));
              one.addProperty("micros", Units.micros(pause.end - pause.start));
              one.addProperty("name", pause.name);
              listed.add(one);
            });
    json.add("pauses", listed);
    return json;
  }

  /** These pauses and those of another JVM that fall into the window. */
  public Safepoints plus(final Safepoints other, final long from, final long to) {
    return new Safepoints(
        plus(pauses, other.pauses, from, to), plus(handshakes, other.handshakes, from, to));
  }

  private static List<Pause> plus(
      final List<Pause> own, final List<Pause> others, final long from, final long to) {
    final List<Pause> both = new ArrayList<>(own);
    others.stream().filter(p -> p.end >= from && p.start <= to).forEach(both::add);
    return both;
  }

  /** The safepoints of which some time lies in the spans. */
  public Safepoints during(final Spans spans) {
    return new Safepoints(
        pauses.stream()
            .filter(pause -> spans.covered(pause.start, pause.end) > 0)
            .collect(Collectors.toList()),
        handshakes);
  }

  private static void add(
      final List<Pause> pauses,
      final long end,
      final long nanos,
      final String name,
      final boolean exact,
      final long from,
      final long to) {
    if (end >= from && end - nanos <= to) {
      pauses.add(new Pause(end - nanos, end, name, exact));
    }
  }

  private static long nanos(final String seconds) {
    return Math.round(Double.parseDouble(seconds) * 1e9);
  }

  /** One safepoint. */
  private static final class Pause {
    private long start;
    private long end;
    private String name;
    private boolean exact;

    Pause(final long start, final long end, final String name, final boolean exact) {
      this.start = start;
      this.end = end;
      this.name = name;
      this.exact = exact;
    }
  }
}
