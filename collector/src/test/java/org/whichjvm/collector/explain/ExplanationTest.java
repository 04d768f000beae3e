package org.whichjvm.collector.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.explain.Profile.Kind;
import org.whichjvm.collector.explain.Profile.Place;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.report.Document;
import org.whichjvm.common.Profiling;

/** A planted cause is found and holds the difference, and nothing is found where nothing is. */
class ExplanationTest {
    private static final int BLOCKS = 12;

    /** Runs of a program of 100 frames, some of which take much and most of which take little. */
    private static Explanation.ProfiledRun run(Random random, double planted) {
        StringBuilder stacks = new StringBuilder();
        // The JVM's start has no samples.
        double millis = 60;
        // How fast the host is in this minute.
        double speed = Math.exp(0.05 * random.nextGaussian());
        for (int frame = 0; frame < 100; frame++) {
            double mean = 1_000.0 / (frame + 3) + (frame == 20 ? planted : 0);
            long samples = poisson(random, mean * speed / Profiling.CPU.scale);
            millis += samples * Profiling.CPU.scale;
            if (samples > 0) {
                stacks.append("[main];a.run;a.f")
                        .append(frame)
                        .append(' ')
                        .append(samples)
                        .append('\n');
            }
        }
        stacks.append("[C2 CompilerThread0];Compile ")
                .append(20 + random.nextInt(5))
                .append('\n');
        try {
            return Explanation.ProfiledRun.of(
                    Profiling.CPU,
                    Explanation.Taker.RUN,
                    Profile.of(stacks.toString()),
                    Map.of(Metric.score("cpu-user", 0, "ms", false, false), millis));
        } catch (UnusableFile exception) {
            throw new IllegalStateException(exception);
        }
    }

    /** Knuth, TAOCP 2, 3.4.1 F, exercise 22: as many factors as it takes to fall below e^-mean. */
    private static long poisson(Random random, double mean) {
        long count = -1;
        for (double product = 1; product > Math.exp(-mean); product *= random.nextDouble()) {
            count++;
        }
        return count;
    }

    private static Explanation explain(Random random, double planted) {
        List<ExplainedBlock<Explanation.ProfiledRun>> blocks = new ArrayList<>();
        for (int i = 0; i < BLOCKS; i++) {
            blocks.add(new ExplainedBlock<>(run(random, planted), run(random, 0), run(random, 0)));
        }
        return Explanation.of(
                Profiling.CPU, Explanation.Taker.RUN, "slow", "base", blocks, random.nextLong(), List.of(), List.of());
    }

    @Test
    void aPlantedFrameIsTheFirstAndHoldsTheDifference() {
        Random random = new Random(3);
        int first = 0;
        for (int i = 0; i < 20; i++) {
            Explanation explanation = explain(random, 600);
            List<Difference<Place>> found = explanation.found();
            first += !found.isEmpty()
                            && found.stream()
                                    .limit(3)
                                    .anyMatch(each -> each.of().equals(new Place(Kind.ITSELF, "a.f20")))
                    ? 1
                    : 0;
            if (explanation.explained().isPresent()) {
                assertEquals(600, explanation.explained().get(), 300);
            }
        }
        assertTrue(first >= 18, first + " of 20");
    }

    @Test
    void aContenderAndAControlThatWereNeverTogetherHaveABaselineEach() {
        Map<Integer, String> contender = new TreeMap<>(Map.of(1, "c1", 3, "c3", 5, "c5"));
        Map<Integer, String> baseline = new TreeMap<>(Map.of(1, "b1", 2, "b2", 3, "b3", 4, "b4", 5, "b5"));
        Map<Integer, String> again = new TreeMap<>(Map.of(2, "a2", 4, "a4"));
        assertEquals(
                List.of(new ExplainedBlock<>("c1", "b1", "a2", "b2"), new ExplainedBlock<>("c3", "b3", "a4", "b4")),
                ExplainedBlock.of(List.of(contender, baseline, again)));
        // Where they were together, a block counts that all three have.
        again.put(5, "a5");
        assertEquals(
                List.of(new ExplainedBlock<>("c5", "b5", "a5")),
                ExplainedBlock.of(List.of(contender, baseline, again)));
    }

