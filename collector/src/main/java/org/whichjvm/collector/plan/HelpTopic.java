package org.whichjvm.collector.plan;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.Locale;
import org.whichjvm.collector.model.fork.Workload;

/** A subject of compare's options: {@code whichjvm help TOPIC} shows the options of one. */
enum HelpTopic {
    CONTENDERS(
            "names of JVMs, and what may stand behind them",
            "A short name is a part of a name: 17 is jdk17-temurin, or the JVM of that version if there is"
                    + " one alone; 21-corretto is jdk21-corretto. `whichjvm list` prints the"
                    + " names, and `whichjvm list flags` the flag sets."),
    TIME("how long it takes, by presets, blocks and turns", ""),
    DECIDING("what is decided, and what excludes a fork", ""),
    RATES(
            "rates of messages and requests, and options of the workload",
            "Options of the workload itself follow --, as in -- --wait yield --queue-memory huge, and reach all"
                    + " forks; `whichjvm compare -- --help` lists them. Suffixes such as +yield and +huge give them"
                    + " to one contender."),
    PROGRAM(
            "your own program, two versions of it, start-up, harnesses",
            "What follows -- is a program, unless it begins with a dash: whichjvm compare 17 25 -- java -jar"
                    + " app.jar. It sees the current folder read-only, and runs in a fresh one with links to all"
                    + " that is in it. --app NAME=DIR, given twice or more, compares versions of it. Flag sets and JAVA_OPTS go where {flags} is, else behind the first word"
                    + " java, and where there is none into JDK_JAVA_OPTIONS (Java 8: JAVA_TOOL_OPTIONS). {app} is"
                    + " the folder's path, {jar} this project's own jar. docs/programs.md has the rest.",
            Workload.COMMAND,
            Workload.SERVICE),
    SERVICES(
            "your own server under open load",
            "whichjvm compare 17 25 --service 8080 --ready /health -- java -jar app.jar: all contenders of a block"
                    + " are alive and warm together, and in each round each gets one turn of load, all at the same rate."
                    + " {port} in the program's words is the port. See `whichjvm help program` too.",
            Workload.SERVICE),
    WORKLOADS("what can be run, an application under load", ""),
    STUDIES(
            "questions with all that answers them",
            "`whichjvm list studies` prints them. What is given beside --study wins."),
    RACE(
            "the fastest of many JVMs and flag sets, confirmed, and what each of its flags brings",
            "usage: whichjvm race [options] [JVM…] [--flags LIST×LIST] [-- PROGRAM…]. Six tenths of --max-time"
                    + " (30m) are a search: the slower half of the contenders leaves, again and again, and three"
                    + " are left. The rest confirms the leader in blocks that the search has not seen,"
                    + " against the baseline and against itself without each of its flag sets. The answer is a line to copy. compare has the other options."),
    EXPLAIN(
            "where the difference between two contenders of a campaign comes from",
            "usage: whichjvm explain [options] [CAMPAIGN] [CONTENDER [BASELINE]]. Runs both again, and the baseline"
                    + " once more as a control, in 12 blocks or --blocks N. Of a program it names the frames, compilers"
                    + " and collectors whose CPU time differs for sure, by a profiler; of messages by turns the stages."
                    + " The campaign is the newest, and the two are those that differ most clearly. A program's folder"
                    + " is the current one, or that of --mount. docs/explaining.md says how far to trust it.",
            Workload.COMMAND,
            Workload.QUEUE_LATENCY,
            Workload.RETAIL),
    CALIBRATE(
            "how small a difference this host resolves",
            "usage: whichjvm calibrate [options] [VARIANT] [-- workload options]. Runs one JVM against"
                    + " itself, half of the contenders with every message delayed by a known time, and says what"
                    + " of it was seen. The JVM is jdk17-temurin, else the first; blocks are 20. Other"
                    + " options are those of compare. `whichjvm calibrate report [--out DIR] [--jdk NAME=PATH]"
                    + " [CAMPAIGN]` runs nothing: the forks of a campaign (default: latest) say it."),
    RUNNING("what starts forks, where results go, resuming", "");

    final String says;

    /** An introduction to the options; may be empty. */
    final String intro;

    /** The workloads that take its options where an option has none of its own. */
    private final Workload[] workloads;

    HelpTopic(String says, String intro, Workload... workloads) {
        this.says = says;
        this.intro = intro;
        this.workloads = workloads;
    }

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The workloads that take an option; all if there is none. */
    static List<Workload> workloads(About option) {
        return List.of(option.workloads().length == 0 ? option.value().workloads : option.workloads());
    }

    /** The topic of an option. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.FIELD)
    @interface About {
        HelpTopic value();

        /** The workloads that take it, or else those of its topic. */
        Workload[] workloads() default {};

        /** Whether {@code compare --help} shows the first sentence of its description. */
        boolean common() default false;
    }
}
