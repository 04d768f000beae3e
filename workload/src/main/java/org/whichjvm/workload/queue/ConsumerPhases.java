package org.whichjvm.workload.queue;

import net.openhft.chronicle.queue.ChronicleQueue;

/** The phases of the consumer. */
final class ConsumerPhases extends Phases {
  private KnownDelay delay;
  private Consumer loop;

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
    loop =
        new Consumer(
            queue.createTailer(),
            options.size,
            exchange.memory.pageBytes,
            delay,
            options.wait,
            own.stalls,
            exchange.stop);
  }

  @Override
  boolean exchange(final Schedule schedule, final Samples samples, final long from, final long to) {
    return loop.consume(samples, to - from) == to - from && samples.fault() == null;
  }

  @Override
  void measure(final Schedule schedule, final Samples samples) {
    record.received += loop.consume(samples, samples.size());
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
