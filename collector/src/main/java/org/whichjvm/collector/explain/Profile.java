package org.whichjvm.collector.explain;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.whichjvm.collector.io.BoundedFile;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.common.Profiling;

/**
 * Where the CPU time of a fork's program went, or what else it was profiled for, by the stacks that a profiler sampled.
 *
 * @param counts what the stacks count, by place
 * @param stacks the same by the threads' place, and of the program's threads the frames from the outermost to the
 *     innermost
 * @param all of it
 */
public record Profile(Map<Place, Long> counts, Map<List<String>, Long> stacks, long all) {
    /**
     * A place where it went.
     *
     * @param name of unknown origin
     */
    public record Place(Kind kind, String name) {}

    /** What of it belongs to a place. */
    public enum Kind {
        /** That of all threads of one kind. */
        THREADS("all of it"),
        /** That of a frame of the program's threads, without what the frame calls. */
        ITSELF("itself"),
        /** That of a frame of the program's threads and of all that it calls. */
        WITH_CALLS("with its calls");

        public final String text;

        Kind(String text) {
            this.text = text;
        }
    }

    /** The place of all threads that are not the JVM's own. */
    static final String PROGRAM = "threads of the program";

    /** The places that others are parts of: they are never named themselves. */
    static final Set<String> WHOLE = Set.of(PROGRAM, Profiling.ROWS_OF_MEMORY);

    /**
     * The place of CPU time that the kernel counts beside samples: what a JVM does before it loads agents, and threads
     * that end soon.
     */
    static final String UNSAMPLED = "without samples";

    /** What the profiler keeps of a stack, and the threads' place. */
    private static final int MOST_DEEP = 2_049;

    // All profiles of a campaign are in memory at once.
    private static final int MOST_FRAMES = 500_000;
    private static final int MOST_NAMES = 20_000;

    /** A thread, its frames from the outermost to the innermost, and a number. */
    private static final Pattern LINE = Pattern.compile("\\[([^;]*)\\](?:;(.*))? ([0-9]{1,15})");

    /**
     * The threads of a JVM by their names, of which Linux keeps 15 characters. The main thread is called DestroyJavaVM
     * at the end, and is the program's.
     */
    private static final Map<String, Pattern> THREADS = Map.of(
            "compiler C1", Pattern.compile("C1 CompilerThre.*"),
            "compiler C2", Pattern.compile("(C2 CompilerThre|JVMCI|LibGraal|JIT Compilation).*"),
            "garbage collector",
                    Pattern.compile("(GC Thread|G1 |ParGC|ZWorker|ZDriver|ZDirector|ZStat|ZUncommit|XWorker|XDriver"
                            + "|Shenandoah|Concurrent Mark|GC Worker|GC Slave|Concurrent GC).*"),
            "other threads of the JVM",
                    Pattern.compile("(VM Thread|VM Periodic|Signal Dispatch|Reference Handl|Finalizer|Common-Cleaner"
                            + "|Service Thread|Monitor Deflati|Notification Th|Attach Listener"
                            + "|Sweeper thread|StringDedup).*"));

    /** What differs in the name of one and the same frame from JDK to JDK, or from run to run. */
    private static final List<Map.Entry<Pattern, String>> RENAMED = List.of(
            // A name of a lambda's class has what numbers it, which is another each time.
            renamed("\\$\\$Lambda(\\$[0-9]+)?([/.+](0x[0-9a-f]+|[0-9]+))?", "\\$\\$Lambda"),
            renamed("[/+.]0x[0-9a-f]+", ""),
            renamed("lambda\\$([A-Za-z_]+)\\$[0-9]+", "lambda\\$$1"),
            // Without a bound of its length, a name of many such beginnings would take hours.
            renamed("(LambdaForm\\$[A-Za-z]+|Generated[A-Za-z]{1,40}Accessor|\\$Proxy)[0-9]+", "$1"),
            // A stub for some processors, which other versions call as that for all.
            renamed("^(\\w+_arraycopy)_avx[0-9]+$", "$1"),
            // A step of Thread.run since Java 20, which is left out, and what that version has moved.
            renamed("^java/lang/Thread\\.runWith$", ""),
            renamed("^sun/nio/ch/FileChannelImpl\\.(un)?map0$", "sun/nio/ch/UnixFileDispatcherImpl.$1map0"),
            renamed("^Java_sun_nio_ch_FileChannelImpl_(un)?map0$", "Java_sun_nio_ch_UnixFileDispatcherImpl_$1map0"),
            // What Java 9 has moved.
            renamed("^sun/misc/Unsafe\\b", "jdk/internal/misc/Unsafe"),
            renamed("^sun/reflect/", "jdk/internal/reflect/"));

