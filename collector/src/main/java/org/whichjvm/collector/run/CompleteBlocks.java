package org.whichjvm.collector.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.whichjvm.collector.model.CampaignSettings;
import org.whichjvm.collector.model.Interleave;
import org.whichjvm.collector.model.JudgedFork;
import org.whichjvm.collector.model.Rounds;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Fork;

/**
 * The blocks of a campaign that have run. Of a complete block only what decides how the campaign goes on is kept, so
 * that a long campaign does not fill the memory.
 */
final class CompleteBlocks {
    /**
     * A complete block.
     *
     * @param failures its forks that failed or were overloaded, each with its reason
     * @param reasons why exclusion rules exclude forks of it, in sentences; empty if all count
     */
    record CompleteBlock(List<String> failures, List<String> reasons) {}

    private final MeasuredTime time;

    /** Forks of blocks that lack others. */
    private final Map<Integer, Map<String, Fork>> open = new HashMap<>();

    /** Also those after one that is not complete: it was damaged, and is measured again. */
    private final Map<Integer, CompleteBlock> complete = new TreeMap<>();

    private int count;

    CompleteBlocks(MeasuredTime time) {
        this.time = time;
    }

    /** The first blocks that are complete, 0 or more. */
    int count() {
        return count;
    }

    /** The last of them; null if there is none. */
    CompleteBlock last() {
        return complete.get(count);
    }

    /** The complete blocks, in order, of which exclusion rules exclude forks. */
    List<Integer> excluded() {
        return complete.entrySet().stream()
                .filter(each -> !each.getValue().reasons.isEmpty())
                .map(Map.Entry::getKey)
                .toList();
    }

    /**
     * Adds forks of a block, in place of those that an earlier run left. The forks of a step are added before the block
     * is judged, because it is judged by forks that ran together.
     */
    void add(CampaignSettings settings, int block, List<Fork> step) {
        if (block <= count) {
            return;
        }
        Map<String, Fork> forks = open.computeIfAbsent(block, each -> new TreeMap<>());
        step.forEach(fork -> forks.put(fork.name().contender(), fork));
        if (forks.keySet().containsAll(settings.plan().of(block))) {
            open.remove(block);
            close(settings, block, List.copyOf(forks.values()));
        }
        while (complete.containsKey(count + 1)) {
            count++;
        }
    }

    private void close(CampaignSettings settings, int block, List<Fork> forks) {
        complete.put(block, new CompleteBlock(failures(forks), reasons(settings, forks)));
        if (!time.has(block)) {
            time.estimate(block, seconds(settings, forks));
        }
    }

    /** Why exclusion rules exclude forks of a block, in sentences; empty if all of them count. */
    private static List<String> reasons(CampaignSettings settings, List<Fork> forks) {
        List<Fork> ok = forks.stream().filter(CompleteBlocks::ok).toList();
        List<JudgedFork> judged = forks.stream()
                .filter(fork -> ok(fork) || fork.overloaded())
                .map(fork -> JudgedFork.of(settings.gates(), fork, ok))
                .toList();
        List<String> reasons = judged.stream()
                .flatMap(each ->
                        each.trips().stream().map(trip -> each.fork().name().contender() + ": " + trip.sentence()))
                .toList();
        List<Fork> left = judged.stream()
                .map(JudgedFork::fork)
                .filter(fork -> !fork.overloaded())
                .toList();
        return reasons.isEmpty() ? tooFewRounds(settings, left) : reasons;
    }

    private static boolean ok(Fork fork) {
        return fork.end().status().equals(Fork.OK);
    }

    /** Contenders that exclusion rules left too few rounds to be compared with their baselines. */
    private static List<String> tooFewRounds(CampaignSettings settings, List<Fork> ok) {
        List<String> reasons = new ArrayList<>();
        for (Fork fork : ok) {
            String name = fork.name().contender();
            String baseline = Contender.baselineOf(name, settings.contenders(), settings.baseline());
            for (Fork other : ok) {
                if (!name.equals(baseline) && other.name().contender().equals(baseline)) {
                    Rounds.of(fork, other, settings.gates())
                            .filter(rounds -> !rounds.enough())
                            .ifPresent(rounds ->
                                    reasons.add("%s: %s of %s rounds are left to compare it with %s, and it needs %s"
                                            .formatted(
                                                    name,
                                                    rounds.count(),
                                                    fork.turns().count(),
                                                    baseline,
                                                    Rounds.LEAST)));
                }
            }
        }
        return reasons;
    }

    /** The seconds that forks tell, for a campaign that was killed before it wrote its own. */
    private static double seconds(CampaignSettings settings, List<Fork> forks) {
        var seconds =
                forks.stream().mapToDouble(fork -> fork.end().wallSeconds()).filter(each -> each > 0);
        return settings.interleave() == Interleave.TURNS ? seconds.max().orElse(0) : seconds.sum();
    }

    private static List<String> failures(List<Fork> forks) {
        return forks.stream()
                .filter(fork -> !ok(fork))
                .map(fork -> fork.name().contender() + " " + fork.end().status()
                        + (fork.end().reason() == null ? "" : ": " + fork.end().reason()))
                .toList();
    }
}
