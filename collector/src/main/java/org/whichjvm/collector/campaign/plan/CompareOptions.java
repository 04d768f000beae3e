package org.whichjvm.collector.campaign.plan;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The options of scripts/compare, each declared here and nowhere else: its help, and the list from
 * which it refuses an unknown option, are generated from them. Values are texts; {@link Values}
 * says what each may be.
 */
public final class CompareOptions {
  @Parameters(
      paramLabel = "CONTENDER",
      description = {
        "A service of compose.yaml, such as jdk17-temurin, or with --runner host a JVM of this"
            + " machine; all that can be had if none is named. Each + behind it changes one thing:"
            + " +again and +again2 nothing, +delay30ns delays each message, +huge has the queue in"
            + " huge pages, +yield, +onspinwait or +park1000ns is another wait strategy, +rate50k another rate, and the"
            + " name of a flag set, as +zgc, its JVM options."
      })
  List<String> contenders = new ArrayList<>();

  @Option(
      names = "--runner",
      paramLabel = "R",
      description = "docker, host, or auto: the engine if it answers, else this host's JVMs.")
  String runner;

  @Option(
      names = "--preset",
      paramLabel = "P",
      description =
          "quick: blocks of 25 turns of 100 ms, until every contender's p50 is decided or known to ±"
              + " 3 %%, at most 10 minutes (default); full: 20 blocks of 100 turns, also for p99 and p99.9;"
              + " deep: 15 blocks of 60 turns of 1 s, 18 minutes for each contender; article: 1 block of"
              + " 100 s with the article's settings, by forks. By forks quick has 1 s, full 20 s, deep"
              + " 120 s. quick of other workloads, and of a study, has 12 blocks.")
  String preset;

  @Option(
      names = "--blocks",
      paramLabel = "N",
      description = "Forks of each contender, 1 to 10000; quick then has so many.")
  String blocks;

  @Option(
      names = "--precision",
      paramLabel = "P",
      description =
          "Stop once every comparison is decided or known to P, such as 2%%; --blocks is then the most"
              + " there may be (default: what fits into the time, 8 to 1000).")
  String precision;

  @Option(
      names = "--max-time",
      paramLabel = "T",
      description =
          "With --precision, and of quick: stop once this time is over, after a whole block (30m;"
              + " of quick 10m).")
  String maxTime;

  @Option(
      names = "--margin",
      paramLabel = "M",
      description = "What is called equivalent: a ratio within this of 1 (3%%).")
  String margin;

  @Option(
      names = "--decide",
      paramLabel = "LIST",
      description =
          "Percentiles to decide too, such as p99.99 or service-p99; p50 alone is of the service time,"
              + " the others of the response time (always: p50; but for quick p99 and p99.9). Or scores,"
              + " such as cas,add@2 (default: all that can be). The fewer, the surer.")
  String decide;

  @Option(
      names = "--contrast",
      paramLabel = "A/B",
      description =
          "Of a workload of scores: two of them to compare within each contender, such as"
              + " adjacent/padded; may be given again.")
  List<String> contrasts = new ArrayList<>();

  @Option(
      names = "--duration",
      paramLabel = "T",
      description = "How long each fork measures, all its turns together: 500ms, 10s, 2m.")
  String duration;

  @Option(
      names = "--interleave",
      paramLabel = "HOW",
      description =
          "turns: the contenders of a block are alive together and measure in turn, so that they share"
              + " what the host does (default for queue-latency); forks: one fork after another, each"
              + " in one piece (default for the preset article and for other workloads).")
  String interleave;

  @Option(
      names = "--turn",
      paramLabel = "T",
      description = "Length of a turn: 100ms (default of quick and full), 1s (default of deep).")
  String turn;

  @Option(
      names = "--baseline",
      paramLabel = "C",
      description = "What the others are compared with (default: jdk17-temurin, else the first).")
  String baseline;

  @Option(
      names = "--control",
      description =
          "Run the baseline once more in every block: what differs between the two is no difference.")
  boolean control;

  @Option(
      names = "--producer",
      paramLabel = "V,V",
      description = "With --consumer: two JVMs at once that share the queue. This one sends.")
  String producer;

  @Option(
      names = "--consumer",
      paramLabel = "V,V",
      description =
          "The JVM that reads. Of several, each sender is paired with each reader. A pair is a"
              + " contender, such as jdk11-temurin-to-jdk17-temurin.")
  String consumer;

  @Option(
      names = "--queue-memory",
      paramLabel = "M",
      description =
          "shm: /dev/shm, pages of 4 KiB (default); huge: huge pages; shm,huge: each contender in both.")
  String queueMemory;

