package org.whichjvm.collector.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.io.Field.Text;
import org.whichjvm.collector.io.Field.Whole;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Records;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.CampaignReader;
import org.whichjvm.collector.model.CampaignSettings;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.OwnFolder;
import org.whichjvm.collector.plan.Blocks;
import org.whichjvm.collector.plan.CampaignFolder;
import org.whichjvm.collector.plan.CampaignRequest;
import org.whichjvm.collector.plan.CannotRunHere;
import org.whichjvm.collector.plan.Check;
import org.whichjvm.collector.plan.Freezing;
import org.whichjvm.collector.plan.Steps;
import org.whichjvm.collector.run.BlocksRun;
import org.whichjvm.collector.run.RunningStep;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.RefereeFiles;
import org.whichjvm.common.WrongUsage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code next}: beside a campaign while it runs. It says which step comes next, and takes the forks of each. */
@Command(
        name = "next",
        description = {
            "Lives beside a campaign that runs, and answers the requests on its stdin; each request and each answer is"
                    + " a JSON object on a line.",
            "  {\"do\":\"step\"}     Which step comes next? Answers: {\"progress\":{\"block\":N,\"of\":N,"
                    + "\"rest\":[TEXT,…]}} of the last complete block, {\"stops\":TEXT} why there is none after it,"
                    + " {\"doubt\":true} if the time is too short to decide what was asked for; then"
                    + " {\"step\":{…}} with all that starts its forks, or {\"end\":STATUS}: 0 nothing is left, 10 the"
                    + " campaign has ended, 11 the help that was asked for is in \"help\"; others: it cannot go on.",
            "  {\"do\":\"start\",\"block\":N,\"members\":N}   a step begins, in which N members take turns. Answer:"
                    + " {\"ready\":true}, or {\"dirty\":true} if a fork's folder cannot be emptied and is to be"
                    + " replaced.",
            "  {\"do\":\"ended\",\"slot\":N}   the contender of that number in the step has no process any more.",
            "  {\"do\":\"froze\",\"freezing\":{\"by\":WORD,\"millis\":N}}   how the host froze the fork that"
                    + " follows, of a step with probe: by kernel, engine or nobody, and how long it took.",
            "  {\"do\":\"slices\",\"bytes\":N}   followed by N bytes: when the program of each of the forks that"
                    + " follow was let run. A line has the fork's slot, and begin and end in µs since 1970; one line says who"
                    + " froze it, by kernel or by engine.",
            "  {\"do\":\"fork\",\"slot\":N,\"contender\":C,\"exit\":N,\"lateSeconds\":N,\"bytes\":N}   followed by"
                    + " N bytes of output, stderr first: the fork of that contender has ended, by its deadline if"
                    + " lateSeconds is not 0.",
            "  {\"do\":\"kept\"}     the step is over. Answer: {\"ready\":true}.",
            "Its first line has the owner [UID, GID] of the results folder as this process sees it, and slots, the most"
                    + " forks that a step has at once. The end of stdin ends it, with the last status as exit code."
        })
final class NextCommand extends CollectorCommand {
    private static final int MAX_REQUEST = 4096;
    private static final int MAX_OUTPUT = 4 << 20;

    @Option(names = "--out", defaultValue = "out", description = "Folder of all campaigns.")
    private Path out;

    @Option(
            names = "--forks",
            paramLabel = "DIR",
            description = "Has a folder for each fork of a step, by its number from 0.")
    private Path slots;

    @Option(
            names = "--turns",
            paramLabel = "DIR",
            description = "Has a folder for each contender that takes turns, by its number from 0, with a folder own"
                    + " that the contender writes; and a folder referee that they all read.")
    private Path turns;

    @Option(names = "--missing", paramLabel = "NAME=WHY", description = "A JVM that cannot be had.")
    private Map<String, String> missing = Map.of();

    @Option(names = "--substitute", paramLabel = "NAME", description = "A JVM that is not the build its name says.")
    private Set<String> substitutes = Set.of();

    @Option(names = "--unchecked", description = "Take checks that have not run as passed.")
    private boolean unchecked;

