package org.whichjvm.workload.command;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
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
import org.whichjvm.workload.fork.OptionTypes;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.host.JsonArrays;
import org.whichjvm.workload.jvmlog.ProfilerLibrary;
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
            description = "Profile the JVMs of the program: for cpu, alloc, lock, faults, cycles, cache-misses,"
                    + " branch-misses or memory. It slows the program, so that its times are not for"
                    + " comparing JVMs.")
    private Profiling profiling;

    @Option(
            names = "--first-run",
            description = "With --check: run the program once, and tell how long that took and what it waited for.")
    private boolean firstRun;

    @Mixin
    private StartOptions starts;

    @Mixin
    private ForkOptions options;

    @Parameters(paramLabel = "PROGRAM", description = "Behind --: the program, such as -- java {flags} -jar app.jar")
    private List<String> words = new ArrayList<>();

    private final Fork fork = new Fork("command");
    private Pattern untilPattern;
    private final Adapter.Found found = new Adapter.Found();
    private ProgramLine program;
    private List<Integer> measured;

    @Override
    public Integer call() throws Exception {
        if (timeoutNanos < TimeUnit.SECONDS.toNanos(1) || timeoutNanos > ForkOptions.MAX_NANOS) {
            throw new WrongUsage("--timeout is %s s", Units.seconds(timeoutNanos)).orTry("a time from 1s to 24h");
        }
        starts.check(adapter != null ? "--adapter" : profiling != null ? "--profile" : null);
        patterns();
        untilPattern = until == null ? null : OptionTypes.regex("--until", until);
        List<String> flags = ProgramLine.flagsOfEnvironment();
        program = new ProgramLine(words, app == null ? null : app.toAbsolutePath(), flags);
        measured = cpus == null ? Cpus.effective() : cpus;
        Cpus.check(measured, Cpus.effective());
        program.check();
        if (adapter != null) {
            adapter.check(words);
        }
        if (profiling != null && profiling != Profiling.MEMORY) {
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
        starts.describe(parameters);
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
                JsonObject told = firstRun(folder);
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

    /** A run that is not measured, with samples of what it waits for, and what it tells. */
    private JsonObject firstRun(WorkFolder folder) throws InterruptedException, IOException {
        ProgramLine line = program.in(folder);
        if (line.learns()) {
            learn(line.learning(), folder);
        }
        ProgramRun run = new ProgramRun(builder(line, folder), Collections.emptyList(), untilPattern, timeoutNanos);
        Waits waits = new Waits();
        run.run(waits::start, waits::end);
        run.check();
        JsonObject told = run.first();
        waits.describe(told);
        return told;
    }

    /** Those of a start. */
    private List<MetricPattern> patterns() {
        return metrics.stream().map(MetricPattern::new).collect(Collectors.toList());
    }

    private List<Score> measure(JsonObject json) throws InterruptedException {
        try (TurnMeeting meeting = starts.meeting();
                WorkFolder folder = new WorkFolder(app)) {
            folder.closeOnSignal();
            meeting.awaitPlace();
            ProgramJvm.ask(program, folder).describe(json.getAsJsonObject("jvm"));
            return measureIn(folder, json, meeting);
        } catch (IOException e) {
            throw WorkFolder.unusable(e);
        }
    }

    private List<Score> measureIn(WorkFolder folder, JsonObject json, TurnMeeting meeting)
            throws InterruptedException, IOException {
        ProgramLine line = program.in(folder);
        if (line.learns()) {
            learn(line.learning(), folder);
        }
        MemoryRows rows = profiling == Profiling.MEMORY ? new MemoryRows(folder.scratch, Descendants::seen) : null;
        ProgramLine started = profiling == null
                ? line
                : line.with(rows == null ? Profiler.options(folder.scratch, profiling) : rows.options());
        RecordedStarts recorded = new RecordedStarts(measured);
        List<List<Score>> scores = new ArrayList<>();
        StartOptions.Slots slots = starts.slots(meeting.ready(System.nanoTime()));
        if (rows != null) {
            rows.start();
        }
        try {
            for (int start = 0; start < starts.count; start++) {
                slots.await(start);
                scores.add(start(started, folder, recorded));
                slots.ended(start);
            }
        } finally {
            if (rows != null) {
                rows.end();
            }
            if (!recorded.isEmpty()) {
                describe(json, recorded, folder);
                slots.describe(json.getAsJsonObject("program"));
            }
            slots.awaitEnd();
        }
        List<Score> all = new ArrayList<>(Score.medians(scores));
        if (rows != null) {
            fork.keep(ForkNames.COLLAPSED, rows.stacks(Score.value(all, PeakMemory.OF_GROUP)));
        } else if (profiling != null) {
            fork.keep(Profiler.recording(folder.scratch), profiling);
        }
        byte[] compiled = Profiler.compilationLog(folder.scratch);
        if (compiled.length > 0) {
            fork.keep(ForkNames.COMPILATION_LOG, compiled);
        }
        if (rows != null) {
            all.addAll(rows.scores());
        }
        return all;
    }

    /** Starts the program once; returns the scores of that. */
    private List<Score> start(ProgramLine line, WorkFolder folder, RecordedStarts recorded)
            throws InterruptedException, IOException {
        if (starts.several()) {
            folder.renew();
        }
        List<MetricPattern> patterns = patterns();
        List<Consumer<String>> watchers = new ArrayList<>();
        patterns.forEach(pattern -> watchers.add(pattern::look));
        if (adapter != null) {
            watchers.add(text -> adapter.look(text, found));
        }
        ProgramRun run = new ProgramRun(builder(line, folder), watchers, untilPattern, timeoutNanos);
        recorded.run(run);
        run.check();
        List<Score> all = patterns.stream().map(MetricPattern::score).collect(Collectors.toList());
        if (adapter != null) {
            all.addAll(adapter.scores(folder.scratch, found));
        }
        all.addAll(run.scores(all.isEmpty(), adapter != Adapter.JMH));
        if (starts.several()) {
            folder.empty();
        }
        return all;
    }

    private void describe(JsonObject json, RecordedStarts recorded, WorkFolder folder) {
        fork.keep(ForkNames.OUT, recorded.kept());
        JsonObject told = recorded.describe(json);
        if (!folder.notCopied.isEmpty()) {
            told.addProperty("notCopiedEntries", folder.notCopied.size());
            told.add("notCopied", JsonArrays.of(folder.notCopied));
        }
        if (found.levels.size() > 0) {
            told.add("levels", found.levels);
        }
        JsonArray failed = found.jmh.json();
        if (failed.size() > 0) {
            told.add("failed", failed);
        }
    }

    private ProcessBuilder builder(ProgramLine line, WorkFolder folder) {
        ProcessBuilder builder = adapter == null ? line.builder() : adapter.builder(line, folder.scratch, found);
        return builder.directory(folder.folder.toFile());
    }

    /** A run that is not measured, from which the JVM keeps what it learned. */
    private void learn(ProgramLine line, WorkFolder folder) throws InterruptedException {
        ProgramRun run = new ProgramRun(builder(line, folder), Collections.emptyList(), untilPattern, timeoutNanos);
        run.run(() -> {}, () -> {});
        if (run.ended != null || untilPattern == null && run.exit != 0) {
            throw new ForkFailure(
                    "the run that fills the AOT cache %s%s",
                    run.ended == null ? "failed with exit code " + run.exit : run.ended, run.output.saidLast());
        }
    }
}
