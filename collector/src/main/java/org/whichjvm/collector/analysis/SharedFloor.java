package org.whichjvm.collector.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.fork.Fork;

/**
 * A floor that two campaigns both saw, as the forks of their reference measured it: its medians lie
 * less than {@link Ranking#FLOORS_APART} from one another. A ratio depends on the floor, so only
 * what was measured at one that both saw is compared across campaigns.
 *
 * @param earlier where the earlier campaign was
 * @param later where the later one was
 */
record SharedFloor(AtFloor.Group earlier, AtFloor.Group later) {
  /**
   * The floors of a campaign, from near to far: of the turns that count, or of forks that measured
   * in one piece.
   */
  static List<AtFloor.Group> groups(final ContenderForks reference) {
    return AtFloor.groups(reference.ok().stream().flatMapToDouble(SharedFloor::floors));
  }

  private static DoubleStream floors(final Fork fork) {
    return fork.byTurns()
        ? fork.turns().counting().mapToDouble(fork.turns()::floor)
        : DoubleStream.of(fork.floorNs());
  }

  /** The floors that both saw, the one first that most of both was measured at. */
  static List<SharedFloor> of(final List<AtFloor.Group> earlier, final List<AtFloor.Group> later) {
    final List<SharedFloor> shared = new ArrayList<>();
    for (final AtFloor.Group each : earlier) {
      final AtFloor.Group nearest = nearest(each, later);
      if (nearest != null && apart(each, nearest) < Ranking.FLOORS_APART) {
        // Of two that are like the same one the nearer one.
        if (nearest(nearest, earlier) == each) {
          shared.add(new SharedFloor(each, nearest));
        }
      }
    }
    shared.sort(Comparator.comparingDouble(SharedFloor::share).reversed());
    return List.copyOf(shared);
  }

  private static AtFloor.Group nearest(
      final AtFloor.Group group, final List<AtFloor.Group> others) {
    return others.stream()
        .min(Comparator.comparingDouble(other -> apart(group, other)))
        .orElse(null);
  }

  private static double apart(final AtFloor.Group one, final AtFloor.Group other) {
    return Math.max(one.median() / other.median(), other.median() / one.median());
  }

  private double share() {
    return Math.min(earlier.share(), later.share());
  }
}
