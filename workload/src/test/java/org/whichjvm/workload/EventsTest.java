package org.whichjvm.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonObject;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class EventsTest {
  /** Between two messages: 100,000 a second. */
  private static final long INTERVAL = 10_000;

  @Test
  void aStallIsOneEventHoweverManyMessagesItDelayed() {
    final Events events = new Events(1_000);
    for (int i = 0; i < 3_000; i++) {
      final boolean stalled = i >= 500 && i < 1_500;
      events.accept(i * INTERVAL, stalled ? (1_500 - i) * INTERVAL : 600);
    }
    assertEquals(1, events.count(0));
  }

  @Test
  void messagesDue100MicrosecondsApartAreTwoEvents() {
    assertEquals(1, eventsAbove(1_000, 0, 99_999));
    assertEquals(2, eventsAbove(1_000, 0, 100_000));
  }

  @Test
  void aRunGoesOnFromItsLastMessageNotItsFirst() {
    assertEquals(1, eventsAbove(1_000, 0, 90_000, 180_000, 270_000));
    assertEquals(2, eventsAbove(1_000, 0, 90_000, 180_000, 280_000));
  }

  @Test
  void aMessageAtTheValueIsNotAboveIt() {
    assertEquals(0, eventsAbove(5_000, 0, 200_000));
    assertEquals(2, eventsAbove(4_999, 0, 200_000));
  }

  @Test
  void theFirstMessageIsAnEventWhateverTheClockSays() {
    assertEquals(1, eventsAbove(1_000, -7));
    assertEquals(1, eventsAbove(1_000, Long.MIN_VALUE));
  }

  @Test
  void eachValueHasEventsOfItsOwn() {
    final Events events = new Events(100, 1_000, 10_000);
    // Two spikes inside one long run above 100.
    final long[] latencies = {500, 500, 20_000, 500, 500, 500, 500, 5_000, 90, 500};
    for (int i = 0; i < latencies.length; i++) {
      events.accept(i * 50_000L, latencies[i]);
    }
    assertEquals(2, events.count(0));
    assertEquals(2, events.count(1));
    assertEquals(1, events.count(2));
  }

  @Test
  void theSummaryCountsAboveTheValuesItGives() {
    final Histogram histogram = Samples.histogram("service");
    for (int i = 1; i <= 1_000; i++) {
      histogram.recordValue(i);
    }
    final Events events = LatencySummary.events(histogram);
    for (int i = 1; i <= 1_000; i++) {
      events.accept(i * Events.APART_NANOS, i);
    }
    final JsonObject counts = LatencySummary.json(histogram, events).getAsJsonObject("events");
    assertEquals(
        "{\"p50\":500,\"p90\":100,\"p99\":10,\"p99_9\":1,\"p99_99\":0}", counts.toString());
  }

  /** Messages of 5,000 ns due at these times. */
  private static long eventsAbove(final long value, final long... dueAt) {
    final Events events = new Events(value);
    for (final long due : dueAt) {
      events.accept(due, 5_000);
    }
    return events.count(0);
  }
}
