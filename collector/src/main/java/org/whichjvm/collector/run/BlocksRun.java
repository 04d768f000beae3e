package org.whichjvm.collector.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.decide.Sieve;
import org.whichjvm.collector.decide.Stopping;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.Campaign;
import org.whichjvm.collector.model.CampaignReader;
import org.whichjvm.collector.model.CampaignSettings;
import org.whichjvm.collector.model.Design;
import org.whichjvm.collector.model.EarlyStop;
import org.whichjvm.collector.model.Race;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.ForkName;
import org.whichjvm.collector.model.fork.ForkReader;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.collector.plan.CampaignFolder;
import org.whichjvm.collector.plan.Estimate;
import org.whichjvm.collector.plan.Values;
import org.whichjvm.common.WrongUsage;

/**
 * The blocks of a campaign that have run, and what follows from them. Each fork is read once: when it has ended, or
 * when its campaign is resumed. Of a block that is complete only what decides how the campaign goes on is kept.
 */
public final class BlocksRun {
    /** Reasons and names that fit on a line; the report has all. */
    private static final int TOLD = 2;

    /**
     * How far a campaign is.
     *
     * @param block the last complete block; 0 if there is none
     * @param of the planned blocks, of which a campaign that stops by itself may need fewer; 0 for a search, which
     *     plans them as it goes
     * @param rest what else a person should know of it, parts of a line, such as how long the rest takes
     */
    public record Progress(int block, int of, List<String> rest) {}

    /**
     * The continuation of a campaign after a block.
     *
     * @param stops why it stops before its last block, in a sentence
     * @param ended whether nothing more is to be run
     */
    public record Continuation(Progress progress, Optional<String> stops, boolean ended) {}

    private final Path folder;
    private CampaignSettings settings;
    private final MeasuredTime time;

    private final CompleteBlocks blocks;
    private Optional<EarlyStop> stopped;

    /** Reads the forks of a campaign; those that cannot be read are told and measured again. */
    public BlocksRun(Path folder, Consumer<String> says) throws IOException {
        this.folder = folder;
        settings = CampaignSettings.required(folder);
        if (!settings.planned()) {
            throw new WrongUsage(folder.getFileName() + " has no campaign.json: nothing is planned")
                    .orTry("whichjvm compare, which plans a campaign");
        }
        time = new MeasuredTime(folder);
        blocks = new CompleteBlocks(time);
        try {
            stopped = EarlyStop.read(folder, settings.design());
        } catch (UnusableFile exception) {
            throw new WrongUsage(folder.resolve(Names.STOPPED_JSON) + " " + exception.getMessage()).orTry("remove it");
        }
        for (ForkName name : ForkName.list(folder.resolve(Names.FORKS))) {
            if (settings.contenders().contains(name.contender())) {
                ForkReader.Read read = ForkReader.read(folder.resolve(Names.FORKS), name, settings.campaign());
                if (read.isBroken()) {
                    says.accept(setAside(name, read.problem()));
                } else {
                    blocks.add(settings, name.block(), List.of(read.fork()));
                }
            }
        }
    }

    /** Keeps a damaged file under another name, so that a person can find out what happened to it. */
    private String setAside(ForkName name, UnusableFile problem) throws IOException {
        Path file = folder.resolve(Names.FORKS).resolve(name.json());
        Path aside = file.resolveSibling(name.json() + ".unreadable");
        Files.deleteIfExists(aside);
        Files.move(file, aside);
        return "fork %s of %s cannot be used (%s), so it is measured again"
                .formatted(name.block(), name.contender(), problem.getMessage());
    }

    /** The campaign with the blocks that it has by now. */
    public CampaignSettings settings() {
        return settings;
    }

    /** The time that the warm-up of forks takes by their options, in ns. */
    public long warmUpNanos() {
        return Values.nanos("--warmup", settings.execution().options());
    }

    /** Adds the forks of a step of a block, all that ran together, and the time that the step took, in s. */
    public void add(int block, double seconds, List<Fork> step) throws IOException {
        time.add(block, seconds);
        blocks.add(settings, block, step);
    }

