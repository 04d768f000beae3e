package org.whichjvm.collector.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.whichjvm.collector.model.CampaignFile.AddedBlocks;
import org.whichjvm.collector.model.fork.ForkName;

/**
 * Which contenders each block has: all, or a group if there is no memory for more.
 *
 * @param groups that the blocks have in turn which are planned from the beginning
 */
public record PlannedBlocks(Set<String> all, List<List<String>> groups, List<Set<String>> blocks) {
    static final PlannedBlocks NONE = new PlannedBlocks(Set.of(), List.of(), List.of());

    /** The first blocks of a campaign, and those that were added. */
    public static PlannedBlocks of(
            Collection<String> all, List<List<String>> groups, int first, List<AddedBlocks> added) {
        // Most blocks are alike: one set is enough for them.
        Map<Set<String>, Set<String>> kept = new HashMap<>();
        List<Set<String>> blocks = new ArrayList<>();
        for (int i = 0; i < first; i++) {
            blocks.add(kept.computeIfAbsent(Set.copyOf(groups.get(i % groups.size())), same -> same));
        }
        for (AddedBlocks each : added) {
            Set<String> contenders = kept.computeIfAbsent(Set.copyOf(each.contenders()), same -> same);
            for (int i = 0; i < each.blocks(); i++) {
                blocks.add(contenders);
            }
        }
        return new PlannedBlocks(Set.copyOf(all), groups, blocks);
    }

    public static PlannedBlocks alike(Collection<String> contenders, int blocks) {
        return of(contenders, List.of(List.copyOf(contenders)), blocks, List.of());
    }

    /**
     * The last block of each contender that has left a race: all blocks behind it are without it. Where contenders take
     * blocks in turn, each has another one.
     */
    public Map<String, Integer> left() {
        Map<String, Integer> left = new TreeMap<>();
        for (String contender : all) {
            int last = count();
            while (last > 0 && !blocks.get(last - 1).contains(contender)) {
                last--;
            }
            if (last < count()) {
                left.put(contender, last);
            }
        }
        return left;
    }

    public int count() {
        return blocks.size();
    }

    public int forks() {
        return blocks.stream().mapToInt(Set::size).sum();
    }

    /** The contenders of a block, from 1. */
    public Set<String> of(int block) {
        return block >= 1 && block <= blocks.size() ? blocks.get(block - 1) : all;
    }

    /** How many blocks from the first on have all their forks among these. */
    public int complete(Collection<ForkName> forks) {
        Map<Integer, Set<String>> there = new HashMap<>();
        forks.forEach(fork ->
                there.computeIfAbsent(fork.block(), block -> new HashSet<>()).add(fork.contender()));
        int complete = 0;
        while (there.containsKey(complete + 1) && there.get(complete + 1).containsAll(of(complete + 1))) {
            complete++;
        }
        return complete;
    }
}
