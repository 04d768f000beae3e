package org.whichjvm.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/**
 * The rule on made-up timelines: 10,000 messages 10 µs apart, each 500 ns, but for what is told.
 */
class AttributionTest {
  private static final int COUNT = 10_000;
  private static final long INTERVAL = 10_000;
  private static final long START = 1_000_000_000L;
  private static final long USUAL = 500;
  private static final long MILLI = 1_000_000;

  private final Schedule schedule = new Schedule(START, 100_000, 1);
  private final long[] sentAt = new long[COUNT];
  private final long[] readAt = new long[COUNT];
  private final byte[] flags = new byte[COUNT];
  private final Stalls producer = new Stalls(1_000);
  private final Stalls consumer = new Stalls(1_000);
  private final Spans.Builder safepoints = new Spans.Builder();
  private Long minorFaults = 100_000L;
  private long pageBytes = 4096;
  private Evidence evidence;

  AttributionTest() {
    for (int i = 0; i < COUNT; i++) {
      sentAt[i] = due(i);
      readAt[i] = due(i) + USUAL;
    }
  }

  @Test
  void aConsumerOffItsCpuIsPreemptionOfEveryMessageThatWaited() {
    consumerStops(5_000, 2 * MILLI);
    consumer.keep(due(5_000) - 3_000, due(5_000) + 2 * MILLI, Stalls.SPIN);
    all(Cause.PREEMPTION, "service", 200);
    all(Cause.PREEMPTION, "response", 200);
  }

  @Test
  void aProducerOffItsCpuIsPreemptionOfTheResponseAndNothingToTheService() {
    producerStops(5_000, 2 * MILLI);
    producer.keep(due(5_000) - 3_000, due(5_000) + 2 * MILLI, Stalls.SPIN);
    all(Cause.PREEMPTION, "response", 190);
    assertEquals(0, level("service", "p99").messages());
  }

  @Test
  void aProducerThatIsLateWithoutAStallIsLate() {
    producerStops(5_000, 2 * MILLI);
    all(Cause.LATE_PRODUCER, "response", 190);
  }

  @Test
  void theLogsSafepointExplainsTheStallsOfBothThreads() {
    consumerStops(5_000, 2 * MILLI);
    // The threads wake up some time after it.
    safepoints.add(due(5_000), due(5_000) + 2 * MILLI - 300_000);
    consumer.keep(due(5_000), due(5_000) + 2 * MILLI, Stalls.SPIN);
    producer.keep(due(5_000), due(5_000) + 2 * MILLI - 100_000, Stalls.SPIN);
    all(Cause.SAFEPOINT, "service", 200);
    assertEquals("safepoint", causesOfStalls());
  }

  @Test
  void aShortSafepointInALongStallDoesNotExplainIt() {
    consumerStops(5_000, 2 * MILLI);
    safepoints.add(due(5_000), due(5_000) + 100_000);
    consumer.keep(due(5_000), due(5_000) + 2 * MILLI, Stalls.SPIN);
    all(Cause.PREEMPTION, "service", 200);
  }

  @Test
  void theFirstMessageOnAPageIsAPageFaultIfFaultsWereCounted() {
    pages();
    all(Cause.PAGE_FAULT, "service", COUNT / 16);
    minorFaults = COUNT / 16 / 2L - 1;
    all(Cause.UNEXPLAINED, "service", COUNT / 16);
    minorFaults = null;
    all(Cause.PAGE_FAULT, "service", COUNT / 16);
  }

  @Test
  void aFirstMessageThatTookManyTimesAsLongIsNoPageFault() {
    pages();
    consumerStops(4_800, MILLI);
    consumer.keep(due(4_800), due(4_800) + MILLI, Stalls.READ);
    final Attribution.Level worst = level("service", "p99_9");
    assertEquals(worst.messages(), worst.count(Cause.PREEMPTION));
    assertEquals("preemption", causesOfStalls());
  }

  @Test
  void onAHostThatIsAlwaysBusyTheLongestFaultIsBounded() {
    pages();
    for (int i = 0; i < COUNT; i += 16) {
      readAt[i] = sentAt[i] + MILLI;
    }
    assertEquals(0, level("service", "worst").count(Cause.PAGE_FAULT));
    // Of 2 MiB it may be.
    pageBytes = 2 << 20;
    assertNotEquals(0, level("service", "worst").count(Cause.PAGE_FAULT));
  }

