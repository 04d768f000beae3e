package org.whichjvm.workload.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.host.CannotRun;

/** One contender, number 1, of a block whose referee is this test. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@Execution(ExecutionMode.CONCURRENT)
class RefereedTurnsTest {
    private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(2);

    @TempDir
    Path folder;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private Path own;
    private RefereedTurns turns;

    @BeforeEach
    void begin() throws IOException {
        own = Files.createDirectory(folder.resolve("own"));
        Files.createDirectory(folder.resolve("referee"));
        turns = new RefereedTurns(folder, 1, WARM_UP_NANOS);
    }

    @AfterEach
    void end() throws InterruptedException {
        threads.shutdownNow();
        assertTrue(threads.awaitTermination(10, TimeUnit.SECONDS));
    }

    @Test
    void itComesOnceTheRefereeIsThereAndWarmsUpWhenItIsItsPlace() throws Exception {
        Future<?> place = awaitPlace();
        Thread.sleep(50);
        assertEquals(Set.of(), said(), "nobody listens yet");
        referee();
        String here = eventually();
        long offset = Long.parseLong(here.substring("here.".length()));
        long now = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
        assertTrue(Math.abs(now - offset) < TimeUnit.SECONDS.toNanos(20), here);
        referee("place 0");
        Thread.sleep(50);
        assertFalse(place.isDone());
        referee("out 0 gone", "place 1");
        place.get();
        assertEquals(Set.of(here), said());
        Future<Long> start = threads.submit(() -> turns.ready(0));
        while (!said().contains("warm")) {
            Thread.sleep(1);
        }
        referee("out 0 gone", "place 2");
        Thread.sleep(50);
        assertFalse(start.isDone());
        referee("out 0 gone", "start -4711");
        assertEquals(-4711, start.get().longValue());
        turns.close();
        assertEquals(Set.of(here, "warm"), said(), "it says nothing once it is ready");
    }

    /** OWN is this contender's own folder. */
    @ParameterizedTest
    @CsvSource({
        "late-to-come, ForkFailure, 'the block went on without this JVM, which took more than 60 s to come'",
        "late-to-warm-up, ForkFailure, 'the block went on without this JVM, which took more than 64 s to warm up'",
        "gone, ForkFailure, 'the block went on without this JVM, which was said to have ended'",
        "rules, ForkFailure, 'the block went on without this JVM, because OWN had what no contender leaves there;"
                + " give each contender WHICHJVM_TURNS of its own'",
        "clock -3600000, CannotRun, 'this JVM''s monotonic clock is -3,600,000 ms off that of its block''s referee, so"
                + " they cannot take turns by it; start all of them in one time namespace'",
    })
    void aMemberThatIsOutSaysWhyTheBlockWentOn(String reason, String type, String sentence) throws Exception {
        referee("out 1 " + reason, "place 2");
        Throwable cause =
                assertThrows(ExecutionException.class, awaitPlace()::get).getCause();
        assertEquals(type, cause.getClass().getSimpleName());
        assertEquals(sentence.replace("OWN", own.toString()), cause.getMessage());
        turns.close();
        assertTrue(said().contains("out"));
    }

    @Test
    void aMemberThatIsOutWhenItIsWarmDoesNotStart() throws Exception {
        referee("place 1");
        awaitPlace().get();
        referee("out 1 late-to-warm-up", "start 1");
        failure(threads.submit(() -> turns.ready(0)), ForkFailure.class);
        assertFalse(said().contains("warm"));
    }

    @Test
    void whatAnotherOneDidIsNotItsOwn() throws Exception {
        referee("out 10 gone", "out 11 rules", "place 1");
        awaitPlace().get();
    }

    @Test
    void aMemberThatLeavesBeforeItIsReadySaysSo() throws Exception {
        turns.close();
        assertEquals(Set.of(), said(), "nobody knows of it");
        referee("place 1");
        awaitPlace().get();
        turns.close();
        turns.close();
        assertEquals(2, said().size());
        assertTrue(said().contains("out"));
    }

    @Test
    void aMemberThatIsToStopStopsWaiting() throws Exception {
        referee();
        Future<?> place = awaitPlace();
        eventually();
        threads.shutdownNow();
        failure(place, InterruptedException.class);
    }

    @Test
    @Tag("slow")
    void aMemberThatSeesNoSignOfLifeOfTheRefereeDoesNotWaitForEver() throws Exception {
        referee("place 0");
        Future<?> place = awaitPlace();
        // Longer than it waits for one sign: each of these is one.
        for (int second = 0; second < 20; second++) {
            Thread.sleep(900);
            Files.setLastModifiedTime(
                    folder.resolve("referee/state"), FileTime.fromMillis(1_700_000_000_000L + 1000 * second));
            assertFalse(place.isDone());
        }
        assertEquals(
                "the block's referee, by which contenders take turns, has ended, so this JVM would never" + " start",
                failure(place, ForkFailure.class));
    }

    @Test
    void aFolderBelongsToOneContender() throws Exception {
        referee("place 1");
        awaitPlace().get();
        RefereedTurns second = new RefereedTurns(folder, 1, WARM_UP_NANOS);
        String message = assertThrows(CannotRun.class, second::awaitPlace).getMessage();
        assertEquals(
                "the block has a contender number 1 already ("
                        + own
                        + "); give each WHICHJVM_TURNS and WHICHJVM_MEMBER of its own",
                message);
        second.close();
        assertFalse(said().contains("out"), "the first one is still there");
    }

    @Test
    void aFolderThatCannotBeWrittenIsASentence() throws Exception {
        Files.delete(own);
        referee("place 1");
        String message = failure(awaitPlace(), CannotRun.class);
        assertTrue(message.startsWith("this JVM tells the block's referee by files in " + own), message);
    }

    @Test
    void aRefereeOfAnotherVersionIsRefused() throws Exception {
        Files.write(folder.resolve("referee/state"), Arrays.asList("whichjvm.turns/2", "place 1"));
        assertEquals(
                "the block's referee writes "
                        + folder.resolve("referee/state")
                        + " as 'whichjvm.turns/2', and this JVM reads whichjvm.turns/1; build all images, or all"
                        + " jars, from one checkout",
                failure(awaitPlace(), CannotRun.class));
    }

    private Future<?> awaitPlace() {
        return threads.submit(() -> {
            turns.awaitPlace();
            return null;
        });
    }

    /** The referee says these lines. */
    private void referee(String... lines) throws IOException {
        Path temporary = folder.resolve("referee/.state.tmp");
        List<String> text = new ArrayList<>(Arrays.asList(lines));
        text.add(0, "whichjvm.turns/1");
        Files.write(temporary, text);
        Files.move(temporary, folder.resolve("referee/state"), StandardCopyOption.ATOMIC_MOVE);
    }

    /** The one name that the contender has said, once it has. */
    private String eventually() throws IOException, InterruptedException {
        while (said().isEmpty()) {
            Thread.sleep(1);
        }
        return said().iterator().next();
    }

    private Set<String> said() throws IOException {
        try (Stream<Path> files = Files.list(own)) {
            return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
        }
    }

    /** The message of what the contender ended with. */
    private static String failure(Future<?> future, Class<? extends Exception> type) {
        ExecutionException e = assertThrows(ExecutionException.class, future::get);
        return assertInstanceOf(type, e.getCause()).getMessage();
    }
}
