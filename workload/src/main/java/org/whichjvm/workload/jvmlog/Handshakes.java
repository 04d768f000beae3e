package org.whichjvm.workload.jvmlog;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The handshakes of a window, from the JVM's log of them: operations for which single threads stop,
 * each at a point of its own (JEP 312). 9 and older have none; those that log none before 14 or so
 * have no evidence of them.
 */
public final class Handshakes {
  private static final Pattern LINE =
      Pattern.compile("\\[(\\d+)ns].*?Handshake \".*Total completion time: *(\\d+) ns.*");

  /** Start and end of each, on the clock of {@link System#nanoTime()}. */
  private final List<long[]> all;

  private Handshakes(final List<long[]> all) {
    this.all = all;
  }

  /**
   * Reads a log.
   *
   * @param from start of the window, on the clock of {@link System#nanoTime()}
   * @param to end of the window
   */
  public static Handshakes parse(final String log, final long from, final long to) {
    final List<long[]> all = new ArrayList<>();
    for (final String line : log.split("\n")) {
      final Matcher matcher = LINE.matcher(line);
      if (matcher.matches()) {
        final long end = Long.parseLong(matcher.group(1));
        all.add(new long[] {end - Long.parseLong(matcher.group(2)), end});
      }
    }
    return new Handshakes(all).within(from, to);
  }

  /** These and those of another JVM that fall into the window. */
  public Handshakes plus(final Handshakes other, final long from, final long to) {
    final List<long[]> both = new ArrayList<>(all);
    both.addAll(other.within(from, to).all);
    return new Handshakes(both);
  }

  private Handshakes within(final long from, final long to) {
    final List<long[]> some = new ArrayList<>(all);
    some.removeIf(each -> each[1] < from || each[0] > to);
    return new Handshakes(some);
  }

  /** When they were, as evidence. */
  public Spans spans() {
    final Spans.Builder spans = new Spans.Builder();
    all.forEach(each -> spans.add(each[0], each[1]));
    return spans.build();
  }

  /** Writes all of them for another JVM. */
  public void write(final DataOutputStream to) throws IOException {
    to.writeInt(all.size());
    for (final long[] each : all) {
      to.writeLong(each[0]);
      to.writeLong(each[1]);
    }
  }

  /** Reads what {@link #write} of another JVM wrote. */
  public static Handshakes read(final DataInputStream from) throws IOException {
    final List<long[]> all = new ArrayList<>();
    for (int left = from.readInt(); left > 0; left--) {
      all.add(new long[] {from.readLong(), from.readLong()});
    }
    return new Handshakes(all);
  }
}
