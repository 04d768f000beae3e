package org.whichjvm.workload.fork;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import one.jfr.JfrReader;
import one.jfr.event.ExecutionSample;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.ItemFilters;
import org.openjdk.jmc.flightrecorder.JfrAttributes;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;
import org.openjdk.jmc.flightrecorder.jdk.JdkTypeIDs;
import org.whichjvm.common.Profiling;
import org.whichjvm.workload.host.ChildJvm;
import org.whichjvm.workload.jvmlog.ProfilerLibrary;

/** Real recordings of a JVM, read by the tools that others have. */
class RecordingTest {
    @TempDir
    static Path folder;

    private static Path first;
    private static Path second;

    /** A program that computes, allocates 200 MB, and has two threads that want one lock. */
    public static final class Program {
        static volatile Object kept;
        static volatile double sum;

        private Program() {}

        public static void main(String[] args) throws InterruptedException {
            Thread other = new Thread(Program::work, "other; thread\nof [this] tid=1");
            other.start();
            work();
            other.join();
        }

        static void work() {
            for (int i = 0; i < 100; i++) {
                allocate();
                compute();
            }
        }

        static void allocate() {
            for (int i = 0; i < 1_000; i++) {
                kept = new byte[1_000];
            }
        }

        static synchronized void compute() {
            for (int i = 0; i < 200_000; i++) {
                sum = Math.log(sum + i);
            }
        }
    }

    @BeforeAll
    static void record() throws IOException, InterruptedException {
        ProfilerLibrary.install(folder);
        first = recorded(Profiling.CPU, "first");
        second = recorded(Profiling.CPU, "second");
    }

    private static Path recorded(Profiling profiling, String name) throws IOException, InterruptedException {
        Path file = folder.resolve(name + ".jfr");
        Path said = folder.resolve(name + ".out");
        Process process = ChildJvm.of(
                        Program.class,
                        "-agentpath:"
                                + folder.resolve("libasyncProfiler.so")
                                + "=start,loglevel=warn,"
                                + ProfilerLibrary.recording(profiling, file))
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        assertEquals(0, process.waitFor());
        assertEquals("", Files.readString(said));
        return file;
    }

    /** How much stacks count by thread, of those with a line that fits. */
    private static Map<String, Long> threads(byte[] stacks, Predicate<String> which) {
        Map<String, Long> threads = new TreeMap<>();
        for (String line : new String(stacks, StandardCharsets.UTF_8).split("\n")) {
            assertTrue(line.matches("\\[[^;]*\\](;[^;]+)* [0-9]+"), line);
            if (which.test(line)) {
                long count = Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
                threads.merge(line.substring(0, (line + ";").indexOf(';')), count, Long::sum);
            }
        }
        return threads;
    }

    private static long all(byte[] stacks) {
        return threads(stacks, line -> true).values().stream()
                .mapToLong(each -> each)
                .sum();
    }

    /** As JDK Mission Control counts them. */
    private static long samples(byte[] recording, String type) throws Exception {
        Path file = Files.write(folder.resolve("written.jfr"), recording);
        IItemCollection events = JfrLoaderToolkit.loadEvents(file.toFile());
        long samples = 0;
        for (IItemIterable items : events.apply(ItemFilters.type(type))) {
            samples += items.getItemCount();
            for (IItem item : items) {
                assertTrue(JfrAttributes.EVENT_STACKTRACE
                                .getAccessor(items.getType())
                                .getMember(item)
                                .getFrames()
                                .size()
                        > 0);
            }
        }
        return samples;
    }

    @Test
    void otherToolsReadARecordingAndStacksHaveEachOfItsSamples() throws Exception {
        Recording recording = Recording.read(List.of(first));
        byte[] stacks = recording.stacks(Profiling.CPU);
        assertTrue(all(stacks) > 5, new String(stacks, StandardCharsets.UTF_8));
        assertEquals(all(stacks), samples(recording.bytes(), JdkTypeIDs.EXECUTION_SAMPLE));
        try (JfrReader reader = new JfrReader(first.toString())) {
            assertEquals(
                    all(stacks), reader.readAllEvents(ExecutionSample.class).size());
        }
        String method = Program.class.getName().replace('.', '/') + ".compute";
        Map<String, Long> threads = threads(stacks, line -> line.contains(";" + method));
        // A thread has the name that it had last, and main ends as this.
        assertTrue(threads.containsKey("[DestroyJavaVM]"), threads.toString());
        assertTrue(threads.containsKey("[other_ thread_of [this] tid=1]"), threads.toString());
    }

