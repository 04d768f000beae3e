package org.whichjvm.collector.explain;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.whichjvm.collector.stats.MaxT;

/**
 * What two contenders take of something, such as a place or a metric, in its unit.
 *
 * @param contender mean over blocks
 * @param baseline mean over blocks
 * @param shift how much more the contender takes; with an interval that is joint with those of all other rows of the
 *     table
 */
public record Difference<T>(T of, double contender, double baseline, MaxT.Shift shift) {
    /** What both take in one block, and how much more the contender takes. */
    record Sides(double contender, double baseline, double difference) {
        Sides(double contender, double baseline) {
            this(contender, baseline, contender - baseline);
        }
    }

    /** Compares two sides of each block in all that was asked about. */
    static <B, T> List<Difference<T>> compare(List<B> blocks, List<T> asked, BiFunction<B, T, Sides> sides, long seed) {
        List<List<Sides>> pairs = asked.stream()
                .map(each ->
                        blocks.stream().map(block -> sides.apply(block, each)).toList())
                .toList();
        double[][] differences = pairs.stream()
                .map(each -> values(each, Sides::difference).toArray())
                .toArray(double[][]::new);
        List<MaxT.Shift> shifts = new MaxT(differences, seed).shifts();
        return IntStream.range(0, asked.size())
                .mapToObj(i -> new Difference<>(
                        asked.get(i),
                        mean(pairs.get(i), Sides::contender),
                        mean(pairs.get(i), Sides::baseline),
                        shifts.get(i)))
                .toList();
    }

    private static double mean(List<Sides> pairs, ToDoubleFunction<Sides> side) {
        return values(pairs, side).average().orElse(Double.NaN);
    }

    private static DoubleStream values(List<Sides> pairs, ToDoubleFunction<Sides> side) {
        return pairs.stream().mapToDouble(side);
    }

    /** The rows whose two sides are found to differ. */
    static <T> List<Difference<T>> found(List<Difference<T>> rows) {
        return rows.stream().filter(each -> each.shift.found()).toList();
    }
}
