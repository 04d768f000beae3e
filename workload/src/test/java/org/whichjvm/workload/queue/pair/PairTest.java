package org.whichjvm.workload.queue.pair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.fork.JvmPart;
import org.whichjvm.workload.fork.JvmPart.ThreadRecord;
import org.whichjvm.workload.fork.TurnPart;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.HostFiles;
import org.whichjvm.workload.jvmlog.Safepoints;
import org.whichjvm.workload.jvmlog.Stalls;

/** Both sides in one process: a lock of flock(2) does not care. What is killed is in pair.bats. */
@Timeout(60)
class PairTest {
  private static final long SOON = TimeUnit.MILLISECONDS.toNanos(50);

  @TempDir Path folder;

  private final AtomicBoolean interrupted = new AtomicBoolean();

  @Test
  void eachLearnsWhatTheOtherIs() throws Exception {
    final Pair producer = side(Role.PRODUCER);
    final Pair consumer = side(Role.CONSUMER);
    final CompletableFuture<Void> greeting = greet(producer, says("one", 100));
    consumer.greet(says("other", 100), Pair.WAIT_NANOS);
    greeting.get();
    assertEquals("one-to-x", consumer.pairWith("x"));
    assertEquals("other-to-x", producer.pairWith("x"));
  }

  @Test
  void optionsThatDifferAreNamedToBoth() throws Exception {
    final CompletableFuture<Void> greeting = greet(side(Role.PRODUCER), says("p", 100));
    final Pair consumer = side(Role.CONSUMER);
    final WrongUsage e =
        assertThrows(
            WrongUsage.class, () -> consumer.greet(says("c", 200), Pair.WAIT_NANOS), "consumer");
    assertEquals(
        "rate is 200 for the consumer and 100 for the producer; give both JVMs of a pair the same"
            + " options",
        e.getMessage());
    assertTrue(causeOf(greeting) instanceof WrongUsage, "producer");
  }

  @Test
  void aSideThatDoesNotComeIsNotWaitedForForEver() throws IOException {
    final Pair consumer = side(Role.CONSUMER);
    final CannotRun e = assertThrows(CannotRun.class, () -> consumer.greet(says("c", 1), SOON));
    assertTrue(e.getMessage().startsWith("no producer came within 0 s; start one"), e.getMessage());
  }

  @Test
  void aSideThatIsInterruptedWhileItWaitsLeaves() throws IOException {
    final Pair consumer = side(Role.CONSUMER);
    interrupted.set(true);
    assertThrows(InterruptedException.class, () -> consumer.greet(says("c", 1), Pair.WAIT_NANOS));
  }

  @Test
  void aSecondOfARoleIsRefused() throws IOException {
    side(Role.PRODUCER);
    final CannotRun e = assertThrows(CannotRun.class, () -> side(Role.PRODUCER));
    assertTrue(e.getMessage().startsWith("this pair has a producer already"), e.getMessage());
  }

  @Test
  void whyOneSideEndsIsToldToTheOther() throws Exception {
    final Pair producer = side(Role.PRODUCER);
    final Pair consumer = side(Role.CONSUMER);
    final CompletableFuture<Void> greeting = greet(producer, says("p", 1));
    consumer.greet(says("c", 1), Pair.WAIT_NANOS);
    greeting.get();
    final CompletableFuture<RuntimeException> told = new CompletableFuture<>();
    consumer.onEnd(told::complete);
    assertFalse(told.isDone(), "both live");
    producer.fail("no CPU left");
    assertEquals("the producer's JVM stopped: no CPU left", told.get().getMessage());
    assertThrows(ForkFailure.class, consumer::receive);
  }

  @Test
  void whoFailsWhenTheOtherIsDoneAndTheFolderGoneTellsNobody() throws Exception {
    final Pair producer = side(Role.PRODUCER);
    final Pair consumer = side(Role.CONSUMER);
    final CompletableFuture<Void> greeting = greet(producer, says("p", 1));
    consumer.greet(says("c", 1), Pair.WAIT_NANOS);
    greeting.get();
    final JvmPart part = new JvmPart();
    part.memory = mapped(12);
    producer.deliver(part);
    consumer.receive();
    HostFiles.delete(folder);
    consumer.fail("its fork failed");
    assertFalse(Files.exists(folder));
  }

