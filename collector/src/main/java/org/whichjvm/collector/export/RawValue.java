package org.whichjvm.collector.export;

import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.Turns;

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
    Stream.concat(
            fork.scores().keySet().stream(),
            Figure.OF_LATENCIES.stream()
                .filter(each -> fork.summaries().containsKey(each.latency().orElseThrow())))
        .forEach(each -> told.accept(of(fork, whole, each, fork.get(each))));
  }

  private static void tell(final Fork fork, final int i, final Consumer<RawValue> told) {
    final OptionalInt round = OptionalInt.of(fork.turns().round(i));
    Turns.FIGURES.forEach(each -> told.accept(of(fork, round, each, fork.turns().ns(i, each))));
  }

  private static RawValue of(
      final Fork fork, final OptionalInt turn, final Figure figure, final double value) {
    return new RawValue(
        fork.name().block(),
        fork.name().contender(),
        turn,
        name(figure),
        value,
        figure.ofLatency() ? Figure.NS_PER_OP : figure.unit(),
        figure.more());
  }

  /** The name of a figure in exports: service-p99.9, or a score's key. */
  static String name(final Figure figure) {
    return figure.key().replace('_', '.');
  }
}
