package org.whichjvm.collector.plan;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.whichjvm.collector.model.CampaignFile;
import org.whichjvm.collector.model.CampaignSettings;
import org.whichjvm.collector.model.CampaignSettings.FlagSet;
import org.whichjvm.collector.model.ExclusionRules;
import org.whichjvm.collector.model.Execution;
import org.whichjvm.collector.model.Interleave;
import org.whichjvm.collector.model.Search;
import org.whichjvm.collector.model.Within;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.model.fork.Slices;
import org.whichjvm.collector.model.fork.SuffixKind;
import org.whichjvm.collector.model.fork.Workload;
import org.whichjvm.common.LoadTimes;
import org.whichjvm.common.TurnTimes;
import org.whichjvm.common.Units;
import org.whichjvm.common.WrongUsage;

/**
 * Turns the arguments of scripts/compare into the request for a campaign.
 *
 * @param options those of the study, if there is one, and of the person, who wins
 * @param own those of the person alone
 * @param found the winner of the race that is confirmed; null without one
 */
public record RequestBuilder(
        CompareOptions options,
        CompareOptions own,
        RequestBuilder.Runner runner,
        Map<String, FlagSet> flagSets,
        Study study,
        Search.Found found) {
    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    static final String USUAL_JVM = "jdk17-temurin";
    private static final int USUAL_SECONDS = 1_800;

    // quick stops by these where no option limits it. ± 3 % counts as equivalent.
    private static final double QUICK_PRECISION = 0.03;
    private static final int QUICK_SECONDS = 600;

    // Of the time of a race; what the search leaves goes to the confirmation.
    private static final double OF_SEARCH = 0.6;
    private static final double LEAST_OF_CONFIRMING = 0.25;
    private static final double RACE_PRECISION = 0.01;

    private Workload workload() {
        return options.workload();
    }

    private Workload.Preset preset() {
        return Workload.Preset.of(options.text("--preset", "quick"));
    }

    private Interleave interleave() {
        if (options.has("--interleave")) {
            return Interleave.of(options.text("--interleave"))
                    .orElseThrow(() -> options.wrong("--interleave", Interleave.choices()));
        }
        return workload().takesTurns(preset()) ? Interleave.TURNS : Interleave.FORKS;
    }

    /**
     * The JVMs and the room of a host, as the scripts found them.
     *
     * @param known every JVM, with its home on this machine or the image that a person named, else an empty text
     * @param usual those that are compared if nobody names one
     * @param memoryBytes that there are for more processes; null if unknown
     * @param shmBytes that are free in /dev/shm; null if unknown
     * @param mounted the whole paths of the folders of a person's own program, by the names of its versions;
     *     {@link #OWN} is that of {@code --mount}, or the current one
     */
    public record Runner(
            String name,
            String machine,
            Map<String, String> known,
            List<String> usual,
            Long memoryBytes,
            Long shmBytes,
            Map<String, String> mounted) {
        static final String OWN = "";
    }

    /**
     * Everything that was asked for, checked as far as it can be without a JVM. A WrongUsage names the first value that
     * is wrong; {@code says} is told what the person should know.
     */
    CampaignRequest asked(Instant now, String javaOptions, List<String> says) {
        Workload.Times times = workload().times(preset(), interleave() == Interleave.TURNS);
        if (study != null) {
            checkMachine();
            says.add("study " + study.name() + ": " + study.asks());
        }
        long seed = seed(now);
        List<String> words = words(times, Long.toString(seed));
        NamedContenders named = NamedContenders.of(options, own, study, found, runner, flagSets, says);
        CampaignRequest.Limits limits = limits(times);
        CampaignFile.Calibration calibration = calibration(named.all());
        if (workload() == Workload.SERVICE) {
            options.service().checkPorts(runner, program(), named.all().size() + (options.has("--control") ? 1 : 0));
        }
        Search search = search();
        if (options.has("--event") && !options.has("--explain")) {
            throw new WrongUsage(
                    "--event says what an explanation looks at; give --explain too, or use whichjvm explain");
        }
        ExplainRequest.profiling(options);
        String name = study != null
                ? study.name()
                : calibration != null
                        ? "calibration"
                        : found != null ? "confirmation" : options.isRace() ? "race" : preset().text();
        Execution execution = new Execution(
                runner.name(),
                workload().text(),
                preset().text(),
                interleave(),
                turnSeconds(words),
                words,
                javaOptions,
                only(named.all().stream().flatMap(each -> Contender.of(each).flagSets().stream()), named.flagSets()),
                only(options.program().appNames().stream(), runner.mounted()));
        CampaignRequest.Rules rules = CampaignRequest.Rules.of(options, execution);
        // A rule that is wrong now would be wrong after the checks too.
        ExclusionRules.of(rules.gates(), limits.retries(), 1, limits.precision() != null);
        return new CampaignRequest(
                name(now, name),
                seed,
                execution,
                new CampaignRequest.Purpose(question(), search, calibration),
                named.all(),
                named.usual(),
                named.baseline(),
                options.has("--control"),
                rules,
                limits,
                runner,
                confines());
    }

    static String name(Instant now, String kind) {
        return NAME.format(now) + "-" + kind;
    }

    private Double turnSeconds(List<String> words) {
        if (interleave() == Interleave.FORKS) {
            if (!workload().ofProgram() && Values.last(TurnTimes.TURN, words) != null) {
                throw new WrongUsage(
                        "--turn is the length of a turn, and by --interleave forks there are none; leave one of"
                                + " them out");
            }
            return null;
        }
        if (workload().underLoad()) {
            return Units.seconds(Estimate.turn(words));
        }
        if (!workload().ofProgram()) {
            return Units.seconds(Estimate.turns(words).turnNanos);
        }
        if (options.has("--turn")) {
            throw new WrongUsage(
                    "--turn is for messages; programs are let run for %s s at a time: leave it out", Slices.SECONDS);
        }
        options.program().checkSlices();
        return Slices.SECONDS;
    }

    private CampaignSettings.Question question() {
        if (found != null) {
            return new CampaignSettings.Question(
                    "race",
                    "is %s, which led %s contenders in the race %s, faster than %s, and what does each of its flag sets bring?"
                            .formatted(found.winner(), found.contenders(), found.campaign(), found.against()),
                    found.campaign());
        }
        return study == null ? null : new CampaignSettings.Question(study.name(), study.asks(), null);
    }

    /** The part of a race that this is; null for another campaign. */
    private Search search() {
        if (!options.isRace() && found == null && options.has(Within.OPTION)) {
            throw new WrongUsage(Within.OPTION + " says what the winner of a race must keep; use whichjvm race");
        }
        List<Within> all = options.all(Within.OPTION).stream().map(Within::of).toList();
        for (Within within : all) {
            if (!workload().hasScores() && Metric.ofLatency(within.metric()).isEmpty()) {
                throw new WrongUsage(
                        "%s has %s, and --workload %s has no %s; it takes p50, p90, p99, p99.9 and p99.99, also"
                                + " as service-p99",
                        Within.OPTION, within.text(), workload().text(), within.metric());
            }
        }
        return options.isRace() || found != null ? new Search(all, found) : null;
    }

    private CampaignRequest.Limits limits(Workload.Times times) {
        Integer blocks = options.whole("--blocks", 1, 10_000).orElse(null);
        Integer retries = retries();
        Optional<Double> precision = options.share("--precision");
        Optional<Integer> seconds = Values.wholeSeconds("--max-time", options.text("--max-time"));
        if (options.isRace() || found != null) {
            int all = seconds.orElse(USUAL_SECONDS);
            double own = found == null ? all * OF_SEARCH : Math.max(all * LEAST_OF_CONFIRMING, all - found.seconds());
            return new CampaignRequest.Limits(
                    blocks, precision.orElse(RACE_PRECISION), (int) Math.max(1, own), retries);
        }
        boolean quick = workload() == Workload.QUEUE_LATENCY
                && preset() == Workload.Preset.QUICK
                && study == null
                && !options.isCalibration()
                && !options.has("--blocks")
                && !options.has("--retries");
        if (precision.isPresent() || quick) {
            return new CampaignRequest.Limits(
                    blocks,
                    precision.orElse(QUICK_PRECISION),
                    seconds.orElse(precision.isPresent() ? USUAL_SECONDS : QUICK_SECONDS),
                    retries);
        }
        if (seconds.isPresent()) {
            throw new WrongUsage("--max-time ends a campaign that --precision lets run on; give that too, such as"
                    + " --precision 2%");
        }
        Integer usual = options.isCalibration() ? 20 : times.blocks();
        return new CampaignRequest.Limits(blocks == null ? usual : blocks, null, null, retries);
    }

    private long seed(Instant now) {
        String seed = options.text("--seed");
        if (seed != null && !seed.matches("[0-9]{1,18}")) {
            throw options.wrong("--seed", "a whole number of at most 18 digits");
        }
        return seed == null ? now.getEpochSecond() : Long.parseLong(seed);
    }

    private Integer retries() {
        Optional<Integer> retries = options.whole("--retries", 0, 10_000);
        // Once is once: with one block there is no comparison that an excluded fork could harm.
        boolean once = preset() == Workload.Preset.ARTICLE && !options.has("--precision");
        return retries.orElse(once ? Integer.valueOf(0) : null);
    }

    /** The words of the preset, of compare's own options, of the study, and last of the person. */
    private List<String> words(Workload.Times times, String seed) {
        options.refuseThoseOfOtherWorkloads();
        if (workload().ofProgram()) {
            List<String> more = new ArrayList<>();
            if (workload() == Workload.SERVICE) {
                more.addAll(options.service().words(runner));
                more.addAll(options.service().load(times, options.text("--rate")));
                more.addAll(serviceLevel());
                more.addAll(List.of("--turn-seed", seed));
            }
            return List.copyOf(options.program().words(runner, workload(), more, program()));
        }
        List<String> words = new ArrayList<>();
        if (times.duration() != null) {
            String usual = options.isCalibration() && interleave() == Interleave.FORKS ? "1s" : times.duration();
            words.addAll(List.of("--duration", options.text("--duration", usual)));
        }
        if (workload().underLoad()) {
            // That of messages is the word that asks for the greatest one.
            String rate = workload().hasMessages() ? null : options.text("--rate");
            words.addAll(options.service().load(times, rate));
        } else {
            words.addAll(List.of("--warmup", times.warmup()));
            words.addAll(times.more());
            options.add(words, TurnTimes.TURN);
        }
        if (interleave() == Interleave.TURNS) {
            words.addAll(List.of("--turn-seed", seed));
        }
        if (!workload().hasMessages() && options.has("--cpus")) {
            throw new WrongUsage(
                    "--cpus names the two CPUs of --workload queue-latency; %s uses all it may: limit them"
                            + " with taskset, or WHICHJVM_CPUSET in containers",
                    workload().text());
        }
        words.addAll(serviceLevel());
        // Of several rates each contender has its own.
        if (options.has("--rate")
                && workload() == Workload.QUEUE_LATENCY
                && ContenderNames.rates(options.text("--rate")).size() == 1) {
            words.addAll(List.of("--rate", SuffixKind.rateNumber(options.text("--rate"))));
        }
        options.add(words, "--cpus");
        if (study != null) {
            words.addAll(study.workloadOptions());
        }
        words.addAll(options.workloadOptions());
        for (String each : Execution.OF_EXPLAINED_MESSAGES) {
            if (words.contains(each)) {
                throw new WrongUsage(
                        "%s is what whichjvm explain gives to forks that explain; run a campaign without it, and"
                                + " explain that",
                        each);
            }
        }
        return List.copyOf(words);
    }

    /** As forks have it: p99 is the only percentile that they take. */
    private List<String> serviceLevel() {
        return options.has(LoadTimes.SERVICE_LEVEL)
                ? List.of(
                        LoadTimes.SERVICE_LEVEL,
                        options.text(LoadTimes.SERVICE_LEVEL).replaceFirst("^p99 *<=? *", ""))
                : List.of();
    }

    private List<String> program() {
        return study == null || !options.workloadOptions().isEmpty()
                ? options.workloadOptions()
                : study.workloadOptions();
    }

    private Map<String, String> confines() {
        return workload().ofProgram() ? options.program().confines(runner) : Map.of();
    }

    /** The calibration that was asked for; null for another campaign. */
    private CampaignFile.Calibration calibration(List<String> contenders) {
        String nanos = options.has("--effect") ? options.text("--effect").replaceFirst("ns$", "") : null;
        Optional<Integer> effect = Values.whole("--effect", nanos, 1, 1_000_000);
        Optional<Integer> count = options.whole("--contenders", 2, 50);
        if (!options.isCalibration()) {
            if (effect.isPresent() || count.isPresent()) {
                throw new WrongUsage("--effect and --contenders are for a calibration; use whichjvm calibrate");
            }
            return null;
        }
        if (workload().hasScores()) {
            throw new WrongUsage(
                    "a calibration runs one JVM against itself, and --workload %s has no messages to delay",
                    workload().text());
        }
        if (contenders.size() > 1) {
            throw new WrongUsage(
                    "a calibration runs one JVM against itself, and %s are several; name one",
                    String.join(" ", contenders));
        }
        for (String contender : contenders) {
            if (contender.contains("+")) {
                throw new WrongUsage(
                        "'%s' has a suffix; name the JVM alone, %s: a calibration makes its contenders itself",
                        contender, Contender.of(contender).variant());
            }
        }
        return new CampaignFile.Calibration(effect.map(Integer::longValue).orElse(null), count.orElse(4));
    }

    /** Refuses a baseline that {@code --control} cannot run once more. */
    static void checkControl(String baseline) {
        if (!Contender.of(baseline).plain()) {
            throw new WrongUsage(
                    "--control runs the baseline once more, and the baseline %s is such a contender itself;"
                            + " choose another with --baseline",
                    baseline);
        }
    }

    /** The entries with these names. */
    private static <T> Map<String, T> only(Stream<String> names, Map<String, T> all) {
        Map<String, T> some = new TreeMap<>(all);
        some.keySet().retainAll(names.toList());
        return some;
    }

    private void checkMachine() {
        if (study.machine() != null && !study.machine().equals(runner.machine())) {
            throw new CannotRunHere(
                    "the study %s can be answered on an %s machine only, and this is %s: %s"
                            + " docs/arm-study.md says how to run it there, and why an emulator cannot answer it",
                    study.name(), study.machine(), runner.machine(), study.asks());
        }
    }
}
