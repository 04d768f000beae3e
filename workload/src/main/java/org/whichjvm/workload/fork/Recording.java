package org.whichjvm.workload.fork;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.whichjvm.common.Profiling;
import org.whichjvm.workload.jvmlog.Stacks;

/** What a profiler recorded in the JVMs of a fork, a flight recording. Recordings one after another are one. */
public final class Recording {
    private static final int HEADER_BYTES = 68;

    /** Where the header says at what byte the constants are, or 0 until the recording is ended. */
    private static final int CONSTANTS = 16;

    private final byte[] bytes;

    private Recording(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Reads the recordings of all JVMs that have ended theirs: one that was killed has not.
     *
     * @throws ForkFailure if they are too large
     */
    public static Recording read(List<Path> files) throws IOException {
        long size = 0;
        for (Path file : files) {
            size += Files.size(file);
        }
        if (size > Profiling.MOST_RECORDED_BYTES) {
            throw ForkFailure.tooLong("recording", Profiling.MOST_RECORDED_BYTES);
        }
        ByteBuffer all = ByteBuffer.allocate((int) size);
        for (Path file : files) {
            int start = all.position();
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
                while (channel.read(all) > 0) {
                    // It goes on to the end of the file, or of the room.
                }
            }
            if (all.position() - start < HEADER_BYTES || all.getLong(start + CONSTANTS) == 0) {
                all.position(start);
            }
        }
        return new Recording(all.hasRemaining() ? Arrays.copyOf(all.array(), all.position()) : all.array());
    }

    /** Whether no JVM has ended one. */
    public boolean isEmpty() {
        return bytes.length == 0;
    }

    /** As other tools read it. */
    public byte[] bytes() {
        return bytes;
    }

    /**
     * Its stacks; see {@link Stacks#of}.
     *
     * @throws ForkFailure if it cannot be read, or has too many
     */
    public byte[] stacks(Profiling profiling) {
        byte[] stacks;
        try {
            stacks = Stacks.of(bytes, profiling);
        } catch (IOException e) {
            throw new ForkFailure(
                    e,
                    "what the profiler recorded cannot be read (%s), as if it were cut off or written over;"
                            + " look for what else writes there, and whether its disk is full",
                    e.getMessage());
        }
        if (stacks.length > Profiling.MOST_BYTES) {
            throw ForkFailure.tooLong("profile", Profiling.MOST_BYTES);
        }
        return stacks;
    }
}
