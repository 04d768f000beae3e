package org.whichjvm.workload.service;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.Profiling;
import org.whichjvm.common.Units;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.fork.Fork;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.fork.ForkOptions;
import org.whichjvm.workload.fork.OptionTypes;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.host.HostCounters;
import org.whichjvm.workload.host.JsonArrays;
import org.whichjvm.workload.load.LoadNames;
import org.whichjvm.workload.load.LoadOptions;
import org.whichjvm.workload.load.LoadPlan;
import org.whichjvm.workload.load.LoadTurns;
import org.whichjvm.workload.memory.MemoryRows;
import org.whichjvm.workload.program.Descendants;
import org.whichjvm.workload.program.ProgramJvm;
import org.whichjvm.workload.program.ProgramLine;
import org.whichjvm.workload.program.WorkFolder;
import org.whichjvm.workload.score.Score;
import org.whichjvm.workload.turn.TurnMeeting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** One fork of somebody's own server, which gets requests by turns with those of its block. */
@Command(
        name = "service",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "A server of your own under an open load: the greatest rate of requests that it keeps up"
                + " with, the rate at which it answers in time, and the response times by rate.")
public final class Service implements Callable<Integer> {
    private static final String PORT = "{port}";
    private static final int MOST_PORT = 65_535;

    /** It is looked so often, and each time for so long, how many requests a second vegeta sends. */
    private static final int GENERATOR_LOOKS = 4;

    private static final long GENERATOR_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    /** Rates up to this share of that are those of the server, and not those of vegeta. */
    private static final double GENERATOR_SHARE = 0.5;

    @Option(
            names = "--port",
            required = true,
            paramLabel = "PORT",
            description = "The port of the server (1 to 65535); {port} in the program becomes it.")
    private int port;

    @Option(
            names = "--ready",
            paramLabel = "WHAT",
            description = "The server is ready once this path is answered by 2xx or 3xx, such as /health, or once a"
                    + " line of its output matches, such as 'regex:Started .*' (default: once its port"
                    + " accepts connections).")
    private String ready;

    @Option(
            names = "--request",
            paramLabel = "REQUEST",
            description = "A request, with its weight or without: 'GET /a', '3:GET /b'; repeatable (default: GET /).")
    private List<String> requests = new ArrayList<>();

    @Option(
            names = "--targets",
            paramLabel = "FILE",
            description = "Requests as vegeta reads them, in the program's folder: METHOD /path, headers below it,"
                    + " @FILE for a body, a blank line.")
    private Path targets;

    @Option(
            names = "--protocol",
            defaultValue = "http",
            paramLabel = "NAME",
            description = "http, https, h2c (HTTP/2 without TLS) or h2; default http.")
    private Protocol protocol;

    @Option(
            names = "--app",
            paramLabel = "DIR",
            description = "The server's folder; each fork runs in a fresh copy of it.")
    private Path app;

    @Option(
            names = "--timeout",
            converter = OptionTypes.Duration.class,
            defaultValue = "1m",
            paramLabel = "T",
            description = "How long the server may take until it is ready (100ms to 24h; default 1m).")
    private long timeoutNanos;

    @Option(
            names = "--cpus",
            split = ",",
            paramLabel = "CPU",
            description = "CPUs: the first is the load generator's, the others are the server's (default: all that"
                    + " this process may use).")
    private List<Integer> cpus;

    @Option(
            names = "--profile",
            converter = OptionTypes.Profiled.class,
            paramLabel = "EVENT",
            description =
                    "To explain with: memory shows what the server's memory consists of at its peak. This slows the server: do not"
                            + " compare its times.")
    private Profiling profiling;

    @Mixin
    private LoadOptions load;

    @Mixin
    private ForkOptions options;

    @Parameters(paramLabel = "PROGRAM", description = "Behind --: the server, such as -- java {flags} -jar app.jar")
    private List<String> words = new ArrayList<>();

    private final Fork fork = new Fork("service");
    private Readiness readiness;
    private ProgramLine program;
    private List<Integer> allCpus;
    private List<Integer> serverCpus;
    private List<Integer> generatorCpus;
    private double generatorRate;
    private List<Score> memory = Collections.emptyList();

