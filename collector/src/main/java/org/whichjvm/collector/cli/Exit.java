package org.whichjvm.collector.cli;

final class Exit {
    static final int OK = 0;

    /** Done, and what {@code --fail-on} names has happened. */
    static final int FAIL_ON = 1;

    /** Wrong usage: the sentence on stderr says what to do. */
    static final int USAGE = 2;

    /** Done, but forks failed or lack a score, or files were not usable: the report names each. */
    static final int FORKS_FAILED = 3;

    /** A folder of this host cannot be read or written. */
    static final int HOST = 4;

    /** A defect of this program: EX_SOFTWARE of BSD's sysexits.h. Java's own 1 would be FAIL_ON. */
    static final int DEFECT = 70;

    /** {@code next} says that the campaign has ended, and its report can be made. */
    static final int ENDED = 10;

    /** {@code next} says that nothing is to be run: the help is on stdout. */
    static final int NOTHING_TO_RUN = 11;
}
