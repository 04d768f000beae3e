package org.whichjvm.collector.decide;

/**
 * How a race shares its time: in rungs that take equally long, of which each has half of the contenders of the one
 * before. Of all ways to spend a fixed time this one is close to the best at finding the fastest (sequential halving:
 * Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013). The baseline is in every
 * block beside them.
 */
public final class Halving {
    /** A rung of this many contenders or fewer is the last one, and goes on until the time is up. */
    static final int FINALISTS = 3;

    /** How many contenders stay after a rung with this many; neither number includes the baseline. */
    static int staying(int contenders) {
        return contenders <= FINALISTS ? contenders : (contenders + 1) / 2;
    }

    /** The number of rungs from a rung with this many contenders to the last one. */
    static int rungs(int contenders) {
        return contenders <= FINALISTS ? 1 : 1 + rungs(staying(contenders));
    }

    /**
     * How many blocks a rung has.
     *
     * @param contenders in it, without the baseline
     * @param seconds that are left when it begins
     * @param block how long one of its blocks takes, in s
     */
    public static int blocks(int contenders, double seconds, double block) {
        return (int) Math.max(1, seconds / rungs(contenders) / block);
    }
}