  @Test
  void whoIsInterruptedIsNoFailure() throws Exception {
    final Pair producer = side(Role.PRODUCER);
    final Pair consumer = side(Role.CONSUMER);
    final CompletableFuture<Void> greeting = greet(producer, says("p", 1));
    consumer.greet(says("c", 1), Pair.WAIT_NANOS);
    greeting.get();
    interrupted.set(true);
    producer.close();
    assertThrows(Pair.Stopped.class, consumer::receive);
  }

  @Test
  void whatTheProducerRecordedComesWhole() throws Exception {
    final Stalls stalls = new Stalls(8);
    stalls.keep(1_000, 9_000, Stalls.WRITE);
    stalls.keep(20_000, 90_000, Stalls.SPIN);
    stalls.keep(90_000, 90_100, Stalls.REMAP);
    final JvmPart part = new JvmPart();
    part.sent = 7;
    part.turns.add(new TurnPart());
    part.turns.get(0).floorAfter = 135.5;
    part.gcCount = 2;
    part.memory = mapped(12);
    part.safepoints =
        Safepoints.parse("[5000ns] Safepoint \"Cleanup\", Total: 300 ns", 0, 0, 10_000);
    final JsonObject json = new JsonObject();
    json.addProperty("name", "producer-0");
    final ThreadRecord told = new ThreadRecord();
    told.json = json;
    told.allocatedBytes = 48L;
    told.minorFaults = 3L;
    told.stalls = stalls;
    part.threads.add(told);

    final Pair producer = side(Role.PRODUCER);
    final Pair consumer = side(Role.CONSUMER);
    final CompletableFuture<Void> greeting = greet(producer, says("p", 1));
    consumer.greet(says("c", 1), Pair.WAIT_NANOS);
    greeting.get();
    producer.deliver(part);
    final JvmPart got = consumer.receive();

    assertEquals(7, got.sent);
    assertEquals(135.5, got.turns.get(0).floorAfter);
    assertEquals(2, got.gcCount);
    final JvmPart own = new JvmPart();
    own.sent = 1;
    own.turns.add(new TurnPart());
    own.memory = mapped(30);
    assertEquals(8, got.plus(own).sent);
    assertEquals(mapped(42), got.plus(own).memory);
    assertEquals(3L, got.plus(own).minorFaults());
    assertEquals(300, got.safepoints.spans().covered(0, 10_000));
    assertEquals(
        0,
        Safepoints.parse("", 0, 0, 1)
            .plus(got.safepoints, 6_000, 7_000)
            .json(0)
            .get("count")
            .getAsInt(),
        "not of that window");
    final ThreadRecord thread = got.threads.get(0);
    assertEquals(json, thread.json);
    assertEquals(48L, thread.allocatedBytes);
    assertNull(thread.cpuNanos);
    assertEquals(3, thread.stalls.kept());
    assertEquals(78_000, thread.stalls.totalNanos());
    assertEquals(Stalls.SPIN, thread.stalls.kind(1));
    assertEquals(20_000, thread.stalls.start(1));
    assertEquals(90_100, thread.stalls.end(2));
  }

  @Test
  void oneClockOrNone() {
    Pair.checkClock(1_000_000, 1_000_500, 1_001_000);
    Pair.checkClock(1_000_000, 999_500, 1_001_000);
    for (final long between : new long[] {-4_000_000, 6_000_000}) {
      final CannotRun e =
          assertThrows(CannotRun.class, () -> Pair.checkClock(1_000_000, between, 1_001_000));
      assertTrue(e.getMessage().contains("one time namespace"), e.getMessage());
    }
  }

  private Pair side(final Role role) throws IOException {
    return new Pair(folder, role, interrupted::get);
  }

  private static JsonObject says(final String contender, final long rate) {
    final JsonObject parameters = new JsonObject();
    parameters.addProperty("rate", rate);
    final JsonObject json = new JsonObject();
    json.add("parameters", parameters);
    json.addProperty("contender", contender);
    return json;
  }

  private static JsonObject mapped(final long kb) {
    final JsonObject json = new JsonObject();
    json.addProperty("residentKb", kb);
    return json;
  }

  private static CompletableFuture<Void> greet(final Pair pair, final JsonObject says) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            pair.greet(says, Pair.WAIT_NANOS);
          } catch (final InterruptedException e) {
            throw new CompletionException(e);
          }
        });
  }

  private static Throwable causeOf(final CompletableFuture<Void> future) {
    return assertThrows(ExecutionException.class, future::get).getCause();
  }
}
