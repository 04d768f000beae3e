package org.whichjvm.collector.analysis;

import java.util.List;
import org.whichjvm.collector.campaign.Design;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.Percentile;

/**
 * One figure of a contender, divided by the reference in its block, in two campaigns.
 *
 * @param contender the contender
 * @param metric the figure
 * @param blocks of the later campaign in which both have it
 * @param ratio later over earlier; NaN if one campaign has no such block
 * @param low lower end of its 95 % interval; NaN if there are too few blocks
 * @param high its upper end; NaN likewise
 * @param p of "nothing has changed"; NaN likewise
 * @param differenceNs how much more the contender takes longer than the reference, in ns; NaN of
 *     all but the p50 of a latency
 * @param byFloor the same at each floor that both campaigns saw; empty unless they saw several
 * @param reason why it is not decided, or what a verdict rests on
 * @param decidable whether it may have a verdict
 */
record Change(
    String contender,
    Metric metric,
    int blocks,
    double ratio,
    double low,
    double high,
    double p,
    double differenceNs,
    List<AtFloor> byFloor,
    Reason reason,
    boolean decidable) {
  /** What cannot be compared. */
  static Change none(final String contender, final Metric metric, final Reason reason) {
    final double unknown = Double.NaN;
    return new Change(
        contender, metric, 0, unknown, unknown, unknown, unknown, unknown, List.of(), reason,
        false);
  }

  /**
   * A figure of two campaigns.
   *
   * @param before contender and reference in the earlier one
   * @param after both in the later one
   * @param floors that both saw, at least one; the first is the one that is decided at
   * @param design of the later campaign
   * @param alpha how often, at most, its interval may miss the change
   */
  static Change of(
      final Pairs before,
      final Pairs after,
      final Metric metric,
      final List<SharedFloor> floors,
      final Design design,
      final double alpha) {
    for (final Pairs each : List.of(before, after)) {
      if (each.forks().isEmpty()) {
        return none(after.contender(), metric, each.none());
      }
    }
    final List<At> there =
        floors.stream().map(floor -> At.of(floor, before, after, metric)).toList();
    final At first = there.get(0);
    if (first.empty()) {
      return none(after.contender(), metric, Reason.Plain.TOO_FEW_ROUNDS);
    }
    final Shift shift = Shift.of(first.before(), first.after(), metric, alpha);
    final Reason undecidable = undecidable(first, metric, design);
    final boolean p50 = metric instanceof Metric.OfLatency of && of.percentile() == Percentile.P50;
    return new Change(
        after.contender(),
        metric,
        first.after().forks().size(),
        shift.ratio(),
        shift.low(),
        shift.high(),
        shift.p(),
        p50 ? shift.difference() : Double.NaN,
        p50 && there.size() > 1
            ? there.stream().filter(at -> !at.empty()).map(at -> at.shown(design.margin())).toList()
            : List.of(),
        undecidable == null
            ? new Reason.Referred(after.baseline(), first.floor().later().median())
            : undecidable,
        undecidable == null);
  }

  /** What both campaigns have at a floor that both saw. */
  private record At(SharedFloor floor, Pairs before, Pairs after, Metric metric) {
    static At of(
        final SharedFloor floor, final Pairs before, final Pairs after, final Metric metric) {
      return new At(
          floor,
          before.atFloors(floor.earlier().from(), floor.earlier().to()).having(metric),
          after.atFloors(floor.later().from(), floor.later().to()).having(metric),
          metric);
    }

    boolean empty() {
      return before.forks().isEmpty() || after.forks().isEmpty();
    }

    AtFloor shown(final double margin) {
      final Shift shift = Shift.of(before, after, metric, Decision.ALPHA);
      return new AtFloor(
          floor.later().median(),
          after.forks().size(),
          shift.ratio(),
          shift.low(),
          shift.high(),
          shift.difference(),
          Verdict.of(shift.low(), shift.high(), margin));
    }

    /** Whether the figure is of whole forks, whose turns were at this floor and at others. */
    boolean ofWholeForks() {
      return ofWholeForks(before, floor.earlier()) || ofWholeForks(after, floor.later());
    }

    private boolean ofWholeForks(final Pairs pairs, final AtFloor.Group group) {
      final boolean several = group.from() > 0 || group.to() < Double.POSITIVE_INFINITY;
      return several
          && pairs.forks().stream()
              .anyMatch(each -> each.rounds() != null && !each.byRounds(metric));
    }
  }

  private static Reason undecidable(final At there, final Metric metric, final Design design) {
    final Reason undeclared = metric.undeclared(design);
    if (undeclared != null) {
      return undeclared instanceof Reason.Undeclared
          ? new Reason.Undeclared(metric, true)
          : undeclared;
    }
    if (there.ofWholeForks()) {
      return Reason.Plain.SEVERAL_FLOORS;
    }
    final List<Fork> before = forks(there.before());
    final List<Fork> after = forks(there.after());
    // Without a fork that kept the rate there are no events to count.
    return before.isEmpty() || after.isEmpty() ? null : metric.tooLittle(after, before);
  }

  private static List<Fork> forks(final Pairs pairs) {
    return pairs.forks().stream().filter(Pairs.Pair::finite).map(Pairs.Pair::contender).toList();
  }

  /**
   * With its verdict, if it may have one.
   *
   * @param earlier the name of the earlier campaign
   * @param all the same with an interval that holds together with those of all that is decided
   * @param decided how many figures are
   * @param margin what counts as no change, 0.03 being 3 %
   */
  Comparison comparison(
      final String earlier, final Change all, final int decided, final double margin) {
    final double none = Double.NaN;
    final Verdict verdict =
        decidable ? Verdict.of(all.low, all.high, margin) : Verdict.INCONCLUSIVE;
    return new Comparison(
        contender,
        earlier,
        metric,
        ratio,
        decidable ? all.low : none,
        decidable ? all.high : none,
        low,
        high,
        decidable ? p : none,
        decidable ? Math.min(1, p * decided) : none,
        blocks,
        0,
        0,
        false,
        verdict,
        none,
        decidable,
        reason,
        none,
        differenceNs,
        byFloor,
        verdict,
        null,
        List.of());
  }
}
