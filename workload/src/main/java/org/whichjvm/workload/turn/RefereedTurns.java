package org.whichjvm.workload.turn;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.whichjvm.common.ClockOffset;
import org.whichjvm.common.Fixable;
import org.whichjvm.common.RefereeFiles;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.host.CannotRun;

/**
 * The contenders of a block, each a JVM, meet by a referee outside of them: the collector's {@code turns.Referee}. No
 * contender can write what another one reads.
 *
 * <p>This one speaks by the names of empty files in {@code own}, a folder that it alone writes, and reads what the
 * referee says in {@code referee}, beside it. Once the start is known nobody says or reads anything.
 */
public final class RefereedTurns extends TurnMeeting {
    private static final String START = "start";

    private static final Pattern LINE = Pattern.compile("(out \\d+|place|start) (.+)");

    private static final long STEP_MILLIS = 10;

    /** It checks this many times whether a referee is there: for 60 s. */
    private static final long LOOKS_FOR_FIRST_BEAT =
            TimeUnit.NANOSECONDS.toMillis(RefereeFiles.LIMIT_NANOS) / STEP_MILLIS;

    /**
     * It waits for this many checks without a sign of life of the referee, which gives one each second: for 15 s.
     * Checks are counted and not seconds, because a machine or a campaign that was stopped for a minute goes on.
     */
    private static final long LOOKS_FOR_BEAT = TimeUnit.SECONDS.toMillis(15) / STEP_MILLIS;

    private static final String REFEREE_DEAD =
            "the block's referee, by which contenders take turns, has ended, so this JVM would never start";

    private final Path own;
    private final Path state;
    private final int member;
    private final long warmUpLimitNanos;

    /** Whether it has nothing more to say: it is ready, has left, or has not come yet. */
    private final AtomicBoolean silent = new AtomicBoolean(true);

    /** Takes the folder that has {@code own} and {@code referee}, and what its options say that a warm-up takes. */
    public RefereedTurns(Path folder, int member, long warmUpNanos) {
        own = folder.resolve(RefereeFiles.OWN);
        state = folder.resolve(RefereeFiles.REFEREE).resolve(RefereeFiles.STATE);
        this.member = member;
        this.warmUpLimitNanos = RefereeFiles.LIMIT_NANOS + 2 * warmUpNanos;
    }

    @Override
    public void awaitPlace() throws InterruptedException {
        await(said -> true);
        come();
        awaitIn(said -> String.valueOf(member).equals(said.get("place")));
    }

    @Override
    public long ready(long warmAt) throws InterruptedException {
        awaitIn(said -> true);
        silent.set(true);
        say(RefereeFiles.WARM);
        return Long.parseLong(awaitIn(said -> said.containsKey(START)).get(START));
    }

    /**
     * Tells the monotonic clock less the time of day, in ns. All must read one clock, and the referee compares:
     * {@link System#nanoTime()} is CLOCK_MONOTONIC in each, unless one of them is in a time namespace of its own; the
     * time of day has no namespaces.
     */
    private void come() {
        try (DirectoryStream<Path> others = Files.newDirectoryStream(own, RefereeFiles.HERE + "*")) {
            if (others.iterator().hasNext()) {
                throw new CannotRun("the block has a contender number %d already (%s)", member, own)
                        .orTry("give each WHICHJVM_TURNS and WHICHJVM_MEMBER of its own");
            }
        } catch (IOException e) {
            throw unwritable(e);
        }
        silent.set(false);
        say(RefereeFiles.HERE + ClockOffset.nanos());
    }

