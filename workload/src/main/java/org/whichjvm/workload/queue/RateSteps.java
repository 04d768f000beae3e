package org.whichjvm.workload.queue;

import com.google.gson.JsonObject;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.load.RateSearch;
import org.whichjvm.workload.load.RateStep;
import org.whichjvm.workload.score.Score;
import org.whichjvm.workload.score.ScoreWindow;

/**
 * Exchanges one after another, each at a rate of its own: the search for the greatest rate at which
 * the queue answers in time, and the response times by rate up to it.
 */
final class RateSteps {
  /** A step has no more, so that the memory of its queue is known before. */
  static final long MOST_MESSAGES = 1_000_000;

  private static final long LEAST_MESSAGES = 1_000; // fewer have no p99 worth the name

  private final int producers;
  private final long levelNanos;
  private final long stepNanos;
  private final int points;
  private final ScoreWindow window;
  private final List<Double> floors = new CopyOnWriteArrayList<>(); // after each step, in ns

  /** The step that all threads are to take; null once there is none any more. */
  volatile Step next;

  private int number;
  private RateSearch search;
  private double max;

  /**
   * @param levelNanos p99 of the response time that is within this is in time
   * @param stepNanos how long a rate is kept up
   * @param points rates of the curve
   * @param window counts what happens from the first rate to the last
   */
  RateSteps(
      final int producers,
      final long levelNanos,
      final long stepNanos,
      final int points,
      final ScoreWindow window) {
    this.producers = producers;
    this.levelNanos = levelNanos;
    this.stepNanos = stepNanos;
    this.points = points;
    this.window = window;
  }

  /**
   * Finds the greatest rate.
   *
   * @param taker exchanges the messages of a step, which all threads find in {@link #next}
   * @throws ForkFailure if there is no such rate
   */
  void run(final Consumer<Step> taker) {
    final Step unpaced = new Step(0, MOST_MESSAGES / 2);
    exchange(unpaced, taker);
    final double busy =
        unpaced.samples.messages()
            * 1e9
            / (unpaced.samples.lastReadAt() - unpaced.schedule.intendedAt(0, 0));
    window.start();
    search = new RateSearch((rate, nanos) -> step(rate, nanos, taker), stepNanos);
    max = search.run(busy, points);
    window.end();
    next = null;
  }

  /** How long all steps may take together, in ns. */
  long limitNanos() {
    return RateSearch.limitNanos(stepNanos, points);
  }

  /** The first messages of a step settle caches and CPUs and do not count, as in a turn. */
  private RateStep step(final double rate, final long nanos, final Consumer<Step> taker) {
    final long count =
        Math.min(MOST_MESSAGES, Math.max(LEAST_MESSAGES, (long) (rate * nanos / 1e9)));
    final Step step = new Step(rate, count);
    exchange(step, taker);
    final Histogram responses = Samples.histogram("response");
    final Histogram lag = Samples.histogram("lag");
    final long perProducer = step.samples.perProducer;
    step.samples.forEach(
        step.schedule,
        QueueLatencyOptions.settling(perProducer),
        perProducer,
        (dueAt, serviceNs, responseNs) -> {
          responses.recordValue(responseNs);
          lag.recordValue(Math.max(0, responseNs - serviceNs));
        });
    // A level that is longer than the step would let any rate pass: a queue that is behind all the
    // time is not keeping it.
    final boolean kept =
        responses.getValueAtPercentile(99) <= levelNanos
            && step.samples.lastingLag(step.schedule)
                <= Exchange.lastingLag((long) (count * 1e9 / rate));
    return new RateStep(rate, count, count, kept, responses, lag);
  }

  private void exchange(final Step step, final Consumer<Step> taker) {
    next = step;
    taker.accept(step);
    step.check();
  }

  JsonObject load() {
    return search.json();
  }

  /** The greatest rate, p99 at half of it, and the median floor of all steps. */
  List<Score> scores() {
    final double[] sorted = floors.stream().mapToDouble(each -> each).sorted().toArray();
    return Arrays.asList(
        Score.of("max-rate", "msg/s", max).better("more"),
        Score.of("p99-at-half", "ns", search.half().p99()).better("less").beside(),
        // No gate judges it: over as many steps as a search has, a floor that moves does so for
        // all.
        Score.of("floor", "ns", sorted[sorted.length / 2]).better("less").beside());
  }

  /** Messages at one rate, through a queue of their own. */
  final class Step {
    /** The folder of its queue. */
    final String name = "rate-" + number++;

    final Samples samples;
    private final double rate;
    private volatile Schedule schedule;

    private Step(final double rate, final long count) {
      this.rate = rate;
      samples = new Samples(producers, Math.max(1, count / producers));
    }

    /** The schedule from that time on, which is the same for each thread that asks. */
    Schedule startAt(final long start) {
      final Schedule from =
          rate == 0 ? Schedule.unpaced(start) : new Schedule(start, rate, producers);
      schedule = from;
      return from;
    }

    /** Keeps the floor, in ns; 0 comes from the threads that do not measure it. */
    void keepFloor(final double nanos) {
      if (nanos > 0) {
        floors.add(nanos);
      }
    }

    /** Looks whether all messages came in order and whole. */
    void check() {
      samples.check();
      if (samples.verified() < samples.messages()) {
        throw new ForkFailure("%,d of %,d messages came", samples.verified(), samples.messages());
      }
    }
  }
}
