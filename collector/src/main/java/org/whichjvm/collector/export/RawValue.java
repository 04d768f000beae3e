package org.whichjvm.collector.export;

import java.util.OptionalInt;
import java.util.function.Consumer;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.campaign.fork.Turns;
import org.whichjvm.common.Percentile;

/**
 * A figure as a fork measured it, or a turn of that fork.
 *
 * @param block of the fork, from 1
 * @param contender of the fork
 * @param turn its round, from 0; empty of the fork as a whole
 * @param figure its name: service-p99.9, or a score's key
 * @param value above 0, in the unit
 * @param unit as JMH writes it: ns/op, ops/s, ms
 * @param more whether more of it is better
 */
record RawValue(
    int block,
    String contender,
    OptionalInt turn,
    String figure,
    double value,
    String unit,
    boolean more) {
  /** The figures of each fork that counts, in the order in which they ran. */
  static void forEachFork(final Result result, final Consumer<RawValue> told) {
    result.forks().stream().filter(result::counts).forEach(fork -> tell(fork, told));
  }

  /** The same, and behind each fork those of its turns that count. */
  static void forEachForkAndTurn(final Result result, final Consumer<RawValue> told) {
    for (final Fork fork : result.forks()) {
      if (result.counts(fork)) {
        tell(fork, told);
        if (fork.byTurns()) {
          fork.turns().counting().forEach(i -> tell(fork, i, told));
        }
      }
    }
  }

  private static void tell(final Fork fork, final Consumer<RawValue> told) {
    final OptionalInt whole = OptionalInt.empty();
    fork.scores()
        .forEach((key, of) -> told.accept(of(fork, whole, key, of.value(), of.unit(), of.more())));
    fork.summaries()
        .forEach(
            (latency, summary) ->
                Percentile.REPORTED.forEach(
                    each -> told.accept(of(fork, whole, latency, each, summary.at(each)))));
  }

  private static void tell(final Fork fork, final int i, final Consumer<RawValue> told) {
    final OptionalInt round = OptionalInt.of(fork.turns().round(i));
    for (final Latency latency : Latency.values()) {
      for (final Percentile each : Turns.PERCENTILES) {
        told.accept(of(fork, round, latency, each, fork.turns().ns(i, latency, each)));
      }
    }
  }

  private static RawValue of(
      final Fork fork,
      final OptionalInt turn,
      final Latency latency,
      final Percentile percentile,
      final double ns) {
    return of(fork, turn, latency.key + "-" + percentile.label, ns, "ns/op", false);
  }

  private static RawValue of(
      final Fork fork,
      final OptionalInt turn,
      final String figure,
      final double value,
      final String unit,
      final boolean more) {
    return new RawValue(
        fork.name().block(), fork.name().contender(), turn, figure, value, unit, more);
  }
}
