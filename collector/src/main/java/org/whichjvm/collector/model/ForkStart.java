package org.whichjvm.collector.model;

import java.util.Map;
import org.whichjvm.collector.io.Field.About;
import org.whichjvm.collector.io.Field.Absent;
import org.whichjvm.collector.io.Field.Text;
import org.whichjvm.collector.io.Field.Whole;

/**
 * How the forks of a campaign are started, as far as it does not follow from what they measure. It is decided once, by
 * what the host has and what the person granted.
 *
 * @param jvms of the contenders, in their order
 * @param memory by contender
 */
@About("How forks are started, as far as it does not follow from what they measure.")
public record ForkStart(
        @About("Each JVM, with its home on this host or the image that a person named; an empty text for others.")
        Map<String, String> jvms,

        @About("Whether nobody named a contender.") boolean usual,

        @About("The report that the campaign ends with.") @Text(REPORTS)
        String report,

        @About("The host ends a fork after this many seconds.") @Whole(least = 1, most = MOST_SECONDS)
        long deadlineSeconds,

        Granted granted,

        @About("By contender.") Map<String, Memory> memory) {
    static final String REPORTS = "report|calibrate|race|confirmation|explain";

    static final long MOST_SECONDS = 999_999_999;

    static final long MOST_BYTES = 1L << 50;

    /** What a person lets forks have; a person grants it again when the campaign is resumed. */
    @About("What a person lets forks have, and grants again to a campaign that is resumed.")
    public record Granted(
            @Absent @About("The program's folder; that of a version is among apps.")
            String mount,

            @Absent @About("The engine's own, bridge; absent for none.")
            String network,

            @Absent @About("The services beside the program, with commas between.")
            String with,

            @Absent @About("What perf_event_open may be called for.")
            String event) {
        public static final Granted NOTHING = new Granted(null, null, null, null);
    }

    /** Limits of a fork's memory; absent for none. */
    @About("Limits of a fork's memory in bytes; absent for none.")
    public record Memory(
            @Absent @About("Of its container.") @Whole(least = 1, most = MOST_BYTES)
            Long memoryBytes,

            @Absent
            @About("Of a /dev/shm of its own, which it has if it runs what is not the project's.")
            @Whole(least = 1, most = MOST_BYTES)
            Long shmBytes,

            @Absent @About("Of its heap, if that depends on the host.") @Whole(least = 1, most = MOST_BYTES)
            Long heapBytes) {
        public static final Memory UNLIMITED = new Memory(null, null, null);

        /** This, and where it has no limit the other one's. */
        public Memory or(Memory other) {
            return new Memory(
                    memoryBytes == null ? other.memoryBytes : memoryBytes,
                    shmBytes == null ? other.shmBytes : shmBytes,
                    heapBytes == null ? other.heapBytes : heapBytes);
        }
    }
}
