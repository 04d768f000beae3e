package org.whichjvm.collector.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.whichjvm.collector.model.Within;
import org.whichjvm.collector.model.fork.Workload;
import org.whichjvm.collector.plan.HelpTopic.About;
import org.whichjvm.common.LoadTimes;
import org.whichjvm.common.WrongUsage;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The options of compare, each declared here and nowhere else: help, completion, and the list from which an unknown
 * option is refused, are generated from them. Values are texts; {@link Values} says what each may be. The first
 * sentence of a description is shown on the first screen of help, all of them under their topic.
 */
public final class CompareOptions {
    /** What an explanation takes beside its own options: its size, where JVMs are, what is granted. */
    private static final List<String> OF_EXPLANATIONS =
            Values.words("--blocks --gate --retries --jdk --bases --mount --app --with --network");

    @About(value = HelpTopic.CONTENDERS, common = true)
    @Parameters(
            paramLabel = "CONTENDER",
            description = {
                "A JVM by a short name or its whole one: 17, 21-corretto, jdk25-temurin, 25+zgc; all"
                        + " that can be had if none is named.",
                "A JVM is a service of compose.yaml, or with --runner host one of this machine. Each +"
                        + " behind it changes one thing: +again and +again2 nothing, +delay30ns delays each"
                        + " message, +huge has the queue in huge pages, +yield, +onspinwait or +park1000ns is"
                        + " another wait strategy, +rate50k another rate, +app-new a version of a program,"
                        + " +heap512m the heap, and flag sets, as +zgc+compact-headers."
            })
    List<String> contenders = new ArrayList<>();

    @About(value = HelpTopic.CONTENDERS, common = true)
    @Option(
            names = "--baseline",
            paramLabel = "C",
            description = "What the others are compared with (default: jdk17-temurin, else the first).")
    String baseline;

    @About(value = HelpTopic.CONTENDERS, common = true)
    @Option(
            names = "--control",
            description = "Run the baseline twice in every block: what differs then is no difference.")
    boolean control;

    @About(value = HelpTopic.CONTENDERS, common = true)
    @Option(
            names = "--flags",
            paramLabel = "LIST×LIST",
            description = {
                "Each contender with each of these flag sets, as 'zgc,- x heap=512m,2g'.",
                "Of each list a contender has one; a dash is none, and x is as good as ×. The beginning of a"
                        + " name is enough: serial."
            })
    String flags;

    @About(value = HelpTopic.CONTENDERS, common = true)
    @Option(
            names = "--jdk",
            paramLabel = "NAME=PATH-or-IMAGE",
            description = {
                "One more JVM, as mine=/opt/jdk-17 of this host, or an image, old=my/jdk:1.",
                "May be given again. --runner host takes the folder that has bin/java, --runner docker an"
                        + " image that has a java on its PATH."
            })
    List<String> jdks = new ArrayList<>();

    @About(HelpTopic.CONTENDERS)
    @Option(
            names = "--bases",
            paramLabel = "registry|packages|auto",
            description = "Where JDK images come from (default: the registry, else packages).")
    String bases;

    @About(value = HelpTopic.TIME, common = true)
    @Option(
            names = "--preset",
            paramLabel = "quick|full|deep|article",
            description = {
                "quick: ten minutes at most (default); full, deep: for rarer percentiles.",
                "quick has blocks of 15 turns of 100 ms, until every contender's p50 is decided or known to"
                        + " ± 3 %%; full 20 blocks of 100 turns, also for p99 and p99.9; deep 15 blocks of 60"
                        + " turns of 1 s, 18 minutes for each contender; article 1 block of 100 s with the"
                        + " article's settings, by forks. By forks quick has 1 s, full 20 s, deep 120 s. quick"
                        + " of other workloads, and of a study, has 12 blocks."
            })
    String preset;

    @About(value = HelpTopic.TIME, common = true)
    @Option(
            names = "--blocks",
            paramLabel = "N",
            description = "Forks of each contender, 1 to 10000; quick then has so many.")
    String blocks;

    @About(value = HelpTopic.TIME, common = true)
    @Option(
            names = "--precision",
            paramLabel = "P",
            description = {
                "Stop once every comparison is decided or known to P, such as 2%%.",
                "--blocks is then the most there may be (default: what fits into the time, 8 to 1000)."
            })
    String precision;

    @About(value = HelpTopic.TIME, common = true)
    @Option(
            names = "--max-time",
            paramLabel = "T",
            description = {
                "With --precision, and of quick: stop after this time (30m; of quick 10m).",
                "The block that runs then is ended first."
            })
    String maxTime;

    @About(HelpTopic.TIME)
    @Option(
            names = "--no-race",
            description =
                    "Keep each contender to the end (default: of a campaign that stops by itself, one leaves that is decided, and is not the fastest or has a named baseline).")
    boolean noRace;

    @About(
            value = HelpTopic.TIME,
            workloads = {Workload.QUEUE_LATENCY, Workload.GC_STEAL})
    @Option(
            names = "--duration",
            paramLabel = "T",
            description = "How long each fork measures, all its turns together: 500ms, 10s, 2m.")
    String duration;

