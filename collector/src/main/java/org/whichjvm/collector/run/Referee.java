package org.whichjvm.collector.run;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.whichjvm.common.ClockOffset;
import org.whichjvm.common.RefereeFiles;

/**
 * Decides for the contenders of a block, its members, when each warms up and when the first round starts. It runs
 * outside of their processes, and none of them can hurt another one by it.
 *
 * <p>A member speaks by the names of empty files in a folder that it alone writes: {@code here.OFFSET}, {@code warm},
 * {@code out} (it leaves) and {@code gone} (its launcher says that it ended). OFFSET is its monotonic clock less the
 * time of day, in ns. Any other name means nothing. The referee speaks by the file {@value RefereeFiles#STATE} in a
 * folder that members only read, and replaces it as a whole:
 *
 * <pre>
 * whichjvm.turns/1
 * out 2 clock -3600000   member 2 is out: a reason, and of a clock how far it is off, in ms
 * place 1                member 1 may warm up; no such line before the first one may
 * start 8213377125       when the first round starts, on the clock of System.nanoTime()
 * </pre>
 *
 * <p>Until all is decided the file's time of modification moves once a second: a member that sees it stand still knows
 * that the referee has been killed, and that nobody will let it start.
 *
 * <p>When all are here, or are known not to come, they warm up in the order of their numbers. A member only goes
 * forward, from here to warm or out, whatever becomes of its files: one that takes its names back, or says what is not
 * its turn to say, loses its own place alone.
 *
 * <p>One thread calls {@link #step}; {@link #ended} may be called by any.
 */
public final class Referee {
    /** The time from the moment all are warm to the first round: all have seen it by then. */
    static final long HEAD_START_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Clocks may be off by this: Java 8 tells the time of day in ms. */
    static final long CLOCK_SLACK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** How often the state's time of modification moves at least. Java 8 tells it in s. */
    static final long BEAT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int NOBODY = -1;

    private enum Stage {
        NOT_HERE,
        HERE,
        WARM,
        OUT
    }

    private static final class Member {
        final Path folder;
        volatile boolean ended;
        Stage stage = Stage.NOT_HERE;
        long offset;

        /** Why it is out, as the state file has it. */
        String reason;

        Member(Path folder) {
            this.folder = folder;
        }

        void out(String why) {
            stage = Stage.OUT;
            reason = why;
        }
    }

    private final List<Member> members;
    private final Path folder;
    private final long warmUpLimitNanos;
    private final LongSupplier nanoTime;
    private final LongSupplier timeOfDayMillis;

    /** The member that may warm up: its number, {@link #NOBODY}, or after the last one how many. */
    private int place = NOBODY;

    /** Since when others wait for who is not here, or warms up; null before anybody came. */
    private Long since;

    /** When the first round starts; null before that is known. */
    private Long start;

    private String written;

    /** When the state was written, or its time moved. */
    private long beatAt;

    /**
     * Tells the members that the referee is there.
     *
     * @param members each member's own folder, by its number, at least one; they must be there
     * @param folder for the state, which must be there and empty
     * @param warmUpNanos what a warm-up takes by the options of the members, in ns
     * @throws IOException if the state cannot be written
     */
    public Referee(List<Path> members, Path folder, long warmUpNanos) throws IOException {
        this(members, folder, warmUpNanos, System::nanoTime, System::currentTimeMillis);
    }

    Referee(List<Path> members, Path folder, long warmUpNanos, LongSupplier nanoTime, LongSupplier timeOfDayMillis)
            throws IOException {
        this.members = members.stream().map(Member::new).toList();
        this.folder = folder;
        this.warmUpLimitNanos = RefereeFiles.LIMIT_NANOS + 2 * warmUpNanos;
        this.nanoTime = nanoTime;
        this.timeOfDayMillis = timeOfDayMillis;
        writeState();
    }

    /**
     * Looks once at what the members have said, and decides what follows; to be called every 10 ms or so.
     *
     * @return whether all is decided: the start is written, or all are out. From then on nothing is read or written.
     * @throws IOException if the state cannot be written
     */
    public boolean step() throws IOException {
        if (isDone()) {
            return true;
        }
        for (int number = 0; number < members.size(); number++) {
            look(number);
        }
        if (place == NOBODY) {
            startWarmUps();
        } else {
            passOn();
        }
        if (isDone() && members.stream().anyMatch(member -> member.stage == Stage.WARM)) {
            start = nanoTime.getAsLong() + HEAD_START_NANOS;
        }
        writeState();
        return isDone();
    }

    /** Says that a member's process has ended, by its number from 0: nobody waits for it any more. */
    public void ended(int member) {
        members.get(member).ended = true;
    }

    private boolean isDone() {
        return place == members.size();
    }

    /**
     * Looks at a member. Its words count by the place that all could read when it said them: the place moves once all
     * have been looked at.
     */
    private void look(int number) {
        Member member = members.get(number);
        if (member.stage == Stage.WARM || member.stage == Stage.OUT) {
            return;
        }
        MemberFolder said = MemberFolder.look(member.folder);
        if (member.ended || said.gone()) {
            member.out(RefereeFiles.GONE);
        } else if (said.broken()) {
            member.out("rules");
        } else {
            hear(number, member, said);
        }
    }

    private void hear(int number, Member member, MemberFolder said) {
        if (said.offset().isPresent() && member.stage == Stage.NOT_HERE) {
            come(member, said.offset().getAsLong());
        } else if (said.offset().isPresent() && said.offset().getAsLong() != member.offset) {
            member.out("rules");
        }
        if (said.warm() && member.stage == Stage.HERE && number == place) {
            member.stage = Stage.WARM;
        } else if (said.warm() && member.stage != Stage.OUT) {
            member.out("rules");
        }
    }

