package org.whichjvm.collector.plan;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.whichjvm.collector.io.BoundedFile;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.CampaignSettings;
import org.whichjvm.collector.model.Execution;
import org.whichjvm.collector.model.Interleave;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.collector.model.fork.Workload;
import org.whichjvm.common.Profiling;
import org.whichjvm.common.WrongUsage;

/**
 * What is explained: two contenders of a campaign that has run. They run again, profiled or with the stages of their
 * messages, in a campaign of its own, and the baseline once more as a control.
 *
 * @param folder of the campaign that has run
 * @param settings its own
 * @param contender whose difference is explained
 * @param baseline from which it differs
 */
public record ExplainRequest(Path folder, CampaignSettings settings, String contender, String baseline) {
    private static final int USUAL_BLOCKS = 12;

    private static final int MOST_BYTES = 1 << 16;

    /** Of a command's environment what confines a fork, but for a program's own folder. */
    private static final List<String> CONFINES =
            List.of("WHICHJVM_MEMORY", "WHICHJVM_NETWORK", ProgramOptions.WITH, "WHICHJVM_HEAP");

    /** Refuses a campaign none of which can be explained; the WrongUsage says why. */
    static void check(CampaignSettings settings) {
        if (!settings.planned()) {
            throw new WrongUsage(
                    "%s has no campaign.json, so that nobody knows what it has compared; name a campaign of"
                            + " whichjvm compare",
                    settings.campaign());
        }
        boolean messages = settings.execution().ofMessages() && settings.interleave() == Interleave.TURNS;
        if (!profiled(settings) && !messages) {
            throw new WrongUsage(
                    "%s has run --workload %s by %s; what is explained are programs of your own, --workload retail, and messages by turns",
                    settings.campaign(),
                    settings.workload(),
                    settings.interleave().text());
        }
        if (settings.execution().explains()) {
            throw new WrongUsage(
                    "%s has explained a campaign itself; name the campaign that it explains", settings.campaign());
        }
    }

    /** Refuses two that cannot be explained; the WrongUsage says why. */
    public ExplainRequest {
        for (String each : List.of(contender, baseline)) {
            if (!settings.contenders().contains(each)) {
                throw new WrongUsage(
                        "%s has no contender '%s'; it has: %s",
                        settings.campaign(), each, String.join(" ", settings.contenders()));
            }
        }
        if (contender.equals(baseline)) {
            throw new WrongUsage("'%s' does not differ from itself; name two contenders", contender);
        }
        RequestBuilder.checkControl(baseline);
    }

    /**
     * The request for the campaign that explains it.
     *
     * @param options of which the event, the number of blocks, the exclusion rules and the retries count
     * @param named the name of the new campaign
     */
    CampaignRequest asked(RequestBuilder.Runner runner, CompareOptions options, String named, long seed)
            throws IOException {
        Execution execution =
                profiled(settings) ? settings.execution().withProfiles(profiling(options)) : messages(options, seed);
        if (!runner.name().equals(execution.runner())) {
            throw new WrongUsage(
                    "%s has run by --runner %s, and this is %s; give --runner %s",
                    settings.campaign(), execution.runner(), runner.name(), execution.runner());
        }
        List<String> contenders = List.of(contender, baseline, baseline + "+again");
        for (String name : contenders) {
            String jvm = Contender.of(name).variant();
            if (!runner.known().containsKey(jvm)) {
                throw new WrongUsage(
                        "the JVM %s is not known here any more; --runner %s knows: %s",
                        jvm, runner.name(), String.join(" ", runner.known().keySet()));
            }
        }
        CampaignSettings.Question question = new CampaignSettings.Question(
                "explain",
                "where does the difference between %s and %s come from, which the campaign %s has found?"
                        .formatted(contender, baseline, settings.campaign()),
                settings.campaign());
        int blocks = options.whole("--blocks", 1, 10_000).orElse(USUAL_BLOCKS);
        return new CampaignRequest(
                named,
                seed,
                execution,
                new CampaignRequest.Purpose(question, null, null),
                contenders,
                false,
                baseline,
                false,
                CampaignRequest.Rules.of(options, execution),
                new CampaignRequest.Limits(
                        blocks,
                        null,
                        null,
                        options.whole("--retries", 0, 10_000).orElse(null)),
                runner,
                confines(execution));
    }

    private boolean waits(String name) {
        String own = Contender.of(name).waitStrategy();
        String wait = Values.own(own, "--wait", settings.execution().options());
        return wait != null && !wait.equals("spin");
    }

    private Execution messages(CompareOptions options, long seed) {
        if (waits(contender) || waits(baseline)) {
            throw new WrongUsage(
                    "the threads of %s and %s do not both spin, so their messages cannot be explained; name two whose threads spin, which is what they do without another wait strategy",
                    contender, baseline);
        }
        if (!options.has("--event")) {
            return settings.execution().withStages(seed);
        }
        if (profiling(options) != Profiling.CPU) {
            throw new WrongUsage(
                    "--event %s is for programs and retail, and %s has messages; leave it out, or give --event cpu",
                    options.text("--event"), settings.campaign());
        }
        return settings.execution().withProfiledTurns();
    }

    /** Whether whole forks are profiled, and not turns. */
    private static boolean profiled(CampaignSettings settings) {
        return Workload.COMMAND.text().equals(settings.workload())
                || settings.execution().ofTransactions();
    }

    /** What is profiled; a WrongUsage refuses another event. */
    static Profiling profiling(CompareOptions options) {
        return options.has("--event")
                ? Profiling.of(options.text("--event"))
                        .orElseThrow(() -> options.wrong("--event", "one of " + Profiling.choices()))
                : Profiling.CPU;
    }

    /**
     * What the program's containers have of folder, memory and network, as they had it before, and the event for which
     * they may call perf_event_open.
     */
    private Map<String, String> confines(Execution execution) throws IOException {
        Map<String, String> confines = new LinkedHashMap<>();
        // The environment ends where an empty entry does.
        for (String entry : command().split("\0\0", 2)[0].split("\0")) {
            String[] words = entry.split("=", 2);
            boolean ownFolder = words[0].equals(ProgramOptions.MOUNT)
                    && Contender.of(contender).app() == null;
            if (words.length == 2 && (ownFolder || CONFINES.contains(words[0]))) {
                confines.put(words[0], words[1]);
            }
        }
        if (execution.runner().equals("docker")) {
            execution
                    .profiled()
                    .filter(Profiling::ofPerfEvents)
                    .ifPresent(event -> confines.put("WHICHJVM_PERF_EVENT", event.text()));
        }
        return confines;
    }

    /** The command of the contender's forks. Its folder may be anybody's. */
    private String command() throws IOException {
        Path file = folder.resolve(Names.COMMANDS).resolve(contender);
        try {
            return new String(BoundedFile.read(file, MOST_BYTES), StandardCharsets.UTF_8);
        } catch (UnusableFile exception) {
            throw new WrongUsage(file + " " + exception.getMessage() + "; explain another campaign");
        }
    }
}