    @About(HelpTopic.TIME)
    @Option(
            names = "--interleave",
            paramLabel = "turns|forks",
            description =
                    "turns: the contenders of a block are alive together and measure in turn, so that they share what the host does (default for queue-latency; services and retail have nothing else), or a program runs for 200 ms while all others are frozen; forks: one after another, each in one piece (default for the preset article and for other workloads).")
    String interleave;

    @About(HelpTopic.TIME)
    @Option(
            names = "--turn",
            paramLabel = "T",
            description = "Length of a turn: 100ms, of deep 1s; of services and retail 1500ms, 2s, 5s.")
    String turn;

    @About(HelpTopic.TIME)
    @Option(names = "--seed", paramLabel = "N", description = "Of the random order (default: the time).")
    String seed;

    @About(value = HelpTopic.DECIDING, common = true)
    @Option(
            names = "--margin",
            paramLabel = "M",
            description = "What is called equivalent: a ratio within this of 1 (3%%).")
    String margin;

    @About(HelpTopic.DECIDING)
    @Option(
            names = "--decide",
            paramLabel = "LIST",
            description = "Percentiles to decide too, such as p99.99 or service-p99; p50 alone is of the service"
                    + " time, the others of the response time (always: p50; but for quick p99 and p99.9)."
                    + " Or scores, such as wall,peak-memory (default: all that can be). The fewer, the surer.")
    String decide;

    @About(HelpTopic.DECIDING)
    @Option(
            names = "--contrast",
            paramLabel = "A/B",
            description = "Of a workload of scores: two of them to compare within each contender, such as"
                    + " cpu-system/cpu-user; may be given again.")
    List<String> contrasts = new ArrayList<>();

    @About(HelpTopic.DECIDING)
    @Option(
            names = "--gate",
            paramLabel = "NAME=LIMIT",
            description = "Another limit, or off, of what may disturb a fork from outside before it is"
                    + " excluded and its block run again; may be given again. There are: @GATES@.")
    List<String> gates = new ArrayList<>();

    @About(HelpTopic.DECIDING)
    @Option(
            names = "--retries",
            paramLabel = "N",
            description = "Blocks that may be run again, 0 to 10000 (default: a quarter of the blocks).")
    String retries;

    @About(
            value = HelpTopic.RATES,
            common = true,
            workloads = {Workload.QUEUE_LATENCY, Workload.SERVICE, Workload.RETAIL})
    @Option(
            names = "--rate",
            paramLabel = "N",
            description = {
                "Messages a second, such as 50k; 10k,50k: each contender at each of these" + " rates.",
                "max: the greatest at which p99 of the response time is within --service-level (default: 100k). Of"
                        + " services and retail: the rates that percentiles are compared at (default: a ladder)."
            })
    String rate;

    @About(
            value = HelpTopic.RATES,
            workloads = {Workload.QUEUE_RATE, Workload.RETAIL, Workload.SERVICE})
    @Option(
            names = LoadTimes.SERVICE_LEVEL,
            paramLabel = "T",
            description = "What p99 may be at the critical rate, such as 50ms (--rate max: 100us).")
    String serviceLevel;

    @About(value = HelpTopic.WORKLOADS, common = true)
    @Option(
            names = "--workload",
            paramLabel = "@WORKLOADS@",
            description = {
                "Messages in a queue (default), an application, your program or server.",
                "gc-steal: garbage collection that steals work; its presets are 12 × 3 s, 20 × 10 s and 15 ×"
                        + " 60 s. retail: a supermarket company under"
                        + " load, its max and critical throughput (+heap2g is its heap; else a share of half of the"
                        + " memory, at most 4g), and service: the server behind --, by --service PORT; 12, 20 and 15 blocks. command: what is written behind --; 12, 20"
                        + " and 30 blocks."
            })
    String workload;

    @Mixin
    final ProgramOptions program = new ProgramOptions();

    @Mixin
    final ServiceOptions service = new ServiceOptions();

    @About(value = HelpTopic.STUDIES, common = true)
    @Option(
            names = "--study",
            paramLabel = "NAME",
            description = {
                "A question with all that answers it, such as gc-steal.",
                "It is studies/NAME.study, or a file with a / in its name."
            })
    String study;

    @About(HelpTopic.RACE)
    @Option(
            names = Within.OPTION,
            paramLabel = "FIGURE",
            description =
                    "What the winner must keep: at most so much of the baseline's value, as in peak-memory:1.2x, or at most a value, as in p99<5ms; may be given again.")
    List<String> within = new ArrayList<>();

    @About(HelpTopic.RACE)
    @Option(
            names = "--confirm",
            paramLabel = "RACE",
            description =
                    "Confirm the winner of that race, which has ended, in fresh blocks, as `whichjvm race` does but for one that was resumed; give its other arguments too.")
    String confirm;

    @About(HelpTopic.EXPLAIN)
    @Option(
            names = "--explain",
            description = "Of compare: explain the clearest difference at the end, by 12 more blocks.")
    boolean explain;

