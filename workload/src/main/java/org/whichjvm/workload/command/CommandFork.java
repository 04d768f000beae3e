package org.whichjvm.workload.command;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.Profiling;
import org.whichjvm.common.Units;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.fork.Fork;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.fork.ForkOptions;
import org.whichjvm.workload.fork.JvmActivity;
import org.whichjvm.workload.fork.OptionTypes;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.host.HostCounters;
import org.whichjvm.workload.host.JsonArrays;
import org.whichjvm.workload.jvmlog.ProfilerLibrary;
import org.whichjvm.workload.program.ProgramJvm;
import org.whichjvm.workload.program.ProgramLine;
import org.whichjvm.workload.program.WorkFolder;
import org.whichjvm.workload.score.Score;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** One fork of somebody's own program: started, watched from outside, and its scores taken. */
@Command(
        name = "command",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "A program of your own: how long it takes, what CPU time and memory it uses, and the scores"
                + " that it prints.")
public final class CommandFork implements Callable<Integer> {
    @Option(
            names = "--app",
            paramLabel = "DIR",
            description = "The program's folder; each fork runs in a fresh copy of it.")
    private Path app;

    @Option(
            names = "--until",
            paramLabel = "REGEX",
            description = "Start-up: the time to the first line of the output that matches, upon which the program is"
                    + " ended (SIGTERM, after 10 s SIGKILL).")
    private String until;

    @Option(
            names = "--metric",
            paramLabel = "NAME=REGEX[,more|less][,decimal-point|decimal-comma]",
            description = "A number from the output: the first group of the regular expression, with the unit that"
                    + " follows it; repeatable.")
    private List<String> metrics = new ArrayList<>();

    @Option(
            names = "--adapter",
            paramLabel = "NAME",
            description = "The program is a harness whose scores are known: jmh, renaissance, dacapo or specjbb2015.")
    private Adapter adapter;

    @Option(
            names = "--timeout",
            converter = OptionTypes.Duration.class,
            defaultValue = "10m",
            paramLabel = "T",
            description = "How long the program may take (1s to 24h; default 10m).")
    private long timeoutNanos;

    @Option(
            names = "--cpus",
            split = ",",
            paramLabel = "CPU",
            description = "CPUs that the program may use (default: all that this process may).")
    private List<Integer> cpus;

    @Option(
            names = "--profile",
            converter = OptionTypes.Profiled.class,
            paramLabel = "EVENT",
            description = "Profile the JVMs of the program: for cpu, alloc, lock, faults, cycles, cache-misses"
                    + " or branch-misses. It slows the program, so that its times are not for"
                    + " comparing JVMs.")
    private Profiling profiling;

    @Option(
            names = "--first-run",
            description = "With --check: run the program once, and tell how long that took, its memory, and what it"
                    + " waited for.")
    private boolean firstRun;

    @Mixin
    private ForkOptions options;

    @Parameters(paramLabel = "PROGRAM", description = "Behind --: the program, such as -- java {flags} -jar app.jar")
    private List<String> words = new ArrayList<>();

    private final Fork fork = new Fork("command");
    private List<MetricPattern> patterns;
    private Pattern untilPattern;
    private final Adapter.Found found = new Adapter.Found();
    private ProgramLine program;
    private List<Integer> measured;

    @Override
    public Integer call() throws Exception {
        if (timeoutNanos < TimeUnit.SECONDS.toNanos(1) || timeoutNanos > ForkOptions.MAX_NANOS) {
            throw new WrongUsage("--timeout is %s s", Units.seconds(timeoutNanos)).orTry("a time from 1s to 24h");
        }
        patterns = metrics.stream().map(MetricPattern::new).collect(Collectors.toList());
        untilPattern = until == null ? null : OptionTypes.regex("--until", until);
        List<String> flags = ProgramLine.flagsOfEnvironment();
        program = new ProgramLine(words, app == null ? null : app.toAbsolutePath(), flags);
        measured = cpus == null ? Cpus.effective() : cpus;
        Cpus.check(measured, Cpus.effective());
        program.check();
        if (adapter != null) {
            adapter.check(words);
        }
        if (profiling != null) {
            ProfilerLibrary.check();
        }
        if (cpus != null) {
            Cpus.pin(cpus);
        }
        return fork.check(this::check)
                .run(options, parameters(), program.shown(), json -> Score.found(json, measure(json)));
    }

    private JsonObject parameters() {
        JsonObject parameters = new JsonObject();
        ProgramLine.describe(parameters, words, app, measured);
        parameters.addProperty("until", until);
        parameters.add("scores", JsonArrays.of(metrics));
        parameters.addProperty(
                "adapter", adapter == null ? null : adapter.name().toLowerCase(Locale.ROOT));
        parameters.addProperty("timeoutSeconds", Units.seconds(timeoutNanos));
        parameters.add("cpus", JsonArrays.of(measured));
        parameters.addProperty("profile", profiling == null ? null : profiling.text());
        return parameters;
    }

