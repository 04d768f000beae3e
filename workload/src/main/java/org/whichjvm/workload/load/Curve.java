package org.whichjvm.workload.load;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.whichjvm.common.Units;

/**
 * The response time by rate, and the rates at which its 99th percentile meets service levels. Where a stall has made a
 * lower rate slower than a higher one, the two are averaged, on a logarithmic scale, until the curve ascends (pool
 * adjacent violators: Ayer et al., Annals of Mathematical Statistics 26, 1955).
 */
final class Curve {
    private final List<RateStep> steps;
    private final double max;
    private final long[] levels;

    /**
     * Takes one or more steps at ascending rates, the greatest rate that the system settles at, and the levels, in ns.
     */
    Curve(List<RateStep> steps, double max, long[] levels) {
        this.steps = steps;
        this.max = max;
        this.levels = levels;
    }

    /** The geometric mean of the rates of all levels; empty if one is not met at any rate. */
    OptionalDouble critical() {
        double logs = 0;
        for (long level : levels) {
            OptionalDouble rate = rateAt(level);
            if (!rate.isPresent()) {
                return rate;
            }
            logs += Math.log(rate.getAsDouble());
        }
        return OptionalDouble.of(Math.exp(logs / levels.length));
    }

    /** The rate of each level, for a fork's file, without those that no rate meets. */
    JsonObject json() {
        JsonObject json = new JsonObject();
        for (long level : levels) {
            rateAt(level).ifPresent(rate -> json.addProperty(Units.option(level), Units.tenths(rate)));
        }
        return json;
    }

    /**
     * The greatest rate at which the 99th percentile meets a level: between two rates that were run by the logarithm of
     * the response time, at most the greatest rate that the system settles at; empty if the lowest rate does not meet
     * it.
     */
    OptionalDouble rateAt(long nanos) {
        double wanted = Math.log(nanos);
        double[] logs = ascending();
        if (logs[0] > wanted) {
            return OptionalDouble.empty();
        }
        int met = 0;
        while (met + 1 < logs.length && logs[met + 1] <= wanted) {
            met++;
        }
        double rate = steps.get(met).rate;
        if (met + 1 < logs.length) {
            double share = (wanted - logs[met]) / (logs[met + 1] - logs[met]);
            rate += share * (steps.get(met + 1).rate - rate);
        }
        return OptionalDouble.of(Math.min(max, rate));
    }

    private double[] ascending() {
        List<double[]> pools = new ArrayList<>();
        for (RateStep step : steps) {
            double[] pool = {Math.log(Math.max(1, step.p99())), 1};
            while (!pools.isEmpty() && pools.get(pools.size() - 1)[0] >= pool[0]) {
                double[] last = pools.remove(pools.size() - 1);
                double count = last[1] + pool[1];
                pool = new double[] {(last[0] * last[1] + pool[0] * pool[1]) / count, count};
            }
            pools.add(pool);
        }
        double[] logs = new double[steps.size()];
        int at = 0;
        for (double[] pool : pools) {
            for (int i = 0; i < pool[1]; i++) {
                logs[at++] = pool[0];
            }
        }
        return logs;
    }
}
