package org.whichjvm.collector.explain;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Stream;
import org.whichjvm.collector.model.Campaign;
import org.whichjvm.collector.model.ContenderForks;
import org.whichjvm.collector.model.fork.Fork;

/**
 * A block of an explanation: of the contender and the baseline, and of the baseline once more as a control.
 *
 * @param besideAgain the baseline that ran beside the control: the same as the other, or that of another block, where
 *     memory is too short for all three at once
 */
record ExplainedBlock<T>(T contender, T baseline, T again, T besideAgain) {
    ExplainedBlock(T contender, T baseline, T again) {
        this(contender, baseline, again, baseline);
    }

    /**
     * The blocks that all three have. If the contender and the control were in no block together, a block of the one
     * and a block of the other are one.
     *
     * @param sides in this order, each by the number of the block
     */
    static <T> List<ExplainedBlock<T>> of(List<Map<Integer, T>> sides) {
        List<Integer> explained = common(sides.get(0), sides.get(1));
        List<Integer> controls = common(sides.get(2), sides.get(1));
        if (!Collections.disjoint(sides.get(0).keySet(), sides.get(2).keySet())) {
            explained.retainAll(controls);
            controls = explained;
        }
        List<ExplainedBlock<T>> blocks = new ArrayList<>();
        for (int i = 0; i < Math.min(explained.size(), controls.size()); i++) {
            blocks.add(new ExplainedBlock<>(
                    sides.get(0).get(explained.get(i)),
                    sides.get(1).get(explained.get(i)),
                    sides.get(2).get(controls.get(i)),
                    sides.get(1).get(controls.get(i))));
        }
        return blocks;
    }

    private static <T> List<Integer> common(Map<Integer, T> one, Map<Integer, T> other) {
        List<Integer> blocks = new ArrayList<>(one.keySet());
        blocks.retainAll(other.keySet());
        return blocks;
    }

    static List<ExplainedBlock<Fork>> ofForks(Campaign campaign) {
        return of(campaign.contenders().stream().map(ContenderForks::byBlock).toList());
    }

    Stream<T> all() {
        Stream<T> own = Stream.of(contender, baseline, again);
        return besideAgain == baseline ? own : Stream.concat(own, Stream.of(besideAgain));
    }

    /** Compares the contender of each block with its baseline, in all that was asked about. */
    static <T, A> List<Difference<A>> compare(
            List<ExplainedBlock<T>> blocks, List<A> asked, ToDoubleBiFunction<T, A> value, long seed) {
        return Difference.compare(
                blocks,
                asked,
                (block, each) -> new Difference.Sides(
                        value.applyAsDouble(block.contender, each), value.applyAsDouble(block.baseline, each)),
                seed);
    }

    /** Compares the control of each block with the baseline beside it. */
    static <T, A> List<Difference<A>> compareAgain(
            List<ExplainedBlock<T>> blocks, List<A> asked, ToDoubleBiFunction<T, A> value, long seed) {
        return compare(
                blocks.stream()
                        .map(each -> new ExplainedBlock<>(each.again, each.besideAgain, each.again))
                        .toList(),
                asked,
                value,
                seed);
    }
}
