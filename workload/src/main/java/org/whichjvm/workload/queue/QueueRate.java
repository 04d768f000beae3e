package org.whichjvm.workload.queue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.whichjvm.common.LoadTimes;
import org.whichjvm.common.QueueSize;
import org.whichjvm.common.TurnTimes;
import org.whichjvm.common.Units;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.fork.Fork;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.fork.ForkOptions;
import org.whichjvm.workload.fork.OptionTypes;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.host.JsonArrays;
import org.whichjvm.workload.load.LadderOptions;
import org.whichjvm.workload.load.LoadNames;
import org.whichjvm.workload.load.LoadOptions;
import org.whichjvm.workload.load.LoadPlan;
import org.whichjvm.workload.load.LoadTurns;
import org.whichjvm.workload.load.LoadedSystem;
import org.whichjvm.workload.load.RateStep;
import org.whichjvm.workload.score.Score;
import org.whichjvm.workload.score.ScoreWindow;
import org.whichjvm.workload.turn.Members;
import org.whichjvm.workload.turn.TurnMeeting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * One fork that looks for the greatest rate at which the queue answers in time: the exchange is that of
 * {@code queue-latency}, and each rate has a queue of its own. Then come the response times by rate up to it.
 */
@Command(
        name = "queue-rate",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "The greatest rate of messages through Chronicle Queue whose 99th percentile of the response"
                + " time is within a service level, and the response times by rate. Options of"
                + " queue-latency are for it too, but for those of its window and its turns.")
public final class QueueRate implements Callable<Integer> {
    private static final long LEAST_MESSAGES = 1_000; // fewer have no p99 worth the name
    private static final String MORE = "give a longer --turn, or greater --rates";

    /** A slower moment than the one before does not reach into the next turn. */
    private static final double OF_TURN = 0.8;

    private static final long USUAL_TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** A step of a million larger messages would not fit where queues lie. */
    private static final long MOST_SIZE = 1 << 16;

    private static final String[] NOT_FOR_RATES = {"--rate", "--duration", "--profile", "--stages"};

    private final Fork fork = new Fork("queue-rate");

    @Spec
    private CommandSpec spec;

    @Option(
            names = LoadTimes.SERVICE_LEVEL,
            converter = OptionTypes.Duration.class,
            defaultValue = "100us",
            paramLabel = "T",
            description =
                    "A rate is kept if p99 of the response time is within this, and the queue does not stay behind"
                            + " (1us to 10s; 100us).")
    private long levelNanos;

    @Mixin
    private LadderOptions ladder;

    @Mixin
    private QueueLatencyOptions options;

    /** How long the messages of one rate are sent. */
    private long turnNanos;

    private List<Integer> cpus;
    private QueueMemory memory;

    /** After each step, in ns; 0 comes from the threads that do not measure it. */
    final List<Double> floors = new CopyOnWriteArrayList<>();

    /** The step that all threads are to take; null once there is none any more. */
    volatile Step next;

    private int number;

    /** Counts what happens from the first rate to the last. */
    private ScoreWindow window;

    private LoadTurns turns;

    /** The rate without a pause, in messages a second; 0 if it is not known yet. */
    private double busy;

