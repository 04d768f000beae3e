package org.whichjvm.collector.plan;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import org.whichjvm.common.LoadTimes;

/**
 * The rates at which all contenders of a campaign get their load, requests a second, by what their checks have
 * measured.
 *
 * @param baseline the name of the baseline
 * @param check of the baseline
 * @param fastest how much the fastest contender answers under a closed loop
 */
record Ladder(String baseline, Check check, double fastest) {
    /** A contender whose check says too much does not spoil the rates of the others. */
    private static final double MOST_OF_BASELINE = 2;

    /** Beyond this share of its own limit a load generator itself sends late. */
    private static final double OF_GENERATOR = 0.5;

    /** A generator is slower in one fork than in another, and each fork refuses more than half. */
    private static final double OF_GENERATOR_IN_LADDER = 0.4;

    /** {@code points} rates in ascending order, up to one that the fastest contender cannot keep up with. */
    List<String> rates(int points) {
        if (check.busyRate() <= 0) {
            throw new CannotRunHere(
                            "the check of %s does not say how many requests a second it answers, so that there are no rates to compare at",
                            baseline)
                    .orTry("choose another contender with --baseline");
        }
        double top = new BigDecimal(Math.min(wanted(), most(OF_GENERATOR_IN_LADDER)))
                .round(new MathContext(2))
                .doubleValue();
        return LoadTimes.ladder(points, top / LoadTimes.TOP).stream()
                .map(rate -> BigDecimal.valueOf(rate).stripTrailingZeros().toPlainString())
                .toList();
    }

    private double wanted() {
        return Math.min(LoadTimes.TOP * fastest, MOST_OF_BASELINE * check.busyRate());
    }

    /** Whether the load generator ends the ladder before the contenders do. */
    boolean endsByGenerator() {
        return wanted() > most(OF_GENERATOR_IN_LADDER);
    }

    private double most(double share) {
        return check.generatorRate() > 0 ? share * check.generatorRate() : Double.POSITIVE_INFINITY;
    }

    /** Refuses rates that the load generator cannot send in time. */
    void check(List<String> rates) {
        for (String rate : rates) {
            if (Double.parseDouble(rate) > most(OF_GENERATOR)) {
                throw new CannotRunHere(
                                "--rate has %s requests a second, and the load generator can send %.0f here, of which it sends half in time",
                                rate, check.generatorRate())
                        .orTry("give at most %.0f", Math.floor(most(OF_GENERATOR)));
            }
        }
    }
}
