package org.whichjvm.collector.plan;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.CampaignReader;
import org.whichjvm.collector.model.CampaignSettings;
import org.whichjvm.collector.model.CampaignSettings.FlagSet;
import org.whichjvm.collector.model.Execution;
import org.whichjvm.collector.model.ForkStart;
import org.whichjvm.collector.model.Interleave;
import org.whichjvm.collector.model.Search;
import org.whichjvm.collector.model.Within;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.model.fork.Slices;
import org.whichjvm.collector.model.fork.Workload;
import org.whichjvm.common.LoadTimes;
import org.whichjvm.common.Percentile;
import org.whichjvm.common.TurnTimes;
import org.whichjvm.common.Units;
import org.whichjvm.common.WrongUsage;

/**
 * Turns what a person asks for into the request for a campaign: presets become times, blocks and words of the workload.
 *
 * @param found the winner of the race that is confirmed; null without one
 * @param flagSets of the contenders
 */
record RequestBuilder(Request request, Workload workload, Search.Found found, Map<String, FlagSet> flagSets) {
    static final String USUAL_JVM = "jdk17-temurin";
    private static final int USUAL_SECONDS = 1_800;

    // quick stops by these where no option limits it. ± 3 % counts as equivalent.
    private static final double QUICK_PRECISION = 0.03;
    private static final int QUICK_SECONDS = 600;

    // Of the time of a race; what the search leaves goes to the confirmation.
    private static final double OF_SEARCH = 0.6;
    private static final double LEAST_OF_CONFIRMING = 0.25;
    private static final double RACE_PRECISION = 0.01;

    private static final int BLOCKS_OF_CALIBRATION = 20;

    /**
     * The request for a campaign. What is wrong with it by itself has been refused before.
     *
     * @param out the folder of all campaigns, in which an earlier one may be that is confirmed or explained
     */
    static CampaignRequest asked(Path out, Request request) throws IOException, UnusableFile {
        if (request.explains() != null) {
            Path folder = CampaignReader.find(out, request.explains().campaign());
            return ExplainRequest.of(folder, request.explains().contenders()).asked(request);
        }
        if (request.confirm() == null) {
            return new RequestBuilder(request, request.ofWorkload(), null, request.flagSets()).asked();
        }
        Path race = CampaignReader.find(out, request.confirm());
        Search.Found found = Search.Found.read(race);
        Map<String, FlagSet> ofRace = CampaignSettings.required(race).flagSets();
        return new RequestBuilder(request, request.ofWorkload(), found, ofRace).asked();
    }

    private CampaignRequest asked() throws UnusableFile {
        List<String> contenders = found == null ? request.contenders() : found.confirming();
        Workload.Times times =
                workload.times(request.ofPreset(), interleave() == Interleave.TURNS, asksForMedians(contenders));
        checkContenders(contenders);
        List<String> words = words(times);
        CampaignRequest.Limits limits = limits(times);
        Execution execution = new Execution(
                request.host().runner(),
                workload.text(),
                request.preset(),
                interleave(),
                turnSeconds(words),
                words,
                request.javaOptions(),
                only(contenders.stream().flatMap(each -> Contender.of(each).flagSets().stream()), flagSets),
                only(request.apps().keySet().stream(), request.host().mounted()),
                null);
        CampaignRequest.Rules rules = CampaignRequest.Rules.of(request, execution);
        return new CampaignRequest(
                request.name(),
                request.seedOfOrder(),
                execution,
                new CampaignRequest.Purpose(question(), search(), request.calibration()),
                contenders,
                request.usual(),
                found == null ? request.baseline() : found.winner(),
                request.control(),
                choosesTurns(),
                rules,
                limits,
                request.host(),
                workload.ofProgram() ? new ProgramOptions(request).granted() : ForkStart.Granted.NOTHING,
                workload.ofProgram() ? new ProgramOptions(request).memory() : ForkStart.Memory.UNLIMITED);
    }

    /** Whether nothing but the p50 of messages at the usual rate is asked for: fewer have fewer messages in a turn. */
    private boolean asksForMedians(List<String> contenders) {
        return request.rates() == null
                && Values.last("--rate", request.words()) == null
                && contenders.stream().allMatch(each -> Contender.of(each).rate() == null)
                && request.decide().stream()
                        .flatMap(each -> Metric.meant(each).stream())
                        .allMatch(each -> each.percentile().equals(Optional.of(Percentile.P50)));
    }

    private Interleave interleave() {
        return request.interleave() != null
                ? request.interleave()
                : workload.takesTurns(request.ofPreset()) ? Interleave.TURNS : Interleave.FORKS;
    }

    /** A program's own metrics and a harness may read its clock, which goes on while it is frozen. */
    private boolean choosesTurns() {
        Request.Program program = request.program();
        return workload == Workload.COMMAND
                && request.verb() == Request.Verb.COMPARE
                && request.interleave() == null
                && request.study() == null
                && program.adapter() == null
                && program.metrics().isEmpty()
                && compares();
    }

    private boolean compares() {
        return request.contenders().size() > 1 || request.control();
    }