  @Test
  void aGapOfAThreadThatOnlyWaitsIsNoPageFault() {
    pages();
    consumer.keep(sentAt[160], readAt[160], Stalls.SPIN);
    level("service", "p99");
    assertEquals("preemption", causesOfStalls());
  }

  @Test
  void aQueueThatIsMappedAnewIsARemap() {
    consumerStops(5_000, 200_000);
    consumer.keep(readAt[4_999], readAt[5_000], Stalls.REMAP);
    consumer.keep(readAt[4_999], due(5_000) + 200_000, Stalls.READ);
    all(Cause.REMAP, "service", 20);
    assertEquals("remap", causesOfStalls());
  }

  @Test
  void aConsumerThatGaveItsCpuAwayIsIdleUnlessThereIsBetterEvidence() {
    consumerStops(5_000, 60_000);
    flags[5_000] = Samples.IDLED;
    all(Cause.IDLE, "service", 6);
    consumer.keep(due(5_000), due(5_000) + 60_000, Stalls.SPIN);
    all(Cause.PREEMPTION, "service", 6);
  }

  @Test
  void withoutEvidenceItIsUnexplained() {
    consumerStops(5_000, 60_000);
    all(Cause.UNEXPLAINED, "service", 6);
  }

  @Test
  void aStallLongAgoIsNoCause() {
    consumer.keep(due(4_900), due(4_900) + 5_000, Stalls.SPIN);
    consumerStops(5_000, 60_000);
    all(Cause.UNEXPLAINED, "service", 6);
  }

  @Test
  void theChainEndsWhereAMessageWasNotDelayed() {
    // Each is read after the next was sent, as at a high rate, and none of them is late for it.
    consumer.keep(due(100), due(100) + 50 * MILLI, Stalls.SPIN);
    for (int i = 0; i < COUNT; i++) {
      readAt[i] = sentAt[i] + INTERVAL + 100;
    }
    readAt[9_000] += 30_000;
    readAt[9_001] = readAt[9_000] + 10;
    readAt[9_002] = readAt[9_000] + 20;
    readAt[9_003] = readAt[9_000] + 30;
    assertEquals(0, level("service", "p99_99").count(Cause.PREEMPTION));
    assertEquals(1, level("service", "p99_99").count(Cause.UNEXPLAINED));
  }

  @Test
  void theWorstAreExactlyAThousandWhateverTies() {
    // 1,500 take the same time and 300 more.
    for (int i = 0; i < 9_000; i += 5) {
      readAt[i] = sentAt[i] + (i % 30 == 0 ? 4_000 : 2_000);
    }
    final Attribution.Level worst = level("service", "worst");
    assertEquals(1_000, worst.messages());
    assertEquals(1_999, worst.aboveNs());
  }

  @Test
  void theCausesOfEveryLevelAddUp() {
    final long seed = System.nanoTime();
    final Random random = new Random(seed);
    pages();
    for (int round = 0; round < 50; round++) {
      final int at = random.nextInt(COUNT - 600);
      final long nanos = 1 + random.nextInt(5_000_000);
      consumerStops(at, nanos);
      if (random.nextBoolean()) {
        consumer.keep(due(at), due(at) + nanos, Stalls.SPIN);
      }
    }
    for (final String latency : new String[] {"service", "response"}) {
      final Histogram histogram = histogram(latency);
      final JsonArray levels = Attribution.json(attribution().levels(histogram));
      assertEquals(4, levels.size());
      levels.forEach(
          one -> {
            final JsonObject level = one.getAsJsonObject();
            final long sum =
                level.getAsJsonObject("causes").entrySet().stream()
                    .mapToLong(entry -> entry.getValue().getAsLong())
                    .sum();
            assertEquals(level.get("messages").getAsLong(), sum, "seed " + seed);
            assertTrue(
                sum <= COUNT / 100 || level.get("above").getAsString().equals("worst"),
                "seed " + seed);
          });
    }
  }

