package org.whichjvm.workload.load;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.whichjvm.common.LoadTimes;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.fork.ForkOptions;
import picocli.CommandLine.Option;

/** The options of a ladder of rates, each of which gets turns. */
public final class LadderOptions {
    static final int MOST_RATES = 100;
    private static final int MOST_PASSES = 1_000;

    @Option(
            names = LoadTimes.POINTS,
            defaultValue = "10",
            paramLabel = "N",
            description = "Rates of the ladder, up to 1.1 times the throughput of what is always busy (5 to 100; 10).")
    private int points;

    @Option(
            names = LoadTimes.PASSES,
            defaultValue = "1",
            paramLabel = "N",
            description = "How often each rate of the ladder gets a turn (1 to 1000; 1).")
    public int passes;

    @Option(
            names = LoadTimes.RATES,
            split = ",",
            paramLabel = "RATE",
            description = "The rates of the ladder a second, ascending, in place of --points.")
    public List<Double> asked = new ArrayList<>();

    /** Refuses what no run could mean. */
    public void validate() {
        ForkOptions.checkRange(LoadTimes.POINTS, points, 5, MOST_RATES, "rates");
        ForkOptions.checkRange(LoadTimes.PASSES, passes, 1, MOST_PASSES, "passes");
        check(LoadTimes.RATES, asked);
    }

    /** Refuses rates that do not ascend. */
    static void check(String name, List<Double> rates) {
        double last = 0;
        for (double rate : rates) {
            if (!(rate > last) || rate > 1e7 || rates.size() > MOST_RATES) {
                throw new WrongUsage("%s has %s after %s", name, rate, last)
                        .orTry("at most %d rates that ascend, from above 0 to 10,000,000", MOST_RATES);
            }
            last = rate;
        }
    }

    /** The rates a second, by the throughput that a system is known to have if it is always busy. */
    public List<Double> rates(double busyRate) {
        return asked.isEmpty() ? LoadTimes.ladder(points, busyRate) : asked;
    }

    /** How many rounds all passes have. */
    public int rounds() {
        return LoadTimes.rounds(asked.isEmpty() ? points : asked.size(), passes);
    }

    public void describe(JsonObject parameters) {
        parameters.addProperty("points", points);
        parameters.addProperty("passes", passes);
    }
}
