package org.whichjvm.workload.command;

import com.google.gson.JsonObject;
import java.util.concurrent.TimeUnit;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.Units;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.fork.ForkOptions;
import org.whichjvm.workload.fork.OptionTypes;
import org.whichjvm.workload.turn.Members;
import org.whichjvm.workload.turn.TurnMeeting;
import org.whichjvm.workload.turn.TurnPlan;
import picocli.CommandLine.Option;

/** The options on how often a fork starts its program, and when. */
final class StartOptions {
    @Option(
            names = "--starts",
            defaultValue = "1",
            paramLabel = "N",
            description =
                    "How often the program is started, 1 to 100 times, each in a fresh copy of its folder. A score"
                            + " of the fork is the median of its starts (default 1).")
    int count;

    @Option(
            names = "--slot",
            converter = OptionTypes.Duration.class,
            defaultValue = "0",
            paramLabel = "T",
            description = "How long a start may take, with the copy of the folder. Contenders of a block that take"
                    + " turns need it: each start is a turn.")
    private long slotNanos;

    private Members members;

    /** Refuses what cannot be; {@code other} is an option that needs one start, null if none was given. */
    void check(String other) {
        members = Members.ofEnvironment();
        ForkOptions.checkRange("--starts", count, 1, ForkNames.MOST_STARTS, "starts");
        if (slotNanos != 0 || members.count > 1) {
            ForkOptions.checkTime("--slot", slotNanos);
        }
        if (count > 1 && other != null) {
            throw new WrongUsage("--starts is %d, and %s needs one start", count, other)
                    .orTry("leave out one of the two");
        }
    }

    void describe(JsonObject parameters) {
        parameters.addProperty("starts", count);
        parameters.addProperty("slotSeconds", slotNanos == 0 ? null : (Double) Units.seconds(slotNanos));
    }

    boolean several() {
        return count > 1;
    }

    /** How the contenders of the block agree on the first slot. */
    TurnMeeting meeting() {
        return members.meeting(0);
    }

    /** The slots of the starts, which begin at that time of {@link System#nanoTime()}. */
    Slots slots(long beginsAt) {
        return new Slots(TurnPlan.mirrored(members, count, slotNanos), beginsAt);
    }

    /** When each start begins. Without a length of slots each begins at once. */
    static final class Slots {
        private final TurnPlan plan;
        private final long beginsAt;

        /** How many starts went on after their slot. */
        private int overran;

        Slots(TurnPlan plan, long beginsAt) {
            this.plan = plan;
            this.beginsAt = beginsAt;
        }

        /** Waits for the slot of a start, from 0. One that an earlier start took is used from now on. */
        void await(int start) throws InterruptedException {
            sleepUntil(beginsAt + plan.startOf(start));
        }

        /** Says that all of a start is over. */
        void ended(int start) {
            boolean late = System.nanoTime() - beginsAt > plan.startOf(start) + plan.slotNanos;
            overran += plan.slotNanos > 0 && late ? 1 : 0;
        }

        void describe(JsonObject program) {
            if (plan.slotNanos > 0) {
                program.addProperty("overran", overran);
            }
        }

        /** Waits for the end of all slots: what a fork does after its last start takes CPU time from the others. */
        void awaitEnd() throws InterruptedException {
            sleepUntil(beginsAt + plan.totalNanos());
        }

        private static void sleepUntil(long nanoTime) throws InterruptedException {
            for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
                TimeUnit.NANOSECONDS.sleep(left);
            }
        }
    }
}