    /**
     * All must read one clock: {@link System#nanoTime()} is CLOCK_MONOTONIC in each, unless one of them is in a time
     * namespace of its own. The time of day has no namespaces, so that the two clocks are as far apart in one process
     * as in another.
     */
    private void come(Member member, long offset) {
        long off = offset - ClockOffset.nanos(nanoTime, timeOfDayMillis);
        // Not by Math.abs, which leaves the least of all numbers negative.
        if (off > CLOCK_SLACK_NANOS || off < -CLOCK_SLACK_NANOS) {
            member.out("clock " + TimeUnit.NANOSECONDS.toMillis(off));
        } else {
            member.stage = Stage.HERE;
            member.offset = offset;
        }
    }

    /** The first warm-up starts once all are here or known not to come. */
    private void startWarmUps() {
        long now = nanoTime.getAsLong();
        if (since == null && members.stream().anyMatch(member -> member.stage != Stage.NOT_HERE)) {
            since = now;
        }
        if (since != null && now - since > RefereeFiles.LIMIT_NANOS) {
            members.stream()
                    .filter(member -> member.stage == Stage.NOT_HERE)
                    .forEach(member -> member.out("late-to-come"));
        }
        if (members.stream().noneMatch(member -> member.stage == Stage.NOT_HERE)) {
            nextPlace(now);
        }
    }

    /** Lets the next one warm up if the one whose place it is is warm, has gone or takes too long. */
    private void passOn() {
        long now = nanoTime.getAsLong();
        Member warming = members.get(place);
        if (warming.stage == Stage.HERE && now - since > warmUpLimitNanos) {
            warming.out("late-to-warm-up");
        }
        if (warming.stage != Stage.HERE) {
            nextPlace(now);
        }
    }

    private void nextPlace(long now) {
        do {
            place++;
        } while (!isDone() && members.get(place).stage != Stage.HERE);
        since = now;
    }

    private void writeState() throws IOException {
        StringBuilder text = new StringBuilder(RefereeFiles.FORMAT + "\n");
        for (int number = 0; number < members.size(); number++) {
            String reason = members.get(number).reason;
            if (reason != null) {
                text.append("out ").append(number).append(' ').append(reason).append('\n');
            }
        }
        if (place != NOBODY && !isDone()) {
            text.append("place ").append(place).append('\n');
        }
        if (start != null) {
            text.append("start ").append(start).append('\n');
        }
        if (text.toString().equals(written)) {
            beat();
            return;
        }
        written = text.toString();
        beatAt = nanoTime.getAsLong();
        // Not synced: it is of no use to anybody after a power cut.
        Path temporary = folder.resolve("." + RefereeFiles.STATE + ".tmp");
        Files.writeString(temporary, written);
        Files.move(temporary, folder.resolve(RefereeFiles.STATE), StandardCopyOption.ATOMIC_MOVE);
    }

    private void beat() throws IOException {
        if (nanoTime.getAsLong() - beatAt >= BEAT_NANOS) {
            beatAt = nanoTime.getAsLong();
            Files.setLastModifiedTime(
                    folder.resolve(RefereeFiles.STATE), FileTime.fromMillis(timeOfDayMillis.getAsLong()));
        }
    }

    /**
     * The words of a member of a block: the names of the files in a folder that it alone writes.
     *
     * <p>A member may be hostile. Names are listed, and nothing in the folder is opened or followed, so that no link,
     * pipe or huge file can block or deceive the referee.
     *
     * @param offset the member's monotonic clock less its time of day, in ns; empty before it came
     * @param warm whether it says that it is warm
     * @param gone whether it left, or its launcher says that it ended
     * @param broken whether the folder is one that no member of this program leaves
     */
    private record MemberFolder(OptionalLong offset, boolean warm, boolean gone, boolean broken) {
        /** A folder is read up to this many names; a member of this program makes four. */
        static final int MOST_NAMES = 32;

        /** How a whole number is written: in one way, so that a number has one name. */
        private static final Pattern HERE = Pattern.compile("here\\.(0|-?[1-9][0-9]{0,18})");

        private static final MemberFolder BROKEN = new MemberFolder(OptionalLong.empty(), false, false, true);

        /** Looks once. A folder that cannot be listed is broken: its member alone could do that. */
        static MemberFolder look(Path folder) {
            Set<String> names = new HashSet<>();
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                return BROKEN;
            }
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
                for (Path file : files) {
                    names.add(file.getFileName().toString());
                    if (names.size() == MOST_NAMES) {
                        return BROKEN;
                    }
                }
            } catch (IOException | DirectoryIteratorException e) {
                return BROKEN;
            }
            long[] offsets = names.stream().flatMapToLong(MemberFolder::offset).toArray();
            boolean gone = names.contains(RefereeFiles.GONE) || names.contains(RefereeFiles.OUT);
            return offsets.length > 1
                    ? BROKEN
                    : new MemberFolder(
                            LongStream.of(offsets).findAny(), names.contains(RefereeFiles.WARM), gone, false);
        }

        /** None if the name is another, or has a number that no clock can have. */
        private static LongStream offset(String name) {
            Matcher matcher = HERE.matcher(name);
            try {
                return matcher.matches() ? LongStream.of(Long.parseLong(matcher.group(1))) : LongStream.empty();
            } catch (NumberFormatException e) {
                return LongStream.empty();
            }
        }
    }
}
