package org.whichjvm.collector.export;

import java.util.OptionalInt;
import java.util.stream.Stream;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.Metric;

/**
 * A metric as a fork measured it, or a turn of that fork.
 *
 * @param turn its round, from 0; empty of the fork as a whole
 * @param value above 0, in the unit
 */
record RawValue(int block, String contender, OptionalInt turn, Metric metric, double value) {
    static Stream<RawValue> of(Fork fork) {
        return Stream.concat(
                        fork.scores().keySet().stream(),
                        Metric.OF_LATENCIES.stream()
                                .filter(each -> fork.summaries()
                                        .containsKey(each.latency().orElseThrow())))
                .map(each -> of(fork, OptionalInt.empty(), each, fork.get(each)));
    }

    /** Only turns that count have metrics. */
    static Stream<RawValue> ofTurns(Fork fork) {
        return fork.byTurns() ? fork.turns().counting().boxed().flatMap(turn -> ofTurn(fork, turn)) : Stream.empty();
    }

    private static Stream<RawValue> ofTurn(Fork fork, int turn) {
        OptionalInt round = OptionalInt.of(fork.turns().round(turn));
        return fork.turns().metrics().stream()
                .filter(each -> fork.turns().get(each, turn) > 0)
                .map(each -> of(fork, round, each, fork.turns().get(each, turn)));
    }

    private static RawValue of(Fork fork, OptionalInt turn, Metric metric, double value) {
        return new RawValue(fork.name().block(), fork.name().contender(), turn, metric, value);
    }

    /** The unit as JMH writes it: ns/op, ops/s, ms. */
    static String unit(Metric metric) {
        return metric.ofLatency() ? Metric.NS_PER_OP : metric.unit();
    }

    String name() {
        return name(metric);
    }

    /** The name of a metric in exports: service-p99.9, or a score's key. */
    static String name(Metric metric) {
        return metric.ofLatency() ? metric.key().replace('_', '.') : metric.key();
    }
}