  @Option(
      names = "--wait",
      paramLabel = "W",
      description =
          "What a thread does that has nothing to do: @WAITS@; spin,yield: each contender with both"
              + " (default: spin).")
  String wait;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description =
          "Messages a second, such as 50k; 10k,50k,200k: each contender at each of these rates; max: the"
              + " greatest at which p99 of the response time is within --service-level (default: 100k).")
  String rate;

  @Option(
      names = "--service-level",
      paramLabel = "T",
      description = "With --rate max: what p99 of the response time may be (100us).")
  String serviceLevel;

  @Option(
      names = "--gate",
      paramLabel = "NAME=LIMIT",
      description =
          "Another limit, or off, of what may disturb a fork from outside before it is excluded and"
              + " its block run again; may be given again. There are: @GATES@.")
  List<String> gates = new ArrayList<>();

  @Option(
      names = "--retries",
      paramLabel = "N",
      description = "Blocks that may be run again, 0 to 10000 (default: a quarter of the blocks).")
  String retries;

  @Option(
      names = "--cpus",
      paramLabel = "A,B",
      description =
          "CPUs of the producer and the consumer (default: the fittest, as scripts/doctor says), or all"
              + " that a program may use.")
  String cpus;

  @Option(
      names = "--jdk",
      paramLabel = "NAME=PATH",
      description = "One more JVM for --runner host; may be given again.")
  List<String> jdks = new ArrayList<>();

  @Option(
      names = "--image",
      paramLabel = "NAME=IMAGE",
      description =
          "One more JVM for --runner docker: an image that has a java on its PATH, such as"
              + " old=my/jdk:1; may be given again.")
  List<String> images = new ArrayList<>();

  @Option(
      names = "--bases",
      paramLabel = "B",
      description =
          "registry or packages: where JDK images come from (default: the registry, and packages for"
              + " what it does not have).")
  String bases;

  @Option(
      names = "--workload",
      paramLabel = "NAME",
      description =
          "queue-latency (default); contention: atomics, false sharing, a lock; gc-steal: garbage"
              + " collection that steals work. The presets of these two are 12 × 200 ms, 20 × 1 s and"
              + " 15 × 5 s for each benchmark and number of threads; 12 × 3 s, 20 × 10 s and 15 × 60 s."
              + " retail: a supermarket company under load, its max and critical throughput; forks of"
              + " 1, 5 and 20 minutes. command: your own program, written behind --; 12, 20 and 30"
              + " blocks.")
  String workload;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description =
          "Of --workload retail: the heap of every JVM (default: half of the memory there is, at most"
              + " 4g).")
  String heap;

  @Mixin final ProgramOptions program = new ProgramOptions();

  @Option(
      names = "--study",
      paramLabel = "NAME",
      description =
          "A question with all that answers it: studies/NAME.study, or a file with a / in its name."
              + " What is given here too wins.")
  String study;

  @Option(
      names = "--calibrate",
      description =
          "How small a difference can this host resolve? Runs one JVM against itself, half of the"
              + " contenders with a known delay (scripts/calibrate).")
  boolean calibrate;

  @Option(
      names = "--effect",
      paramLabel = "NS",
      description =
          "With --calibrate: the delay of each message, 1 to 1000000 ns (default: 5 %% of the p50 of a"
              + " fork that is run first).")
  String effect;

  @Option(
      names = "--contenders",
      paramLabel = "K",
      description = "With --calibrate: contenders of each kind, 2 to 50 (4).")
  String count;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Of the random order (default: the time).")
  String seed;

  @Option(names = "--out", paramLabel = "DIR", description = "Where results go (out).")
  String out;

  @Option(
      names = "--resume",
      paramLabel = "CAMPAIGN",
      description = "Run what is missing of a campaign in the results folder.")
  String resume;

  @Option(names = "--details", description = "Print every table at the end, not the summary alone.")
  boolean details;

  @Option(names = "--dry-run", description = "Print every command it would run.")
  boolean dryRun;

  @Option(names = "--list", description = "Print the JVMs that the runner knows.")
  boolean list;

  @Option(names = "--list-flags", description = "Print the flag sets, and what each changes.")
  boolean listFlags;

  @Option(names = "--list-studies", description = "Print the studies, and what each asks.")
  boolean listStudies;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Print this.")
  boolean help;

  /** What follows {@code --}; the last one of an option counts. */
  List<String> workloadOptions = new ArrayList<>();
}
