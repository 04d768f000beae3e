package org.whichjvm.collector.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.CampaignSettings.FlagSet;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Workload;
import org.whichjvm.common.LoadTimes;
import org.whichjvm.common.Profiling;
import org.whichjvm.common.Units;

/**
 * The workload of a campaign's forks, and how they are started; what is unknown is null.
 *
 * @param runner docker or host
 * @param turnSeconds length of a turn; null by forks
 * @param options of the workload; the last one counts
 * @param javaOptions JAVA_OPTS of the caller
 * @param flagSets those of the contenders, by name; of unknown origin
 * @param apps the folders of the versions of a program, by their names
 * @param whyForks why programs run one after another, of which nobody said how they share the time; null if that was
 *     said, or they take turns
 */
public record Execution(
        String runner,
        String workload,
        String preset,
        Interleave interleave,
        Double turnSeconds,
        List<String> options,
        String javaOptions,
        Map<String, FlagSet> flagSets,
        Map<String, String> apps,
        String whyForks) {
    public static final Execution UNKNOWN = new Execution(null, null, null, null, null, null, null, null, null, null);

    // Options of the workload: what is profiled, and what is kept of messages.
    private static final String PROFILE = "--profile";
    private static final String STAGES = "--stages";

    // Of a program: how often a fork starts it, and how long each start may take.
    private static final String STARTS = "--starts";
    private static final String SLOT = "--slot";

    /** What forks explain that keep the stages of messages. */
    public static final String STAGES_OF_MESSAGES = "stages";

    /** Copies what may be missing in a file, or have been written by anybody. */
    public Execution {
        options = options == null ? List.of() : List.copyOf(options);
        javaOptions = javaOptions == null ? "" : javaOptions;
        flagSets = flagSets == null ? Map.of() : new TreeMap<>(Map.copyOf(flagSets));
        apps = apps == null ? Map.of() : new TreeMap<>(apps);
    }

    static Execution of(CampaignFile file) throws UnusableFile {
        if (file.interleave() == null) {
            throw new UnusableFile("does not say whether it interleaves " + Interleave.choices());
        }
        return new Execution(
                file.runner(),
                file.workload(),
                file.preset(),
                file.interleave(),
                file.turnSeconds(),
                file.options(),
                file.javaOptions(),
                file.flagSets(),
                file.apps(),
                file.whyForks());
    }

    /** Whether forks measure how many transactions a second this project's own company keeps up with. */
    public boolean ofTransactions() {
        return Workload.RETAIL.text().equals(workload);
    }

    /** Whether forks measure the latency of messages. */
    public boolean ofMessages() {
        return Workload.QUEUE_LATENCY.text().equals(workload);
    }

    /** What forks profile a program, a service or themselves for; empty if they do not. */
    public Optional<Profiling> profiled() {
        int at = options.indexOf(PROFILE);
        int end = options.contains("--") ? options.indexOf("--") : options.size();
        return at >= 0 && at + 1 < end ? Profiling.of(options.get(at + 1)) : Optional.empty();
    }

    /** Whether forks keep the stages of messages. */
    public boolean staged() {
        return ofMessages() && options.contains(STAGES);
    }

    /** What forks explain: an event, or {@link #STAGES_OF_MESSAGES}; empty if they do not. */
    public Optional<String> explained() {
        return staged() ? Optional.of(STAGES_OF_MESSAGES) : profiled().map(Profiling::text);
    }

    public boolean explains() {
        return explained().isPresent();
    }

    /**
     * This, with forks that keep the stages of messages.
     *
     * @param seed of the order of turns
     * @param duration of all turns of a fork
     */
    public Execution withStages(long seed, String duration, String warmup) {
        return withMore("--duration", duration, "--warmup", warmup, "--turn-seed", Long.toString(seed), STAGES);
    }

    /** This, with forks that run as they did and are profiled: their turns, or their memory. */
    public Execution withProfile(Profiling profiling) {
        return withMore(PROFILE, profiling.text());
    }

    /** This, with forks that get their load at these rates. */
    public Execution withRates(List<String> rates) {
        return withMore(LoadTimes.RATES, String.join(",", rates));
    }

    private Execution withMore(String... behind) {
        return with(interleave, turnSeconds, behind);
    }

    /** How often a fork starts its program; 1 if it has none. */
    public int starts() {
        int end = options.indexOf("--");
        int at = end < 0 ? -1 : options.subList(0, end).lastIndexOf(STARTS);
        String value = at < 0 || at + 1 == end ? "" : options.get(at + 1);
        return value.matches("[0-9]{1,3}") ? Integer.parseInt(value) : 1;
    }

    /**
     * This, with forks that start a program several times. All contenders of a block are alive together, and each start
     * is a turn.
     *
     * @param slotNanos how long a start may take
     */
    public Execution withStarts(int starts, long slotNanos) {
        return with(
                Interleave.TURNS,
                Units.seconds(slotNanos),
                STARTS,
                Integer.toString(starts),
                SLOT,
                Units.option(slotNanos));
    }

    /** This, with forks that profile themselves or the program that they run, one after another. */
    public Execution withProfiles(Profiling profiling) {
        Execution once = starts() > 1 ? withMore(STARTS, "1") : this;
        return once.with(Interleave.FORKS, null, PROFILE, profiling.text());
    }

    /** Adds options, before the -- behind which a program's words stand. */
    private Execution with(Interleave shared, Double seconds, String... behind) {
        List<String> more = new ArrayList<>(options);
        more.addAll(options.contains("--") ? options.indexOf("--") : options.size(), List.of(behind));
        return new Execution(runner, workload, preset, shared, seconds, more, javaOptions, flagSets, apps, whyForks);
    }

    /** This, with programs that run for a time, in s, while the others of their block are frozen, and then the next. */
    public Execution withTurns(double seconds) {
        return with(Interleave.TURNS, seconds);
    }

    /** This, with programs that run one after another, and why. */
    public Execution withForks(String why) {
        return new Execution(
                runner, workload, preset, Interleave.FORKS, null, options, javaOptions, flagSets, apps, why);
    }

    /** The JVM options of a contender's flag sets, with blanks between; empty if it has none. */
    public String flags(Contender contender) {
        return contender.flagSets().stream()
                .map(each -> flagSets.get(each).options())
                .collect(Collectors.joining(" "));
    }
}
