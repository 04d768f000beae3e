package org.whichjvm.collector.cli;

import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.campaign.CampaignSettings;
import org.whichjvm.collector.campaign.JudgedFork;
import org.whichjvm.collector.campaign.Rounds;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.campaign.fork.Fork;

/** Why gates exclude a fork of a block. */
final class Excluding {
  private final CampaignSettings settings;

  Excluding(final CampaignSettings settings) {
    this.settings = settings;
  }

  /** Sentences that begin with the contender; empty if all forks of the block count. */
  List<String> reasons(final List<Fork> forks) {
    final List<Fork> ok = forks.stream().filter(fork -> fork.status().equals(Fork.OK)).toList();
    final List<JudgedFork> judged =
        forks.stream()
            .filter(fork -> !fork.emulated() && (ok.contains(fork) || fork.overloaded()))
            .map(fork -> JudgedFork.of(settings.gates(), fork, ok))
            .toList();
    final List<String> reasons =
        judged.stream()
            .flatMap(
                each ->
                    each.trips().stream()
                        .map(trip -> each.fork().name().contender() + ": " + trip.sentence()))
            .toList();
    return reasons.isEmpty()
        ? tooFewRounds(
            judged.stream().map(JudgedFork::fork).filter(fork -> !fork.overloaded()).toList())
        : reasons;
  }

  /** Contenders that gates left too few rounds to be compared with their baselines. */
  private List<String> tooFewRounds(final List<Fork> ok) {
    final List<String> reasons = new ArrayList<>();
    for (final Fork fork : ok) {
      final String name = fork.name().contender();
      final String baseline =
          Contender.baselineOf(name, settings.contenders(), settings.baseline());
      for (final Fork other : ok) {
        if (!name.equals(baseline) && other.name().contender().equals(baseline)) {
          Rounds.of(fork, other, settings.gates())
              .filter(rounds -> !rounds.enough())
              .ifPresent(
                  rounds ->
                      reasons.add(
                          "%s: %s of %s rounds are left to compare it with %s, and it needs %s"
                              .formatted(
                                  name,
                                  rounds.count(),
                                  fork.turns().count(),
                                  baseline,
                                  Rounds.LEAST)));
        }
      }
    }
    return reasons;
  }
}
