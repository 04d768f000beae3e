package org.whichjvm.collector.campaign.plan;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.whichjvm.collector.campaign.Execution;
import org.whichjvm.collector.campaign.Interleave;
import org.whichjvm.collector.campaign.Search;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.campaign.fork.Workload;
import org.whichjvm.collector.stats.Family;
import org.whichjvm.collector.stats.Looks;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.common.QueueSize;
import org.whichjvm.common.TurnTimes;
import org.whichjvm.common.Units;

/**
 * How long a campaign is going to take, in words and in seconds.
 *
 * @param groups of contenders, which blocks take in turn
 * @param runs of a fork of contention, as its check says; 0 if unknown
 * @param substitutes JVMs that are not the build their name says
 */
public record Estimate(
    CampaignRequest asked, List<List<String>> groups, int runs, Set<String> substitutes) {
  // Beside warm-up and duration: JVM, unpaced warm-up, floor, container. Measured on a machine of
  // two CPUs.
  private static final double DOCKER_FORK = 3;
  private static final double HOST_FORK = 2;
  // A guess, for how many blocks may fit into a time that stops them.
  private static final double PROGRAM = 10;
  // The run rules of SPECjbb2015 make a run this long.
  private static final long SPECJBB_SECONDS = 7_200;

  /**
   * The time of a fork that looks for its greatest rate, beside its warm-up: in s to found a
   * company, or to make and remove a queue for each step; and of the search, in steps.
   */
  private record RateSearch(double start, double search) {}

  private static final Map<String, RateSearch> SEARCHES =
      Map.of(
          Workload.RETAIL.text(), new RateSearch(10, 18),
          Workload.QUEUE_RATE.text(), new RateSearch(8, 40));

  // JMH takes it for each run.
  private static final double JMH_RUN = 0.2;
  // All benchmarks of contention with one thread and with two, where no check has counted them.
  private static final int USUAL_RUNS = 13;
  private static final int LEAST_BLOCKS = 8;
  static final int MOST_BLOCKS = 1_000;

  // By turns, measured there in containers: six blocks of 5 contenders and 25 turns took 34 s each.
  // Start and end of a block:
  private static final double BLOCK = 4;
  // The JVMs start side by side, and write their files so.
  private static final double BOOT_EACH = 0.5;
  private static final double END_EACH = 0.4;
  // Beside its paced part and the rehearsal of a turn.
  private static final double UNPACED_WARM_UP = 0.9;
  private static final double COMPILERS_IDLE = 0.4;
  // Graal's compiler in Java first compiles itself.
  private static final double GRAAL_IN_JAVA = 6;
  // A slot is longer than its turn by this.
  private static final double LEAD_AND_TAIL = 0.012;

  public Estimate {
    runs = runs > 0 ? runs : USUAL_RUNS;
  }

  private Execution execution() {
    return asked.execution();
  }

  private double option(final String option) {
    return Values.seconds(option, execution().options());
  }

  /** The turns of a fork of messages by its options; a UserError refuses impossible ones. */
  static TurnTimes turns(final List<String> options) {
    final long turn = Values.nanos(TurnTimes.TURN, options);
    if (turn == 0) {
      throw Values.wrong(
          TurnTimes.TURN, Values.last(TurnTimes.TURN, options), "a time above 0, such as 100ms");
    }
    return TurnTimes.of(
        turn,
        Values.nanos("--duration", options),
        Values.number("--rate", options, QueueSize.RATE),
        TurnTimes.LEAST_ROUNDS);
  }

  private boolean ofProgram() {
    return execution().workload().equals(Workload.COMMAND.text());
  }

  private double forkSeconds() {
    if (ofProgram()) {
      final Search.Found found = asked.purpose().found();
      return found == null || found.forkSeconds() == 0 ? PROGRAM : found.forkSeconds();
    }
    final RateSearch search = SEARCHES.get(execution().workload());
    if (search != null) {
      final double steps = search.search + Values.number("--points", execution().options(), 10);
      return search.start + option("--warmup") + option("--step") * steps;
    }
    final double duration = option("--duration");
    final double warmup = option("--warmup");
    final double rest = execution().runner().equals("docker") ? DOCKER_FORK : HOST_FORK;
    return execution().workload().equals(Workload.CONTENTION.text())
        ? runs * (duration + warmup + JMH_RUN) + rest
        : duration + warmup + rest;
  }

  // The time limit of a program, unless a person gives another.
  private static final double USUAL_TIMEOUT = 600;

  /** After how long whoever starts a check ends it, in s. */
  static final long CHECK_SECONDS = 120;

  /** The time limit of a program by the options before it, in s. */
  static double programTimeout(final List<String> options) {
    final double given = Values.seconds("--timeout", options);
    return given == 0 ? USUAL_TIMEOUT : given;
  }

  /**
   * After how long whoever starts a fork ends it: three times what the plan gives it, and a minute,
   * in s. A program is ended by its own time limit; the minute is for the launcher.
   */
  long deadline() {
    if (ofProgram()) {
      return Math.round(programTimeout(execution().options())) * Commands.frozen(asked) + 60;
    }
    final double seconds =
        execution().interleave() == Interleave.TURNS
            ? groups.stream().mapToDouble(this::blockSeconds).max().orElseThrow()
            : forkSeconds() + GRAAL_IN_JAVA;
    return (long) Math.ceil(3 * seconds) + 60;
  }

  private double blockSeconds(final List<String> contenders) {
    if (execution().interleave() == Interleave.FORKS || ofProgram()) {
      return contenders.size() * forkSeconds();
    }
    final TurnTimes times = turns(execution().options());
    final double slot = Units.seconds(times.turnNanos) + LEAD_AND_TAIL;
    final double each =
        BOOT_EACH
            + UNPACED_WARM_UP
            + option("--warmup")
            + Units.seconds(times.turnNanos)
            + COMPILERS_IDLE
            + times.rounds * slot
            + END_EACH;
    final long waits = contenders.stream().filter(this::compilesSlowly).count();
    return BLOCK + contenders.size() * each + waits * GRAAL_IN_JAVA;
  }

  private boolean compilesSlowly(final String name) {
    final Contender contender = Contender.of(name);
    // Bases from package registries have Graal's compiler as Java classes, not as a library.
    return Stream.of(contender.producer(), contender.consumer())
        .anyMatch(jvm -> jvm.contains("graal") && substitutes.contains(jvm));
  }

  private double meanBlockSeconds() {
    return groups.stream().mapToDouble(this::blockSeconds).average().orElseThrow();
  }

  /** As many blocks as fit; of a race, if all but two contenders leave at the first look. */
  int blocks(final boolean race) {
    double most = fit();
    if (race) {
      final int first = PairedTest.leastPairs(level());
      final double rest = asked.limits().maxSeconds() - first * meanBlockSeconds();
      most = Math.max(most, first + rest / blockSeconds(groups.get(0).subList(0, 2)));
    }
    return (int) Math.max(LEAST_BLOCKS * groups.size(), Math.min(MOST_BLOCKS, most));
  }

  /** The blocks after which a campaign of at most so many has an interim look. */
  List<Integer> looks(final int blocks) {
    return Looks.plan(blocks, level());
  }

  private int contenders() {
    return (int) groups.stream().flatMap(List::stream).distinct().count();
  }

  private double fit() {
    return asked.limits().maxSeconds() / meanBlockSeconds();
  }

  /** The significance level of a p50 service time if no other figure is decided. */
  private double level() {
    final int compared = Math.max(1, contenders() - 1);
    final Family family = new Family();
    family.add(Family.Question.HEADLINE, compared);
    family.add(Family.Question.FASTEST, compared > 1 ? 1 : 0);
    family.add(Family.Question.STARTS, compared);
    return family.level(Family.Question.HEADLINE);
  }

  /** The minutes in which every contender that differs can get a verdict. */
  long leastMinutes() {
    return (long)
        Math.ceil(groups.size() * PairedTest.leastPairs(level()) * meanBlockSeconds() / 60);
  }

  /** A warning that the time is too short for a verdict on a contender that differs. */
  Optional<String> tooShort() {
    final int least = groups.size() * PairedTest.leastPairs(level());
    final int fit = (int) fit();
    return fit >= least
        ? Optional.empty()
        : Optional.of(
            counted(fit, "block")
                + (fit == 1 ? " fits into " : " fit into ")
                + time(asked.limits().maxSeconds())
                + ", and "
                + least
                + " are the least that can tell every contender apart: fewer contenders, or --max-time "
                + leastMinutes()
                + "m");
  }

  /** A sentence on the size of the campaign and on how long it takes. */
  String words(final int blocks) {
    double total = 0;
    for (final List<String> block : Blocks.of(groups, blocks)) {
      total += blockSeconds(block);
    }
    final boolean stops = asked.limits().precision() != null;
    final String size =
        "%s × %s%s of "
            .formatted(
                counted(contenders(), "contender"),
                stops ? "at most " : "",
                counted(blocks, "block"));
    if (!ofProgram()) {
      final double seconds = stops ? Math.min(total, asked.limits().maxSeconds()) : total;
      return size + block() + (stops ? ": at most " : ": about ") + time(Math.round(seconds));
    }
    return size
        + (execution().options().contains("specjbb2015")
            ? "SPECjbb2015: about %s, two hours a fork"
                .formatted(time((long) contenders() * blocks * SPECJBB_SECONDS))
            : "your program: the first block shows how long that takes");
  }

  String wordsOfRace() {
    return "%s, of which the slower half leaves, again and again: %s, and then the winner is confirmed"
        .formatted(counted(contenders(), "contender"), time(asked.limits().maxSeconds()));
  }

  private String block() {
    if (execution().interleave() == Interleave.TURNS) {
      final TurnTimes times = turns(execution().options());
      return counted(times.rounds, "turn") + " of " + spaced(Units.option(times.turnNanos));
    }
    if (SEARCHES.containsKey(execution().workload())) {
      return "about " + time(Math.round(forkSeconds()));
    }
    return (execution().workload().equals(Workload.CONTENTION.text()) ? runs + " runs of " : "")
        + spaced(Values.last("--duration", execution().options()));
  }

  private static String spaced(final String time) {
    return time.replaceFirst("([a-z]+)$", " $1");
  }

  public static String counted(final int number, final String word) {
    return number + " " + word + (number == 1 ? "" : "s");
  }

  /** 45 s, 9 min, 2 h 05 min. */
  public static String time(final long seconds) {
    final long minutes = (seconds + 30) / 60;
    if (seconds < 90) {
      return seconds + " s";
    }
    return minutes < 100
        ? minutes + " min"
        : String.format(Locale.ROOT, "%d h %02d min", minutes / 60, minutes % 60);
  }
}
