package org.whichjvm.workload.queue;

import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;

final class ProducerPhases extends Phases {
  private final int number;
  private Producer loop;

  /** Null unless stages are kept. */
  private StagedProducer stagedLoop;

  ProducerPhases(final Exchange exchange, final int number) {
    super(exchange, number);
    this.number = number;
  }

  @Override
  void attach(final ChronicleQueue queue) {
    final ExcerptAppender appender = queue.createAppender();
    loop = new Producer(number, appender, options.size, options.wait, own.stalls, exchange.stop);
    stagedLoop =
        options.stages ? new StagedProducer(number, appender, options.size, exchange.stop) : null;
  }

  @Override
  long transfer(final Schedule schedule, final Samples samples, final long from, final long to) {
    final long first = samples.firstSequence(number);
    final Stages stages = stages(samples);
    return stages == null
        ? loop.produce(schedule, first, from, to)
        : stagedLoop.produce(schedule, first, stages, from, to);
  }

  /** The floor is that of the first producer's CPU and the consumer's. */
  @Override
  double floor(final int batches) {
    return number == 0 ? exchange.floor.ping(batches) : 0;
  }
}
