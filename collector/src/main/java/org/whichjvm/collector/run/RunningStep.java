package org.whichjvm.collector.run;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.io.Folders;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.ForkName;
import org.whichjvm.collector.model.fork.ForkReader;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.collector.model.fork.OwnFolder;
import org.whichjvm.collector.model.fork.Slices;
import org.whichjvm.collector.plan.CampaignRequest;
import org.whichjvm.collector.plan.Check;
import org.whichjvm.collector.plan.Freezing;
import org.whichjvm.common.RefereeFiles;

/**
 * The forks of one step: the files that each left in its own folder come into the campaign, or the reason why it left
 * none.
 */
public final class RunningStep {
    private final Path folder;
    private final Path slots;
    private final int block;

    /** The referee of its contenders; empty where nobody takes turns. */
    private final Optional<RefereeThread> referee;

    private final long startedNanos;
    private final List<OwnFolder.Taken> taken = new ArrayList<>();

    /** Why forks left no result that can be used. */
    private final Map<ForkName, String> failures = new LinkedHashMap<>();

    /** Of the forks whose programs were let run one at a time, by their slots. */
    private Map<Integer, Slices> slices = Map.of();

    /** How the host froze the fork of a check; null if it did not try. */
    private Freezing freezing;

    /**
     * Starts a step, with empty folders, and the referee of its contenders if they take turns. An earlier step may have
     * left what cannot be removed.
     *
     * @param slots has a folder for each fork of the step, by its number from 0; null where forks leave nothing
     * @param turns has a folder for each contender by its number, and one of the referee. Those that are not there are
     *     made; null where nobody takes turns
     */
    public RunningStep(Path folder, Path slots, Path turns, int block, int members, long warmUpNanos)
            throws IOException {
        this.folder = folder;
        this.slots = slots;
        this.block = block;
        if (slots != null) {
            try (var entries = Files.list(slots)) {
                for (Path slot : entries.toList()) {
                    new OwnFolder(slot).empty();
                }
            }
        }
        if (turns == null || members < 2) {
            referee = Optional.empty();
        } else {
            Path state = Files.createDirectories(turns.resolve(RefereeFiles.REFEREE));
            new OwnFolder(state).empty();
            List<Path> own = RefereeThread.folders(turns, members);
            for (Path each : own) {
                new OwnFolder(each).empty();
            }
            referee = Optional.of(RefereeThread.start(new Referee(own, state, warmUpNanos)));
        }
        startedNanos = System.nanoTime();
    }

    /** Tells the others that a contender has no process any more: they need not wait for it. */
    public void memberEnded(int member) {
        referee.ifPresent(thread -> thread.ended(member));
    }

    public int block() {
        return block;
    }

    /** The time since the step began, in s, on a clock that stands still while the machine sleeps. */
    public double seconds() {
        return (System.nanoTime() - startedNanos) / 1e9;
    }

    /** The host has frozen the forks that are told from now on, a few times. */
    public void froze(Freezing tried) {
        freezing = tried;
    }

    /** The programs of the forks that are told from now on were let run one at a time. */
    public void ranInSlices(String text) {
        slices = Slices.read(text);
    }

    /**
     * The fork of a contender has ended.
     *
     * @param slot that has its files
     * @param exit code of its command
     * @param lateSeconds after which it was ended; 0 if it ended by itself
     * @param output of its command, the stderr first
     */
    public void ended(int slot, String contender, int exit, long lateSeconds, String output) throws IOException {
        ForkName name = new ForkName(block, contender);
        if (block == 0 && !CampaignRequest.beginsWithFork(folder)) {
            Check.of(contender, exit, output).took(seconds(), freezing).write(folder);
            return;
        }
        String words = Check.lastWords(output, exit);
        String failure = lateSeconds > 0
                ? "it was ended after %s s, its deadline; its last words: %s".formatted(lateSeconds, words)
                : words;
        try {
            if (slots != null && lateSeconds == 0) {
                Optional<OwnFolder.Taken> fork = new OwnFolder(slots.resolve(Integer.toString(slot)))
                        .take(folder.getFileName().toString(), forks(), name, slices.get(slot));
                if (fork.isPresent()) {
                    taken.add(fork.get());
                    return;
                }
            }
        } catch (UnusableFile exception) {
            String why = exception.getMessage();
            failure = "its result cannot be used: " + (why.startsWith("its ") ? "" : "it ") + why;
        }
        if (block == 0) {
            Check.of(contender, exit == 0 ? 1 : exit, output).write(folder);
        } else {
            failures.put(name, failure);
        }
    }

    private Path forks() throws IOException {
        Path forks = folder.resolve(Names.FORKS);
        Folders.create(forks);
        return forks;
    }

    /** Ends the turns, and names the files of all forks at once: a step is whole or missing. */
    public List<Fork> keep() throws IOException, UnusableFile {
        if (referee.isPresent()) {
            referee.get().close();
        }
        List<Fork> forks = new ArrayList<>();
        for (Map.Entry<ForkName, String> failure : failures.entrySet()) {
            ForkName name = failure.getKey();
            JsonObject json = failed(name, failure.getValue());
            AtomicFiles.write(forks().resolve(name.json()), Json.write(json));
            forks.add(ForkReader.read(json, name, folder.getFileName().toString()));
        }
        for (OwnFolder.Taken fork : taken) {
            fork.name();
            forks.add(fork.fork());
        }
        if (!taken.isEmpty()) {
            AtomicFiles.sync(forks());
        }
        return forks;
    }

    private JsonObject failed(ForkName name, String reason) {
        JsonObject json = new JsonObject();
        json.addProperty("schema", ForkReader.SCHEMA);
        json.addProperty("status", Fork.FAILED);
        json.addProperty("reason", Escape.oneLine(reason.strip()));
        json.addProperty("campaign", folder.getFileName().toString());
        json.addProperty("block", block);
        json.addProperty("contender", name.contender());
        for (String unknown : List.of("parameters", "jvm", "host", "service", "response")) {
            json.add(unknown, JsonNull.INSTANCE);
        }
        return json;
    }
}
