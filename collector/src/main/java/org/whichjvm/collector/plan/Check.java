package org.whichjvm.collector.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.io.Field.Absent;
import org.whichjvm.collector.io.Field.Range;
import org.whichjvm.collector.io.Field.Whole;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Records;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.ForkName;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.common.WrongUsage;

/**
 * The outcome of a check of block 0: {@code forks/000-CONTENDER.json}.
 *
 * @param contender what was checked: a contender, or a JVM without any suffix
 * @param output what it said, its stderr first
 * @param java major version of the JVM; 0 if it did not answer
 * @param arch its os.arch; null if it did not answer
 * @param busyRate requests a second that it answers under a closed loop; 0 for others
 * @param generatorRate requests a second that its load generator can send; 0 for others
 * @param ignored options of its flag set that the JVM went on without
 * @param firstRun how its program ran; null if it did not run, or failed
 * @param freezing how the host froze the program meanwhile; null if it did not try
 * @param seconds that it took, all included
 */
public record Check(
        String schema,
        String contender,
        int exit,
        String output,
        int java,
        String arch,
        double busyRate,
        double generatorRate,
        List<String> ignored,
        @Absent FirstRun firstRun,
        @Absent Freezing freezing,
        double seconds) {
    static final String SCHEMA = "whichjvm.checked/1";

    /** The schema of the line in which the workload answers. */
    private static final String ANSWER = "whichjvm.check/1";

    private static final int MOST = 64 << 10;

    /** No server and no generator has such a rate, and what is computed from it is still finite. */
    private static final double MOST_RATE = 1e15;

    /** The exit code of a command that signal 9 ended, as a shell and the engine tell it. */
    static final int KILLED = 137;

    /** A line of the workload itself; what to try follows an error. */
    private static final Pattern OWN =
            Pattern.compile("^(?:error|whichjvm): (.*)$(?:\\R(try: (?!.*--help$).*)$)?", Pattern.MULTILINE);

    // A JVM prints these lines beside the reason.
    private static final Pattern NOISE = Pattern.compile("\\s*#?\\s*|.*[Ww]arning.*|Error: (Could not create|A fatal).*"
            + "|Error occurred during init.*|Uncaught exception.*");

    private static final Pattern WARNING =
            Pattern.compile("(?:(?:\\[[^\\]]*\\])*\\[warning\\](?:\\[[^\\]]*\\])? *|.* VM warning: )(.*)");
    private static final Pattern IGNORES =
            Pattern.compile(".*(disabled|ignor|to false|failed to|not supported|cannot).*", Pattern.CASE_INSENSITIVE);

    /** A line in which the workload answers; NaN is a rate that it did not look for. */
    private record WorkloadLine(
            @Whole(least = 1, most = 999) int java,
            String arch,

            @Range(least = Double.MIN_VALUE, most = MOST_RATE)
            double busyRate,

            @Range(least = Double.MIN_VALUE, most = MOST_RATE)
            double generatorRate,

            List<String> ignored,
            @Absent FirstRun firstRun) {
        private static final WorkloadLine NONE = new WorkloadLine(0, null, 0, 0, List.of(), null);

        /** Empty of another line: whatever the JVM or a program prints may look like an answer. */
        static Stream<WorkloadLine> of(String line) {
            if (!line.startsWith("{") || !line.contains(ANSWER) || line.length() > MOST) {
                return Stream.empty();
            }
            try {
                return Stream.of(Records.EXACT.read(Json.parse(line), WorkloadLine.class));
            } catch (UnusableFile exception) {
                return Stream.empty();
            }
        }
    }

    /** Reads the output of a check, its stderr, then its stdout. */
    public static Check of(String contender, int exit, String output) {
        WorkloadLine answer =
                output.lines().flatMap(WorkloadLine::of).findFirst().orElse(WorkloadLine.NONE);
        return new Check(
                SCHEMA,
                contender,
                exit,
                output.length() > MOST ? output.substring(0, MOST) : output,
                answer.java,
                answer.arch,
                orNone(answer.busyRate),
                orNone(answer.generatorRate),
                answer.ignored,
                answer.firstRun,
                null,
                0);
    }

    /**
     * This, with the time that it took, in s, of a program that the host froze a few times meanwhile; null if it did
     * not.
     */
    public Check took(double time, Freezing tried) {
        return new Check(
                schema, contender, exit, output, java, arch, busyRate, generatorRate, ignored, firstRun, tried, time);
    }

    /** That of a contender; a control has that of its original. */
    static Optional<Check> ofContender(Path campaign, String contender) throws IOException {
        Optional<Check> own = read(campaign, contender);
        return own.isPresent() ? own : read(campaign, contender.replaceFirst("\\+again[0-9]*", ""));
    }

    private static double orNone(double rate) {
        return Double.isNaN(rate) ? 0 : rate;
    }

    public void write(Path campaign) throws IOException {
        Path forks = campaign.resolve(Names.FORKS);
        AtomicFiles.write(forks.resolve(new ForkName(0, contender).json()), Json.write(Records.write(this)));
    }

    /** Reads the recorded check; empty if there is none yet. */
    static Optional<Check> read(Path campaign, String contender) throws IOException {
        Path file = campaign.resolve(Names.FORKS).resolve(new ForkName(0, contender).json());
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Records.EXACT.read(Json.read(file, SCHEMA), Check.class));
        } catch (UnusableFile exception) {
            throw new WrongUsage(file + " " + exception.getMessage()).orTry("remove it, then resume the campaign");
        }
    }

    /** Whether a file of block 0 is of a check and not of a fork. */
    static boolean isIn(Path file) throws IOException {
        try {
            Json.read(file, SCHEMA);
            return true;
        } catch (UnusableFile exception) {
            return false;
        }
    }

    boolean passed() {
        return exit == 0;
    }

    /** The reason why its contender cannot run; empty if it can. */
    Optional<String> problem() {
        if (!passed()) {
            return Optional.of(own(output).orElseGet(() -> "the JVM refuses it: " + lastWords(output, exit)));
        }
        Optional<String> warning = Contender.of(contender).hasFlags() ? ignores(output) : Optional.empty();
        if (warning.isPresent()) {
            return Optional.of("the JVM goes on without it: " + warning.get());
        }
        return ignored.isEmpty()
                ? Optional.empty()
                : Optional.of("the JVM goes on without %s and does not say why".formatted(String.join(" ", ignored)));
    }

    /** Its refusal of the whole campaign; one that was killed, or ended without a word, is named. */
    Refused refusal() {
        boolean silent = output.isBlank() || exit == KILLED;
        String why =
                "error: the check of %s failed: %s\ntry: the same command again, or with more memory if it was killed"
                        .formatted(contender, lastWords(output, exit));
        return new Refused(silent ? output + why : output, exit);
    }

    /** A check has refused the whole campaign, or has printed the workload's help. */
    public static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;

        /** The exit code of the check; 0 where it has printed the help. */
        public final int exit;

        Refused(String output, int exit) {
            super(output);
            this.exit = exit;
        }

        public List<String> words() {
            return getMessage().lines().toList();
        }
    }

    /** Why a command ended, by its output, the stderr first. */
    public static String lastWords(String output, int exit) {
        if (exit == KILLED) {
            return "the JVM was killed (signal 9)";
        }
        String said = own(output)
                .or(() -> output.lines()
                        .filter(line -> !NOISE.matcher(line).matches())
                        .findFirst())
                .orElse("");
        return "%s (exit code %s)".formatted(said.isBlank() ? "the JVM ended without a word" : said.strip(), exit);
    }

    static Optional<String> own(String output) {
        return OWN.matcher(output)
                .results()
                .reduce((first, second) -> second)
                .map(said -> said.group(2) == null ? said.group(1) : said.group(1) + "; " + said.group(2));
    }

    /** The warning of a JVM that goes on without what was asked for. */
    static Optional<String> ignores(String output) {
        return output.lines()
                .map(WARNING::matcher)
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1))
                .filter(text -> IGNORES.matcher(text).matches())
                .findFirst();
    }
}