    @Override
    public Integer call() throws Exception {
        load.validate();
        ForkOptions.checkTime("--timeout", timeoutNanos);
        readiness = new Readiness(ready);
        if (profiling != null && profiling != Profiling.MEMORY) {
            throw new WrongUsage("--profile is %s, and only the memory of a server can be explained", profiling.text())
                    .orTry("memory");
        }
        if (port < 1 || port > MOST_PORT) {
            throw new WrongUsage("--port is %d", port).orTry("a port from 1 to 65535");
        }
        List<String> flags = ProgramLine.flagsOfEnvironment();
        program = new ProgramLine(
                words.stream()
                        .map(word -> word.replace(PORT, String.valueOf(port)))
                        .collect(Collectors.toList()),
                app == null ? null : app.toAbsolutePath(),
                flags);
        program.check();
        requests().checkBodies(app == null ? Paths.get("") : app);
        allCpus = cpus == null ? Cpus.effective() : cpus;
        Cpus.check(allCpus, Cpus.effective());
        generatorCpus = allCpus.subList(0, 1);
        serverCpus = allCpus.size() == 1 ? allCpus : allCpus.subList(1, allCpus.size());
        Cpus.pin(generatorCpus);
        if (allCpus.size() == 1) {
            Fork.say(
                    "the server and its load generator share CPU %s, the only one there is; with a second one the server"
                            + " would have its own",
                    Cpus.join(allCpus));
        }
        return fork.check(this::rates)
                .run(options, parameters(), program.shown(), json -> Score.found(json, measure(json)));
    }

    private Requests requests() {
        return Requests.of(protocol, port, requests, targets == null || app == null ? targets : app.resolve(targets));
    }

    private JsonObject parameters() {
        JsonObject parameters = new JsonObject();
        ProgramLine.describe(parameters, words, app, serverCpus);
        parameters.addProperty("port", port);
        parameters.addProperty("ready", ready);
        parameters.add("requests", JsonArrays.of(requests));
        parameters.addProperty("targets", targets == null ? null : targets.toString());
        parameters.addProperty("protocol", protocol.name().toLowerCase(Locale.ROOT));
        parameters.addProperty("timeoutSeconds", Units.seconds(timeoutNanos));
        parameters.add("serverCpus", JsonArrays.of(serverCpus));
        parameters.add("generatorCpus", JsonArrays.of(generatorCpus));
        load.describe(parameters);
        parameters.addProperty("profile", profiling == null ? null : profiling.text());
        return parameters;
    }

    /** The part of a fork that needs the server, which is warm. */
    @FunctionalInterface
    private interface Warm<T> {
        T use(ServerLoad system, WarmUp warmUp, long readyNanos) throws InterruptedException;
    }

    /** What a check tells: how much the server answers, and how much vegeta can send. */
    private void rates(JsonObject check) throws InterruptedException {
        // Which heap it chose, should it not fit.
        JsonObject ofServer = new JsonObject();
        check.add("jvm", ofServer);
        warm(jvm -> jvm.describe(ofServer), (system, warmUp, readyNanos) -> {
            check.addProperty("busyRate", Units.tenths(warmUp.busyRate()));
            check.addProperty("generatorRate", Units.tenths(generatorRate));
            return check;
        });
    }

    private List<Score> measure(JsonObject json) throws InterruptedException {
        try (TurnMeeting meeting = load.members.meeting(load.warmupNanos)) {
            meeting.awaitPlace();
            List<Score> all = warm(jvm -> jvm.describe(json.getAsJsonObject("jvm")), (system, warmUp, readyNanos) -> {
                json.add("warmUp", warmUp.json());
                LoadPlan plan = load.plan(warmUp.busyRate(), options.block());
                check(plan);
                LoadTurns turns = new LoadTurns(system, plan, LoadNames.REQUESTS, allCpus);
                HostCounters host = new HostCounters(allCpus);
                long start = meeting.ready(System.nanoTime());
                // The server's, vegeta's and this JVM's own.
                long ownNanos = -system.cpuNanos() - system.generatorNanos();
                long from = System.nanoTime();
                host.start();
                turns.run(start);
                host.end();
                ownNanos += system.cpuNanos() + system.generatorNanos();
                JsonObject disturbances = new JsonObject();
                disturbances.addProperty("windowSeconds", Units.seconds(System.nanoTime() - from));
                disturbances.add("host", host.json(ownNanos));
                json.add("disturbances", disturbances);
                double peak = ServerProcesses.peakBytes() / 1e6;
                system.checkErrors();
                List<Score> scores = new ArrayList<>(turns.describe(json));
                JsonObject told = json.getAsJsonObject("load");
                told.addProperty("generatorRate", Units.tenths(generatorRate));
                told.add("statuses", system.statuses());
                Score.addBeside(scores, "start-to-ready", "ms", readyNanos / 1e6);
                Score.addBeside(scores, "warm-up", "s", warmUp.secondsUntilWarm());
                Score.addBeside(scores, "peak-rss", "MB", peak);
                return scores;
            });
            all.addAll(memory);
            return all;
        }
    }

