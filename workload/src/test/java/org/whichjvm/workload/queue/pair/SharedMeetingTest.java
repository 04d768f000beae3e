package org.whichjvm.workload.queue.pair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.Floor;

/** Each thread has a mapping of its own, as a JVM of its own would. */
@Timeout(60)
class SharedMeetingTest {
  private static final int THREADS = 3;
  private static final int MEETINGS = 200;

  @TempDir Path folder;

  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  @Test
  void nobodyGoesOnBeforeAllAreThereAndAllKnowWhenThatWas() throws Exception {
    final AtomicInteger came = new AtomicInteger();
    final Callable<List<Long>> side =
        () -> {
          final Meeting meeting = meeting(new AtomicBoolean());
          final List<Long> times = new ArrayList<>();
          for (int i = 1; i <= MEETINGS; i++) {
            came.incrementAndGet();
            meeting.meet();
            assertTrue(came.get() >= i * THREADS, "too early");
            times.add(meeting.metAt());
          }
          return times;
        };
    final List<Future<List<Long>>> sides = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      sides.add(threads.submit(side));
    }
    final List<Long> times = sides.get(0).get();
    assertEquals(times, sides.get(1).get());
    assertEquals(times, sides.get(2).get());
    for (int i = 1; i < MEETINGS; i++) {
      assertTrue(times.get(i - 1) < times.get(i), "meeting " + i);
    }
  }

  @Test
  void whoWaitsLeavesWhenStopped() throws Exception {
    final AtomicBoolean stop = new AtomicBoolean();
    final Meeting meeting = meeting(stop);
    final Future<Object> waits =
        threads.submit(
            () -> {
              assertThrows(InterruptedException.class, meeting::meet);
              return null;
            });
    stop.set(true);
    waits.get();
  }

  @Test
  void theFloorBetweenTwoMappings() throws Exception {
    final AtomicBoolean stop = new AtomicBoolean();
    final Floor ping = map().floor(0, stop);
    final Floor pong = map().floor(0, stop);
    for (int i = 0; i < 3; i++) {
      final Future<?> answers = threads.submit(() -> pong.pong(Floor.BATCHES));
      assertTrue(ping.ping(Floor.BATCHES) > 0);
      answers.get();
    }
  }

  @Test
  void wordsAreSeenByBoth() throws IOException {
    final ControlFile one = map();
    final ControlFile other = map();
    one.write(ControlFile.WORDS - 1, 42);
    assertEquals(42, other.read(ControlFile.WORDS - 1));
    assertEquals(1, one.increment(0));
    assertEquals(2, other.increment(0));
  }

  @Test
  void aFileOfAnotherVersionIsRefused() throws IOException {
    map().write(ControlFile.VERSION_WORD, 99);
    final String message = assertThrows(CannotRun.class, this::map).getMessage();
    assertTrue(message.contains("it has version 99 where this JVM has"), message);
  }

  private Meeting meeting(final AtomicBoolean stop) throws IOException {
    return new Meeting.OfJvms(map(), 0, THREADS, stop);
  }

  private ControlFile map() throws IOException {
    return ControlFile.map(folder.resolve("control"));
  }
}
