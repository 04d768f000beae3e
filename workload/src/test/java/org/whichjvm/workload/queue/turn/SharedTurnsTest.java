package org.whichjvm.workload.queue.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.queue.control.ControlFile;

/** Contenders that meet, each a thread with a lock of its own, as flock has it. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class SharedTurnsTest {
  @TempDir Path folder;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> events = new CopyOnWriteArrayList<>();
  private final AtomicBoolean stop = new AtomicBoolean();

  @AfterEach
  void end() throws InterruptedException {
    stop.set(true);
    threads.shutdownNow();
    assertTrue(threads.awaitTermination(10, TimeUnit.SECONDS));
  }

  @Test
  void theyWarmUpOneAfterTheOtherInTheOrderOfTheirNumbers() throws Exception {
    final List<Future<Long>> starts = new ArrayList<>();
    for (final int member : new int[] {2, 0, 1}) {
      starts.add(threads.submit(contender(3, member)));
    }
    final long start = starts.get(0).get();
    assertTrue(start > System.nanoTime() - TimeUnit.SECONDS.toNanos(30));
    for (final Future<Long> each : starts) {
      assertEquals(start, each.get().longValue(), "all have the same start");
    }
    assertEquals(
        Arrays.asList("warms 0", "warm 0", "warms 1", "warm 1", "warms 2", "warm 2"), events);
  }

  @Test
  void oneThatDiesWhileItWarmsUpIsPassedOver() throws Exception {
    final SharedTurns dying = join(3, 0);
    final Future<?> dies =
        threads.submit(
            () -> {
              dying.awaitPlace();
              events.add("dies 0");
              dying.close();
              return null;
            });
    final Future<Long> one = threads.submit(contender(3, 1));
    final Future<Long> other = threads.submit(contender(3, 2));
    assertEquals(one.get(), other.get());
    dies.get();
    assertEquals(Arrays.asList("dies 0", "warms 1", "warm 1", "warms 2", "warm 2"), events);
  }

  @Test
  void theLastOneMayDieToo() throws Exception {
    final SharedTurns dying = join(2, 1);
    final Future<Long> one = threads.submit(contender(2, 0));
    dying.awaitPlace();
    assertFalse(one.isDone());
    dying.close();
    assertTrue(one.get() > 0);
  }

  @Test
  void oneWhoseLauncherSaysThatItIsGoneIsNotWaitedFor() throws Exception {
    Files.createFile(folder.resolve("gone-0"));
    assertTrue(threads.submit(contender(2, 1)).get() > 0);
    // It came after all, when the others had gone on.
    final SharedTurns late = join(2, 0);
    assertThrows(RuntimeException.class, late::awaitPlace);
    late.close();
  }

  @Test
  void whoeverIsToStopStopsWaiting() throws Exception {
    final Future<Long> one = threads.submit(contender(2, 0));
    stop.set(true);
    assertThrows(Exception.class, one::get);
  }

  @Test
  void aNumberBelongsToOneContender() throws Exception {
    final SharedTurns first = join(2, 0);
    assertThrows(CannotRun.class, () -> join(2, 0));
    first.close();
  }

  @Test
  void aClockOfAnotherTimeNamespaceIsRefused() throws Exception {
    final ControlFile control = ControlFile.map(folder.resolve("turns"));
    final SharedTurns first = join(2, 0);
    final Future<?> waits =
        threads.submit(
            () -> {
              first.awaitPlace();
              return null;
            });
    while (control.read(SharedTurns.CLOCK) == 0) {
      Thread.sleep(1);
    }
    control.write(SharedTurns.CLOCK, control.read(SharedTurns.CLOCK) + 3_600_000_000_000L);
    final SharedTurns other = join(2, 1);
    final String message = assertThrows(CannotRun.class, other::awaitPlace).getMessage();
    assertTrue(message.matches(".* -3,(600,00[0-9]|599,99[0-9]) ms off .*"), message);
    other.close();
    waits.get();
    first.close();
  }

  @Test
  void aFileOfAnotherVersionIsRefused() throws Exception {
    final ControlFile control = ControlFile.map(folder.resolve("turns"));
    control.write(ControlFile.VERSION_WORD, 99);
    final String message = assertThrows(CannotRun.class, () -> join(2, 0)).getMessage();
    assertTrue(message.contains("it has version 99 where this JVM has"), message);
  }

  private Callable<Long> contender(final int members, final int member) {
    return () -> {
      try (SharedTurns turns = join(members, member)) {
        turns.awaitPlace();
        events.add("warms " + member);
        Thread.sleep(20);
        events.add("warm " + member);
        return turns.ready(0);
      }
    };
  }

  private SharedTurns join(final int members, final int member) throws IOException {
    return new SharedTurns(folder, members, member, 0, stop::get);
  }
}