    @Test
    @Tag("slow")
    void nothingIsFoundWhereNothingIs() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        int times = 400;
        int any = 0;
        int control = 0;
        for (int i = 0; i < times; i++) {
            Explanation explanation = explain(random, 0);
            any += explanation.found().isEmpty() ? 0 : 1;
            control += explanation.control() > 0 ? 1 : 0;
        }
        // Four standard errors above 5 %.
        assertTrue(any <= 37, any + " of " + times);
        assertTrue(control <= 37, control + " of " + times);
    }

    @Test
    void transactionsAreToldByTheBatchWhateverTheirNumberInAFork() throws UnusableFile {
        Profile profile = Profile.of("[worker-0];a.run;a.f 300\n[C2 CompilerThread0];a 100\n");
        Explanation.ProfiledRun few = transactions(Profiling.CPU, profile, 20_000, 110_000);
        // 2 s of samples, and 2.2 s that the kernel has counted.
        assertEquals(1_100, few.all(), 1e-9);
        assertEquals(750, few.at(new Place(Kind.ITSELF, "a.f")), 1e-9);
        assertEquals(100, few.at(new Place(Kind.THREADS, Profile.UNSAMPLED)), 1e-9);
        Explanation.ProfiledRun many = transactions(Profiling.CPU, profile, 40_000, 110_000);
        assertEquals(375, many.at(new Place(Kind.ITSELF, "a.f")), 1e-9);
        Explanation.ProfiledRun allocating = transactions(Profiling.ALLOC, profile, 20_000, 110_000);
        assertEquals(400 * 1e-6 / 2, allocating.all(), 1e-12);
        assertThrows(UnusableFile.class, () -> transactions(Profiling.CPU, profile, 0, 110_000));
    }

    @Test
    void aForkThatDoesNotSayHowMuchCpuTimeItTookIsNotUsable() throws UnusableFile {
        Profile profile = Profile.of("[main];a.run 300\n");
        assertThrows(UnusableFile.class, () -> transactions(Profiling.CPU, profile, 20_000, 0));
        assertThrows(
                UnusableFile.class,
                () -> Explanation.ProfiledRun.of(Profiling.CPU, Explanation.Taker.RUN, profile, Map.of()));
        assertEquals(
                300 * Profiling.ALLOC.scale,
                Explanation.ProfiledRun.of(Profiling.ALLOC, Explanation.Taker.RUN, profile, Map.of())
                        .all(),
                1e-12);
    }

    private static Explanation.ProfiledRun transactions(
            Profiling profiling, Profile profile, double count, double nanos) throws UnusableFile {
        return Explanation.ProfiledRun.of(
                profiling,
                Explanation.Taker.TRANSACTIONS,
                profile,
                Map.of(
                        Metric.score(Profiling.TRANSACTIONS, 0, "count", false, true), count,
                        Metric.score(Profiling.CPU_EACH, 0, "ns/tx", false, true), nanos));
    }

    @Test
    void aPlaceThatTakesTooLittleIsNotAskedAbout() {
        Explanation explanation = explain(new Random(5), 0);
        assertTrue(explanation.places().size() < 120);
        explanation
                .places()
                .forEach(each -> assertTrue(each.contender() + each.baseline()
                        > Explanation.LEAST_SHARE * explanation.total().baseline()));
    }

    @Test
    void ofMemoryTheRowsThatDifferAreNamedWithHowManyThreadsThereAre() throws UnusableFile {
        List<String> said = memory(List.of());
        assertTrue(
                said.contains(
                        "Of the +22 MB the places that differ hold +22 MB themselves (threads +22: 48 threads against 27); +0.0 MB remain unexplained."),
                said.toString());
        assertTrue(
                memory(List.of("openj9"))
                        .contains(
                                "The JVM of openj9 does not report what it uses memory for. So all rows are what the kernel reports."),
                said.toString());
    }

    /** What the report says of a program whose threads take 20 to 24 MB more, and whose heap is the same. */
    private static List<String> memory(List<String> untold) throws UnusableFile {
        List<ExplainedBlock<Explanation.ProfiledRun>> blocks = new ArrayList<>();
        for (int i = 0; i < BLOCKS; i++) {
            int more = 20 + i % 5;
            blocks.add(new ExplainedBlock<>(
                    ofMemory(27 + more, 48, i), ofMemory(27, 27, i), ofMemory(27, 27, BLOCKS - i)));
        }
        Explanation explanation =
                Explanation.of(Profiling.MEMORY, Explanation.Taker.RUN, "openj9", "base", blocks, 1, untold, List.of());
        return new ExplainReport("a campaign", List.of(explanation), List.of())
                .brief().parts.stream()
                        .filter(Document.Items.class::isInstance)
                        .flatMap(each -> ((Document.Items) each).texts().stream())
                        .toList();
    }

    private static Explanation.ProfiledRun ofMemory(int megabytes, int threads, int i) throws UnusableFile {
        String row = "[" + Profiling.ROWS_OF_MEMORY + "];" + Profiling.WITHOUT_FILE;
        String rows = row + ";heap " + (80_000_000 + i) + "\n" + row + ";threads " + megabytes + "000000\n" + row
                + ";symbols " + (1_000_000 + 100 * threads) + "\n";
        return Explanation.ProfiledRun.of(
                        Profiling.MEMORY,
                        Explanation.Taker.RUN,
                        Profile.of(rows),
                        Map.of(Metric.score("threads", 0, "count", false, false), (double) threads))
                .ofRows(true);
    }

    @Test
    void withoutBlocksNothingIsSaid() {
        Explanation none = Explanation.of(
                Profiling.CPU, Explanation.Taker.RUN, "slow", "base", List.of(), 1, List.of(), List.of());
        assertEquals(0, none.blocks());
        assertTrue(none.found().isEmpty() && none.explained().isEmpty());
    }
}