    /**
     * Starts the server, warms it up, uses it and ends it. Its output is kept beside the fork, but for that of a run
     * from which its JVM is to learn, which is for no fork.
     */
    private <T> T warm(Consumer<ProgramJvm> jvm, Warm<T> warm) throws InterruptedException {
        try (WorkFolder folder = new WorkFolder(app)) {
            folder.closeOnSignal();
            folder.sayNotCopied();
            // The JVM of the server chooses by the CPUs that it has.
            Cpus.pin(serverCpus);
            jvm.accept(ProgramJvm.ask(program, folder));
            Cpus.pin(generatorCpus);
            Vegeta vegeta = new Vegeta(folder.folder, folder.scratch);
            generatorRate = generatorRate(vegeta);
            ProgramLine line = program.in(folder);
            if (line.learns()) {
                // A run that is not measured, from which the JVM keeps what it learned.
                run(line.learning(), folder, vegeta, true, (system, warmUp, readyNanos) -> null);
            }
            return run(line, folder, vegeta, false, warm);
        } catch (IOException e) {
            throw WorkFolder.unusable(e);
        }
    }

    private <T> T run(ProgramLine line, WorkFolder folder, Vegeta vegeta, boolean learns, Warm<T> warm)
            throws InterruptedException {
        MemoryRows rows = profiling == null || learns
                ? null
                : new MemoryRows(folder.scratch, () -> ServerProcesses.seenBeside(vegeta.program));
        ProgramLine started = rows == null ? line : line.with(rows.options());
        ProcessBuilder builder = started.builder().directory(folder.folder.toFile());
        Server server = new Server(port, readiness);
        T found;
        try {
            if (rows != null) {
                rows.start();
            }
            Cpus.pin(serverCpus);
            server.start(builder);
            Cpus.pin(generatorCpus);
            Requests all = requests();
            Requests first = readiness.path == null ? all : all.get(readiness.path);
            long readyNanos = server.awaitReady(vegeta, first, timeoutNanos);
            ServerLoad system = new ServerLoad(server, vegeta, all);
            WarmUp warmUp = new WarmUp(server.startedNanos, serverCpus, allCpus);
            warmUp.run(system, load.warmupNanos);
            found = warm.use(system, warmUp, readyNanos);
        } finally {
            // A JVM that learns keeps it when it ends, which takes longer than to end.
            byte[] output = server.end(learns ? timeoutNanos : Descendants.GRACE_NANOS);
            if (rows != null) {
                rows.end();
            }
            if (!learns) {
                fork.keep(ForkNames.OUT, output);
            }
        }
        if (rows != null) {
            fork.keep(ForkNames.COLLAPSED, rows.stacks());
            memory = rows.scores();
        }
        return found;
    }

    /** Requests a second that vegeta gets answered by a server that does nothing, at its best. */
    private double generatorRate(Vegeta vegeta) throws IOException, InterruptedException {
        double best = 0;
        try (Responder responder = new Responder(serverCpus)) {
            Requests trivial = Requests.of(Protocol.HTTP, responder.port(), Collections.emptyList(), null);
            for (int i = 0; i < GENERATOR_LOOKS; i++) {
                Path results = vegeta.closed(trivial, Vegeta.CLOSED, System.nanoTime(), GENERATOR_NANOS);
                List<RequestResult> requests = vegeta.decode(results).orElse(Collections.emptyList());
                best = Math.max(
                        best,
                        AttackResult.closed(GENERATOR_NANOS, requests).step.throughput());
            }
        }
        return best;
    }

    /**
     * Refuses rates that vegeta cannot send. Those that a person asked for must be half of that at most, for at more
     * vegeta's own times are measured; a ladder may go there, and its lag says so.
     */
    private void check(LoadPlan plan) {
        double limit = (plan.climbs ? 1 : GENERATOR_SHARE) * generatorRate;
        if (plan.greatest() > limit) {
            throw new ForkFailure(
                    "a rate is %,.0f a second, and vegeta sends %,.0f a second here at most: it would be"
                            + " measured, and not the server; give rates up to %,.0f",
                    plan.greatest(), generatorRate, limit);
        }
    }
}
