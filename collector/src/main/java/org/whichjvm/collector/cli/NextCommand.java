package org.whichjvm.collector.cli;

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
import java.util.function.Consumer;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.CampaignReader;
import org.whichjvm.collector.model.PlanFile;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.collector.model.fork.OwnFolder;
import org.whichjvm.collector.plan.CampaignFolder;
import org.whichjvm.collector.plan.CampaignRequest;
import org.whichjvm.collector.plan.CannotRunHere;
import org.whichjvm.collector.plan.Check;
import org.whichjvm.collector.run.BlocksRun;
import org.whichjvm.collector.run.RunningStep;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.RefereeFiles;
import org.whichjvm.common.WrongUsage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code next}: beside a campaign while it runs. It takes the forks of each step, and says after a block how the
 * campaign goes on.
 */
@Command(
        name = "next",
        description = {
            "Lives beside a campaign that runs, and answers the requests on its stdin, a line each with"
                    + " tabs between the words:",
            "  start BLOCK MEMBERS     a step begins; so many contenders take turns. Answer: ready, or"
                    + " dirty where a fork's folder cannot be emptied and is to be replaced.",
            "  ended SLOT              the contender of that number in the step has no process any more.",
            "  fork SLOT CONTENDER EXIT LATE BYTES   and so many bytes of output, stderr first: the"
                    + " fork of that contender has ended, after LATE seconds by its deadline, else 0.",
            "  slices BYTES            and so many bytes: when the program of each of the forks that follow was"
                    + " let run. A line has the fork's slot, and begin and end in µs since 1970; one line says who froze"
                    + " it, by kernel or by engine.",
            "  kept                    the step is over. Answer: ready.",
            "  next                    a block is over. Answers: said TEXT, left TEXT, plan BLOCK STEP"
                    + " CONTENDER for each line that the plan has more, doubt where the time is too short to"
                    + " decide what was asked for, and end STATUS: 0 go on, 10 the"
                    + " campaign has ended, 11 it was to print help alone; others: it cannot go on.",
            "Its first line is owner UID GID, of the results folder as this process sees it. The end of"
                    + " stdin ends it, with the last status as exit code."
        })
final class NextCommand extends CollectorCommand {
    private static final int MAX_REQUEST = 4096;
    private static final int MAX_OUTPUT = 4 << 20;

    @Option(names = "--out", defaultValue = "out", description = "Folder of all campaigns.")
    private Path out;

    @Option(
            names = "--forks",
            paramLabel = "DIR",
            description = "Has a folder for each command of a step, by its number from 0.")
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

    @Parameters(paramLabel = "CAMPAIGN", description = "The campaign.")
    private String name;

    private Path folder;
    private RunningStep step;
    private BlocksRun blocks;
    private int status = Exit.OK;

    @Override
    public Integer call() throws IOException, UnusableFile {
        folder = CampaignReader.find(out, name);
        answer("owner", id("unix:uid"), id("unix:gid"));
        if (CampaignRequest.hasBegun(folder)) {
            blocks = new BlocksRun(folder, this::tell);
        }
        for (var request = line(); request.isPresent(); request = line()) {
            obey(request.get().split("\t", -1));
        }
        return status;
    }

    private String id(String attribute) throws IOException {
        return Files.getAttribute(out, attribute).toString();
    }

    private void obey(String[] words) throws IOException, UnusableFile {
        switch (words[0] + words.length) {
            case "start3" -> start(number(words[1], ForkNames.MAX_BLOCKS), number(words[2], RefereeFiles.MOST_MEMBERS));
            case "fork6" -> ended(words);
            case "slices2" -> step.ranInSlices(text(words[1]));
            case "ended2" -> step.memberEnded(number(words[1], RefereeFiles.MOST_MEMBERS - 1));
            case "kept1" -> kept();
            case "next1" -> next();
            default -> throw new WrongUsage("'" + words[0] + "' is no request; next --help lists them");
        }
    }

    private static int number(String text, int most) {
        int number = text.matches("[0-9]{1,8}") ? Integer.parseInt(text) : -1;
        if (number < 0 || number > most) {
            throw new WrongUsage("a request has '" + text + "'; it is a number from 0 to " + most);
        }
        return number;
    }

    private void start(int block, int members) throws IOException {
        try {
            long warmUpNanos = blocks == null ? 0 : blocks.warmUpNanos();
            step = new RunningStep(folder, slots, turns, block, members, warmUpNanos);
            answer("ready");
        } catch (OwnFolder.NotEmptied exception) {
            answer("dirty");
        }
    }

    private void ended(String[] words) throws IOException {
        Names.checkContender(words[2]);
        step.ended(
                number(words[1], 1_000),
                words[2],
                number(words[3], 255),
                number(words[4], Integer.MAX_VALUE),
                text(words[5]));
    }

    private static String text(String bytes) throws IOException {
        return new String(System.in.readNBytes(number(bytes, MAX_OUTPUT)), StandardCharsets.UTF_8);
    }

    private void kept() throws IOException, UnusableFile {
        double seconds = step.seconds();
        List<Fork> forks = step.keep();
        if (blocks != null) {
            blocks.add(step.block(), seconds, forks);
        }
        answer("ready");
    }

    private void next() throws IOException {
        status = blocks == null ? begin() : after();
        answer("end", Integer.toString(status));
    }

    private int after() throws IOException {
        BlocksRun.Continuation after = blocks.after();
        List<String> lines = after.lines();
        for (int i = 0; i < lines.size(); i++) {
            answer(i == 0 ? "said" : "left", Escape.oneLine(lines.get(i)));
        }
        for (PlanFile.Line line : after.added()) {
            answer("plan", Integer.toString(line.block()), Integer.toString(line.step()), line.contender());
        }
        return after.ended() ? Exit.ENDED : Exit.OK;
    }

    /** A campaign that cannot begin leaves nothing. */
    private int begin() throws IOException {
        List<String> says = new ArrayList<>();
        boolean begun = false;
        try {
            boolean decides = CampaignFolder.begin(folder, missing, substitutes, unchecked, says, Instant.now());
            begun = true;
            if (!decides) {
                answer("doubt", "");
            }
            blocks = new BlocksRun(folder, this::tell);
            return Exit.OK;
        } catch (Check.Refused refused) {
            boolean help = refused.exit == 0;
            Consumer<String> words = help ? line -> answer("help", Escape.oneLine(line)) : this::tell;
            refused.words().forEach(words);
            return help ? Exit.NOTHING_TO_RUN : refused.exit == Exit.USAGE ? Exit.USAGE : Exit.HOST;
        } catch (CannotRunHere exception) {
            // An answer, so that whoever asked does not take it for the end of this process.
            says.add("whichjvm: " + exception.getMessage());
            return Exit.HOST;
        } finally {
            says.forEach(this::tell);
            if (!begun) {
                AtomicFiles.deleteTree(folder);
            }
        }
    }

    private void answer(String... words) {
        out().print(String.join("\t", words) + "\n");
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
            // Whoever asks was killed: half a request is none.
            if (next < 0) {
                return Optional.empty();
            }
            if (bytes.size() == MAX_REQUEST) {
                throw new WrongUsage("a request has more than " + MAX_REQUEST + " bytes");
            }
            bytes.write(next);
        }
        return Optional.of(bytes.toString(StandardCharsets.UTF_8));
    }
}
