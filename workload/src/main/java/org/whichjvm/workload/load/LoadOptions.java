package org.whichjvm.workload.load;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.whichjvm.common.LoadTimes;
import org.whichjvm.common.TurnTimes;
import org.whichjvm.common.Units;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.fork.ForkOptions;
import org.whichjvm.workload.fork.OptionTypes;
import org.whichjvm.workload.host.JsonArrays;
import org.whichjvm.workload.turn.Members;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a workload that is under load by turns. */
public final class LoadOptions {
    private static final long LEAST_LEVEL = TimeUnit.MICROSECONDS.toNanos(1);
    private static final long MOST_LEVEL = TimeUnit.SECONDS.toNanos(10);

    @Option(
            names = "--warmup",
            converter = OptionTypes.Duration.class,
            defaultValue = "10s",
            paramLabel = "T",
            description = "How long it is kept busy before anything counts (100ms to 24h; 10s).")
    public long warmupNanos;

    @Option(
            names = TurnTimes.TURN,
            converter = OptionTypes.Duration.class,
            defaultValue = "1500ms",
            paramLabel = "T",
            description = "How long each turn is, at one rate (100ms to 24h; 1500ms).")
    long turnNanos;

    @Mixin
    final LadderOptions ladder = new LadderOptions();

    @Option(
            names = LoadTimes.RATE,
            split = ",",
            paramLabel = "RATE",
            description = "Rates a second whose percentiles are the result, in place of a ladder; there are no"
                    + " saturating turns then.")
    private List<Double> asked = new ArrayList<>();

    @Option(
            names = LoadTimes.SERVICE_LEVEL,
            converter = OptionTypes.Duration.class,
            paramLabel = "T",
            description = "Critical throughput is the rate at which p99 of the response time meets this (1us to 10s;"
                    + " default: the geometric mean of those for 10, 25, 50, 75 and 100 ms).")
    private Long levelNanos;

    @Option(
            names = "--turn-seed",
            defaultValue = "1",
            paramLabel = "N",
            description = "The seed of the order of rates and turns, all contenders' (default 1).")
    long turnSeed;

    public Members members = Members.ALONE;

    /** Refuses what no run could mean. */
    public void validate() {
        members = Members.ofEnvironment();
        ForkOptions.checkTime("--warmup", warmupNanos);
        ForkOptions.checkTime(TurnTimes.TURN, turnNanos);
        ladder.validate();
        if (levelNanos != null) {
            checkLevel(levelNanos);
        }
        if (!ladder.asked.isEmpty() && !asked.isEmpty()) {
            throw new WrongUsage("--rates and --rate are both given").orTry("leave one of them out");
        }
        LadderOptions.check(LoadTimes.RATE, asked);
        if (asked.stream().map(Math::round).distinct().count() < asked.size()) {
            throw new WrongUsage("--rate is %s", asked)
                    .orTry("different whole numbers, by which the percentiles are named");
        }
    }

    /** Refuses a service level that no system could have, in ns. */
    public static void checkLevel(long nanos) {
        if (nanos < LEAST_LEVEL || nanos > MOST_LEVEL) {
            throw new WrongUsage("%s is %,d ns", LoadTimes.SERVICE_LEVEL, nanos).orTry("a time from 1 µs to 10 s");
        }
    }

    /** The turns of a block, for a system that is known to give {@code busyRate} answers a second. */
    public LoadPlan plan(double busyRate, int block) {
        boolean climbs = asked.isEmpty();
        List<Double> rates = climbs ? ladder.rates(busyRate) : asked;
        LoadPlan plan = new LoadPlan(members, turnNanos, ladder.passes, rates, climbs, busyRate, turnSeed, block);
        return levelNanos == null ? plan : plan.within(levelNanos);
    }

    /** Adds every effective setting. */
    public void describe(JsonObject parameters) {
        parameters.addProperty("warmupSeconds", Units.seconds(warmupNanos));
        parameters.addProperty("turnSeconds", Units.seconds(turnNanos));
        ladder.describe(parameters);
        // A ladder is what the checks of one campaign found, and the next one's is another.
        parameters.add(asked.isEmpty() ? "ladder" : "rates", JsonArrays.of(asked.isEmpty() ? ladder.asked : asked));
        parameters.addProperty("serviceLevelNanos", levelNanos);
        parameters.addProperty("turnSeed", turnSeed);
        parameters.addProperty("members", members.count);
    }
}
