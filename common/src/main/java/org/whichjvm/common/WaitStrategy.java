package org.whichjvm.common;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The action of a thread each time it finds nothing to do. {@code spin} is none at all, as in the article; the others
 * trade latency for CPU time or power. Options, contenders' names and messages all derive from {@link Kind}.
 */
public final class WaitStrategy {
    /** The default: the loop is that of the article. */
    public static final WaitStrategy SPIN = new WaitStrategy(Kind.SPIN, 0);

    /** The form of a park's time in a message. */
    private static final String NANOS = ":NANOS";

    private static final Pattern WORD = Pattern.compile("([a-z]+)(?::([0-9]{1,10}))?");
    private static final Pattern SUFFIX = Pattern.compile("([a-z]+?)(?:([0-9]{1,10})ns)?");

    /** {@code Thread.onSpinWait()}, which 8 does not have; a constant, so compilers inline it. */
    private static final MethodHandle ON_SPIN_WAIT_HANDLE = onSpinWait();

    private final Kind kind;
    private final long nanos;

    private WaitStrategy(Kind kind, long nanos) {
        this.kind = kind;
        this.nanos = nanos;
    }

    /** All there are. A new one is a constant here and a line in {@link #call()}. */
    private enum Kind {
        SPIN("spin", false, 8, 0),
        YIELD("yield", true, 8, 0),
        ON_SPIN_WAIT("onspinwait", false, 9, 0),
        PARK("park", true, 8, 1_000_000_000);

        private final String name;
        private final boolean givesCpuAway;
        private final int minimumJava;

        /** The longest time that may be given, in ns; 0 if the strategy takes no time. */
        private final long maxNanos;

        Kind(String name, boolean givesCpuAway, int minimumJava, long maxNanos) {
            this.name = name;
            this.givesCpuAway = givesCpuAway;
            this.minimumJava = minimumJava;
            this.maxNanos = maxNanos;
        }

        private String choice() {
            String form = maxNanos == 0 ? name : Units.text("%s%s with 1 to %d ns", name, NANOS, maxNanos);
            return minimumJava > 8 ? form + " (Java " + minimumJava + " or newer)" : form;
        }
    }

    /** Reads what {@link #toString()} writes; the message of the exception is a sentence. */
    public static WaitStrategy parse(String text) {
        return find(WORD.matcher(text))
                .orElseThrow(
                        () -> new IllegalArgumentException("'" + text + "' is not a wait strategy; give " + choices()));
    }

    /** Reads what {@link #suffix()} writes; empty if the text is no suffix of a wait strategy. */
    public static Optional<WaitStrategy> ofSuffix(String suffix) {
        if (suffix.isEmpty()) {
            return Optional.of(SPIN);
        }
        // The name of spin and a time with leading zeros are read, and are no suffixes.
        return find(SUFFIX.matcher(suffix)).filter(found -> found.suffix().equals(suffix));
    }

    /** The strategy by its name and, where it takes one, its time. */
    private static Optional<WaitStrategy> find(Matcher text) {
        if (!text.matches()) {
            return Optional.empty();
        }
        long nanos = text.group(2) == null ? 0 : Long.parseLong(text.group(2));
        return Arrays.stream(Kind.values())
                .filter(kind -> kind.name.equals(text.group(1)))
                .filter(kind -> (kind.maxNanos == 0) == (text.group(2) == null))
                .filter(kind -> kind.maxNanos == 0 || nanos >= 1 && nanos <= kind.maxNanos)
                .map(kind -> new WaitStrategy(kind, nanos))
                .findFirst();
    }

    /** The choices, as a part of a sentence: {@code spin, yield, … or park:NANOS with …}. */
    public static String choices() {
        List<String> choices = Arrays.stream(Kind.values()).map(Kind::choice).collect(Collectors.toList());
        int last = choices.size() - 1;
        return String.join(", ", choices.subList(0, last)) + " or " + choices.get(last);
    }

    /** The oldest Java version that has it: 8, 9 … */
    public int minimumJava() {
        return kind.minimumJava;
    }

    /** Whether there is nothing to call: the loop is that of the article. */
    public boolean spins() {
        return kind == Kind.SPIN;
    }

    /** Whether a call hands the CPU to whatever else wants it: a gap over it is no stall as such. */
    public boolean givesCpuAway() {
        return kind.givesCpuAway;
    }

    /** Hot: waits once. Comparisons with constants, so that compilers inline the one that is used. */
    public void call() {
        Kind kind = this.kind;
        if (kind == Kind.YIELD) {
            Thread.yield();
        } else if (kind == Kind.ON_SPIN_WAIT) {
            spinWait();
        } else if (kind == Kind.PARK) {
            LockSupport.parkNanos(nanos);
        }
    }

    private static void spinWait() {
        try {
            ON_SPIN_WAIT_HANDLE.invokeExact();
        } catch (Throwable e) {
            throw new IllegalStateException("Thread.onSpinWait() never throws", e);
        }
    }

    private static MethodHandle onSpinWait() {
        try {
            return MethodHandles.publicLookup()
                    .findStatic(Thread.class, "onSpinWait", MethodType.methodType(void.class));
        } catch (NoSuchMethodException | IllegalAccessException e) {
            return null;
        }
    }

    /** How a contender's name says it: {@code park1000ns}; empty for {@code spin}. */
    public String suffix() {
        if (spins()) {
            return "";
        }
        return kind.maxNanos == 0 ? kind.name : kind.name + nanos + "ns";
    }

    /** The word on the command line: {@code spin}, {@code park:1000}. */
    @Override
    public String toString() {
        return kind.maxNanos == 0 ? kind.name : kind.name + ":" + nanos;
    }
}