    @About(HelpTopic.EXPLAIN)
    @Option(
            names = "--event",
            paramLabel = "EVENT",
            description =
                    "Of explain: what differs. Of programs and retail: cpu time (default), alloc, lock (waiting for locks), faults of pages, cycles, cache-misses or branch-misses. Of messages: cpu (default: their stages).")
    String event;

    @About(HelpTopic.CALIBRATE)
    @Option(
            names = "--effect",
            paramLabel = "NS",
            description = "The delay of each message, 1 to 1000000 ns (default: 5 %% of a fork's p50).")
    String effect;

    @About(HelpTopic.CALIBRATE)
    @Option(
            names = "--contenders",
            paramLabel = "K",
            description = "Contenders of each kind in each block, 2 to 50 (4): K as they are, K delayed.")
    String count;

    @About(value = HelpTopic.RUNNING, common = true)
    @Option(
            names = "--runner",
            paramLabel = "docker|host|auto",
            description = "An engine, this host's JVMs, or (auto, default) the engine if it answers.")
    String runner;

    @About(HelpTopic.RUNNING)
    @Option(
            names = "--cpus",
            paramLabel = "A,B",
            description = "CPUs of the producer and the consumer (default: the fittest, as `whichjvm"
                    + " doctor` says), or all that a program may use.")
    String cpus;

    @About(value = HelpTopic.RUNNING, common = true)
    @Option(names = "--out", paramLabel = "DIR", description = "Where results go (out).")
    String out;

    @About(value = HelpTopic.RUNNING, common = true)
    @Option(
            names = "--resume",
            paramLabel = "CAMPAIGN",
            description = "Run what is missing of a campaign in the results folder.")
    String resume;

    @About(value = HelpTopic.RUNNING, common = true)
    @Option(names = "--dry-run", description = "Print every command it would run.")
    boolean dryRun;

    @About(HelpTopic.RUNNING)
    @Option(
            names = "--list",
            paramLabel = "jvms|flags|studies",
            description = "Print the JVMs of the runner, the flag sets, or the studies.")
    String list;

    /** What whichjvm race, explain and calibrate give to compare; null of compare itself. */
    @About(HelpTopic.RUNNING)
    @Option(names = "--verb", hidden = true)
    String verb;

    @About(value = HelpTopic.RUNNING, common = true)
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Print this; `whichjvm help` lists the topics.")
    boolean help;

    /** The words behind {@code --}; the last one of an option counts. */
    List<String> workloadOptions = new ArrayList<>();

    boolean isRace() {
        return "race".equals(verb);
    }

    boolean isCalibration() {
        return "calibrate".equals(verb);
    }

    boolean hasProgram() {
        return !workloadOptions.isEmpty() && !workloadOptions.get(0).startsWith("-");
    }

    /**
     * The workload that is asked for. A program behind {@code --} needs no option, and the greatest rate of messages is
     * looked for by a workload of its own.
     */
    Workload workload() {
        if (workload == null && study == null && service.port != null) {
            return Workload.SERVICE;
        }
        if (workload == null && study == null && hasProgram()) {
            return Workload.COMMAND;
        }
        Workload asked = workload == null ? Workload.QUEUE_LATENCY : Workload.of(workload);
        return asked == Workload.QUEUE_LATENCY && Workload.MAX_RATE.equals(rate) ? Workload.QUEUE_RATE : asked;
    }

    void refuseThoseOfOtherWorkloads() {
        Workload asked = workload();
        for (OptionSpec option : new CommandLine(this).getCommandSpec().options()) {
            List<Workload> takers = HelpTopic.workloads(CompareHelp.about(option));
            boolean isGreatestRate = option.longestName().equals("--rate")
                    && asked == Workload.QUEUE_RATE
                    && Workload.MAX_RATE.equals(rate);
            if (!takers.isEmpty() && !takers.contains(asked) && !isGreatestRate && isGiven(option.getValue())) {
                throw new WrongUsage(
                        "%s is for --workload %s, and this is %s: leave it out",
                        option.longestName(),
                        takers.stream().map(Workload::typed).distinct().collect(Collectors.joining(", ")),
                        asked.text());
            }
        }
    }

    /** Refuses options that an explanation has as the campaign had them that it explains. */
    void refuseThoseOfTheExplained() {
        for (OptionSpec option : new CommandLine(this).getCommandSpec().options()) {
            HelpTopic topic = CompareHelp.about(option).value();
            String name = option.longestName();
            if (isGiven(option.getValue())
                    && topic != HelpTopic.EXPLAIN
                    && (topic != HelpTopic.RUNNING || name.equals("--cpus"))
                    && !OF_EXPLANATIONS.contains(name)) {
                throw new WrongUsage("%s cannot be other than in the campaign that is explained; leave it out", name);
            }
        }
    }

    private static boolean isGiven(Object value) {
        return value instanceof Collection<?> values ? !values.isEmpty() : value != null && !value.equals(false);
    }
}
