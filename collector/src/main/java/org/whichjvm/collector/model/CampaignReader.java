package org.whichjvm.collector.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.whichjvm.collector.io.Folders;
import org.whichjvm.collector.io.KeptJson;
import org.whichjvm.collector.io.ReadAhead;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.ForkName;
import org.whichjvm.collector.model.fork.ForkReader;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.WrongUsage;

/** Reads a campaign's folder: pools the forks that count and names every file that does not. */
public final class CampaignReader {
    /** Files of a fork that are no results: explain reads some of them, and nothing reads the others. */
    private static final List<String> BESIDE =
            List.of(ForkNames.OUT, ForkNames.JFR, ForkNames.COLLAPSED, ForkNames.COMPILATION_LOG);

    private final Path folder;
    private final List<Unusable> unusable = new ArrayList<>();
    private final Map<String, ContenderForks> contenders = new LinkedHashMap<>();
    private final CampaignSettings settings;
    // One bound for what is kept of all forks, whether they count or failed.
    private final KeptJson kept = new KeptJson();
    private final Consistency consistency;

    // The block that is being read: an exclusion rule can judge a fork when all forks of its block are here.
    private final List<ForkReader.Read> block = new ArrayList<>();

    private CampaignReader(Path folder, Fork model) throws IOException {
        this.folder = folder;
        this.settings = settings();
        this.consistency = new Consistency(settings, kept, model);
    }

    /**
     * The real folder (links followed) of a campaign, by its name or {@code latest}. It lies directly in {@code out},
     * or a WrongUsage says what is wrong.
     */
    public static Path find(Path out, String name) throws IOException {
        if (!name.equals(Names.LATEST)) {
            Names.checkCampaign(name);
        }
        Path folder = out.resolve(name);
        if (!Files.isDirectory(folder)) {
            throw name.equals(Names.LATEST)
                    ? new WrongUsage("no campaign in %s yet", out).orTry("whichjvm compare, which starts one")
                    : new WrongUsage("no campaign %s in %s", name, out)
                            .orTry("ls %s, which shows those there are", out);
        }
        Path real = folder.toRealPath();
        if (!out.toRealPath().equals(real.getParent())) {
            throw new WrongUsage("%s leads out of %s, to %s", folder, out, real).orTry("--out %s", real.getParent());
        }
        return real;
    }

    /** Reads a campaign; a WrongUsage says that it has no forks yet. */
    public static Campaign read(Path folder) throws IOException {
        CampaignReader reader = new CampaignReader(folder, null);
        Campaign campaign = reader.read();
        // One odd fork must not refuse all others only because it came first.
        Optional<Fork> rival = reader.consistency.rival();
        return rival.isPresent() ? new CampaignReader(folder, rival.get()).read() : campaign;
    }

    private Campaign read() throws IOException {
        TreeSet<ForkName> forks = forkNames();
        if (forks.isEmpty()) {
            String name = folder.getFileName().toString();
            throw new WrongUsage("campaign %s has no forks yet", name).orTry("whichjvm compare --resume %s", name);
        }
        List<String> names = settings.planned()
                ? settings.contenders()
                : forks.stream().map(ForkName::contender).distinct().sorted().toList();
        names.forEach(name -> contenders.put(name, new ContenderForks(name, settings.gates())));
        ReadAhead.forEach(forks, this::read, this::accept);
        endBlock();
        return new Campaign(settings, progress(forks), List.copyOf(contenders.values()), unusable);
    }

    private Progress progress(TreeSet<ForkName> forks) throws IOException {
        EarlyStop stopped = null;
        try {
            stopped = EarlyStop.read(folder, settings.design()).orElse(null);
        } catch (UnusableFile exception) {
            unusable.add(new Unusable(Names.STOPPED_JSON, exception.getMessage()));
        }
        Map<String, Integer> left = settings.design().race() == Race.NONE
                ? Map.of()
                : settings.plan().left();
        return new Progress(settings.design(), settings.plan().complete(forks), stopped, left);
    }

