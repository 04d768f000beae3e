package org.whichjvm.collector.plan;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.whichjvm.collector.model.Execution;
import org.whichjvm.collector.model.Race;
import org.whichjvm.collector.model.Search;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Workload;
import org.whichjvm.collector.stats.Detectable;
import org.whichjvm.collector.stats.Family;
import org.whichjvm.collector.stats.InterimAnalyses;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.common.LoadTimes;
import org.whichjvm.common.QueueSize;
import org.whichjvm.common.TurnTimes;
import org.whichjvm.common.Units;

/**
 * How long a campaign is going to take, in words and in seconds.
 *
 * @param groups of contenders, which blocks take in turn
 * @param substitutes JVMs that are not the build their name says
 * @param alone the s that each contender took, as its check tells: with a program from start to end, of a load until
 *     its turns could begin. It has none of who was not tried
 */
public record Estimate(
        CampaignRequest asked, List<List<String>> groups, Set<String> substitutes, Map<String, Double> alone) {
    // Beside warm-up and duration: JVM, unpaced warm-up, floor, container. Measured on a machine of
    // two CPUs.
    private static final double DOCKER_FORK = 3;
    private static final double HOST_FORK = 2;
    // A guess, for how many blocks may fit into a time that stops them.
    private static final double PROGRAM = 10;

    // A server or a company is there within about this, and warm after twice the time that is asked
    // for.
    private static final double LOAD_START = 15;
    private static final double QUEUE_START = 4;
    private static final double LOAD_WARM_UPS = 2;

    static final int LEAST_BLOCKS = 8;
    static final int MOST_BLOCKS = 1_000;

    // By turns, measured there: in containers six blocks of 5 contenders and 25 turns took 34 s each.
    // Start and end of a block:
    private static final double BLOCK = 4;
    // The JVMs start side by side, and write their files so.
    private static final double BOOT_EACH = 0.5;
    private static final double END_EACH = 0.4;
    // Beside its paced part and the rehearsal of a turn.
    private static final double UNPACED_WARM_UP = 0.9;
    private static final double COMPILERS_IDLE = 0.3;
    // Graal's compiler in Java first compiles itself.
    private static final double GRAAL_IN_JAVA = 6;
    // A slot is longer than its turn by this.
    private static final double LEAD_AND_TAIL = 0.012;

    /**
     * Standard deviations of the log ratio of a block of a program on a shared machine of two CPUs (docs/method.md).
     */
    private static final double NOISE_BY_TURNS = 0.059;

    private static final double NOISE_BY_FORKS = 0.107;

    /** Values of the noise by which it is computed what can be found. */
    private static final int NOISES = 99;

    Estimate(CampaignRequest asked, List<List<String>> groups, Set<String> substitutes) {
        this(asked, groups, substitutes, Map.of());
    }

    private Execution execution() {
        return asked.execution();
    }

    private double option(String option) {
        return Values.seconds(option, execution().options());
    }

    /** The length of a turn in ns; a WrongUsage refuses 0. */
    static long turn(List<String> options) {
        long turn = Values.nanos(TurnTimes.TURN, options);
        if (turn == 0) {
            throw Values.wrong(TurnTimes.TURN, Values.last(TurnTimes.TURN, options), "a time above 0, such as 100ms");
        }
        return turn;
    }

    /** The turns of a fork of messages by its options; a WrongUsage refuses impossible ones. */
    static TurnTimes turns(List<String> options) {
        return TurnTimes.of(
                turn(options),
                Values.nanos("--duration", options),
                Values.number("--rate", options, QueueSize.RATE),
                TurnTimes.LEAST_ROUNDS);
    }

    private int roundsOfLoad() {
        List<String> options = execution().options();
        String asked = Values.last(LoadTimes.RATE, options);
        int passes = (int) Values.number(LoadTimes.PASSES, options, 1);
        return asked == null
                ? LoadTimes.rounds((int) Values.number(LoadTimes.POINTS, options, 10), passes)
                : passes * asked.split(",").length;
    }

    private long turnOfLoad() {
        return Values.last(TurnTimes.TURN, execution().options()) == null
                ? LoadTimes.TURN_NANOS
                : turn(execution().options());
    }

    /** A block of contenders that start one after another and then take turns, in s. */
    private double loadSeconds(int contenders) {
        double start = asked.workload().hasMessages() ? QUEUE_START : LOAD_START;
        return contenders * (start + LOAD_WARM_UPS * option("--warmup")) + Units.seconds(turnsOfLoad(contenders));
    }

    private long turnsOfLoad(int contenders) {
        return LoadTimes.nanos(roundsOfLoad(), contenders, turnOfLoad());
    }

    /** The program's harness, if it is known how long a run of that takes. */
    private Optional<Adapter> harness() {
        return Adapter.ofKnownTime(execution().options());
    }

    private boolean ofProgram() {
        return asked.workload() == Workload.COMMAND;
    }

    /** Whether the time of a program is only a guess before its first block. */
    private boolean guesses() {
        return ofProgram()
                && harness().isEmpty()
                && !groups.stream().allMatch(each -> alone.keySet().containsAll(each));
    }

    private double forkSeconds() {
        if (ofProgram()) {
            Search search = asked.purpose().search();
            return search == null || search.searching() || search.found().forkSeconds() == 0
                    ? harness().map(each -> (double) each.forkSeconds).orElse(PROGRAM)
                    : search.found().forkSeconds();
        }
        double rest = execution().runner().equals("docker") ? DOCKER_FORK : HOST_FORK;
        return option("--duration") + option("--warmup") + rest;
    }

    // The time limit of a program, unless a person gives another.
    private static final double USUAL_TIMEOUT = 600;

    private static final long CHECK_SECONDS = 120;

    /**
     * The time limit of a check, in s; the check of a server includes its warm-up, that of a program may include a run.
     */
    long checkDeadline() {
        return asked.workload().underLoad()
                ? loadDeadline(1) + CHECK_SECONDS
                : asked.runsFirst()
                        ? CHECK_SECONDS + (long) programTimeout(execution().options())
                        : CHECK_SECONDS;
    }

    /** The time limit of a program by the options before it, in s. */
    static double programTimeout(List<String> options) {
        double given = Values.seconds("--timeout", options);
        return given == 0 ? USUAL_TIMEOUT : given;
    }

    /**
     * The time limit of a fork, in s: three times what the plan gives it, and a minute. A program has a time limit of
     * its own; the minute is for the launcher.
     */
    long deadline() {
        if (ofProgram()) {
            return Math.round(programTimeout(execution().options())) * Commands.frozen(execution(), contenders()) + 60;
        }
        if (asked.workload().underLoad()) {
            int alive = groups.stream().mapToInt(List::size).max().orElseThrow();
            return loadDeadline(asked.byTurns() ? alive : 1);
        }
        double seconds = asked.byTurns()
                ? groups.stream().mapToDouble(this::blockSeconds).max().orElseThrow()
                : forkSeconds() + GRAAL_IN_JAVA;
        return (long) Math.ceil(3 * seconds) + 60;
    }

    private long loadDeadline(int contenders) {
        return (long) Math.ceil(3 * loadSeconds(contenders) + contenders * option("--timeout")) + 60;
    }

    private double blockSeconds(List<String> contenders) {
        if (asked.workload().underLoad()) {
            return alone.keySet().containsAll(contenders)
                    ? contenders.stream().mapToDouble(alone::get).sum() + Units.seconds(turnsOfLoad(contenders.size()))
                    : loadSeconds(contenders.size());
        }
        if (ofProgram() && execution().starts() > 1) {
            double rest = execution().runner().equals("docker") ? DOCKER_FORK : HOST_FORK;
            return contenders.size()
                    * (rest + execution().starts() * execution().turnSeconds());
        }
        if (ofProgram()) {
            return contenders.stream()
                    .mapToDouble(each -> alone.getOrDefault(each, forkSeconds()))
                    .sum();
        }
        if (!asked.byTurns()) {
            return contenders.size() * forkSeconds();
        }
        TurnTimes times = turns(execution().options());
        double slot = Units.seconds(times.turnNanos) + LEAD_AND_TAIL;
        double each = BOOT_EACH
                + UNPACED_WARM_UP
                + option("--warmup")
                + Units.seconds(times.turnNanos)
                + COMPILERS_IDLE
                + times.rounds * slot
                + END_EACH;
        long waits = contenders.stream().filter(this::compilesSlowly).count();
        return BLOCK + contenders.size() * each + waits * GRAAL_IN_JAVA;
    }

    private boolean compilesSlowly(String name) {
        String jvm = Contender.of(name).variant();
        // Bases from package registries have Graal's compiler as Java classes, not as a library.
        return jvm.contains("graal") && substitutes.contains(jvm);
    }

    private double meanBlockSeconds() {
        return groups.stream().mapToDouble(this::blockSeconds).average().orElseThrow();
    }

    /** When contenders leave the campaign. */
    Race race() {
        if (asked.searches()) {
            return Race.SEARCH;
        }
        boolean drops = asked.limits().precision() != null
                && asked.rules().drops()
                && asked.purpose().calibration() == null
                && contenders() > 2
                && groups.size() == 1
                && asked.rules().contrasts().isEmpty();
        return !drops ? Race.NONE : asked.baseline() == null ? Race.BEST : Race.BASELINE;
    }

    /** As many blocks as fit; of a race, if all but two contenders leave at the first analysis. */
    int blocks() {
        double most = fit();
        if (race() != Race.NONE) {
            int first = PairedTest.leastPairs(level());
            double rest = asked.limits().maxSeconds() - first * meanBlockSeconds();
            most = Math.max(most, first + rest / blockSeconds(groups.get(0).subList(0, 2)));
        }
        return (int) Math.max(LEAST_BLOCKS * groups.size(), Math.min(MOST_BLOCKS, most));
    }

    private int contenders() {
        return (int) groups.stream().flatMap(List::stream).distinct().count();
    }

    private double fit() {
        return asked.limits().maxSeconds() / meanBlockSeconds();
    }

    /** The significance level of a p50 service time if no other metric is decided. */
    double level() {
        int compared = Math.max(1, contenders() - 1);
        Family family = race().family();
        if (asked.workload().hasScores()) {
            family.add(Family.Question.OTHER, compared * metrics());
            family.add(Family.Question.STARTS, compared * metrics());
            return family.level(Family.Question.OTHER);
        }
        family.add(Family.Question.HEADLINE, compared);
        family.add(Family.Question.FASTEST, compared > 1 ? 1 : 0);
        family.add(Family.Question.STARTS, compared);
        return family.level(Family.Question.HEADLINE);
    }

    /** The minutes in which every contender that differs can get a verdict. */
    long leastMinutes() {
        return (long) Math.ceil(leastBlocks() * meanBlockSeconds() / 60);
    }

    /** The fewest blocks in which every contender that differs can get a verdict on each metric. */
    private int leastBlocks() {
        return groups.size() * PairedTest.leastPairs(level());
    }

    /** A warning that a fixed number of blocks is too small for a verdict on each metric. */
    Optional<String> tooFew(int blocks) {
        return contenders() < 2 || blocks >= leastBlocks()
                ? Optional.empty()
                : Optional.of("%s are too few for a verdict on each of %s: --blocks %s is the least that can tell"
                        .formatted(
                                counted(blocks, "block"),
                                counted((contenders() - 1) * metrics(), "comparison"),
                                leastBlocks()));
    }

    /** What a program's blocks find at most, at the noise of a shared machine; empty if their number is a guess. */
    Optional<String> finds(List<Integer> analyses) {
        if (!ofProgram() || guesses() || contenders() < 2) {
            return Optional.empty();
        }
        double deviation = asked.byTurns() ? NOISE_BY_TURNS : NOISE_BY_FORKS;
        double[] noise = IntStream.rangeClosed(1, NOISES)
                .mapToDouble(i ->
                        NormalDistribution.of(0, deviation).inverseCumulativeProbability((double) i / (NOISES + 1)))
                .toArray();
        List<Integer> pairs =
                analyses.stream().map(each -> each / groups.size()).toList();
        double shift =
                new Detectable(noise, new InterimAnalyses(pairs, InterimAnalyses.spent(analyses)), level()).shift();
        return Double.isNaN(shift)
                ? Optional.empty()
                : Optional.of(Units.text(
                        "a difference of %.0f %% or more is found in four of five such campaigns, if blocks scatter by %.0f %%, as on a shared machine",
                        100 * Math.expm1(shift), 100 * deviation));
    }

    /** The metrics that are decided of a contender of a workload with scores, as far as that is known before a fork. */
    private int metrics() {
        if (!asked.rules().decide().isEmpty()) {
            return asked.rules().decide().size();
        }
        List<String> options = execution().options();
        if (!ofProgram()) {
            String rates = asked.workload().underLoad() ? Values.last(LoadTimes.RATE, options) : null;
            // Three percentiles at each rate; or the greatest throughput, and that at a service level.
            return rates == null ? 2 : 3 * rates.split(",").length;
        }
        int own = (int) options.stream()
                .limit(options.indexOf("--"))
                .filter("--metric"::equals)
                .count();
        Optional<Adapter> adapter = Adapter.of(Values.last("--adapter", options));
        own += adapter.map(each -> each.scores).orElse(0);
        own += Values.last("--until", options) == null ? 0 : 1;
        // Without any, the time and the CPU time. The JVMs of JMH's benchmarks are not all of them the contender's.
        return (own == 0 ? 2 : own) + (adapter.filter(Adapter.JMH::equals).isPresent() ? 0 : 1);
    }

    /** A warning that the time ends the campaign within its first block. */
    Optional<String> shorterThanABlock() {
        return guesses() || fit() >= 1
                ? Optional.empty()
                : Optional.of(
                        "one block takes about %s, longer than --max-time %s: the campaign ends after its first block, too early for a verdict; fewer contenders, or --max-time %sm"
                                .formatted(
                                        time(Math.round(meanBlockSeconds())),
                                        time(asked.limits().maxSeconds()),
                                        leastMinutes()));
    }

    /** A warning that the time is too short for a verdict on a contender that differs. */
    Optional<String> tooShort() {
        if (guesses() || fit() < 1) {
            // How long a program takes is a guess before its first block, and no reason to doubt.
            return shorterThanABlock();
        }
        int least = leastBlocks();
        int fit = (int) fit();
        return fit >= least
                ? Optional.empty()
                : Optional.of(("%s %s into %s, and %s are the least that can tell every contender apart: fewer"
                                + " contenders, or --max-time %sm")
                        .formatted(
                                counted(fit, "block"),
                                fit == 1 ? "fits" : "fit",
                                time(asked.limits().maxSeconds()),
                                least,
                                leastMinutes()));
    }

    /** A sentence on the size of the campaign and on how long it takes. */
    String words(int blocks) {
        double total = Blocks.of(groups, blocks).stream()
                .mapToDouble(this::blockSeconds)
                .sum();
        boolean stops = asked.limits().precision() != null;
        String size = "%s × %s%s of "
                .formatted(counted(contenders(), "contender"), stops ? "at most " : "", counted(blocks, "block"));
        if (guesses()) {
            return size + "your program: the first block shows how long that takes";
        }
        String block = ofProgram() ? harness().map(Adapter::text).orElseGet(this::program) : block();
        double seconds = stops ? Math.min(total, asked.limits().maxSeconds()) : total;
        return size + block + (stops ? ": at most " : ": about ") + time(Math.round(seconds));
    }

    String wordsOfRace() {
        return "%s, of which the slower half leaves, again and again: %s, and then the winner is confirmed"
                .formatted(
                        counted(contenders(), "contender"), time(asked.limits().maxSeconds()));
    }

    private String program() {
        int starts = execution().starts();
        return "your program, "
                + (starts > 1
                        ? "%s starts of each contender, in turn".formatted(starts)
                        : asked.byTurns()
                                ? "by turns of %s ms"
                                        .formatted(Math.round(execution().turnSeconds() * 1e3))
                                : "one run after another");
    }

    private String block() {
        if (asked.workload().underLoad()) {
            return counted(roundsOfLoad(), "turn") + " of " + spaced(Units.option(turnOfLoad()));
        }
        if (asked.byTurns()) {
            TurnTimes times = turns(execution().options());
            return counted(times.rounds, "turn") + " of " + spaced(Units.option(times.turnNanos));
        }
        return spaced(Values.last("--duration", execution().options()));
    }

    private static String spaced(String time) {
        return time.replaceFirst("([a-z]+)$", " $1");
    }

    public static String counted(int number, String word) {
        return number + " " + word + (number == 1 ? "" : "s");
    }

    /** 45 s, 9 min, 2 h 05 min. */
    public static String time(long seconds) {
        long minutes = (seconds + 30) / 60;
        if (seconds < 90) {
            return seconds + " s";
        }
        return minutes < 100 ? minutes + " min" : Units.text("%d h %02d min", minutes / 60, minutes % 60);
    }
}