    @Override
    public Integer call() throws Exception {
        validate();
        cpus = Cpus.choose(Cpus.effective(), options.cpus, options.producers + 1).cpus;
        options.checkHeap(Runtime.getRuntime().maxMemory());
        memory = QueueMemory.of(options.queueMemory, options.queueDir);
        JsonObject parameters = new JsonObject();
        parameters.addProperty("serviceLevelNanos", levelNanos);
        parameters.addProperty("turnSeconds", Units.seconds(turnNanos));
        ladder.describe(parameters);
        parameters.add("ladder", JsonArrays.of(ladder.asked));
        parameters.addProperty("turnSeed", options.turnSeed);
        parameters.addProperty("members", options.members.count);
        parameters.addProperty("warmupSeconds", Units.seconds(options.warmupNanos));
        parameters.addProperty("size", options.size);
        parameters.addProperty("producers", options.producers);
        parameters.addProperty("delayNanos", options.delayNanos);
        parameters.addProperty("blockSize", options.blockSize);
        parameters.addProperty("rollCycle", options.rollCycle.name());
        parameters.addProperty("wait", options.wait.toString());
        parameters.addProperty("queueMemory", memory.name);
        parameters.addProperty("cpus", Cpus.join(cpus));
        String plan = Units.text(
                "turns of %.2f s after %.1f s of warm-up, p99 within %,.0f µs, on CPU %s",
                Units.seconds(turnNanos), Units.seconds(options.warmupNanos), levelNanos / 1e3, Cpus.join(cpus));
        return fork.check(check -> {
                    exchange();
                    check.addProperty("busyRate", Units.tenths(busy));
                })
                .run(options.common, parameters, plan, this::measure);
    }

    private void validate() {
        for (String name : NOT_FOR_RATES) {
            if (spec.commandLine().getParseResult().hasMatchedOption(name)) {
                throw new WrongUsage("%s is for queue-latency, and queue-rate finds its rates", name)
                        .orTry("leave it out");
            }
        }
        options.validateExchange();
        options.members = Members.ofEnvironment();
        turnNanos = options.turnNanos == 0 ? USUAL_TURN_NANOS : options.turnNanos;
        ForkOptions.checkTime(TurnTimes.TURN, turnNanos);
        // They are turns of rates, of which the exchange itself takes none.
        options.turnNanos = 0;
        ladder.validate();
        ForkOptions.checkRange("--size", options.size, Payload.MIN_SIZE, MOST_SIZE, "bytes");
        LoadOptions.checkLevel(levelNanos);
        if (!ladder.asked.isEmpty() && !fits(ladder.asked.get(0))) {
            throw new WrongUsage(tooFew(ladder.asked.get(0))).orTry(MORE);
        }
        // The time that is measured is not known before, and is counted by steps.
        options.durationNanos = 0;
    }

    /** Whether a turn at this rate has enough messages before the next turn is due. */
    private boolean fits(double rate) {
        return LEAST_MESSAGES * 1e9 / rate <= turnNanos + LoadTimes.REST_NANOS / 2;
    }

    private String tooFew(double rate) {
        return Units.text(
                "a turn of %s at %,.1f messages a second has too few of the %,d that it takes to tell p99",
                Units.option(turnNanos), rate, LEAST_MESSAGES);
    }

    private Fork.Found measure(JsonObject json) throws IOException, InterruptedException {
        json.add("warmUp", exchange().compilers.json());
        json.add("disturbances", window.disturbances());
        List<Score> scores = turns.describe(json);
        double floor = ExchangeRecord.median(floors.stream().mapToDouble(each -> each));
        // No exclusion rule judges it: over as many turns as a ladder has, a floor that moves does so for all.
        Score.addBeside(scores, "floor", "ns", floor);
        return Score.found(json, scores);
    }

    private ExchangeRecord exchange() throws IOException, InterruptedException {
        window = new ScoreWindow(cpus);
        // The queues of all warm-ups are still there when a step of one contender has one.
        int together = options.queuesTogether();
        long step = QueueSize.mapped(QueueSize.bytes(QueueSize.MOST_OF_RATE, options.size), options.blockSize);
        long bytes = options.queueBytes() + step / together;
        try (TurnMeeting meeting = options.members.meeting(options.warmupNanos);
                QueueFolder folder = QueueFolder.create(memory.folder, bytes, together)) {
            ExchangeRecord record = new ExchangeRecord(options, folder.path, memory, cpus, this);
            Exchange exchange = new Exchange(record, meeting);
            fork.onSignal(exchange::stop);
            exchange.run(fork.jvmLog());
            return record;
        }
    }

