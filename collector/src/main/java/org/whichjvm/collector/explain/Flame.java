package org.whichjvm.collector.explain;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A frame in its stack, and what it calls: what a run takes there and in all calls, in the unit of the profile. */
final class Flame {
    /** By the frames' names; of the outermost, by those of the threads' places. */
    final Map<String, Flame> calls = new TreeMap<>();

    double contender;
    double baseline;

    /** The mean of all runs, of all stacks. */
    static Flame of(List<ExplainedBlock<Explanation.ProfiledRun>> blocks) {
        Flame all = new Flame();
        for (ExplainedBlock<Explanation.ProfiledRun> block : blocks) {
            all.add(block.contender(), 1.0 / blocks.size(), 0);
            all.add(block.baseline(), 0, 1.0 / blocks.size());
        }
        return all;
    }

    private void add(Explanation.ProfiledRun run, double ofContender, double ofBaseline) {
        run.profile().stacks().forEach((stack, samples) -> {
            double value = run.scale() * samples;
            Flame flame = this;
            flame.take(value * ofContender, value * ofBaseline);
            for (String frame : stack) {
                flame = flame.calls.computeIfAbsent(frame, name -> new Flame());
                flame.take(value * ofContender, value * ofBaseline);
            }
        });
    }

    private void take(double byContender, double byBaseline) {
        contender += byContender;
        baseline += byBaseline;
    }
}