    /** Whether a fork can have its copy of the folder and its JVM; and with --first-run how it runs. */
    private void check(JsonObject check) throws InterruptedException {
        try (WorkFolder folder = new WorkFolder(app)) {
            folder.sayNotCopied();
            ProgramJvm jvm = ProgramJvm.ask(program, folder);
            if (!firstRun) {
                return;
            }
            folder.closeOnSignal();
            try {
                ProgramRun run = run(folder);
                run.check();
                JsonObject told = run.first();
                jvm.tell(told);
                check.add("firstRun", told);
            } catch (ForkFailure e) {
                // Its forks will fail too, and the report says why.
                Fork.say("the first run: %s", e.getMessage());
            }
        } catch (IOException e) {
            throw WorkFolder.unusable(e);
        }
    }

    /** A run that is not measured, with samples of what it waits for. */
    private ProgramRun run(WorkFolder folder) throws InterruptedException, IOException {
        ProgramLine line = program.in(folder);
        if (line.learns()) {
            learn(line.learning(), folder);
        }
        ProgramRun run = new ProgramRun(
                builder(line, folder), Collections.emptyList(), untilPattern, timeoutNanos, Optional.of(new Waits()));
        run.run();
        return run;
    }

    private List<Score> measure(JsonObject json) throws InterruptedException {
        try (WorkFolder folder = new WorkFolder(app)) {
            folder.closeOnSignal();
            ProgramJvm.ask(program, folder).describe(json.getAsJsonObject("jvm"));
            return measureIn(folder, json);
        } catch (IOException e) {
            throw WorkFolder.unusable(e);
        }
    }

    private List<Score> measureIn(WorkFolder folder, JsonObject json) throws InterruptedException, IOException {
        ProgramLine line = program.in(folder);
        if (line.learns()) {
            learn(line.learning(), folder);
        }
        ProcessBuilder builder =
                builder(profiling == null ? line : line.with(Profiler.options(folder.scratch, profiling)), folder);
        List<Consumer<String>> watchers = new ArrayList<>();
        patterns.forEach(pattern -> watchers.add(pattern::look));
        if (adapter != null) {
            watchers.add(text -> adapter.look(text, found));
        }
        ProgramRun run = new ProgramRun(builder, watchers, untilPattern, timeoutNanos, Optional.empty());
        HostCounters host = new HostCounters(measured);
        long ownBefore = JvmActivity.processCpuNanos();
        host.start();
        run.run();
        host.end();
        fork.keep(ForkNames.OUT, run.output.kept());
        run.describe(json, host, JvmActivity.processCpuNanos() - ownBefore);
        if (!folder.notCopied.isEmpty()) {
            JsonObject told = json.getAsJsonObject("program");
            told.addProperty("notCopiedEntries", folder.notCopied.size());
            told.add("notCopied", JsonArrays.of(folder.notCopied));
        }
        if (found.levels.size() > 0) {
            json.getAsJsonObject("program").add("levels", found.levels);
        }
        run.check();
        if (profiling != null) {
            fork.keep(Profiler.recording(folder.scratch), profiling);
        }
        byte[] compiled = Profiler.compilationLog(folder.scratch);
        if (compiled.length > 0) {
            fork.keep(ForkNames.COMPILATION_LOG, compiled);
        }
        List<Score> all = patterns.stream().map(MetricPattern::score).collect(Collectors.toList());
        if (adapter != null) {
            all.addAll(adapter.scores(folder.scratch, found));
        }
        JsonArray failed = found.jmh.json();
        if (failed.size() > 0) {
            json.getAsJsonObject("program").add("failed", failed);
        }
        all.addAll(run.scores(all.isEmpty(), adapter != Adapter.JMH));
        return all;
    }

    private ProcessBuilder builder(ProgramLine line, WorkFolder folder) {
        ProcessBuilder builder = adapter == null ? line.builder() : adapter.builder(line, folder.scratch, found);
        return builder.directory(folder.folder.toFile());
    }

    /** A run that is not measured, from which the JVM keeps what it learned. */
    private void learn(ProgramLine line, WorkFolder folder) throws InterruptedException {
        ProgramRun run = new ProgramRun(
                builder(line, folder), Collections.emptyList(), untilPattern, timeoutNanos, Optional.empty());
        run.run();
        if (run.ended != null || untilPattern == null && run.exit != 0) {
            throw new ForkFailure(
                    "the run that fills the AOT cache %s%s",
                    run.ended == null ? "failed with exit code " + run.exit : run.ended, run.output.saidLast());
        }
    }
}
