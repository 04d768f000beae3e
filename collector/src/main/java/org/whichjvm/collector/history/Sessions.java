package org.whichjvm.collector.history;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.whichjvm.collector.across.CampaignsAlike;
import org.whichjvm.collector.analysis.Comparison;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.analysis.Verdict;
import org.whichjvm.collector.campaign.Consistency;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.stats.Family;
import org.whichjvm.collector.stats.OverSessions;
import org.whichjvm.common.WrongUsage;

/**
 * Campaigns of one host, contenders and settings as sessions of one another: what of a difference
 * holds over all of them. A session counts once, however many blocks it has.
 */
public final class Sessions {
  /** Fewer sessions may decide nothing. */
  public static final int FEW = 6;

  private final List<Result> sessions;

  /** Those in which a fork counts: the others say nothing of host, settings and builds. */
  private final List<Result> measured;

  private final List<Integer> looks;
  private final List<Series> series;

  /**
   * One figure of a contender over its baseline's, in all sessions.
   *
   * @param effects log ratios, above 0 where the contender is slower
   * @param level of the significance level, of the intervals
   */
  public record Series(
      String contender,
      String baseline,
      Figure figure,
      OverSessions effects,
      double level,
      Verdict verdict) {
    public double ratio() {
      return Math.exp(effects.mean());
    }

    public double low() {
      return Math.exp(effects.interval(level)[0]);
    }

    public double high() {
      return Math.exp(effects.interval(level)[1]);
    }

    /** Whether this is its comparison in one session. */
    boolean isOf(final Comparison each) {
      return each.decidable()
          && each.contender().equals(contender)
          && each.baseline().equals(baseline)
          && each.figure().equals(figure);
    }
  }

  /**
   * Sessions in their order.
   *
   * @param looks after how many sessions somebody planned to look, ascending
   */
  public Sessions(final List<Result> sessions, final List<Integer> looks) {
    this.sessions = sessions;
    this.looks = looks;
    measured = sessions.stream().filter(each -> each.host().size() > 0).toList();
    measured.forEach(each -> checkSame(measured.get(0), each));
    series = decided();
  }

  private static void checkSame(final Result first, final Result other) {
    CampaignsAlike.checkSame(first, other);
    check(
        "its contenders",
        first,
        other,
        first.settings().contenders(),
        other.settings().contenders());
    check("its baseline", first, other, first.baseline(), other.baseline());
    check(
        "its host",
        first,
        other,
        CampaignsAlike.machine(first.host()),
        CampaignsAlike.machine(other.host()));
    for (final String contender : first.settings().contenders()) {
      final List<String> before = build(first, contender);
      final List<String> after = build(other, contender);
      // One that failed in all of a session is of no known build there.
      if (!before.isEmpty() && !after.isEmpty()) {
        check("the build of " + contender, first, other, before, after);
      }
    }
  }

  private static List<String> build(final Result result, final String contender) {
    return result.contenders().stream()
        .filter(each -> each.name().equals(contender) && each.jvm().size() > 0)
        .flatMap(each -> Consistency.JVM.stream().map(key -> Json.shown(each.jvm(), key)))
        .toList();
  }

  private static void check(
      final String what,
      final Result first,
      final Result other,
      final Object before,
      final Object after) {
    if (!Objects.equals(before, after)) {
      throw new WrongUsage(
          "%s is no session of %s: %s is %s, and was %s; give it a folder of its own",
          other.settings().campaign(), first.settings().campaign(), what, after, before);
    }
  }

  private List<Series> decided() {
    record Key(String contender, String baseline, Figure figure) {}
    final Map<Key, List<double[]>> logRatios = new LinkedHashMap<>();
    for (final Result session : sessions) {
      for (final Comparison each : session.comparisons()) {
        if (each.decidable() && each.against() == null) {
          logRatios
              .computeIfAbsent(
                  new Key(each.contender(), each.baseline(), each.figure()),
                  key -> new ArrayList<>())
              .add(each.logRatios().stream().mapToDouble(ratio -> ratio).toArray());
        }
      }
    }
    final long asked =
        logRatios.keySet().stream().filter(key -> Contender.of(key.contender).plain()).count();
    final int next = 1 + (int) looks.stream().filter(each -> each < sessions.size()).count();
    final double level = Family.LEVEL * OverSessions.share(next) / Math.max(1, asked);
    final List<Series> decided = new ArrayList<>();
    logRatios.forEach(
        (key, ratios) -> {
          final OverSessions effects = new OverSessions(ratios);
          final double[] ends = effects.interval(level);
          final Verdict verdict =
              look().isEmpty()
                  ? Verdict.INCONCLUSIVE
                  : Verdict.of(Math.exp(ends[0]), Math.exp(ends[1]), sessions.get(0).margin());
          decided.add(new Series(key.contender, key.baseline, key.figure, effects, level, verdict));
        });
    return decided;
  }

  /** Which look it is, from 1; empty before the sessions that were planned are there. */
  Optional<Integer> look() {
    final int at = looks.indexOf(sessions.size());
    return at < 0 ? Optional.empty() : Optional.of(at + 1);
  }

  /** After how many sessions a look was planned. */
  List<Integer> looks() {
    return looks;
  }

  List<Series> series() {
    return series;
  }

  List<Result> all() {
    return sessions;
  }

  /** On how many days, in UTC, they began. */
  long days() {
    return measured.stream()
        .map(each -> LocalDate.ofInstant(began(each), ZoneOffset.UTC))
        .distinct()
        .count();
  }

  /** How many boots of the host they saw. */
  long boots() {
    return measured.stream().map(each -> Json.shown(each.host(), "bootId")).distinct().count();
  }

  /** Those in which a fork counts. */
  List<Result> measured() {
    return measured;
  }

  /** A time in ISO 8601 to the minute, as people read it. */
  static String minute(final String time) {
    return time.substring(0, Math.min(16, time.length())).replace('T', ' ');
  }

  static Instant began(final Result session) {
    return session.forks().stream()
        .map(fork -> fork.end().started())
        .filter(Objects::nonNull)
        .min(Instant::compareTo)
        .orElse(session.created());
  }

  /** The baseline's own log cost, whatever the host did: no ratio. */
  OverSessions host(final Figure figure) {
    return new OverSessions(
        sessions.stream()
            .map(
                session ->
                    session.forksOf(session.baseline()).stream()
                        .filter(session::counts)
                        .mapToDouble((Fork fork) -> Math.log(fork.cost(figure)))
                        .filter(Double::isFinite)
                        .toArray())
            .toList());
  }
}
