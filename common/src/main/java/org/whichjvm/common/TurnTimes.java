package org.whichjvm.common;

import static org.whichjvm.common.Units.option;

/** How the turns of a fork divide its time. */
public final class TurnTimes {
    /** The option that says how long a turn is. */
    public static final String TURN = "--turn";

    /** Fewer rounds make no comparison: a block's ratio, the median over them, would mean nothing. */
    public static final int LEAST_ROUNDS = 5;

    /** A turn with fewer messages has no percentiles to speak of. */
    private static final long LEAST_MESSAGES = 1_000;

    private static final int MOST_ROUNDS = 1_000_000;

    /** Length of a turn, in ns. */
    public final long turnNanos;

    /** Turns of each contender in a block. */
    public final int rounds;

    private TurnTimes(long turnNanos, int rounds) {
        this.turnNanos = turnNanos;
        this.rounds = rounds;
    }

    /**
     * The turns of a fork at this rate of messages a second; at least 1 if it is alone, {@link #LEAST_ROUNDS} for a
     * comparison. {@link WrongUsage} if no fork could have them.
     */
    public static TurnTimes of(long turnNanos, long durationNanos, long rate, int leastRounds) {
        String turn = option(turnNanos);
        if (turnNanos > durationNanos) {
            throw new WrongUsage(
                            "--turn is %s and --duration, of all turns together, is %s: there would be 0 rounds",
                            turn, option(durationNanos))
                    .orTry("give a shorter turn or a longer duration");
        }
        long rounds = durationNanos / turnNanos;
        String of = "--duration, of all turns together, is " + option(durationNanos);
        if (durationNanos % turnNanos != 0) {
            throw new WrongUsage("%s, which is not a whole number of turns of %s", of, turn)
                    .orTry("give %s or %s", option(rounds * turnNanos), option((rounds + 1) * turnNanos));
        }
        if (rounds < leastRounds || rounds > MOST_ROUNDS) {
            throw new WrongUsage(
                            "%s, which is %d round%s of %s, and a comparison takes %d to %d",
                            of, rounds, rounds == 1 ? "" : "s", turn, leastRounds, MOST_ROUNDS)
                    .orTry("give another duration, such as %s, or another turn", option(25 * turnNanos));
        }
        long messages = (long) (turnNanos / 1e9 * rate);
        if (rate > 0 && messages < LEAST_MESSAGES) {
            throw new WrongUsage(
                            "a turn of %s at %d messages a second has %d messages and needs %d",
                            turn, rate, messages, LEAST_MESSAGES)
                    .orTry(
                            "give --turn %s or more, or a higher --rate",
                            option((long) Math.ceil(LEAST_MESSAGES * 1e9 / rate)));
        }
        return new TurnTimes(turnNanos, (int) rounds);
    }
}
