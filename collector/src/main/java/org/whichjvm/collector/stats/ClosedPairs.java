package org.whichjvm.collector.stats;

import java.util.ArrayList;
import java.util.List;

/**
 * Which of several things differ from one another, all pairs being compared: a closed test (Marcus, Peritz and Gabriel,
 * "On closed testing procedures", Biometrika 63, 1976). Two differ if of every set that has both of them it is shown
 * that its members are not all alike. A set of p of k may spend p/k of the level (Ryan, "Significance tests for
 * multiple comparison of proportions", Psychological Bulletin 57, 1960), so that several sets of alike members spend no
 * more than all of it together; its pairs share that equally. The probability of even one false difference is at most
 * the level, whichever are alike.
 */
public final class ClosedPairs {
    // Looking for a set takes long only where there are dozens of things; then a pair stays open.
    private static final int MOST_STEPS = 200_000;

    public interface Test {
        /** Whether it rejects "these two are alike" at a level, two-sided; the more, the higher. */
        boolean rejects(int one, int other, double level);
    }

    private final int number;
    // For each pair the largest set whose pairs' level rejects it; 1 if none does.
    private final int[][] upTo;
    private int steps;

    /**
     * Compares all pairs.
     *
     * @param number how many things there are
     * @param level how often, at most, any two are called different that are alike
     */
    public ClosedPairs(int number, double level, Test test) {
        this.number = number;
        this.upTo = new int[number][number];
        for (int i = 0; i < number; i++) {
            for (int j = 0; j < i; j++) {
                int size = 1;
                while (size < number && test.rejects(i, j, ofPair(number, size + 1, level))) {
                    size++;
                }
                upTo[i][j] = size;
                upTo[j][i] = size;
            }
        }
    }

    /** The level of a pair in a set of this size: p/k of the level, over its p(p − 1)/2 pairs. */
    static double ofPair(int number, int size, double level) {
        return 2 * level / ((double) number * (size - 1));
    }

    public boolean differ(int one, int other) {
        steps = 0;
        for (int size = 2; size <= number; size++) {
            List<Integer> candidates = new ArrayList<>();
            for (int i = 0; i < number; i++) {
                if (i != one && i != other && alike(i, one, size) && alike(i, other, size)) {
                    candidates.add(i);
                }
            }
            if (alike(one, other, size) && hasSet(candidates, 0, size - 2, size, new ArrayList<>())) {
                return false;
            }
        }
        return true;
    }

    private boolean alike(int one, int other, int size) {
        return upTo[one][other] < size;
    }

    /** Whether {@code more} further candidates are all alike with one another and with those chosen. */
    private boolean hasSet(List<Integer> candidates, int from, int more, int size, List<Integer> chosen) {
        if (more == 0 || ++steps > MOST_STEPS) {
            return true;
        }
        for (int i = from; i <= candidates.size() - more; i++) {
            int next = candidates.get(i);
            if (chosen.stream().allMatch(each -> alike(each, next, size))) {
                chosen.add(next);
                if (hasSet(candidates, i + 1, more - 1, size, chosen)) {
                    return true;
                }
                chosen.remove(chosen.size() - 1);
            }
        }
        return false;
    }
}
