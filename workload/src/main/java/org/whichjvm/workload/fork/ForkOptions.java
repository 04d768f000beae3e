package org.whichjvm.workload.fork;

import java.nio.file.Path;
import java.nio.file.Paths;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.whichjvm.common.Units;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.host.ThisJvm;
import picocli.CommandLine.Option;

/** The options that every workload has: whose fork it is, where its results go. */
public final class ForkOptions {
    /** The longest time that an option may ask for, 24 hours in ns. */
    public static final long MAX_NANOS = TimeUnit.HOURS.toNanos(24);

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where results go (default: /out in a container, else ./out).")
    private Path out;

    @Option(
            names = "--fork",
            hidden = true,
            paramLabel = "CAMPAIGN/BLOCK-CONTENDER",
            description = "The line of a campaign's plan that this fork is.")
    private ForkId fork;

    @Option(names = "--check", description = "Check options and host, and run nothing.")
    public boolean checkOnly;

    /** The number of the fork's block; 1 if it is a campaign of its own. */
    public int block() {
        return fork == null ? 1 : fork.block;
    }

    /** The fork that is asked for, or one that is a campaign of its own, by the name of its image or of its JVM. */
    ForkId fork(Instant started) {
        if (fork != null) {
            return fork;
        }
        String image = ThisJvm.environment("WHICHJVM_VARIANT");
        return ForkId.alone(started, image == null ? "jvm" + ThisJvm.major() : image);
    }

    /** The files of this fork; {@link WrongUsage} if the results folder cannot be used. */
    ForkFiles files(ForkId id) {
        return new ForkFiles(orDefault(out), id, fork == null);
    }

    /** The results folder: what was asked for, else a container's, else one here. */
    public static Path orDefault(Path asked) {
        if (asked != null) {
            return asked;
        }
        String mounted = ThisJvm.environment("WHICHJVM_OUT");
        return Paths.get(mounted == null ? "out" : mounted);
    }

    /** Refuses a time below 100 ms or above 24 h, as {@link WrongUsage} with its name and value. */
    public static void checkTime(String name, long nanos) {
        if (nanos < TimeUnit.MILLISECONDS.toNanos(100) || nanos > MAX_NANOS) {
            throw new WrongUsage("%s is %s s", name, Units.seconds(nanos)).orTry("a time from 100ms to 24h");
        }
    }

    /** Refuses a number outside of a range, as {@link WrongUsage} with its name, its value and the unit of both. */
    public static void checkRange(String name, long value, long low, long high, String unit) {
        if (value < low || value > high) {
            throw new WrongUsage("%s is %,d", name, value).orTry("a number from %,d to %,d %s", low, high, unit);
        }
    }
}
