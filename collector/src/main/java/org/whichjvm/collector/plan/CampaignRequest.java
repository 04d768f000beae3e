package org.whichjvm.collector.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.CampaignFile;
import org.whichjvm.collector.model.CampaignSettings;
import org.whichjvm.collector.model.Contrast;
import org.whichjvm.collector.model.Design;
import org.whichjvm.collector.model.Execution;
import org.whichjvm.collector.model.ForkStart;
import org.whichjvm.collector.model.Interleave;
import org.whichjvm.collector.model.Search;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.model.fork.Workload;
import org.whichjvm.common.WrongUsage;

/**
 * The request for a campaign, before it is known what of it can run here, as it follows from the {@code request.json}
 * of its folder. That is gone once campaign.json is there.
 *
 * @param contenders in the order of the report
 * @param usual whether they are all that the runner has, because nobody named one
 * @param baseline that somebody named; null for the usual one
 * @param control whether the baseline runs once more
 * @param choosesTurns whether programs take turns if that changes none of them, which their first runs show
 * @param granted what a person lets forks have
 * @param memory that each fork has, as far as it was given
 */
public record CampaignRequest(
        String campaign,
        long seed,
        Execution execution,
        Purpose purpose,
        List<String> contenders,
        boolean usual,
        String baseline,
        boolean control,
        boolean choosesTurns,
        Rules rules,
        Limits limits,
        Request.Host runner,
        ForkStart.Granted granted,
        ForkStart.Memory memory) {
    static final String FILE = "request.json";

    /** The service of compose.yaml that has an image which a person names. */
    private static final String CUSTOM = "custom";

    /**
     * What a campaign is for beside comparing; null is what it is not for.
     *
     * @param search the part of a race that this is
     */
    record Purpose(CampaignSettings.Question study, Search search, CampaignFile.Calibration calibration) {}

    /**
     * How it decides, as far as that does not depend on what can run here.
     *
     * @param decide the metrics that are decided, as in {@link Design}
     * @param gates limits of exclusion rules, or on or off, by their names
     * @param drops whether a contender may leave before the end
     */
    record Rules(
            double margin, Set<String> decide, Map<String, String> gates, List<Contrast> contrasts, boolean drops) {
        static Rules of(Request request, Execution execution) throws UnusableFile {
            return new Rules(
                    request.margin() == null ? Design.DEFAULT_MARGIN : request.margin(),
                    decide(request.decide(), Workload.of(execution.workload()), execution.preset()),
                    request.gates(),
                    Contrast.of(request.contrasts()),
                    request.drops());
        }

        /** The metrics that are decided; quick has too few messages for more than the first. */
        private static Set<String> decide(List<String> named, Workload workload, String preset) {
            if (workload.hasScores()) {
                return new LinkedHashSet<>(named);
            }
            boolean quick = preset.equals(Workload.Preset.QUICK.text());
            Set<String> more = named.stream()
                    .map(word -> Metric.meant(word).orElseThrow().key())
                    .collect(Collectors.toSet());
            return Metric.OF_LATENCIES.stream()
                    .filter(each -> each.headline() || each.usual() && !quick || more.contains(each.key()))
                    .map(Metric::key)
                    .collect(Collectors.toCollection(LinkedHashSet::new));
        }
    }

    /**
     * How long a campaign may be.
     *
     * @param blocks null for as many as fit into the time
     * @param precision a share to which all is known when it stops by itself; null, as {@code maxSeconds}, if it does
     *     not
     * @param retries null for the usual number
     */
    record Limits(Integer blocks, Double precision, Integer maxSeconds, Integer retries) {}

    CampaignRequest with(Execution changed) {
        return new CampaignRequest(
                campaign,
                seed,
                changed,
                purpose,
                contenders,
                usual,
                baseline,
                control,
                choosesTurns,
                rules,
                limits,
                runner,
                granted,
                memory);
    }

    /**
     * Whether the check of each contender runs its program once, to see how long it takes, and whether it may be
     * frozen.
     */
    boolean runsFirst() {
        boolean fills = limits.precision != null && limits.blocks == null;
        return workload() == Workload.COMMAND
                && purpose.search == null
                && !execution.explains()
                && Adapter.ofKnownTime(execution.options()).isEmpty()
                && (choosesTurns || fills);
    }

    /** How the forks of these contenders are started. */
    ForkStart start(Collection<String> started, long deadlineSeconds) {
        Map<String, String> jvms = new LinkedHashMap<>();
        Map<String, ForkStart.Memory> limits = new LinkedHashMap<>();
        for (String name : started) {
            Contender contender = Contender.of(name);
            jvms.put(contender.variant(), runner.known().getOrDefault(contender.variant(), ""));
            ForkStart.Memory own = ForkMemory.limits(this, contender);
            if (!own.equals(ForkStart.Memory.UNLIMITED)) {
                limits.put(name, own);
            }
        }
        return new ForkStart(jvms, usual, report(), deadlineSeconds, granted, limits);
    }

    /** The host ends a fork of block 0 after this many seconds. */
    long checkSeconds() {
        Estimate estimate = new Estimate(this, List.of(contenders), Set.of());
        return needsFirstFork() ? estimate.deadline() : estimate.checkDeadline();
    }

    private String report() {
        if (purpose.calibration != null) {
            return "calibrate";
        }
        if (execution.explains()) {
            return "explain";
        }
        return purpose.search == null ? "report" : searches() ? "race" : "confirmation";
    }

    Workload workload() {
        return Workload.of(execution.workload());
    }

    boolean byTurns() {
        return execution.interleave() == Interleave.TURNS;
    }

    boolean searches() {
        return purpose.search != null && purpose.search.searching();
    }

    /** Whether a campaign has more than checks: it waits for their outcome no more. */
    public static boolean hasBegun(Path folder) {
        return !Files.exists(folder.resolve(FILE));
    }

    /** Whether block 0 has a fork, whose result is kept, and not only checks. */
    public static boolean beginsWithFork(Path folder) throws IOException {
        return !hasBegun(folder) && read(folder).needsFirstFork();
    }

    static CampaignRequest read(Path folder) throws IOException {
        try {
            Request request = Request.of(Json.read(folder.resolve(FILE), Request.SCHEMA));
            if (request.name() == null || request.created() == null) {
                throw new UnusableFile("lacks the campaign's name, or when it was made");
            }
            return RequestBuilder.asked(folder.toAbsolutePath().getParent(), request);
        } catch (UnusableFile exception) {
            throw new WrongUsage(folder.resolve(FILE) + " " + exception.getMessage()).orTry("start the campaign again");
        }
    }

    /** Whether one JVM may refuse what a contender has, and another take it. */
    boolean hasOwn(String name) {
        Contender contender = Contender.of(name);
        return contender.memory() != null
                || contender.containerBytes() != null
                || contender.containerCpus() != null
                || contender.waitStrategy() != null
                || contender.hasFlags()
                || contender.app() != null
                || !execution.javaOptions().isBlank()
                // A server need not start on every JVM, and each is as fast as it is.
                || workload().underLoad()
                || Values.last("--wait", execution.options()) != null
                || Values.last("--queue-memory", execution.options()) != null;
    }

    /** Whether a program, or the image of a JVM, is not the project's own. */
    boolean isForeign(Contender contender) {
        String jvm = contender.variant();
        String image = runner.known().get(jvm);
        return workload().ofProgram() || jvm.equals(CUSTOM) || image != null && !image.isEmpty();
    }

    /** Whether a fork is run first, from which a calibration takes its effect. */
    boolean needsFirstFork() {
        return purpose.calibration != null && purpose.calibration.effect() == null;
    }
}
