package org.whichjvm.workload.fork;

import org.whichjvm.common.Units;

/** The fork ran but its numbers are not to be believed; the message is the reason in its file. */
public final class ForkFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final String FAILED = "failed";
    private static final String OVERLOADED = "overloaded";
    private static final String DOES_NOT_FIT = "does-not-fit";

    private String status = FAILED;
    private int exitCode = ExitCode.FORK_FAILED;

    /** The reason, as {@link String#format} takes it, or without arguments as it is. */
    public ForkFailure(String format, Object... args) {
        this((Throwable) null, format, args);
    }

    public ForkFailure(Throwable cause, String format, Object... args) {
        super(Units.text(format, args), cause);
    }

    /** The failure of a fork that could not keep the rate: it is slow, and not broken. */
    public static ForkFailure overloaded(String format, Object... args) {
        ForkFailure failure = new ForkFailure(format, args);
        failure.status = OVERLOADED;
        return failure;
    }

    /** The failure of a program that has too little memory, which is a result of its container's size or its heap's. */
    public static ForkFailure doesNotFit(String format, Object... args) {
        ForkFailure failure = new ForkFailure(format, args);
        failure.status = DOES_NOT_FIT;
        return failure;
    }

    /** The failure of a fork under an emulator, whose times mean nothing. */
    public static ForkFailure emulated() {
        ForkFailure failure = new ForkFailure("emulated");
        failure.exitCode = ExitCode.CANNOT_RUN;
        return failure;
    }

    /** The failure of a fork of which more was to be kept than is kept. */
    public static ForkFailure tooLong(String what, int bytes) {
        return new ForkFailure("the %s has more than %d MB; explain a shorter run", what, bytes >> 20);
    }

    public boolean overloaded() {
        return status.equals(OVERLOADED);
    }

    /** Whether it tells of the program that was measured, and of nothing that is broken. */
    public boolean isResult() {
        return overloaded() || doesNotFit();
    }

    public boolean doesNotFit() {
        return status.equals(DOES_NOT_FIT);
    }

    public int exitCode() {
        return exitCode;
    }

    public String status() {
        return status;
    }
}
