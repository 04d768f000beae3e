package org.whichjvm.workload.load;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.whichjvm.common.LoadTimes;
import org.whichjvm.common.Units;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.turn.Members;
import org.whichjvm.workload.turn.TurnPlan;

/** The turns of a fork under load, all of it known before the first one. */
public final class LoadPlan {
    /** Critical throughput is the geometric mean of the rates at these levels of p99, in ns. */
    static final long[] USUAL_LEVELS = LongStream.of(10, 25, 50, 75, 100)
            .map(TimeUnit.MILLISECONDS::toNanos)
            .toArray();

    final Members members;
    final TurnPlan turns;
    final long turnNanos;

    /** The rates a second that ascend. */
    final List<Double> rates;

    /** Of each round its rate; 0 of a closed loop. */
    final List<Double> ofRounds = new ArrayList<>();

    final int passRounds;

    /** Whether the rates are a ladder to the greatest one, and not what is asked for. */
    public final boolean climbs;

    /** Answers a second in the warm-up, all busy. */
    final double busyRate;

    long[] levels = USUAL_LEVELS;

    /**
     * Draws the order of rates, which is the same for all members; {@link ForkFailure} if a turn at the lowest one has
     * no request. If it climbs, closed loops find the greatest throughput too.
     */
    public LoadPlan(
            Members members,
            long turnNanos,
            int passes,
            List<Double> rates,
            boolean climbs,
            double busyRate,
            long seed,
            int block) {
        this.members = members;
        this.turnNanos = turnNanos;
        this.rates = rates;
        this.climbs = climbs;
        this.busyRate = busyRate;
        if (rates.get(0) * turnNanos < 1e9) {
            throw tooFew(rates.get(0));
        }
        int saturating = climbs ? LoadTimes.SATURATING : 0;
        passRounds = rates.size() + saturating;
        turns = new TurnPlan(members, passes * passRounds, LoadTimes.REST_NANOS + turnNanos, seed, block);
        Random random = TurnPlan.random(seed, block);
        for (int pass = 0; pass < passes; pass++) {
            List<Double> order = new ArrayList<>(rates);
            order.addAll(Collections.nCopies(saturating, 0.0));
            TurnPlan.shuffle(order, random);
            ofRounds.addAll(order);
        }
    }

    /** The failure of a fork that has no request in a turn at a rate. */
    ForkFailure tooFew(double rate) {
        return new ForkFailure(
                "%s a second are so few that a turn of %.1f s has none, and no time; give a longer --turn,"
                        + " or greater --rates",
                rate, Units.seconds(turnNanos));
    }

    /** Sets the one level of p99, in ns, at which the critical rate is looked for. */
    public LoadPlan within(long nanos) {
        levels = new long[] {nanos};
        return this;
    }

    public double greatest() {
        return rates.get(rates.size() - 1);
    }

    /** The rate of the ladder that is half of the greatest. */
    double half() {
        return rates.get((rates.size() - 1) / 2);
    }
}
