package org.whichjvm.collector.explain;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Stream;
import org.whichjvm.collector.model.Campaign;
import org.whichjvm.collector.model.ContenderForks;
import org.whichjvm.collector.model.fork.Fork;

/** A block of an explanation: of the contender, of the baseline, and of the baseline once more as a control. */
record ExplainedBlock<T>(T contender, T baseline, T again) {
    /**
     * The blocks that all three have.
     *
     * @param sides in this order, each by the number of the block
     */
    static <T> List<ExplainedBlock<T>> of(List<Map<Integer, T>> sides) {
        return sides.get(0).keySet().stream()
                .filter(block -> sides.stream().allMatch(each -> each.containsKey(block)))
                .map(block -> new ExplainedBlock<>(
                        sides.get(0).get(block),
                        sides.get(1).get(block),
                        sides.get(2).get(block)))
                .toList();
    }

    static List<ExplainedBlock<Fork>> ofForks(Campaign campaign) {
        return of(campaign.contenders().stream().map(ContenderForks::byBlock).toList());
    }

    Stream<T> all() {
        return Stream.of(contender, baseline, again);
    }

    /** Compares a side of each block with the baseline, in all that was asked about. */
    static <T, A> List<Difference<A>> compare(
            List<ExplainedBlock<T>> blocks,
            List<A> asked,
            Function<ExplainedBlock<T>, T> side,
            ToDoubleBiFunction<T, A> value,
            long seed) {
        return Difference.compare(
                blocks,
                asked,
                (block, each) -> new Difference.Sides(
                        value.applyAsDouble(side.apply(block), each), value.applyAsDouble(block.baseline, each)),
                seed);
    }
}
