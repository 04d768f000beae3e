package org.whichjvm.collector.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import org.whichjvm.collector.stats.InterimAnalyses;

/**
 * How far a campaign has come: which interim analyses there have been, and at what price.
 *
 * @param completeBlocks the first blocks all of whose forks have run
 * @param stopped why it has ended early; null if it has not
 * @param left the last block of each contender that has left the race
 */
public record Progress(Design design, int completeBlocks, EarlyStop stopped, Map<String, Integer> left) {
    /** A campaign that no contender has left. */
    public Progress(Design design, int completeBlocks, EarlyStop stopped) {
        this(design, completeBlocks, stopped, Map.of());
    }

    /**
     * The last block that decides. A campaign that stops by itself has interim analyses after planned blocks: what has
     * run since then waits for the next one.
     */
    public int lastBlock() {
        List<Integer> blocks = blocks();
        if (!design.stops()) {
            return Integer.MAX_VALUE;
        }
        return blocks.isEmpty() ? 0 : blocks.get(blocks.size() - 1);
    }

    /** Whether the campaign has interim analyses, the first is still to come, and nothing is decided. */
    public boolean beforeFirstLook() {
        return design.stops() && lastBlock() == 0;
    }

    /**
     * The interim analyses that there have been at two contenders, at the values there are up to each. Looks behind the
     * last block of either show nothing new and spend nothing: whether it left was decided by what they would look at.
     *
     * @param all values there are
     * @param upTo how many of them are of the blocks up to this one
     */
    public InterimAnalyses looks(String one, String other, int all, IntUnaryOperator upTo) {
        if (!design.stops()) {
            return InterimAnalyses.single(all);
        }
        List<Double> planned = InterimAnalyses.spent(design.looks());
        List<Integer> blocks = blocks();
        List<Double> spent = new ArrayList<>(planned.subList(0, Math.min(blocks.size(), planned.size())));
        if (timeIsUp() && !spent.isEmpty()) {
            // The end of the time does not depend on what two contenders measure, but for who has left a
            // race before (RaceRatesTest counts what that does): the last interim analysis may spend all that
            // is left.
            spent.set(spent.size() - 1, 1.0);
        }
        int last = Math.min(lastOf(one), lastOf(other));
        int looks = (int) blocks.stream().filter(block -> block <= last).count();
        return new InterimAnalyses(
                blocks.subList(0, looks).stream().map(upTo::applyAsInt).toList(), spent.subList(0, looks));
    }

    private int lastOf(String contender) {
        return left.getOrDefault(contender, Integer.MAX_VALUE);
    }

    public Optional<Integer> nextLook() {
        return stopped != null
                ? Optional.empty()
                : design.looks().stream().filter(look -> look > completeBlocks).findFirst();
    }

    private List<Integer> blocks() {
        int end = stopped == null ? completeBlocks : Math.min(completeBlocks, stopped.block());
        List<Integer> blocks = new ArrayList<>(
                design.looks().stream().filter(look -> look <= end).toList());
        if (timeIsUp() && !blocks.contains(end) && end > 0) {
            blocks.add(end);
        }
        return blocks;
    }

    /** Whether the campaign ended because its time was up. */
    public boolean timeIsUp() {
        return stopped != null && stopped.timeUp();
    }
}
