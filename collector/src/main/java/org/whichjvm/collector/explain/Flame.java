package org.whichjvm.collector.explain;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A frame in its stack, and what it calls.
 *
 * @param name of the frame; of the outermost those of the threads' places, and of all of them {@link #ALL}
 * @param contender what a run of the contender takes there and in all calls, in the unit of the profile
 * @param baseline what a run of the baseline takes there and in all calls, in the unit of the profile
 */
public record Flame(String name, double contender, double baseline, List<Flame> calls) {
    static final String ALL = "all";

    /** A frame while stacks are added. */
    private static final class Node {
        private final Map<String, Node> calls = new HashMap<>();
        // Index 0 has the cost of the contender's runs, index 1 that of the baseline's.
        private final double[] taken = new double[2];

        private Flame flame(String name) {
            List<Flame> all = new ArrayList<>();
            calls.forEach((each, node) -> all.add(node.flame(each)));
            all.sort(Comparator.comparing(Flame::name));
            return new Flame(name, taken[0], taken[1], all);
        }
    }

    /** The mean of all runs. */
    static Flame of(List<Explanation.Block> blocks) {
        Node root = new Node();
        for (Explanation.Block block : blocks) {
            add(block.contender(), 0, 1.0 / blocks.size(), root);
            add(block.baseline(), 1, 1.0 / blocks.size(), root);
        }
        return root.flame(ALL);
    }

    private static void add(Explanation.Run run, int side, double share, Node root) {
        run.profile().stacks().forEach((stack, samples) -> {
            double value = run.scale() * samples * share;
            Node node = root;
            node.taken[side] += value;
            for (String frame : stack) {
                node = node.calls.computeIfAbsent(frame, name -> new Node());
                node.taken[side] += value;
            }
        });
    }
}
