package org.whichjvm.collector.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.fork.ForkName;

/** Which contenders each block has: all, or a group where there is no memory for more. */
public record PlannedBlocks(Set<String> all, List<Set<String>> blocks) {
    static final PlannedBlocks NONE = new PlannedBlocks(Set.of(), List.of());

    /** The blocks with these contenders of a campaign, from the first block on. */
    public static PlannedBlocks of(Collection<String> all, List<? extends Collection<String>> blocks) {
        // Most blocks are alike: one set is enough for them.
        Map<Set<String>, Set<String>> kept = new HashMap<>();
        return new PlannedBlocks(
                Set.copyOf(all),
                blocks.stream()
                        .map(block -> kept.computeIfAbsent(Set.copyOf(block), same -> same))
                        .toList());
    }

    public static PlannedBlocks alike(Collection<String> contenders, int blocks) {
        return of(contenders, Collections.nCopies(blocks, contenders));
    }

    /** Reads so many blocks of a plan.tsv. A block that is lost of it had all contenders. */
    static PlannedBlocks read(Path folder, List<String> contenders, int least, int most) throws IOException {
        Set<String> all = Set.copyOf(contenders);
        SortedMap<Integer, Set<String>> found = new TreeMap<>();
        try {
            for (PlanFile.Line line : PlanFile.read(folder)) {
                if (line.block() >= 1 && line.block() <= most && all.contains(line.contender())) {
                    found.computeIfAbsent(line.block(), block -> new HashSet<>())
                            .add(line.contender());
                }
            }
        } catch (UnusableFile exception) {
            return alike(contenders, least);
        }
        int last = found.isEmpty() ? least : Math.max(least, found.lastKey());
        return of(
                all,
                IntStream.rangeClosed(1, last)
                        .mapToObj(block -> found.getOrDefault(block, all))
                        .toList());
    }

    /**
     * The last block of each contender that has left a race: all blocks behind it are without it. Where contenders take
     * blocks in turn, each has another one.
     */
    Map<String, Integer> left() {
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
