package org.whichjvm.collector.report;

import java.util.List;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.analysis.Steadiness;
import org.whichjvm.collector.campaign.Campaign;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.fork.Disturbances;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.stats.Medians;

/** What a JVM did to itself while it measured: it is its result, and no gate excludes it. */
final class FindingsOfJvm {
  /** Of a CPU; compilers that are idle take less than a hundredth. */
  private static final double COMPILERS_BUSY = 0.05;

  private final Result result;
  private final Campaign campaign;
  private final FindingList found;

  private FindingsOfJvm(final Result result, final FindingList found) {
    this.result = result;
    this.campaign = result.campaign();
    this.found = found;
  }

  static void add(final Result result, final FindingList found) {
    final FindingsOfJvm findings = new FindingsOfJvm(result, found);
    for (final ContenderForks contender : findings.campaign.contenders()) {
      final List<Fork> forks = contender.all().stream().filter(fork -> !fork.emulated()).toList();
      findings.compilers(contender.name(), forks);
      findings.warmUp(contender.name(), forks);
      findings.overloadedTurns(contender.name(), forks);
    }
    if (result.byTurns() != null) {
      findings.unsteady();
      findings.carryOver();
    }
  }

  private void carryOver() {
    final List<String> told = TurnTables.carryOver(result.byTurns().carryOver());
    if (!told.isEmpty()) {
      found.note(
          String.join(" ", told), "Longer turns leave it behind: scripts/compare --turn 200ms.");
    }
  }

  private void compilers(final String contender, final List<Fork> forks) {
    final double busy =
        Medians.of(
            forks.stream()
                .mapToDouble(
                    fork ->
                        fork.disturbances().get(Disturbances.COMPILER_MILLIS)
                            / 1e3
                            / fork.disturbances().windowSeconds())
                .filter(share -> share >= 0));
    if (busy > COMPILERS_BUSY) {
      found.warning(
          "The JIT compilers of %s still took %s of a CPU while the typical fork measured."
              .formatted(contender, Quantity.percent(busy)),
          "Warm up longer: scripts/compare … -- --warmup 10s. No gate excludes it: it is what the"
              + " JVM does.");
    }
  }

  private void warmUp(final String contender, final List<Fork> forks) {
    final long compiled = forks.stream().filter(fork -> fork.end().stillCompiled()).count();
    if (compiled > 0) {
      found.warning(
          ("The warm-up of %s of %s forks of %s ended at its limit, before the JIT compilers"
                  + " were idle.")
              .formatted(compiled, forks.size(), contender),
          "Their figures may be those of code that was compiled anew since. Warm up longer:"
              + " scripts/compare … -- --warmup 10s.");
    }
  }

  private void overloadedTurns(final String contender, final List<Fork> forks) {
    final List<Fork> byTurns = forks.stream().filter(Fork::byTurns).toList();
    final int all = byTurns.stream().mapToInt(fork -> fork.turns().count()).sum();
    final int overloaded = byTurns.stream().mapToInt(fork -> fork.turns().overloaded()).sum();
    if (overloaded > 0) {
      found.warning(
          contender + " did not keep the rate in " + overloaded + " of its " + all + " turns.",
          "They count: slow is not missing. Compare at a lower rate too: scripts/compare … -- --rate"
              + " N.");
    }
  }

  private void unsteady() {
    for (final Steadiness each : result.byTurns().steadiness()) {
      if (each.unsteady()) {
        found.warning(
            ("%s is not steady: in the median block the p50 of the last third of its turns is %s"
                    + " times that of the first.")
                .formatted(each.contender(), Quantity.ratio(each.drift(), 3)),
            "It may still warm up: scripts/compare … -- --warmup 10s, or a longer --duration.");
      }
    }
  }
}
