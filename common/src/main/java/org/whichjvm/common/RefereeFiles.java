package org.whichjvm.common;

import java.util.concurrent.TimeUnit;

/**
 * How the contenders of a block and their referee speak: by the names of empty files in a folder that a contender alone
 * writes, and by a file in a folder that contenders only read.
 */
public final class RefereeFiles {
    /** The most contenders that take turns together. */
    public static final int MOST_MEMBERS = 64;

    /** How long a contender may take to come, and beyond its warm-up's own time to be warm. */
    public static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** The contender's folder. */
    public static final String OWN = "own";

    /** The referee's folder. */
    public static final String REFEREE = "referee";

    /** The file in the referee's folder. */
    public static final String STATE = "state";

    /** The first line of that file. */
    public static final String FORMAT = "whichjvm.turns/1";

    /** The contender is here; its monotonic clock less the time of day, in ns, follows. */
    public static final String HERE = "here.";

    /** The contender is warm. */
    public static final String WARM = "warm";

    /** The contender leaves. */
    public static final String OUT = "out";

    /** The contender has ended: its launcher or the process that started it says so. */
    public static final String GONE = "gone";
}