    @Test
    void recordingsOfSeveralJvmsAreOne() throws Exception {
        Recording both = Recording.read(List.of(first, second));
        byte[] stacks = both.stacks(Profiling.CPU);
        assertEquals(
                all(Recording.read(List.of(first)).stacks(Profiling.CPU))
                        + all(Recording.read(List.of(second)).stacks(Profiling.CPU)),
                all(stacks));
        assertEquals(all(stacks), samples(both.bytes(), JdkTypeIDs.EXECUTION_SAMPLE));
    }

    @Test
    void allocationCountsBytesAndNamesClasses() throws Exception {
        Recording recording = Recording.read(List.of(recorded(Profiling.ALLOC, "allocation")));
        byte[] stacks = recording.stacks(Profiling.ALLOC);
        long bytes =
                threads(stacks, line -> line.matches(".*Program\\.allocate;byte\\[\\]_\\[[ik]\\] [0-9]+"))
                        .values()
                        .stream()
                        .mapToLong(each -> each)
                        .sum();
        // A sample for each 100 KB of 200 MB.
        assertEquals(200e6, bytes, 60e6);
        assertTrue(samples(recording.bytes(), JdkTypeIDs.ALLOC_INSIDE_TLAB) > 1_000);
    }

    @Test
    void locksCountNanoseconds() throws Exception {
        long before = System.nanoTime();
        Path file = recorded(Profiling.LOCK, "locks");
        long most = 2 * (System.nanoTime() - before);
        Recording recording = Recording.read(List.of(file));
        Map<String, Long> threads = threads(
                recording.stacks(Profiling.LOCK), line -> line.contains("Program.compute;java.lang.Class_[i] "));
        long waited = threads.values().stream().mapToLong(each -> each).sum();
        assertTrue(waited > 10_000 && waited < most, threads + " of " + most);
        assertTrue(samples(recording.bytes(), JdkTypeIDs.MONITOR_ENTER) > 0);
    }

    @Test
    void aJvmThatWasKilledIsLeftOut() throws IOException {
        Path killed = Files.copy(first, folder.resolve("killed.jfr"));
        try (RandomAccessFile header = new RandomAccessFile(killed.toFile(), "rw")) {
            header.seek(16);
            header.writeLong(0);
        }
        Path begun = Files.write(folder.resolve("begun.jfr"), new byte[] {'F', 'L', 'R', 0});
        Recording recording = Recording.read(List.of(killed, second, begun));
        assertEquals(Files.size(second), recording.bytes().length);
        assertTrue(all(recording.stacks(Profiling.CPU)) > 0);
        assertTrue(Recording.read(List.of(killed, begun)).isEmpty());
    }

    @Test
    void aRecordingThatIsCutOffOrNoneIsASentence() throws IOException {
        byte[] whole = Files.readAllBytes(first);
        for (int length : new int[] {68, 1_000, whole.length / 2, whole.length - 1}) {
            Path cut = folder.resolve("cut.jfr");
            Files.write(cut, Arrays.copyOf(whole, length));
            assertUnreadable(Recording.read(List.of(cut)));
            assertUnreadable(Recording.read(List.of(second, cut)));
        }
        byte[] wrong = whole.clone();
        Arrays.fill(wrong, 100, wrong.length, (byte) 0x7f);
        assertUnreadable(Recording.read(List.of(Files.write(folder.resolve("wrong.jfr"), wrong))));
    }

    private static void assertUnreadable(Recording recording) {
        String said = assertThrows(ForkFailure.class, () -> recording.stacks(Profiling.CPU))
                .getMessage();
        assertTrue(said.startsWith("what the profiler recorded cannot be read ("), said);
    }

    @Test
    void aRecordingThatIsTooLargeIsASentence() throws IOException {
        Path large = folder.resolve("large.jfr");
        try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength(Profiling.MOST_RECORDED_BYTES);
        }
        String said = assertThrows(ForkFailure.class, () -> Recording.read(List.of(first, large)))
                .getMessage();
        assertEquals("the recording has more than 32 MB; explain a shorter run", said);
    }
}