    private Double turnSeconds(List<String> words) {
        if (interleave() == Interleave.FORKS) {
            return null;
        }
        if (workload.underLoad()) {
            return Units.seconds(Estimate.turn(words));
        }
        return workload.ofProgram() ? Slices.SECONDS : Units.seconds(Estimate.turns(words).turnNanos);
    }

    private CampaignSettings.Question question() {
        if (found != null) {
            return new CampaignSettings.Question(
                    "race",
                    "is %s, which led %s contenders in the race %s, faster than %s, and what does each of its flag sets bring?"
                            .formatted(found.winner(), found.contenders(), found.campaign(), found.against()),
                    found.campaign());
        }
        Request.Study study = request.study();
        return study == null ? null : new CampaignSettings.Question(study.name(), study.asks(), null);
    }

    /** The part of a race that this is; null for another campaign. */
    private Search search() {
        List<Within> all = request.within().stream().map(Within::of).toList();
        return request.isRace() || found != null ? new Search(all, found) : null;
    }

    private CampaignRequest.Limits limits(Workload.Times times) {
        Integer blocks = request.blocks();
        Integer seconds = request.maxSeconds();
        Double precision = request.precision();
        // Once is once: with one block there is no comparison that an excluded fork could harm.
        boolean once = request.ofPreset() == Workload.Preset.ARTICLE && precision == null;
        Integer retries = request.retries() == null && once ? Integer.valueOf(0) : request.retries();
        if (request.isRace() || found != null) {
            int all = or(seconds, USUAL_SECONDS);
            double own = found == null ? all * OF_SEARCH : Math.max(all * LEAST_OF_CONFIRMING, all - found.seconds());
            return new CampaignRequest.Limits(blocks, or(precision, RACE_PRECISION), (int) Math.max(1, own), retries);
        }
        boolean quick = (workload == Workload.QUEUE_LATENCY || workload.ofProgram() && (compares() || seconds != null))
                && request.ofPreset() == Workload.Preset.QUICK
                && request.study() == null
                && request.calibration() == null
                && blocks == null
                && request.retries() == null;
        if (precision != null || quick) {
            int usual = precision == null ? QUICK_SECONDS : USUAL_SECONDS;
            return new CampaignRequest.Limits(blocks, or(precision, QUICK_PRECISION), or(seconds, usual), retries);
        }
        int usual = request.calibration() == null ? times.blocks() : BLOCKS_OF_CALIBRATION;
        return new CampaignRequest.Limits(or(blocks, usual), null, null, retries);
    }

    private static <T> T or(T given, T usual) {
        return given == null ? usual : given;
    }

    /** The words of the preset, of compare's own options, of the study, and last of the person. */
    private List<String> words(Workload.Times times) {
        ServiceOptions service = new ServiceOptions(request);
        List<String> order = List.of("--turn-seed", Long.toString(request.seedOfOrder()));
        List<String> words = new ArrayList<>();
        if (workload.ofProgram()) {
            if (workload == Workload.SERVICE) {
                words.addAll(service.words());
                words.addAll(service.load(times));
                Values.add(words, LoadTimes.SERVICE_LEVEL, request.serviceLevel());
                words.addAll(order);
            }
            return List.copyOf(new ProgramOptions(request).words(words));
        }
        if (times.duration() != null) {
            boolean brief = request.calibration() != null && interleave() == Interleave.FORKS;
            words.addAll(List.of("--duration", or(request.load().duration(), brief ? "1s" : times.duration())));
        }
        if (workload.underLoad()) {
            words.addAll(service.load(times));
        } else {
            words.addAll(List.of("--warmup", times.warmup()));
            words.addAll(times.more());
            Values.add(words, TurnTimes.TURN, request.load().turn());
        }
        if (interleave() == Interleave.TURNS) {
            words.addAll(order);
        }
        Values.add(words, LoadTimes.SERVICE_LEVEL, request.serviceLevel());
        // Of several rates each contender has its own.
        if (workload == Workload.QUEUE_LATENCY
                && request.rates() != null
                && request.rates().size() == 1) {
            words.addAll(List.of("--rate", request.rates().get(0).toString()));
        }
        Values.add(words, "--cpus", request.cpus());
        words.addAll(request.words());
        return List.copyOf(words);
    }

    /** Refuses contenders that cannot be started: those of a race that is confirmed may be gone. */
    private void checkContenders(List<String> contenders) {
        contenders.forEach(name -> checkKnown(Contender.of(name).variant(), request.host()));
    }

    static void checkKnown(String jvm, Request.Host host) {
        if (!host.known().containsKey(jvm)) {
            throw new WrongUsage("the JVM %s is not known to --runner %s", jvm, host.runner())
                    .orTry("one of: %s", String.join(" ", host.known().keySet()));
        }
    }

    /** Refuses a baseline that {@code --control} cannot run once more. */
    static void checkControl(String baseline) {
        if (!Contender.of(baseline).plain()) {
            throw new WrongUsage(
                            "--control runs the baseline once more, and the baseline %s is such a contender itself",
                            baseline)
                    .orTry("choose another with --baseline");
        }
    }

    /** The entries with these names. */
    private static <T> Map<String, T> only(Stream<String> names, Map<String, T> all) {
        Map<String, T> some = new TreeMap<>(all);
        some.keySet().retainAll(names.toList());
        return some;
    }
}
