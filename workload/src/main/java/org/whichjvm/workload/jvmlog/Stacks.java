package org.whichjvm.workload.jvmlog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import one.convert.Arguments;
import one.convert.Frame;
import one.convert.JfrConverter;
import one.jfr.JfrReader;
import one.jfr.StackTrace;
import one.jfr.event.AllocationSample;
import one.jfr.event.Event;
import org.whichjvm.common.Profiling;

/** The stacks of a recording of async-profiler, called and marked as it does in stacks that it writes itself. */
public final class Stacks extends JfrConverter {
    /** Stands where no frame could be found, and has brackets in stacks that the profiler writes. */
    private static final Pattern NO_FRAME =
            Pattern.compile("(unknown|not_walkable|no_Java|break)(_[A-Za-z_]+)?|truncated|storage_overflow"
                    + "|stale_jmethodID|deoptimization|skipped");

    private final Profiling profiling;
    private final Map<String, Long> stacks = new TreeMap<>();

    private Stacks(JfrReader recording, Profiling profiling) {
        super(recording, arguments(profiling));
        this.profiling = profiling;
    }

    private static Arguments arguments(Profiling profiling) {
        Arguments arguments = new Arguments();
        arguments.threads = true;
        arguments.alloc = profiling == Profiling.ALLOC;
        arguments.lock = profiling == Profiling.LOCK;
        arguments.total = profiling.sample == 0;
        return arguments;
    }

    /**
     * All stacks of a recording: a line each, with frames from the outermost to the innermost and a semicolon between,
     * and a number of what is counted. The first frame is the thread's name.
     *
     * @throws IOException if the recording is not whole, or none
     */
    public static byte[] of(byte[] recording, Profiling profiling) throws IOException {
        try (JfrReader reader = new JfrReader(ByteBuffer.wrap(recording))) {
            Stacks converter = new Stacks(reader, profiling);
            converter.convert();
            if (reader.incomplete()) {
                throw new IOException("Incomplete JFR file");
            }
            return converter.stacks.entrySet().stream()
                    .map(each -> each.getKey() + " " + each.getValue() + "\n")
                    .collect(Collectors.joining())
                    .getBytes(StandardCharsets.UTF_8);
        } catch (RuntimeException e) {
            // The reader believes what it reads, and finds an index out of range, or nothing.
            throw new IOException(e);
        }
    }

    @Override
    protected void convertChunk() {
        collector.forEach(new AggregatedEventVisitor() {
            @Override
            protected void visit(Event event, long value) {
                StackTrace trace = jfr.stackTraces.get(event.stackTraceId);
                if (trace != null) {
                    long each = profiling.sample == 0 ? 1 : profiling.sample;
                    stacks.merge(stack(event, trace), value * each, Long::sum);
                }
            }
        });
    }

    private String stack(Event event, StackTrace trace) {
        StringBuilder stack = new StringBuilder();
        // The number of a thread is another one in each run.
        stack.append(oneFrame(getThreadName(event.tid)).replaceFirst("^\\[(.*) tid=[0-9]+\\]$", "[$1]"));
        for (int i = trace.methods.length - 1; i >= 0; i--) {
            String name = oneFrame(getMethodName(trace.methods[i], trace.types[i]));
            boolean none = NO_FRAME.matcher(name).matches();
            stack.append(';').append(none ? "[" + name + "]" : name);
            if (trace.types[i] == Frame.TYPE_KERNEL) {
                stack.append("_[k]");
            }
        }
        if (event.classId() != 0) {
            boolean outsideTlab = event instanceof AllocationSample && ((AllocationSample) event).tlabSize == 0;
            stack.append(';').append(getClassName(event.classId()));
            stack.append(outsideTlab ? "_[k]" : "_[i]");
        }
        return stack.toString();
    }

    /** A program may call its threads and methods as it likes. */
    private static String oneFrame(String name) {
        return name.replaceAll("[;\\n\\r]", "_");
    }
}