    /** Decides how the campaign goes on. Asking twice adds no block. */
    public Continuation after() throws IOException {
        int complete = blocks.count();
        if (complete == 0) {
            return new Continuation(progress(), Optional.empty(), false);
        }
        Design design = settings.design();
        if (stopped.isPresent()) {
            return stop("the campaign has stopped: ");
        }
        boolean timeUp = design.stops() && time.seconds() >= design.maxSeconds();
        List<String> decided = List.of();
        if (timeUp || design.looks().contains(complete)) {
            Campaign campaign = CampaignReader.read(folder);
            Result result = Result.of(timeUp ? campaign.whenTimeIsUp() : campaign, Instant.now());
            stopped = Stopping.decide(result, timeUp);
            if (stopped.isPresent()) {
                stopped.get().write(folder);
                return stop("the campaign stops: ");
            }
            decided = Stopping.leaving(result);
        }
        List<String> lastBlock = lastBlock(); // Before the plan grows.
        add(next(decided));
        boolean ended = complete >= settings.plannedBlocks();
        List<String> rest = new ArrayList<>();
        if (!ended) {
            rest.add(left());
            rest.addAll(dropped());
        }
        rest.addAll(lastBlock);
        return new Continuation(progress(rest), Optional.empty(), ended);
    }

    /** How far it is before its next block is decided. */
    public Progress progress() {
        return progress(List.of());
    }

    private Progress progress(List<String> rest) {
        boolean searches = settings.design().race() == Race.SEARCH;
        return new Progress(blocks.count(), searches ? 0 : settings.plannedBlocks(), rest);
    }

    private Continuation stop(String words) {
        String why = words + stopped.orElseThrow().why(settings.design());
        return new Continuation(progress(), Optional.of(why), true);
    }

    private List<List<String>> next(List<String> decided) throws IOException {
        int complete = blocks.count();
        if (settings.plan().count() != complete || complete >= settings.blocks()) {
            return NextBlocks.again(settings, blocks.excluded());
        }
        if (settings.design().race() != Race.SEARCH) {
            return NextBlocks.upToNextAnalysis(settings, complete, decided);
        }
        // Also before a rung is over: it refuses a limit that no contender can keep as soon as a fork shows it.
        Sieve sieve = Sieve.of(
                CampaignReader.read(folder),
                settings.baseline(),
                settings.search().within());
        return NextBlocks.ofRung(
                settings, complete, time, sieve.leaving(settings.plan().of(complete)));
    }

    private void add(List<List<String>> more) throws IOException {
        if (!more.isEmpty()) {
            CampaignFolder.addBlocks(folder, more);
            settings = CampaignSettings.required(folder);
        }
    }

    /** Contenders that no planned block has any more, and why. */
    private List<String> dropped() {
        Race race = settings.design().race();
        Set<String> left = race == Race.NONE ? Set.of() : settings.plan().left().keySet();
        List<String> gone =
                settings.contenders().stream().filter(left::contains).toList();
        return gone.isEmpty()
                ? List.of()
                : List.of("dropped: %s (%s)"
                        .formatted(some(gone), race == Race.SEARCH ? "slower" : "decided, or no fork ends well"));
    }

    private static String some(List<String> all) {
        return String.join(", ", all.subList(0, Math.min(TOLD, all.size())))
                + (all.size() > TOLD ? " and " + (all.size() - TOLD) + " more" : "");
    }

    /** What went wrong in the last complete block. */
    private List<String> lastBlock() {
        List<String> parts = new ArrayList<>(blocks.last().failures());
        List<String> reasons = blocks.last().reasons();
        if (!reasons.isEmpty()) {
            boolean again = settings.gates().retries() >= blocks.excluded().size()
                    && !settings.design().stops();
            parts.add((again ? "block %s is run again because %s" : "block %s is not run again, though %s")
                    .formatted(blocks.count(), some(reasons)));
        }
        return parts;
    }

    private String left() {
        double each = time.seconds() / blocks.count();
        double rest = each * (settings.plannedBlocks() - blocks.count());
        double left = settings.design().stops()
                ? Math.min(rest, Math.max(0, settings.design().maxSeconds() - time.seconds()))
                : rest;
        return Estimate.time(Math.round(left)) + " left";
    }
}
