package org.whichjvm.collector.campaign.plan;

import static java.util.Map.entry;
import static org.whichjvm.collector.campaign.fork.Workload.COMMAND;
import static org.whichjvm.collector.campaign.fork.Workload.CONTENTION;
import static org.whichjvm.collector.campaign.fork.Workload.GC_STEAL;
import static org.whichjvm.collector.campaign.fork.Workload.MAX_RATE;
import static org.whichjvm.collector.campaign.fork.Workload.QUEUE_LATENCY;
import static org.whichjvm.collector.campaign.fork.Workload.QUEUE_RATE;
import static org.whichjvm.collector.campaign.fork.Workload.RETAIL;
import static org.whichjvm.collector.campaign.fork.Workload.SPECJBB2015;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.whichjvm.collector.campaign.Search;
import org.whichjvm.collector.campaign.Within;
import org.whichjvm.collector.campaign.fork.Workload;
import org.whichjvm.collector.io.UserError;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The options of compare. scripts/lib/help.txt says what each means, and from it the scripts know
 * which there are. Values are texts; {@link Values} says what each may be.
 */
public final class CompareOptions {
  private static final List<Workload> PROGRAMS = List.of(COMMAND, SPECJBB2015);

  /** The workloads that take an option; one that is not here is taken by all. */
  private static final Map<String, List<Workload>> TAKERS =
      Map.ofEntries(
          entry("--duration", List.of(QUEUE_LATENCY, CONTENTION, GC_STEAL)),
          entry("--rate", List.of(QUEUE_LATENCY)),
          entry("--service-level", List.of(QUEUE_RATE)),
          entry("--wait", List.of(QUEUE_LATENCY, QUEUE_RATE)),
          entry("--queue-memory", List.of(QUEUE_LATENCY, QUEUE_RATE)),
          entry("--heap", List.of(RETAIL)),
          entry("--explain", List.of(COMMAND, QUEUE_LATENCY)),
          entry("--event", List.of(COMMAND, QUEUE_LATENCY)),
          entry("--mount", PROGRAMS),
          entry("--app", PROGRAMS),
          entry("--until", PROGRAMS),
          entry("--score", PROGRAMS),
          entry("--adapter", PROGRAMS),
          entry("--timeout", PROGRAMS),
          entry("--memory", PROGRAMS),
          entry("--network", PROGRAMS),
          entry("--kit", List.of(SPECJBB2015)),
          entry("--prop", List.of(SPECJBB2015)));

  @Parameters List<String> contenders = new ArrayList<>();

  @Option(names = "--baseline")
  String baseline;

  @Option(names = "--control")
  boolean control;

  @Option(names = "--flags")
  String flags;

  @Option(names = "--producer")
  String producer;

  @Option(names = "--consumer")
  String consumer;

  @Option(names = "--preset")
  String preset;

  @Option(names = "--blocks")
  String blocks;

  @Option(names = "--precision")
  String precision;

  @Option(names = "--max-time")
  String maxTime;

  @Option(names = "--no-race")
  boolean noRace;

  @Option(names = "--duration")
  String duration;

  @Option(names = "--interleave")
  String interleave;

  @Option(names = "--turn")
  String turn;

  @Option(names = "--seed")
  String seed;

  @Option(names = "--margin")
  String margin;

  @Option(names = "--decide")
  String decide;

  @Option(names = "--contrast")
  List<String> contrasts = new ArrayList<>();

  @Option(names = "--gate")
  List<String> gates = new ArrayList<>();

  @Option(names = "--retries")
  String retries;

  @Option(names = "--rate")
  String rate;

  @Option(names = "--service-level")
  String serviceLevel;

  @Option(names = "--wait")
  String wait;

  @Option(names = "--queue-memory")
  String queueMemory;

  @Option(names = "--workload")
  String workload;

  @Option(names = "--heap")
  String heap;

  @Mixin final ProgramOptions program = new ProgramOptions();

  @Option(names = "--study")
  String study;

  @Option(names = "--race")
  boolean race;

  @Option(names = "--jvms")
  String jvms;

  @Option(names = Within.OPTION)
  List<String> within = new ArrayList<>();

  @Option(names = "--confirm")
  String confirm;

  @Option(names = "--explain")
  boolean explain;

  @Option(names = "--event")
  String event;

  @Option(names = "--calibrate")
  boolean calibrate;

  @Option(names = "--effect")
  String effect;

  @Option(names = "--contenders")
  String count;

  @Option(names = "--cpus")
  String cpus;

  // The scripts alone read these.
  @Option(names = {"--jdk", "--image", "--bases", "--runner", "--out", "--resume"})
  private List<String> ofScripts;

  @Option(
      names = {
        "--details",
        "--dry-run",
        "--list",
        "--list-flags",
        "--list-studies",
        "--explaining",
        "-h",
        "--help"
      })
  private boolean switchOfScripts;

  /** The words behind {@code --}; the last one of an option counts. */
  List<String> workloadOptions = new ArrayList<>();

  /**
   * The contenders that were named, also by {@code --jvms}; those that confirm a race instead, with
   * its winner as the baseline. Without a race {@code found} is null.
   */
  List<String> raced(final Search.Found found) {
    if (found != null) {
      baseline = found.winner();
      return found.confirming();
    }
    final List<String> all = new ArrayList<>(contenders);
    if (jvms != null) {
      all.addAll(Values.list("--jvms", jvms, "names of JVMs with commas between, as 17,21,25"));
    }
    return all;
  }

  boolean hasProgram() {
    return !workloadOptions.isEmpty() && !workloadOptions.get(0).startsWith("-");
  }

  /**
   * The workload that is asked for. A program behind {@code --} needs no option, and the greatest
   * rate of messages is looked for by a workload of its own.
   */
  Workload workload() {
    if (workload == null && study == null && hasProgram()) {
      return COMMAND;
    }
    final Workload asked = workload == null ? QUEUE_LATENCY : Workload.of(workload);
    return asked == QUEUE_LATENCY && MAX_RATE.equals(rate) ? QUEUE_RATE : asked;
  }

  void refuseThoseOfOtherWorkloads() {
    final Workload asked = workload();
    for (final OptionSpec option : new CommandLine(this).getCommandSpec().options()) {
      final List<Workload> takers = TAKERS.getOrDefault(option.longestName(), List.of(asked));
      final boolean isGreatestRate =
          option.longestName().equals("--rate") && asked == QUEUE_RATE && MAX_RATE.equals(rate);
      if (!takers.contains(asked) && !isGreatestRate && isGiven(option.getValue())) {
        throw new UserError(
            "%s is for --workload %s, and this is %s: leave it out",
            option.longestName(),
            takers.stream().map(Workload::typed).distinct().collect(Collectors.joining(", ")),
            asked.text());
      }
    }
  }

  private static boolean isGiven(final Object value) {
    return value instanceof Collection<?> values
        ? !values.isEmpty()
        : value != null && !value.equals(false);
  }
}
