package org.whichjvm.workload.fork;

/** The exit codes of a workload beside 0, which says that the fork is done. */
public final class ExitCode {
    /** An option cannot be meant. */
    public static final int WRONG_USAGE = 2;

    /** The fork failed; its file says why. */
    public static final int FORK_FAILED = 3;

    /** This host cannot run the fork. */
    public static final int CANNOT_RUN = 4;

    private ExitCode() {}
}