    /**
     * Finds the greatest rate by a taker, which exchanges the messages of a step that all threads find in
     * {@link #next}.
     */
    void findRate(Consumer<Step> taker, TurnMeeting meeting) throws InterruptedException {
        LoadedQueue queue = new LoadedQueue(taker);
        queue.saturate(System.nanoTime(), turnNanos);
        if (options.common.checkOnly) {
            next = null;
            return;
        }
        List<Double> rates = ladder.rates(busy);
        if (!fits(rates.get(0))) {
            throw new ForkFailure(tooFew(rates.get(0)) + "; " + MORE);
        }
        LoadPlan plan = new LoadPlan(
                        options.members,
                        turnNanos,
                        ladder.passes,
                        rates,
                        true,
                        busy,
                        options.turnSeed,
                        options.common.block())
                .within(levelNanos);
        turns = new LoadTurns(queue, plan, LoadNames.MESSAGES, cpus);
        long start = meeting.ready(System.nanoTime());
        window.start();
        turns.run(start);
        window.end();
        next = null;
    }

    /** How long all turns may take together, in ns. */
    long limitNanos() {
        return options.waitNanos() + LoadTimes.nanos(ladder.rounds(), options.members.count, turnNanos);
    }

    /** The queue, through which a taker exchanges the messages of a step. */
    private final class LoadedQueue implements LoadedSystem {
        private final Consumer<Step> taker;

        LoadedQueue(Consumer<Step> taker) {
            this.taker = taker;
        }

        /** Sends as many messages without a pause as are sure to fit into a turn. */
        @Override
        public Supplier<RateStep> saturate(long at, long nanos) {
            long fit = busy == 0 ? Long.MAX_VALUE : (long) (OF_TURN * busy * nanos / 1e9);
            Step step = exchange(0, at, Math.min(QueueSize.MOST_OF_RATE / 2, Math.max(LEAST_MESSAGES, fit)));
            long took = step.samples.lastReadAt() - step.samples.start();
            RateStep result = taken(step, took);
            busy = result.throughput();
            return () -> result;
        }

        @Override
        public Supplier<RateStep> step(double rate, long at, long nanos) {
            long count = Math.min(QueueSize.MOST_OF_RATE, Math.max(LEAST_MESSAGES, (long) (rate * nanos / 1e9)));
            RateStep result = taken(exchange(rate, at, count), (long) (count * 1e9 / rate));
            return () -> result;
        }

        private Step exchange(double rate, long at, long count) {
            Step step = new Step(rate, at, count);
            next = step;
            taker.accept(step);
            step.check();
            return step;
        }
    }

    /** The first messages of a step settle caches and CPUs and do not count, as in a turn. */
    private static RateStep taken(Step step, long nanos) {
        RateStep result = new RateStep(step.rate, nanos);
        result.sent = step.samples.messages();
        result.answered = result.sent;
        long perProducer = step.samples.perProducer;
        step.samples.forEach(QueueLatencyOptions.settling(perProducer), perProducer, (dueAt, serviceNs, responseNs) -> {
            result.responses.recordValue(responseNs);
            result.lag.recordValue(Math.max(0, responseNs - serviceNs));
        });
        return result;
    }

    /** Messages at one rate, through a queue of their own. */
    final class Step {
        final String name = "rate-" + number++;

        final Samples samples;
        private final double rate;
        private final long at;

        private Step(double rate, long at, long count) {
            this.rate = rate;
            this.at = at;
            samples = new Samples(options.producers, Math.max(1, count / options.producers));
        }

        /** The schedule from its time on, or from a later one, by when all threads have met. */
        Schedule startAt(long earliest) {
            long start = Math.max(at, earliest);
            samples.schedule = rate == 0 ? Schedule.unpaced(start) : new Schedule(start, rate, options.producers);
            return samples.schedule;
        }

        /** Looks whether all messages came in order and whole. */
        void check() {
            samples.check();
            if (samples.verified() < samples.messages()) {
                throw new ForkFailure("%,d of %,d messages came", samples.verified(), samples.messages());
            }
        }
    }
}