  @Test
  void fewerThanAThousandMessagesAreAllTheWorst() {
    final Samples few = new Samples(1, 3);
    final Payload message = new Payload(64, 0);
    for (int i = 0; i < 3; i++) {
      message.number(i);
      message.stamp(due(i));
      few.record(message, due(i) + USUAL + i, (byte) 0);
    }
    final Histogram histogram = Samples.histogram("service");
    few.forEach(schedule, 0, 3, (due, service, response) -> histogram.recordValue(service));
    final List<Stalls> none = Arrays.asList(producer, consumer);
    final Evidence nothing = new Evidence(few, schedule, none, safepoints.build(), 0L, pageBytes);
    final List<Attribution.Level> levels =
        new Attribution(few, schedule, nothing).levels(histogram);
    assertEquals(3, levels.get(3).messages());
    assertEquals("beyond 99 % (502 ns): no message", levels.get(0).line());
    assertEquals("the worst 3 (499 ns): 100 % unexplained", levels.get(3).line());
  }

  private static long due(final int message) {
    return START + message * INTERVAL;
  }

  /** Reads nothing for so long from when that message was due, and then all at once. */
  private void consumerStops(final int message, final long nanos) {
    final long until = due(message) + nanos;
    for (int i = message; i < COUNT && sentAt[i] < until; i++) {
      readAt[i] = Math.max(readAt[i], until + (i - message));
    }
    for (int i = message + 1; i < COUNT; i++) {
      readAt[i] = Math.max(readAt[i], readAt[i - 1] + 1);
    }
  }

  /** Sends nothing for so long from when that message was due, and then one after the other. */
  private void producerStops(final int message, final long nanos) {
    for (int i = message; i < COUNT && due(i) < due(message) + nanos; i++) {
      sentAt[i] = due(message) + nanos + (i - message) * USUAL;
      readAt[i] = sentAt[i] + USUAL;
    }
  }

  /** Each sixteenth message is the first on its page and takes 6 µs. */
  private void pages() {
    for (int i = 0; i < COUNT; i += 16) {
      flags[i] = Samples.FIRST_ON_PAGE;
      readAt[i] = sentAt[i] + 6_000;
    }
  }

  private void all(final Cause cause, final String latency, final int delayed) {
    final Attribution.Level worst = level(latency, "worst");
    // All those that were delayed are among the worst thousand.
    assertTrue(worst.count(cause) >= Math.min(delayed, 1_000) * 0.9, latency + ": " + worst.line());
    final Attribution.Level beyond = level(latency, "p99_9");
    assertEquals(beyond.messages(), beyond.count(cause), latency + ": " + beyond.line());
  }

  private Attribution.Level level(final String latency, final String name) {
    final int number = Arrays.asList("p99", "p99_9", "p99_99", "worst").indexOf(name);
    return attribution().levels(histogram(latency)).get(number);
  }

  /** Of the listed stalls, the longest first. */
  private String causesOfStalls() {
    final JsonArray longest = evidence.json(START).getAsJsonArray("longest");
    String causes = "";
    for (int i = 0; i < longest.size(); i++) {
      final String cause = longest.get(i).getAsJsonObject().get("cause").getAsString();
      causes = causes.contains(cause) ? causes : causes + cause;
    }
    return causes;
  }

  private Attribution attribution() {
    evidence =
        new Evidence(
            samples(),
            schedule,
            Arrays.asList(producer, consumer),
            safepoints.build(),
            minorFaults,
            pageBytes);
    return new Attribution(samples(), schedule, evidence);
  }

  private Histogram histogram(final String tag) {
    final Histogram histogram = Samples.histogram(tag);
    samples()
        .forEach(
            schedule,
            0,
            COUNT,
            (due, service, response) ->
                histogram.recordValue(tag.equals("service") ? service : response));
    return histogram;
  }

  private Samples samples() {
    final Samples samples = new Samples(1, COUNT);
    final Payload message = new Payload(64, 0);
    for (int i = 0; i < COUNT; i++) {
      message.number(i);
      message.stamp(sentAt[i]);
      samples.record(message, readAt[i], flags[i]);
    }
    return samples;
  }
}
