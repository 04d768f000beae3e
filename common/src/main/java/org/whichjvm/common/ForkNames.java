package org.whichjvm.common;

/**
 * The names by which a fork is known. They become file names: no separator, no leading dot or dash, and short enough
 * for any disk.
 */
public final class ForkNames {
    /** Blocks of a campaign, at most. Block 0 is where it finds out what it can measure. */
    public static final int MAX_BLOCKS = 10_000;

    /** How often a fork may start its program. */
    public static final int MOST_STARTS = 100;

    /** The form of a contender's name: a JVM with its suffixes. */
    public static final String CONTENDER = "[a-z0-9][a-z0-9.+_-]{0,99}";

    /** The form of a campaign's name. A single run is named by its time and its contender. */
    public static final String CAMPAIGN = "[A-Za-z0-9][A-Za-z0-9.+_-]{0,199}";

    /** The form of a score's name that a person or a workload chooses. */
    public static final String SCORE = "[a-z][a-z0-9.-]{0,59}";

    /**
     * The form of any score's name: of one that is chosen, or of a harness's benchmark, which JMH runs in a mode and
     * with parameters. It is no file name: {@link BenchmarkName#inFileName} is.
     */
    public static final String BENCHMARK = "(?![.-])(?:[A-Za-z0-9._-]|%[0-9A-F]{2}){1,200}(?::[a-z]{1,20}"
            + "(?::(?:[A-Za-z0-9_]|%[0-9A-F]{2}){1,99}=(?:[A-Za-z0-9._=+~-]|%[0-9A-F]{2}){0,99}){0,20})?";

    /** How the name of a fork's own file ends. */
    public static final String JSON = ".json";

    /** How the name of its histograms' file ends. */
    public static final String HLOG = ".hlog";

    /** How the name of the file ends that has what a person's own program has said. */
    public static final String OUT = ".out";

    /** How the name of the file ends that has what a profiler recorded, for other tools to read. */
    public static final String JFR = ".jfr";

    /** How the name of the file ends that has the stacks of that recording. */
    public static final String COLLAPSED = ".collapsed";

    /** How the name of the file ends that has the log of -XX:+LogCompilation, for JITWatch. */
    public static final String COMPILATION_LOG = ".compilation.log";

    /** The most bytes of it that are kept. */
    public static final int MOST_COMPILATION_BYTES = 32 << 20;

    /** The name of a fork's files, without what tells them apart. */
    public static String stem(int block, String contender) {
        return Units.text("%03d-%s", block, contender);
    }
}
