package org.whichjvm.common;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/** How a fork that is under open load by turns divides its time: one rate in each round. */
public final class LoadTimes {
    /** The option that says how many rates a ladder has. */
    public static final String POINTS = "--points";

    /** The option that says how often a block goes through its rates. */
    public static final String PASSES = "--passes";

    /** The option with the rates of the ladder, requests a second with commas between. */
    public static final String RATES = "--rates";

    /** The option with rates whose percentiles are the result, in place of a ladder. */
    public static final String RATE = "--rate";

    /** The option that says what p99 of the response time may be. */
    public static final String SERVICE_LEVEL = "--service-level";

    /** Rounds of a pass in which a closed loop finds the greatest throughput. */
    public static final int SATURATING = 3;

    /** The time of a slot beside its turn, in ns: requests under way end, and threads come to rest. */
    public static final long REST_NANOS = 400_000_000;

    /** Length of a turn if none is given, in ns. */
    public static final long TURN_NANOS = 1_500_000_000;

    /** The greatest rate of a ladder over what a closed loop gets answered: some rates are too much. */
    public static final double TOP = 1.1;

    /**
     * Rates a second in equal steps, of three digits, for a system whose greatest rate of answers is known.
     *
     * @param busyRate answers a second while the system is busy all the time
     */
    public static List<Double> ladder(int points, double busyRate) {
        List<Double> rates = new ArrayList<>();
        for (int i = 1; i <= points; i++) {
            // To three digits, so that the steps of a hundred rates still ascend.
            BigDecimal rate = new BigDecimal(TOP * busyRate * i / points);
            rates.add(rate.round(new MathContext(3)).doubleValue());
        }
        return rates;
    }

    /** Rounds of a block with this many rates of a ladder. */
    public static int rounds(int points, int passes) {
        return passes * (points + SATURATING);
    }

    /** Time of a block's rounds in ns, in each of which each contender has one turn. */
    public static long nanos(int rounds, int contenders, long turnNanos) {
        return (turnNanos + REST_NANOS) * rounds * contenders;
    }
}
