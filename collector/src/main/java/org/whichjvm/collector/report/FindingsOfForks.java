package org.whichjvm.collector.report;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntBiFunction;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.analysis.GateCount;
import org.whichjvm.collector.analysis.Ranking;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.analysis.Steadiness;
import org.whichjvm.collector.campaign.Campaign;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.Gate;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.campaign.fork.Disturbances;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.campaign.fork.SlowMessages;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.common.SlowCause;

/**
 * Host and JVM did this while the forks measured, and it limits what they tell. What a JVM does to
 * itself is its result, and no gate excludes it.
 */
final class FindingsOfForks {
  private static final double NOT_QUIET = 0.25;
  // Fewer may be chance.
  private static final int LOPSIDED = 3;
  private static final double MANY_FAULTS = 0.5;
  private static final double FEW_HUGE = 0.5;
  private static final double UNEXPLAINED = 0.25;
  private static final int MOST_NAMED = 4;

  /** Compilers that are idle take less than a hundredth of a CPU. */
  private static final double COMPILERS_BUSY = 0.05;

  private static final List<Excludable> EXCLUDABLE =
      List.of(
          new Excludable(
              "forks",
              0.25,
              each -> each.excluded().size(),
              each -> each.all().size(),
              (each, gate) -> each.blocksExcludedBy(gate).size(),
              GateCount::forks,
              "More blocks run again with --retries N."),
          // A host disturbs all contenders alike, and each has hundreds of turns.
          new Excludable(
              "turns",
              0.1,
              ContenderForks::turnsExcluded,
              ContenderForks::turns,
              ContenderForks::turnsExcludedBy,
              each -> each.gate().ofRounds() ? 0 : each.turns(),
              "More rounds (--duration) make up for them."));

  private final Result result;
  private final Campaign campaign;
  private final List<ContenderResult> contenders;
  private final Findings found;

  FindingsOfForks(final Result result, final Findings found) {
    this.result = result;
    this.campaign = result.campaign();
    this.contenders = result.contenders().stream().filter(each -> !each.onlyEmulated()).toList();
    this.found = found;
  }

  /**
   * Gates exclude whole forks, or turns of forks that measured by turns.
   *
   * @param word for them
   * @param lopsided how much greater a part of one side than of the other is worth a warning
   * @param excluded how many of a contender's are
   * @param all how many it has
   * @param by how many of them a gate excludes
   * @param counted how many a gate excludes in all
   * @param advice against it
   */
  private record Excludable(
      String word,
      double lopsided,
      ToIntFunction<ContenderForks> excluded,
      ToIntFunction<ContenderForks> all,
      ToIntBiFunction<ContenderForks, Gate> by,
      ToIntFunction<GateCount> counted,
      String advice) {
    double share(final ContenderForks contender) {
      return (double) excluded.applyAsInt(contender) / Math.max(1, all.applyAsInt(contender));
    }

    String counts(final ContenderForks contender) {
      return "%s of %s %s of %s"
          .formatted(
              excluded.applyAsInt(contender), all.applyAsInt(contender), word, contender.name());
    }

    String gates(final ContenderForks contender) {
      return Arrays.stream(Gate.values())
          .filter(each -> by.applyAsInt(contender, each) > 0)
          .map(Gate::option)
          .collect(Collectors.joining(", "));
    }
  }

  void gates() {
    EXCLUDABLE.forEach(this::excluded);
    lopsided();
  }

  void host() {
    floors();
    clock();
    hugePages();
    pageFaults();
    unexplained();
  }

  void jvms() {
    for (final ContenderForks contender : campaign.contenders()) {
      final List<Fork> forks = contender.all().stream().filter(fork -> !fork.emulated()).toList();
      compilers(contender.name(), forks);
      warmUp(contender.name(), forks);
      overloadedTurns(contender.name(), forks);
    }
    if (result.byTurns() != null) {
      unsteady();
      carryOver();
    }
  }

  private void excluded(final Excludable what) {
    final int excluded = campaign.contenders().stream().mapToInt(what.excluded).sum();
    final int all = campaign.contenders().stream().mapToInt(what.all).sum();
    if (excluded == 0) {
      return;
    }
    final Gate most =
        result.gates().stream()
            .max(Comparator.comparingInt(what.counted))
            .map(GateCount::gate)
            .orElseThrow();
    final String sentence =
        "Gates excluded %s of %s %s, mostly %s: %s."
            .formatted(excluded, all, what.word, most.option(), most.what);
    if (excluded > NOT_QUIET * all) {
      found.warning(
          sentence, "This host is not quiet: scripts/doctor says what can be done. " + what.advice);
    } else if (what.word.equals("forks")) {
      found.note(
          sentence, "Nothing: they decide nothing, and the table Excluded by gates counts them.");
    }
  }

