package org.whichjvm.workload.command;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.whichjvm.common.Units;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.host.HostCounters;
import org.whichjvm.workload.host.Kernel;
import org.whichjvm.workload.host.ThisJvm;
import org.whichjvm.workload.score.Score;

/** The outcome of a run of a program: whether it failed, and the scores that every program has. */
final class ProgramOutcome {
  private static final double MB = 1e6;
  private static final double MILLION = 1e6;

  /** JVMS 4.1: class files of Java N have the major version 44 + N. */
  private static final int CLASS_FILES = 44;

  private static final Pattern NEWER =
      Pattern.compile(
          "(\\S+) has been compiled by a more recent version of the Java Runtime \\(class file"
              + " version (\\d+)");

  private static final int KILLED = 128 + Kernel.SIGKILL;
  private static final String LESS = "less";

  private final ProgramRun run;
  private final Pattern until;

  /**
   * @param run one that has ended
   * @param until the line that was to end it; null for none
   */
  ProgramOutcome(final ProgramRun run, final Pattern until) {
    this.run = run;
    this.until = until;
  }

  /**
   * Tells it in the fork's file.
   *
   * @param ownNanos CPU time of this JVM meanwhile
   */
  void describe(final JsonObject json, final HostCounters host, final long ownNanos) {
    final JsonObject told = new JsonObject();
    told.addProperty("exit", run.exit);
    told.addProperty("leftProcesses", run.left);
    told.addProperty("outputBytes", run.output().bytes());
    json.add("program", told);
    final JsonObject disturbances = new JsonObject();
    disturbances.addProperty("windowSeconds", Units.seconds(run.wallNanos));
    final long micros = run.after.userMicros(run.before) + run.after.systemMicros(run.before);
    disturbances.add("host", host.json(TimeUnit.MICROSECONDS.toNanos(micros) + ownNanos));
    json.add("disturbances", disturbances);
  }

  /**
   * Looks whether it did what it should have.
   *
   * @throws ForkFailure if not
   */
  void check() {
    final String last = run.output().lastLines();
    final String words = last.isEmpty() ? "; it printed nothing" : "; it said last: " + last;
    if (run.ended != null) {
      throw new ForkFailure("the program " + run.ended + words);
    }
    final Matcher newer = NEWER.matcher(run.output().text());
    if (run.exit != 0 && newer.find()) {
      throw new ForkFailure(
          "the program needs Java "
              + (Integer.parseInt(newer.group(2)) - CLASS_FILES)
              + " or newer ("
              + newer.group(1)
              + "), and this is Java "
              + ThisJvm.major());
    }
    if (until != null) {
      if (run.untilNanos() == 0) {
        throw new ForkFailure(
            "the program ended (exit code "
                + run.exit
                + ") before a line of its output matched --until "
                + until.pattern()
                + words);
      }
      return;
    }
    if (run.exit == KILLED) {
      throw new ForkFailure(
          "the program was killed (signal 9), as one is that has more memory than its limit"
              + words);
    }
    if (run.exit != 0) {
      throw new ForkFailure("the program failed with exit code " + run.exit + words);
    }
  }

  /**
   * The scores that every program has.
   *
   * @param alone whether it has no scores of its own, so that its time is what it is about
   */
  List<Score> scores(final boolean alone) {
    final List<Score> all = new ArrayList<>();
    if (until != null) {
      all.add(time("until", run.untilNanos() / MILLION));
    } else {
      final Score wall = time("wall", run.wallNanos / MILLION);
      all.add(alone ? wall : wall.beside());
    }
    if (run.groupPeak != null) {
      all.add(memory("peak-memory", run.groupPeak));
    } else if (run.after.peakKb() > run.before.peakKb()) {
      all.add(memory("peak-rss", run.after.peakKb() << 10));
    }
    add(all, "cpu-user", "ms", run.after.userMicros(run.before) / 1e3);
    add(all, "cpu-system", "ms", run.after.systemMicros(run.before) / 1e3);
    add(all, "context-switches", "count", run.after.contextSwitches(run.before));
    add(all, "page-faults", "count", run.after.pageFaults(run.before));
    return all;
  }

  private static Score time(final String name, final double millis) {
    return Score.of(name, "ms", millis);
  }

  private static Score memory(final String name, final long bytes) {
    return Score.of(name, "MB", bytes / MB).better(LESS);
  }

  /** The kernel may have counted nothing of a short program, and nothing has no ratio. */
  private static void add(
      final List<Score> all, final String name, final String unit, final double value) {
    if (value > 0) {
      all.add(Score.of(name, unit, value).beside());
    }
  }
}
