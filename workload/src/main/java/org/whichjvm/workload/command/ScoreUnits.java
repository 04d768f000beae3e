package org.whichjvm.workload.command;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.score.Score;

/** Scores in the units that tables have, from those that programs print. */
final class ScoreUnits {
  private static final String MILLIS = "ms";
  private static final Map<String, Double> TIMES = new HashMap<>();

  static {
    TIMES.put("ns", 1e-6);
    TIMES.put("us", 1e-3);
    TIMES.put("µs", 1e-3);
    TIMES.put("μs", 1e-3);
    TIMES.put("msec", 1.0);
    TIMES.put(MILLIS, 1.0);
    TIMES.put("s", 1e3);
    TIMES.put("sec", 1e3);
    TIMES.put("seconds", 1e3);
  }

  private ScoreUnits() {}

  /**
   * A score of a program: times in ms, rates by the second.
   *
   * @param whose it is, for a sentence
   * @param unit as printed; empty for none
   * @param better more or less; null where the unit says it
   * @throws ForkFailure if neither says what is better
   */
  static Score score(
      final String whose,
      final String name,
      final double value,
      final String unit,
      final String better) {
    final Double millis = TIMES.get(unit.toLowerCase(Locale.ROOT));
    if (millis != null) {
      return Score.of(name, MILLIS, value * millis).better(or(better, "less"));
    }
    final int slash = unit.indexOf('/');
    final String per = slash < 0 ? "" : unit.substring(slash + 1);
    final String what = slash <= 0 ? "ops" : plain(unit.substring(0, slash));
    if (per.equals("s") || per.equals("sec")) {
      return Score.of(name, what + "/s", value).better(or(better, "more"));
    }
    if (slash > 0 && TIMES.containsKey(per)) {
      return Score.of(name, what + "/s", value * 1e3 / TIMES.get(per)).better(or(better, "more"));
    }
    if (slash > 0 && TIMES.containsKey(what)) {
      return Score.of(name, what + "/" + plain(per), value).better(or(better, "less"));
    }
    if (better == null) {
      throw new ForkFailure(
          "%s%s, so nobody knows what is better; write ,more or ,less behind its regular"
              + " expression",
          whose, unit.isEmpty() ? " has no unit" : " has the unit '" + unit + "'");
    }
    final String shown = unit.isEmpty() ? "points" : plain(what.equals("ops") ? unit : what);
    return Score.of(name, shown, value).better(better);
  }

  private static String or(final String better, final String usual) {
    return better == null ? usual : better;
  }

  private static String plain(final String unit) {
    final String letters = unit.replaceAll("[^A-Za-z]", "");
    return letters.isEmpty() ? "points" : letters;
  }
}
