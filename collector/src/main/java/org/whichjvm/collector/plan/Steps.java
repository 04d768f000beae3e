package org.whichjvm.collector.plan;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.whichjvm.collector.io.Records;
import org.whichjvm.collector.model.CampaignSettings;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.ForkName;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.common.WrongUsage;

/** The steps of a campaign, in their order; they follow from what was decided. */
public final class Steps {
    private final Path forks;
    private final Commands commands;
    private final List<Blocks.Step> steps;

    /** The first one that may lack a fork. */
    private int at;

    private Steps(Path folder, Commands commands, List<Blocks.Step> steps) {
        this.forks = folder.resolve(Names.FORKS);
        this.commands = commands;
        this.steps = steps;
    }

    /**
     * The steps of block 0, which check what can run.
     *
     * @param missing JVMs that cannot be had, which have none
     */
    public static Steps ofChecks(Path folder, Set<String> missing) throws IOException {
        CampaignRequest asked = CampaignRequest.read(folder);
        Set<String> checked = checked(asked);
        Commands commands = new Commands(
                asked.campaign(),
                asked.execution(),
                asked.contenders(),
                asked.start(checked, asked.checkSeconds()),
                !asked.needsFirstFork(),
                asked.runsFirst());
        List<Blocks.Step> steps = new ArrayList<>();
        for (String name : checked) {
            steps.add(new Blocks.Step(0, steps.size() + 1, List.of(name)));
        }
        steps.removeIf(
                each -> missing.contains(Contender.of(each.contenders().get(0)).variant()));
        return new Steps(folder, commands, steps);
    }

    /** The steps of a campaign that has begun. */
    public static Steps of(Path folder, CampaignSettings settings) {
        if (settings.start() == null) {
            throw new WrongUsage("%s does not say how its forks are started", folder.resolve(Names.CAMPAIGN_JSON))
                    .orTry("restore it");
        }
        return new Steps(
                folder,
                Commands.of(settings),
                Blocks.steps(settings.contendersByBlock(), settings.interleave(), settings.seed()));
    }

    /**
     * The contenders to check: one that has nothing of its own speaks for all such, unless programs are tried; and the
     * JVM alone of a contender whose flag set is not for every JVM, with which it may not even start.
     */
    private static Set<String> checked(CampaignRequest asked) {
        Set<String> checked = new LinkedHashSet<>();
        for (String name : asked.contenders()) {
            if (Contender.of(name).flagSets().stream()
                    .anyMatch(set -> asked.execution().flagSets().get(set).needs() != null)) {
                checked.add(Contender.of(name).variant());
            }
            if (checked.isEmpty() || asked.hasOwn(name) || asked.runsFirst()) {
                checked.add(name);
            }
        }
        return checked;
    }

    /** All steps, in their order. */
    public List<Blocks.Step> all() {
        return List.copyOf(steps);
    }

    /** The most forks that are started together. */
    public int mostForks() {
        return steps.stream().mapToInt(each -> each.contenders().size()).max().orElse(1);
    }

    /** The first step of which a fork has no file; empty if there is none. */
    public Optional<Blocks.Step> next() {
        while (at < steps.size() && isDone(steps.get(at))) {
            at++;
        }
        return at < steps.size() ? Optional.of(steps.get(at)) : Optional.empty();
    }

    /** Passes over the step that {@link #next} has told, though it has not run. */
    public void skip() {
        at++;
    }

    private boolean isDone(Blocks.Step step) {
        return step.contenders().stream()
                .allMatch(each -> Files.exists(forks.resolve(new ForkName(step.block(), each).json())));
    }

    /** All that starts the forks of a step. */
    public JsonObject told(Blocks.Step step) {
        return Records.write(commands.told(step));
    }
}