    @Option(
            names = "--dry-run",
            description = "Tell each step once, though none runs; without --unchecked a campaign does not begin.")
    private boolean dryRun;

    @Parameters(paramLabel = "CAMPAIGN", description = "The campaign.")
    private String name;

    private Path folder;
    private Steps steps;
    private RunningStep step;

    /** Null before the campaign begins. */
    private BlocksRun blocks;

    /** The block of the last step that ran; 0 if none did. */
    private int lastBlock;

    /** Whether it has been decided what follows from the steps that have run. */
    private boolean decided;

    private int status = Exit.OK;

    private record Start(
            @Whole(most = ForkNames.MAX_BLOCKS) int block,
            @Whole(most = RefereeFiles.MOST_MEMBERS) int members) {}

    private record Ended(
            @Whole(most = RefereeFiles.MOST_MEMBERS - 1) int slot) {}

    private record Froze(Freezing freezing) {}

    private record SlicesOf(@Whole(most = MAX_OUTPUT) int bytes) {}

    private record ForkEnded(
            @Whole(most = 1_000) int slot,
            @Text(ForkNames.CONTENDER) String contender,
            @Whole(most = 255) int exit,
            @Whole(most = Integer.MAX_VALUE) int lateSeconds,
            @Whole(most = MAX_OUTPUT) int bytes) {}

    @Override
    public Integer call() throws IOException, UnusableFile {
        folder = CampaignReader.find(out, name);
        if (CampaignRequest.hasBegun(folder)) {
            begun();
        } else {
            steps = Steps.ofChecks(folder, missing.keySet());
        }
        JsonObject first = new JsonObject();
        JsonArray owner = new JsonArray();
        owner.add(id("unix:uid"));
        owner.add(id("unix:gid"));
        first.add("owner", owner);
        first.addProperty("slots", steps.mostForks());
        answer(first);
        for (var request = line(); request.isPresent(); request = line()) {
            obey(request.get());
        }
        return status;
    }

    private void begun() throws IOException {
        blocks = new BlocksRun(folder, this::tell);
        steps = Steps.of(folder, blocks.settings());
    }

    private Integer id(String attribute) throws IOException {
        return (Integer) Files.getAttribute(out, attribute);
    }

    private void obey(String line) throws IOException, UnusableFile {
        try {
            JsonObject request = Json.parse(line);
            switch (Json.shown(request, "do")) {
                case "step" -> next();
                case "start" -> start(Records.EXACT.read(request, Start.class));
                case "ended" ->
                    running()
                            .memberEnded(
                                    Records.EXACT.read(request, Ended.class).slot());
                case "froze" ->
                    running().froze(Records.EXACT.read(request, Froze.class).freezing());
                case "slices" ->
                    running()
                            .ranInSlices(text(
                                    Records.EXACT.read(request, SlicesOf.class).bytes()));
                case "fork" -> ended(Records.EXACT.read(request, ForkEnded.class));
                case "kept" -> kept();
                default -> throw new UnusableFile("is none; next --help lists them");
            }
        } catch (UnusableFile exception) {
            throw new WrongUsage("the request '%s' %s", Escape.oneLine(line), exception.getMessage())
                    .orTry("report this as a defect of whichjvm");
        }
    }

    private RunningStep running() {
        if (step == null) {
            throw new WrongUsage("no step has begun").orTry("report this as a defect of whichjvm");
        }
        return step;
    }

    private void start(Start request) throws IOException {
        try {
            long warmUpNanos = blocks == null ? 0 : blocks.warmUpNanos();
            step = new RunningStep(folder, slots, turns, request.block, request.members, warmUpNanos);
            answer("ready", new JsonPrimitive(true));
        } catch (OwnFolder.NotEmptied exception) {
            answer("dirty", new JsonPrimitive(true));
        }
    }

    private void ended(ForkEnded fork) throws IOException {
        running().ended(fork.slot, fork.contender, fork.exit, fork.lateSeconds, text(fork.bytes));
    }

    private static String text(int bytes) throws IOException {
        return new String(System.in.readNBytes(bytes), StandardCharsets.UTF_8);
    }