    private CampaignSettings settings() throws IOException {
        try {
            return CampaignSettings.read(folder);
        } catch (UnusableFile exception) {
            String reason = exception.getMessage() + "; read as a run without a plan";
            unusable.add(new Unusable(Names.CAMPAIGN_JSON, reason));
            return CampaignSettings.unplanned(folder);
        }
    }

    /** The forks with a .json; every other file but their .hlog is named as unusable. */
    private TreeSet<ForkName> forkNames() throws IOException {
        TreeSet<ForkName> forks = new TreeSet<>();
        TreeSet<ForkName> logs = new TreeSet<>();
        for (String file : Folders.names(forks())) {
            boolean known = ForkName.parse(file, ForkNames.JSON).map(forks::add).orElse(false)
                    || ForkName.parse(file, ForkNames.HLOG).map(logs::add).orElse(false)
                    || BESIDE.stream()
                            .anyMatch(ending -> ForkName.parse(file, ending).isPresent());
            // The forks of block 0 check what can run: they measure nothing.
            if (!known && !file.startsWith(Names.CHECKED)) {
                addUnusable(file, "is not a fork's file, BLOCK-CONTENDER.json or .hlog");
            }
        }
        logs.removeAll(forks);
        logs.forEach(log -> addUnusable(log.hlog(), "has no " + log.json() + " beside it"));
        return forks;
    }

    private ForkReader.Read read(ForkName name) throws IOException {
        try {
            consistency.checkPlanned(name);
        } catch (UnusableFile exception) {
            return new ForkReader.Read(name, null, null, exception);
        }
        return ForkReader.read(forks(), name, settings.campaign());
    }

    private void accept(ForkReader.Read read) {
        try {
            if (read.problem() != null) {
                throw read.problem();
            }
            Fork fork = consistency.accept(read.fork());
            if (!block.isEmpty()
                    && block.get(0).fork().name().block() != fork.name().block()) {
                endBlock();
            }
            block.add(new ForkReader.Read(fork.name(), fork, read.latencies(), null));
            if (settings.gates().limits().isEmpty()) {
                endBlock(); // without exclusion rules nothing depends on the other forks
            }
        } catch (UnusableFile exception) {
            // One that does not fit is a result.
            if (read.fork() == null || !read.fork().doesNotFit()) {
                addUnusable(read.name().json(), exception.getMessage());
            }
            addFailed(read);
        }
    }

    private void endBlock() {
        List<Fork> forks = block.stream().map(ForkReader.Read::fork).toList();
        for (ForkReader.Read each : block) {
            ContenderForks contender = contenders.get(each.fork().name().contender());
            contender.add(JudgedFork.of(settings.gates(), each.fork(), forks), each.latencies());
        }
        block.clear();
    }

    private void addFailed(ForkReader.Read read) {
        ContenderForks contender = contenders.get(read.name().contender());
        if (contender == null) {
            return; // the plan does not have it
        }
        contender.addFailed();
        if (read.fork() == null) {
            return;
        }
        if (contender.all().isEmpty() && contender.jvm().size() == 0) {
            try {
                contender.show(kept.keep(read.fork().setup().jvm()));
            } catch (UnusableFile exception) {
                // There is no room for it: the contender is shown without a JVM.
            }
        }
        if (read.fork().doesNotFit()) {
            contender.addUnfit(read.fork());
        }
        if (read.fork().overloaded()) {
            Fork fork = read.fork();
            contender.addOverloaded(JudgedFork.of(settings.gates(), fork, List.of(fork)));
        }
    }

    private Path forks() {
        return folder.resolve(Names.FORKS);
    }

    private void addUnusable(String file, String reason) {
        unusable.add(new Unusable(Names.FORKS + "/" + file, reason));
    }
}
