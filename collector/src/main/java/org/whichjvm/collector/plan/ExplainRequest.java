package org.whichjvm.collector.plan;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.CampaignSettings;
import org.whichjvm.collector.model.Execution;
import org.whichjvm.collector.model.ForkStart;
import org.whichjvm.collector.model.Interleave;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.ForkName;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.collector.model.fork.Workload;
import org.whichjvm.common.Profiling;
import org.whichjvm.common.Units;
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

    // Two loops share the turns and the warm-up.
    private static final int LEAST_ROUNDS = 15;
    private static final long LEAST_WARM_UP_NANOS = 1_000_000_000;

    /** Finds the contender and the baseline of a campaign whose difference is the clearest, or that in memory. */
    @FunctionalInterface
    public interface Clearest {
        List<String> of(Path folder, boolean ofMemory) throws IOException;
    }

    /** The two that are explained: those that are named, the campaign's baseline, or the clearest. */
    static List<String> two(Path folder, Request request, Clearest clearest) throws IOException {
        List<String> named = request.explains().contenders();
        CampaignSettings settings = CampaignSettings.required(folder);
        check(settings);
        if (ForkName.list(folder.resolve(Names.FORKS)).isEmpty()) {
            throw new WrongUsage(
                            "campaign %s has no forks yet, so that there is no difference to explain",
                            settings.campaign())
                    .orTry("measure it first: whichjvm compare --resume %s", settings.campaign());
        }
        return switch (named.size()) {
            case 0 -> clearest.of(folder, Profiling.MEMORY.text().equals(request.event()));
            case 1 -> List.of(named.get(0), settings.baseline());
            default -> named;
        };
    }

    /** That of two contenders of the campaign in a folder. */
    static ExplainRequest of(Path folder, List<String> two) throws IOException {
        return new ExplainRequest(folder, CampaignSettings.required(folder), two.get(0), two.get(1));
    }

    /** Refuses a campaign none of which can be explained; the WrongUsage says why. */
    private static void check(CampaignSettings settings) {
        if (!settings.planned()) {
            throw new WrongUsage("%s has no campaign.json, which says what it has compared", settings.campaign())
                    .orTry("name a campaign of whichjvm compare");
        }
        if (settings.start() == null) {
            throw new WrongUsage("%s does not say how its forks were started", settings.campaign())
                    .orTry("explain another campaign");
        }
        boolean messages = settings.execution().ofMessages() && settings.interleave() == Interleave.TURNS;
        if (!profiled(settings) && !ofService(settings) && !messages) {
            throw new WrongUsage(
                            "%s has run --workload %s by %s, which cannot be explained",
                            settings.campaign(),
                            settings.workload(),
                            settings.interleave().text())
                    .orTry(
                            "a campaign of a program or service of your own, of --workload retail, or of messages by turns");
        }
        if (settings.execution().explains()) {
            throw new WrongUsage("%s has explained a campaign itself", settings.campaign())
                    .orTry("name the campaign that it explains");
        }
    }

    /** Refuses two that cannot be explained; the WrongUsage says why. */
    public ExplainRequest {
        for (String each : List.of(contender, baseline)) {
            if (!settings.contenders().contains(each)) {
                throw new WrongUsage("%s has no contender '%s'", settings.campaign(), each)
                        .orTry("one of: %s", String.join(" ", settings.contenders()));
            }
        }
        if (contender.equals(baseline)) {
            throw new WrongUsage("'%s' does not differ from itself", contender).orTry("name two contenders");
        }
        RequestBuilder.checkControl(baseline);
    }

    /**
     * The request for the campaign that explains it.
     *
     * @param request of which the event, the number of blocks, the exclusion rules and the retries count
     */
    CampaignRequest asked(Request request) throws UnusableFile {
        Execution execution = execution(request);
        Request.Host host = request.host();
        if (!host.runner().equals(execution.runner())) {
            throw new WrongUsage(
                            "%s has run by --runner %s, and this is %s",
                            settings.campaign(), execution.runner(), host.runner())
                    .orTry("give --runner %s", execution.runner());
        }
        List<String> contenders = List.of(contender, baseline, baseline + "+again");
        for (String name : contenders) {
            RequestBuilder.checkKnown(Contender.of(name).variant(), host);
        }
        CampaignSettings.Question question = new CampaignSettings.Question(
                "explain",
                "where does the difference between %s and %s come from, which the campaign %s has found?"
                        .formatted(contender, baseline, settings.campaign()),
                settings.campaign());
        return new CampaignRequest(
                request.name(),
                request.seedOfOrder(),
                execution,
                new CampaignRequest.Purpose(question, null, null),
                contenders,
                false,
                baseline,
                false,
                false,
                CampaignRequest.Rules.of(request, execution),
                new CampaignRequest.Limits(
                        request.blocks() == null ? USUAL_BLOCKS : request.blocks(), null, null, request.retries()),
                host,
                granted(execution),
                memory());
    }

    private Execution execution(Request request) {
        Execution before = settings.execution();
        if (profiled(settings)) {
            return before.withProfiles(ofForks(request));
        }
        if (profiling(request) == Profiling.MEMORY) {
            return before.withProfile(Profiling.MEMORY);
        }
        if (ofService(settings)) {
            throw new WrongUsage(
                            "%s has compared a service, and only the memory of a service can be explained",
                            settings.campaign())
                    .orTry("give --event memory");
        }
        return messages(request);
    }

    private boolean waits(String name) {
        String own = Contender.of(name).waitStrategy();
        String wait = Values.own(own, "--wait", settings.execution().options());
        return wait != null && !wait.equals("spin");
    }

    private Execution messages(Request request) {
        if (waits(contender) || waits(baseline)) {
            throw new WrongUsage(
                            "the threads of %s and %s do not both spin, so their messages cannot be explained",
                            contender, baseline)
                    .orTry("name two whose threads spin, which is what they do without another wait strategy");
        }
        if (request.event() == null) {
            List<String> options = settings.execution().options();
            long turns = Math.round(LEAST_ROUNDS * settings.execution().turnSeconds() * 1e9);
            return settings.execution()
                    .withStages(
                            request.seedOfOrder(),
                            Units.option(Math.max(turns, Values.nanos("--duration", options))),
                            Units.option(Math.max(LEAST_WARM_UP_NANOS, Values.nanos("--warmup", options))));
        }
        if (profiling(request) != Profiling.CPU) {
            throw new WrongUsage(
                            "--event %s is for programs and retail, and %s has messages",
                            request.event(), settings.campaign())
                    .orTry("leave it out, or give --event cpu or memory");
        }
        return settings.execution().withProfile(Profiling.CPU);
    }

    /** Whether whole forks are profiled, and not turns. */
    private static boolean profiled(CampaignSettings settings) {
        return Workload.COMMAND.text().equals(settings.workload())
                || settings.execution().ofTransactions();
    }

    private static boolean ofService(CampaignSettings settings) {
        return Workload.SERVICE.text().equals(settings.workload());
    }

    /** What whole forks are profiled for, of which retail has no memory. */
    private Profiling ofForks(Request request) {
        Profiling profiling = profiling(request);
        if (profiling == Profiling.MEMORY && settings.execution().ofTransactions()) {
            throw new WrongUsage(
                            "--event memory is for programs, services and messages, and %s has transactions",
                            settings.campaign())
                    .orTry("leave it out, or name another campaign");
        }
        return profiling;
    }

    /** What is profiled; a WrongUsage refuses another event. */
    private static Profiling profiling(Request request) {
        String event = request.event();
        return event == null
                ? Profiling.CPU
                : Profiling.of(event)
                        .orElseThrow(() -> Values.wrong("--event", event, "one of " + Profiling.choices()));
    }

    /** What the forks have of folder, network and services, as they had it before, and what they are profiled for. */
    private ForkStart.Granted granted(Execution execution) {
        Optional<String> event = execution
                .profiled()
                .filter(each -> execution.runner().equals("docker") && each.ofPerfEvents())
                .map(Profiling::text);
        ForkStart.Granted before = settings.start().granted();
        return new ForkStart.Granted(before.mount(), before.network(), before.with(), event.orElse(null));
    }

    /** The memory that the contender's forks had. */
    private ForkStart.Memory memory() {
        ForkStart.Memory before = settings.start().memory().getOrDefault(contender, ForkStart.Memory.UNLIMITED);
        return new ForkStart.Memory(before.memoryBytes(), null, before.heapBytes());
    }
}
