package org.whichjvm.workload.retail;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.whichjvm.common.Profiling;
import org.whichjvm.common.Units;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.fork.CompilersIdle;
import org.whichjvm.workload.fork.Fork;
import org.whichjvm.workload.fork.ForkOptions;
import org.whichjvm.workload.fork.JvmProfile;
import org.whichjvm.workload.fork.OptionTypes;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.host.HelperThreads;
import org.whichjvm.workload.host.HostFiles;
import org.whichjvm.workload.host.Kernel;
import org.whichjvm.workload.jvmlog.JvmLog;
import org.whichjvm.workload.load.LoadNames;
import org.whichjvm.workload.load.LoadOptions;
import org.whichjvm.workload.load.LoadTurns;
import org.whichjvm.workload.score.Score;
import org.whichjvm.workload.score.ScoreWindow;
import org.whichjvm.workload.turn.TurnMeeting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * One fork of a supermarket company under load: how many transactions a second it keeps up with, and with how many it
 * answers in time. The shape is that of SPECjbb2015's business model as it is described in public, its transactions and
 * its code are this project's own.
 */
@Command(
        name = "retail",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "A supermarket company under an open load: the greatest rate of transactions that it keeps up"
                + " with, the rate at which it answers in time, and the response times by rate.")
public final class Retail implements Callable<Integer> {
    /** The share of the heap that is alive where nobody says it. */
    private static final int LIVE_SHARE = 4;

    private static final long LEAST_LIVE = 32L << 20;
    private static final long MOST_USUAL_LIVE = 300L << 20;

    /** The last part of the warm-up tells how fast the workers are. */
    private static final long BUSY_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** For tests: by what share each transaction is made longer. */
    private static final String SLOW_DOWN = "whichjvm.retail.slowDown";

    @Option(
            names = "--live",
            converter = OptionTypes.Size.class,
            paramLabel = "BYTES",
            description = "What is alive at any time, in bytes with compressed references (32m to half of the heap;"
                    + " default: a quarter of the heap, at most 300m).")
    private Long live;

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "N",
            description = "The seed of everything random (default 1).")
    private long seed;

    @Option(
            names = "--profile",
            converter = OptionTypes.Profiled.class,
            paramLabel = "EVENT",
            description = "To explain with: sample where the JVM spends cpu time, or alloc, lock, faults, cycles,"
                    + " cache-misses or branch-misses, into a file beside the fork's.")
    private Profiling profiling;

    @Option(
            names = "--transactions",
            paramLabel = "N",
            description =
                    "Do N transactions by all CPUs, look whether the books agree, and end: a program like any other,"
                            + " which is no fork and writes no file. The heap may be of any size.")
    private Long transactions;

    @Mixin
    private LoadOptions load;

    @Mixin
    private ForkOptions options;

    private final CompilersIdle compilers = new CompilersIdle();
    private Company company;

    @Override
    public Integer call() throws Exception {
        load.validate();
        long heap = Runtime.getRuntime().maxMemory();
        long bytes = live == null ? Math.min(MOST_USUAL_LIVE, heap / LIVE_SHARE) : live;
        if (transactions != null) {
            if (transactions < 1) {
                throw new WrongUsage("--transactions is %s", transactions).orTry("1 or more");
            }
            doTransactions(Company.customers(bytes), Cpus.effective().size());
            return 0;
        }
        if (bytes < LEAST_LIVE || bytes > heap / 2) {
            throw new WrongUsage("--live is %s", Units.bytes(bytes))
                    .orTry("32 MiB to half of this JVM's heap, %s (+heap2g)", Units.bytes(heap / 2));
        }
        int workers = Cpus.effective().size();
        int customers = Company.customers(bytes);
        JsonObject parameters = new JsonObject();
        load.describe(parameters);
        parameters.addProperty("seed", seed);
        parameters.addProperty("customers", customers);
        parameters.addProperty("workers", workers);
        if (profiling != null) {
            parameters.addProperty("profile", profiling.text());
        }
        String plan = Units.text(
                "%d workers, %,d customers, after %.1f s of warm-up",
                workers, customers, Units.seconds(load.warmupNanos));
        Fork fork = new Fork("retail");
        return fork.check(check -> check.addProperty("busyRate", Units.tenths(busyRate(warm(customers, workers)))))
                .run(options, parameters, plan, json -> Score.found(json, measure(fork, json, customers, workers)));
    }

    private void doTransactions(int customers, int workers) {
        company = new Company(customers, seed);
        Transactions all = new Transactions(company);
        populate(all, workers);
        new SplittableRandom(seed).longs(transactions).parallel().forEach(all::run);
        company.check();
    }

    private List<Score> measure(Fork fork, JsonObject json, int customers, int workers) throws InterruptedException {
        try (TurnMeeting meeting = load.members.meeting(load.warmupNanos)) {
            meeting.awaitPlace();
            OpenLoop loop = warm(customers, workers);
            double busy = busyRate(loop);
            json.add("warmUp", compilers.json());
            LoadTurns turns =
                    new LoadTurns(loop, load.plan(busy, options.block()), LoadNames.TRANSACTIONS, Cpus.effective());
            ScoreWindow window = new ScoreWindow(Cpus.effective());
            Optional<JvmProfile> profile = Optional.ofNullable(profiling).map(JvmProfile::new);
            long start = meeting.ready(System.nanoTime());
            fork.jvmLog().startWindow();
            profile.ifPresent(JvmProfile::start);
            window.start();
            turns.run(start);
            window.end();
            profile.ifPresent(JvmProfile::end);
            profile.ifPresent(each -> fork.keep(each.recording(), profiling));
            json.add("disturbances", window.disturbances());
            company.check();
            List<Score> scores = turns.describe(json);
            addRecorded(scores, fork.jvmLog());
            if (profile.isPresent()) {
                scores.add(Score.of(Profiling.TRANSACTIONS, "count", turns.answered())
                        .beside());
            }
            return scores;
        }
    }

    /** Makes the company, and keeps it busy until it is warm. */
    private OpenLoop warm(int customers, int workers) throws InterruptedException {
        HelperThreads.registerMeasured();
        Kernel.wakeInTime(); // Where it cannot, the injector's lag says so.
        company = new Company(customers, seed);
        Transactions transactions = new Transactions(company);
        compilers.begin();
        populate(transactions, workers);
        double slowDown = Double.parseDouble(System.getProperty(SLOW_DOWN, "0"));
        OpenLoop loop = new OpenLoop(transactions, workers, seed, slowDown);
        loop.saturate(System.nanoTime(), load.warmupNanos);
        compilers.await();
        return loop;
    }

    private double busyRate(OpenLoop loop) {
        return loop.saturate(System.nanoTime(), Math.min(load.warmupNanos, BUSY_NANOS))
                .get()
                .throughput();
    }

    /** By as many threads as there are CPUs: one alone takes longer than all that comes after. */
    private static void populate(Transactions transactions, int workers) {
        IntStream.range(0, workers)
                .parallel()
                .forEach(part -> transactions.populate(Customer.MOST_RECEIPTS, part, workers));
    }

    private static void addRecorded(List<Score> scores, JvmLog log) {
        log.pauseMillis().ifPresent(pauses -> {
            Score.addBeside(scores, "gc-pauses", "ms", DoubleStream.of(pauses).sum());
            Score.addBeside(
                    scores, "gc-pause-max", "ms", DoubleStream.of(pauses).max().orElse(0));
        });
        Score.addBeside(scores, "peak-rss", "MB", HostFiles.HOST.peakBytes("self") / 1e6);
    }
}
