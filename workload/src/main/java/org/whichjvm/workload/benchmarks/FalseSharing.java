package org.whichjvm.workload.benchmarks;

import java.lang.reflect.Field;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.whichjvm.workload.fork.ForkFailure;

/**
 * Two threads write a volatile field each, side by side or far apart: what HotSpot's {@code TaskQueueSuper} was before
 * and after JDK-8248214.
 *
 * <p>They are shorts, because two of these are in one aligned word wherever a JVM puts them: two longs may be on either
 * side of a cache line's end, and a JVM may always put them there. The classes of a chain are laid out one after
 * another, but since 15 (JDK-8237767) a JVM fills what gaps there are with a later class's small fields; every class of
 * padding has therefore small ones too, to fill them.
 */
@State(Scope.Benchmark)
@Threads(2)
public class FalseSharing {
    /** No cache line is larger, counting the one that is fetched with it. */
    static final int APART = 128;

    private final Adjacent adjacent = new Adjacent();
    private final Padded padded = new Padded();

    @Benchmark
    public void adjacent(PinnedThread thread) {
        if (thread.index == 0) {
            adjacent.bottom++;
        } else {
            adjacent.age++;
        }
    }

    @Benchmark
    public void padded(PinnedThread thread) {
        if (thread.index == 0) {
            padded.bottom++;
        } else {
            padded.age++;
        }
    }

    static class Front {
        long f01, f02, f03, f04, f05, f06, f07, f08, f09, f10, f11, f12, f13, f14, f15, f16;
        int f17;
    }

    static class Pair extends Front {
        volatile short bottom;
        volatile short age;
    }

    /** Both fields in one cache line, and nothing else that is written. */
    static final class Adjacent extends Pair {
        long b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15, b16;
    }

    static class Bottom extends Front {
        volatile short bottom;
    }

    static class Between extends Bottom {
        long m01, m02, m03, m04, m05, m06, m07, m08, m09, m10, m11, m12, m13, m14, m15, m16;
        int m17;
        short m18, m19, m20;
    }

    static class Age extends Between {
        volatile short age;
    }

    /** Each field in a cache line of its own. */
    static final class Padded extends Age {
        long b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13, b14, b15, b16;
    }

    /**
     * Looks where this JVM has put the fields; {@link ForkFailure} if they are not together or not apart, because the
     * names of the benchmarks would lie.
     */
    @Setup
    public void check(BenchmarkParams params) {
        PinnedThread.checkTwo(params);
        checkFields();
    }

    static void checkFields() {
        long adjacentBottom = offset(Pair.class, "bottom");
        long adjacentAge = offset(Pair.class, "age");
        long padded = Math.abs(offset(Age.class, "age") - offset(Bottom.class, "bottom"));
        // Objects begin at multiples of 8 bytes, so that what shares a word shares a cache line.
        if (adjacentBottom / Long.BYTES != adjacentAge / Long.BYTES || padded < APART) {
            throw new ForkFailure(
                    "this JVM puts the adjacent fields at %d and %d and the padded ones %d bytes apart,"
                            + " which is not what they are called; leave FalseSharing out",
                    adjacentBottom, adjacentAge, padded);
        }
    }

    /** Bytes from an object's start. By reflection: javac warns of every other use of Unsafe. */
    static long offset(Class<?> in, String field) {
        try {
            Class<?> type = Class.forName("sun.misc.Unsafe");
            Field unsafe = type.getDeclaredField("theUnsafe");
            unsafe.setAccessible(true);
            return (Long) type.getMethod("objectFieldOffset", Field.class)
                    .invoke(unsafe.get(null), in.getDeclaredField(field));
        } catch (ReflectiveOperationException e) {
            throw new ForkFailure(e, "this JVM does not tell where its fields are: %s", e);
        }
    }
}
