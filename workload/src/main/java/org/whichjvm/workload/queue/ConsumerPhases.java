package org.whichjvm.workload.queue;

import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptTailer;

final class ConsumerPhases extends Phases {
  private KnownDelay delay;
  private Consumer loop;

  /** Null unless stages are kept. */
  private StagedConsumer stagedLoop;

  ConsumerPhases(final Exchange exchange) {
    super(exchange, exchange.options.producers);
  }

  @Override
  void attach(final ChronicleQueue queue) throws InterruptedException {
    if (delay == null) {
      delay = new KnownDelay(options.delayNanos);
    }
    final ExcerptTailer tailer = queue.createTailer();
    // Both loops read from one place of the queue.
    stagedLoop =
        options.stages ? new StagedConsumer(tailer, options.size, delay, exchange.stop) : null;
    loop =
        new Consumer(
            tailer,
            options.size,
            record.memory.pageBytes,
            delay,
            options.wait,
            own.stalls,
            exchange.stop);
  }

  @Override
  long transfer(final Schedule schedule, final Samples samples, final long from, final long to) {
    final Stages stages = stages(samples);
    return stages == null
        ? loop.consume(samples, to - from)
        : stagedLoop.consume(samples, stages, to - from);
  }

  @Override
  double floor(final int batches) {
    exchange.floor.pong(batches);
    return 0;
  }
}
