package org.whichjvm.workload.queue;

import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptTailer;

/** The phases of the consumer. */
final class ConsumerPhases extends Phases {
  private KnownDelay delay;
  private Consumer loop;

  /** Null unless stages are kept. */
  private StagedConsumer stagedLoop;

  ConsumerPhases(final Exchange exchange) {
    super(
        exchange,
        exchange.record().threads[exchange.options.producers],
        true,
        exchange.options.producers);
  }

  @Override
  void prepare() throws InterruptedException {
    delay = new KnownDelay(options.delayNanos);
  }

  @Override
  void attach(final ChronicleQueue queue) {
    final ExcerptTailer tailer = queue.createTailer();
    // Both loops read from one place of the queue.
    stagedLoop =
        options.stages ? new StagedConsumer(tailer, options.size, delay, exchange.stop) : null;
    loop =
        new Consumer(
            tailer,
            options.size,
            exchange.memory.pageBytes,
            delay,
            options.wait,
            own.stalls,
            exchange.stop);
  }

  @Override
  boolean exchange(final Schedule schedule, final Samples samples, final long from, final long to) {
    return read(samples, to - from) == to - from && samples.fault() == null;
  }

  @Override
  void measure(final Schedule schedule, final Samples samples) {
    record.received += read(samples, samples.size());
  }

  private long read(final Samples samples, final long count) {
    final Stages stages = stages(samples);
    return stages == null
        ? loop.consume(samples, count)
        : stagedLoop.consume(samples, stages, count);
  }

  @Override
  double floor(final int batches) {
    exchange.floor.pong(batches);
    return 0;
  }

  @Override
  void countHost(final boolean start) {
    if (start) {
      record.hostCounters.start();
    } else {
      record.hostCounters.end();
    }
  }

  @Override
  void check(final Turn turn) {
    record.turns.refuseSlow(turn, own);
  }
}
