package org.whichjvm.workload.queue;

import net.openhft.chronicle.queue.ChronicleQueue;
import org.whichjvm.workload.queue.pair.Role;

/** The phases of one producer. */
final class ProducerPhases extends Phases {
  private final int number;
  private Producer loop;

  ProducerPhases(final Exchange exchange, final int number) {
    super(
        exchange,
        exchange.record().threads[number],
        exchange.options.role == Role.PRODUCER && number == 0,
        1);
    this.number = number;
  }

  @Override
  void prepare() {
    // It needs nothing.
  }

  @Override
  void attach(final ChronicleQueue queue) {
    loop =
        new Producer(
            number, queue.createAppender(), options.size, options.wait, own.stalls, exchange.stop);
  }

  @Override
  boolean exchange(final Schedule schedule, final Samples samples, final long from, final long to) {
    return loop.produce(schedule, samples.firstSequence(number), from, to) == to - from;
  }

  @Override
  void measure(final Schedule schedule, final Samples samples) {
    record.sent[number] +=
        loop.produce(schedule, samples.firstSequence(number), 0, samples.perProducer());
  }

  /** The floor is that of the first producer's CPU and the consumer's. */
  @Override
  double floor(final int batches) {
    return number == 0 ? exchange.floor.ping(batches) : 0;
  }

  @Override
  void countHost(final boolean start) {
    // The consumer's JVM does.
  }

  @Override
  void check(final Turn turn) {
    // The consumer sees whether the queue keeps the rate.
  }
}
