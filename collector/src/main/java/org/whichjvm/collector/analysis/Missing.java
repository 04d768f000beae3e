package org.whichjvm.collector.analysis;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.whichjvm.collector.campaign.Campaign;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.Design;
import org.whichjvm.collector.campaign.fork.Fork;

/**
 * A score that forks of a contender lack, though they ended well: other forks of the campaign have
 * it, or these say that its benchmark failed. By the score's name, because the number of threads
 * may be a contender's own.
 *
 * @param forks that lack it
 * @param of so many of the contender
 * @param reason as a fork tells it, of unknown origin; empty if none does
 */
public record Missing(String contender, String score, int forks, int of, Optional<String> reason) {
  /** In the order of contenders and of their scores. */
  static List<Missing> of(final Campaign campaign) {
    final Design design = campaign.progress().design();
    final Set<String> names = new LinkedHashSet<>();
    for (final ContenderForks each : campaign.contenders()) {
      for (final Fork fork : each.all()) {
        names.addAll(fork.measured().failed().keySet());
        fork.scores().keySet().stream()
            .filter(score -> !score.optional() && (score.usual() || design.decides(score)))
            .forEach(score -> names.add(score.name()));
      }
    }
    final List<Missing> missing = new ArrayList<>();
    for (final ContenderForks each : campaign.contenders()) {
      for (final String name : names) {
        final List<Fork> without =
            each.all().stream()
                .filter(
                    fork ->
                        fork.scores().keySet().stream()
                            .noneMatch(score -> score.name().equals(name)))
                .toList();
        if (!without.isEmpty()) {
          missing.add(
              new Missing(
                  each.name(),
                  name,
                  without.size(),
                  each.all().size(),
                  without.stream()
                      .map(fork -> fork.measured().failed().get(name))
                      .filter(Objects::nonNull)
                      .findFirst()));
        }
      }
    }
    return missing;
  }

  /** Whether something failed: a rate at which no service level is met is none, and no failure. */
  boolean failure() {
    return !score.startsWith("critical-");
  }
}