    private static Map.Entry<Pattern, String> renamed(String from, String to) {
        return Map.entry(Pattern.compile(from), to);
    }

    /**
     * The stacks of a fork.
     *
     * @throws UnusableFile if there are none
     */
    static String text(Path file) throws UnusableFile, IOException {
        return new String(BoundedFile.read(file, Profiling.MOST_BYTES), StandardCharsets.UTF_8);
    }

    /** Of a fork's stacks those of messages at the rate, or those without a pause. */
    static String ofMessages(String text, boolean paced) {
        return text.lines()
                .filter(line -> line.contains(";" + Profiling.UNPACED_FRAME + ";") != paced)
                .collect(Collectors.joining("\n"));
    }

    static Profile of(String text) throws UnusableFile {
        Map<Place, Long> counts = new HashMap<>();
        Map<List<String>, Long> stacks = new HashMap<>();
        Map<String, String> names = new HashMap<>();
        long all = 0;
        long frames = 0;
        for (String line : text.lines().toList()) {
            Matcher matcher = LINE.matcher(line);
            if (!matcher.matches()) {
                throw new UnusableFile("has a line that is no stack: a thread, frames, and a number");
            }
            long count = Long.parseLong(matcher.group(3));
            all += count;
            List<String> stack = new ArrayList<>(List.of(threads(matcher.group(1))));
            counts.merge(new Place(Kind.THREADS, stack.get(0)), count, Long::sum);
            if (WHOLE.contains(stack.get(0)) && matcher.group(2) != null) {
                for (String frame : matcher.group(2).split(";")) {
                    String name = names.computeIfAbsent(frame, Profile::name);
                    if (!name.isEmpty()) {
                        stack.add(name);
                    }
                }
                add(stack.subList(1, stack.size()), count, counts);
            }
            stacks.merge(stack, count, Long::sum);
            frames += stack.size();
            if (stack.size() > MOST_DEEP || frames > MOST_FRAMES || names.size() > MOST_NAMES) {
                throw new UnusableFile(
                        "has a stack of more than %d frames, more than %d frames in all, or %d names",
                        MOST_DEEP, MOST_FRAMES, MOST_NAMES);
            }
        }
        return new Profile(counts, stacks, all);
    }

    /** Whether a JVM told what it has memory for. Other processes of the program, such as a shell, never do. */
    boolean hasRowsOfJvm() {
        return stacks.keySet().stream()
                .anyMatch(each -> each.size() > 2 && each.get(1).equals(Profiling.WITHOUT_FILE));
    }

    /** Of memory, the rows of the JVM, and those of the kernel for the rest. */
    Profile rowsOfJvm() {
        return rows(Integer.MAX_VALUE);
    }

    /** Of memory, the rows of the kernel alone. */
    Profile rowsOfKernel() {
        return rows(2);
    }

    /** Rows by the last frame of stacks that are cut to a depth. */
    private Profile rows(int deepest) {
        Map<Place, Long> rows = new HashMap<>();
        Map<List<String>, Long> cut = new HashMap<>();
        stacks.forEach((stack, count) -> {
            String row = stack.get(Math.min(deepest, stack.size()) - 1);
            rows.merge(new Place(Kind.ITSELF, row), count, Long::sum);
            cut.merge(List.of(stack.get(0), row), count, Long::sum);
        });
        return new Profile(rows, cut, all);
    }

    private static void add(List<String> frames, long count, Map<Place, Long> counts) {
        if (frames.isEmpty()) {
            return;
        }
        counts.merge(new Place(Kind.ITSELF, frames.get(frames.size() - 1)), count, Long::sum);
        // A frame that calls itself counts once.
        for (String each : Set.copyOf(frames)) {
            counts.merge(new Place(Kind.WITH_CALLS, each), count, Long::sum);
        }
    }

    private static String threads(String thread) {
        return thread.equals(Profiling.ROWS_OF_MEMORY)
                ? thread
                : THREADS.entrySet().stream()
                        .filter(each -> each.getValue().matcher(thread).matches())
                        .map(Map.Entry::getKey)
                        .findFirst()
                        .orElse(PROGRAM);
    }

    /** The name that a frame has whatever the JDK and the run; empty for one to leave out. */
    static String name(String frame) {
        String name = frame;
        for (Map.Entry<Pattern, String> each : RENAMED) {
            name = each.getKey().matcher(name).replaceAll(each.getValue());
        }
        return name;
    }

    /** What the stacks count in a place; 0 if nothing. */
    long count(Place place) {
        return counts.getOrDefault(place, 0L);
    }
}
