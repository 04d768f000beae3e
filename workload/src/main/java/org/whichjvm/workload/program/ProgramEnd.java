package org.whichjvm.workload.program;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.host.Kernel;
import org.whichjvm.workload.host.ThisJvm;

/** How a program ended, in words for a person. */
public final class ProgramEnd {
    /** JVMS 4.1: class files of Java N have the major version 44 + N. */
    private static final int CLASS_FILES = 44;

    private static final Pattern NEWER =
            Pattern.compile("(\\S+) has been compiled by a more recent version of the Java Runtime \\(class file"
                    + " version (\\d{1,4})\\b");

    private static final int SIGNALLED = 128;
    private static final int MOST_SIGNALS = 64;

    private ProgramEnd() {}

    /** Refuses a program that failed because this Java is too old for it. */
    public static void checkJava(int exit, Output output) {
        Matcher newer = NEWER.matcher(output.text());
        if (exit != 0 && newer.find()) {
            throw new ForkFailure(
                    "the program needs Java %s or newer (%s), and this is Java %s",
                    Integer.parseInt(newer.group(2)) - CLASS_FILES, newer.group(1), ThisJvm.major());
        }
    }

    /** Says how it ended, by its exit code, in words that follow "the program". */
    public static String how(int exit) {
        if (exit == SIGNALLED + Kernel.SIGKILL) {
            return "was killed (signal 9)";
        }
        if (exit == 0) {
            return "ended with exit code 0";
        }
        return exit > SIGNALLED && exit <= SIGNALLED + MOST_SIGNALS
                ? "failed with exit code " + exit + " (signal " + (exit - SIGNALLED) + ")"
                : "failed with exit code " + exit;
    }
}
