package org.whichjvm.workload.turn;

import java.nio.file.Paths;
import org.whichjvm.common.RefereeFiles;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.host.ThisJvm;

/** The contenders of a block that take turns, and which of them this one is. */
public final class Members {
    /** An only contender. */
    public static final Members ALONE = new Members(1, 0);

    /** How many there are, 1 or more. */
    public final int count;

    /** The number of this one, from 0. */
    public final int number;

    public Members(int count, int number) {
        this.count = count;
        this.number = number;
    }

    /** Those that the environment names; {@link WrongUsage} if it names none that could be. */
    public static Members ofEnvironment() {
        int count = number("WHICHJVM_MEMBERS", 1, RefereeFiles.MOST_MEMBERS);
        return new Members(count, number("WHICHJVM_MEMBER", 0, count - 1));
    }

    /** The value of a variable; the least one if it is not set. */
    private static int number(String name, int least, int most) {
        String text = ThisJvm.environment(name);
        if (text == null) {
            return least;
        }
        long value = text.matches("\\d{1,9}") ? Long.parseLong(text) : -1;
        if (value < least || value > most) {
            throw new WrongUsage("%s is '%s'", name, text).orTry("a number from %d to %d", least, most);
        }
        return (int) value;
    }

    /** The step in which all contenders of a block meet; null if nobody said. */
    public static String step() {
        return ThisJvm.environment("WHICHJVM_STEP");
    }

    /** How the members agree on who warms up when, each for this many ns; {@link WrongUsage} if they have no folder. */
    public TurnMeeting meeting(long warmupNanos) {
        if (count == 1) {
            return new TurnMeeting();
        }
        if (step() == null) {
            throw new WrongUsage("WHICHJVM_MEMBERS is %d and WHICHJVM_STEP is not set", count)
                    .orTry(
                            "give all contenders of the block the same number: by it a report knows that their rounds were the same");
        }
        String folder = ThisJvm.environment("WHICHJVM_TURNS");
        if (folder == null) {
            throw new WrongUsage("WHICHJVM_MEMBERS is %d and WHICHJVM_TURNS is not set", count)
                    .orTry(
                            "start 'collector/collect referee' for the contenders, and make WHICHJVM_TURNS this contender's folder of it");
        }
        return new RefereedTurns(Paths.get(folder), number, warmupNanos);
    }
}