    private void say(String name) {
        try {
            Files.createFile(own.resolve(name));
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    private Fixable unwritable(IOException cause) {
        return new CannotRun(
                        "this JVM tells the block's referee by files in %s how far it is, and cannot (%s)", own, cause)
                .orTry("make WHICHJVM_TURNS the folder that the referee made for it");
    }

    /** Waits until the referee says something, or that this contender is out. */
    private Map<String, String> awaitIn(Predicate<Map<String, String>> until) throws InterruptedException {
        String out = "out " + member;
        Map<String, String> said = await(each -> each.containsKey(out) || until.test(each));
        if (said.containsKey(out)) {
            throw out(said.get(out));
        }
        return said;
    }

    private Map<String, String> await(Predicate<Map<String, String>> until) throws InterruptedException {
        FileTime beat = null;
        int looks = 0;
        while (true) {
            try {
                // The time comes first, so that what is read is never older than its time.
                FileTime writtenAt = Files.getLastModifiedTime(state);
                Map<String, String> said = parse(Files.readAllLines(state));
                if (until.test(said)) {
                    return said;
                }
                looks = writtenAt.equals(beat) ? looks + 1 : 0;
                beat = writtenAt;
            } catch (NoSuchFileException e) {
                // The referee has not written yet.
                looks++;
            } catch (ClosedByInterruptException e) {
                throw new InterruptedException("stopped while waiting for the other contenders");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            if (looks > (beat == null ? LOOKS_FOR_FIRST_BEAT : LOOKS_FOR_BEAT)) {
                throw beat == null ? notThere() : new ForkFailure(REFEREE_DEAD);
            }
            TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
        }
    }

    private Fixable notThere() {
        return new CannotRun(
                        "the block's referee has not written %s within %d s",
                        state, TimeUnit.NANOSECONDS.toSeconds(RefereeFiles.LIMIT_NANOS))
                .orTry(
                        "start 'collector/collect referee' for its contenders, and make WHICHJVM_TURNS this contender's folder of it");
    }

    private RuntimeException out(String reason) {
        switch (reason.split(" ")[0]) {
            case "late-to-come":
                return tooLate(RefereeFiles.LIMIT_NANOS, "to come");
            case "late-to-warm-up":
                return tooLate(warmUpLimitNanos, "to warm up");
            case "clock":
                return new CannotRun(
                                "this JVM's monotonic clock is %,d ms off that of its block's referee, so they cannot take turns by it",
                                Long.parseLong(reason.split(" ")[1]))
                        .orTry("start all of them in one time namespace");
            case "gone":
                return new ForkFailure("the block went on without this JVM, which was said to have ended");
            default:
                return new ForkFailure(
                        "the block went on without this JVM, because %s had what no contender leaves there;"
                                + " give each contender WHICHJVM_TURNS of its own",
                        own);
        }
    }

    private static ForkFailure tooLate(long limitNanos, String what) {
        return new ForkFailure(
                "the block went on without this JVM, which took more than %d s %s",
                TimeUnit.NANOSECONDS.toSeconds(limitNanos), what);
    }

    @Override
    public void close() {
        if (!silent.getAndSet(true)) {
            try {
                Files.createFile(own.resolve(RefereeFiles.OUT));
            } catch (IOException e) {
                // The script that started this JVM knows that it has ended.
            }
        }
    }

    /**
     * Parses the referee's word to all contenders, which it replaces as a whole: {@code place}: the contender that may
     * warm up, -1 for none; {@code start}: when the first round starts, on the clock of {@link System#nanoTime()},
     * absent until known; {@code out N}: why contender N is out, such as {@code gone} or {@code clock -3600000}.
     * {@link CannotRun} if another version of this program wrote it.
     */
    private Map<String, String> parse(List<String> lines) {
        if (!lines.get(0).equals(RefereeFiles.FORMAT)) {
            throw new CannotRun(
                            "the block's referee writes %s as '%s', and this JVM reads %s",
                            state, lines.get(0), RefereeFiles.FORMAT)
                    .orTry("build all images, or all jars, from one checkout");
        }
        Map<String, String> said = new HashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches()) {
                said.put(matcher.group(1), matcher.group(2));
            }
        }
        return said;
    }
}