    private void kept() throws IOException, UnusableFile {
        double seconds = running().seconds();
        List<Fork> forks = step.keep();
        if (blocks != null) {
            blocks.add(step.block(), seconds, forks);
        }
        lastBlock = step.block();
        decided = false;
        answer("ready", new JsonPrimitive(true));
    }

    private void next() throws IOException {
        Optional<Blocks.Step> next = steps.next();
        if (blocks == null && next.isEmpty()) {
            if (dryRun && !unchecked) {
                end();
                return;
            }
            status = begin();
            if (blocks == null) {
                return;
            }
            next = steps.next();
        } else if (blocks != null
                && !decided
                && !dryRun
                && next.stream().noneMatch(each -> each.block() == lastBlock)) {
            status = after();
            next = status == Exit.OK ? steps.next() : Optional.empty();
        }
        if (next.isEmpty()) {
            end();
            return;
        }
        answer("step", steps.told(next.get()));
        if (dryRun) {
            steps.skip();
        }
    }

    private int after() throws IOException {
        CampaignSettings before = blocks.settings();
        BlocksRun.Continuation after = blocks.after();
        answer(after.progress());
        after.stops().ifPresent(why -> answer("stops", new JsonPrimitive(Escape.oneLine(why))));
        if (blocks.settings() != before) {
            steps = Steps.of(folder, blocks.settings());
        }
        decided = !after.ended();
        return after.ended() ? Exit.ENDED : Exit.OK;
    }

    private void answer(BlocksRun.Progress progress) {
        JsonObject told = new JsonObject();
        told.addProperty("block", progress.block());
        told.addProperty("of", progress.of());
        JsonArray rest = new JsonArray();
        progress.rest().forEach(part -> rest.add(Escape.oneLine(part)));
        told.add("rest", rest);
        answer("progress", told);
    }

    private void end() {
        answer("end", new JsonPrimitive(status));
    }

    /** A campaign that cannot begin leaves nothing. */
    private int begin() throws IOException {
        List<String> says = new ArrayList<>();
        JsonObject end = new JsonObject();
        boolean begun = false;
        try {
            boolean decides = CampaignFolder.begin(folder, missing, substitutes, unchecked, says, Instant.now());
            begun = true;
            if (!decides) {
                answer("doubt", new JsonPrimitive(true));
            }
            begun();
            answer(blocks.progress());
            decided = true;
            return Exit.OK;
        } catch (Check.Refused refused) {
            boolean help = refused.exit == 0;
            if (help) {
                JsonArray lines = new JsonArray();
                refused.words().forEach(line -> lines.add(Escape.oneLine(line)));
                end.add("help", lines);
            } else {
                refused.words().forEach(this::tell);
            }
            end.addProperty("end", help ? Exit.NOTHING_TO_RUN : refused.exit == Exit.USAGE ? Exit.USAGE : Exit.HOST);
        } catch (CannotRunHere exception) {
            // An answer, so that the caller does not take it for the end of this process.
            says.addAll(exception.lines());
            end.addProperty("end", Exit.HOST);
        } finally {
            says.forEach(this::tell);
            if (!begun) {
                AtomicFiles.deleteTree(folder);
            }
        }
        answer(end);
        return end.get("end").getAsInt();
    }

    private void answer(String key, JsonElement value) {
        JsonObject answer = new JsonObject();
        answer.add(key, value);
        answer(answer);
    }

    private void answer(JsonObject answer) {
        out().print(answer + "\n");
        out().flush();
    }

    /** To a person. */
    private void tell(String line) {
        err().println(Escape.oneLine(line));
        err().flush();
    }

    /** The next line of stdin; empty at its end. */
    private static Optional<String> line() throws IOException {
        InputStream in = System.in;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            // The caller was killed: half a request does not count.
            if (next < 0) {
                return Optional.empty();
            }
            if (bytes.size() == MAX_REQUEST) {
                throw new WrongUsage("a request has more than " + MAX_REQUEST + " bytes")
                        .orTry("report this as a defect of whichjvm");
            }
            bytes.write(next);
        }
        return Optional.of(bytes.toString(StandardCharsets.UTF_8));
    }
}