  /** If gates exclude much more of one side than of the other, that side may have caused it. */
  private void lopsided() {
    final List<String> names = campaign.contenders().stream().map(ContenderForks::name).toList();
    for (final ContenderForks contender : campaign.contenders()) {
      final String baseline = Contender.baselineOf(contender.name(), names, campaign.baseline());
      final ContenderForks base = campaign.contenders().get(names.indexOf(baseline));
      for (final Excludable what : EXCLUDABLE) {
        final int more = what.excluded.applyAsInt(contender) - what.excluded.applyAsInt(base);
        if (contender != base
            && Math.abs(more) >= LOPSIDED
            && Math.abs(what.share(contender) - what.share(base)) >= what.lopsided) {
          final ContenderForks most = more > 0 ? contender : base;
          found.warning(
              "Gates excluded %s, but %s: the JVM itself may have caused what they exclude."
                  .formatted(what.counts(most), what.counts(more > 0 ? base : contender)),
              "If it did, repeat the campaign without the gate (%s): --gate NAME=off."
                  .formatted(what.gates(most)));
        }
      }
    }
  }

  private void floors() {
    final List<ContenderResult> measured =
        contenders.stream()
            .filter(each -> each.floorNs() > 0)
            .sorted(Comparator.comparingDouble(ContenderResult::floorNs))
            .toList();
    if (measured.isEmpty()) {
      return;
    }
    final ContenderResult low = measured.get(0);
    final ContenderResult high = measured.get(measured.size() - 1);
    if (high.floorNs() > Ranking.FLOORS_APART * low.floorNs()) {
      found.warning(
          "The floor was not the same for all: %s beside %s, %s beside %s."
              .formatted(
                  Quantity.time(low.floorNs()),
                  low.name(),
                  Quantity.time(high.floorNs()),
                  high.name()),
          "A virtual machine's CPUs may have been moved. Compare "
              + (campaign.ofScores() ? "÷ floor in table 2" : "p50 ÷ floor in table 3")
              + ", and take more blocks: their median evens it out.");
    }
  }

  private void clock() {
    final JsonObject host =
        campaign.contenders().stream()
            .flatMap(contender -> contender.all().stream())
            .map(Fork::host)
            .findFirst()
            .orElse(new JsonObject());
    final String governor = Json.shown(host, "governor");
    if (!governor.isEmpty() && !governor.equals("performance")) {
      found.warning(
          "The CPUs' clock is governed by " + governor + ".",
          "Let the host run at a fixed clock: cpupower frequency-set --governor performance.");
    }
    if (host.size() > 0 && Json.shown(host, "isolatedCpus").isEmpty()) {
      final boolean scores = campaign.ofScores();
      found.note(
          "No CPU of this host is isolated: other programs add to %s."
              .formatted(scores ? "every score" : "p99.9 and beyond"),
          scores
              ? "More blocks even that out; isolated CPUs (isolcpus=, nohz_full=) keep them away."
              : "For the tail, isolate two CPUs (isolcpus=, nohz_full=) and give them with --cpus.");
    }
  }

  private void hugePages() {
    for (final ContenderResult contender : contenders) {
      final List<Fork> forks = result.forksOf(contender.name());
      final double huge = JvmTables.hugeShare(forks);
      if (JvmTables.kinds(forks).contains("huge") && huge < FEW_HUGE) {
        found.warning(
            "The queue of %s was to lie in huge pages, but only %s of it did."
                .formatted(contender.name(), CauseText.share(huge)),
            "The host may have too few free huge pages: restart it, or let it compact its memory"
                + " (echo 1 > /proc/sys/vm/compact_memory).");
      }
    }
  }

  private void pageFaults() {
    final double[] shares =
        contenders.stream()
            .filter(each -> Set.of("shm").equals(JvmTables.kinds(result.forksOf(each.name()))))
            .mapToDouble(JvmTables::pageFaults)
            .filter(share -> share >= MANY_FAULTS)
            .sorted()
            .toArray();
    if (shares.length > 0) {
      final String least = CauseText.share(shares[0]);
      final String most = CauseText.share(shares[shares.length - 1]);
      found.note(
          "On shm %s of the messages beyond the p99 service time wait for a page fault."
              .formatted(least.equals(most) ? most : least.replace(" %", "") + "–" + most),
          "The memory does that, not the JVM: --queue-memory huge takes it away.");
    }
  }

  private void unexplained() {
    final List<String> where = new ArrayList<>();
    for (final ContenderResult contender : contenders) {
      for (final Latency latency : Latency.values()) {
        for (final SlowMessages.Level level : SlowMessages.Level.values()) {
          final SlowMessages.Causes causes = contender.attribution().at(latency, level);
          if (causes != null && causes.share(SlowCause.UNEXPLAINED) > UNEXPLAINED) {
            final String share = CauseText.share(causes.share(SlowCause.UNEXPLAINED));
            where.add(
                contender.name() + " " + CauseText.place(latency, level) + " (" + share + ")");
          }
        }
      }
    }
    if (!where.isEmpty()) {
      final int left = where.size() - MOST_NAMED;
      found.note(
          "Nothing recorded explains more than a quarter of the slow messages: "
              + String.join(", ", where.subList(0, Math.min(MOST_NAMED, where.size())))
              + (left > 0 ? " and " + left + " more." : "."),
          "The section Why messages were slow shows them in grey. No thread is known to have"
              + " waited for its CPU then: an exit of a virtual machine, an interrupt, a deoptimisation"
              + " and a page fault of code look like that.");
    }
  }

  private void carryOver() {
    final List<String> told = DisturbanceTables.carryOver(result.byTurns().carryOver());
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
