package org.whichjvm.workload.queue;

import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import org.whichjvm.workload.queue.pair.Role;

/** The phases of one producer. */
final class ProducerPhases extends Phases {
  private final int number;
  private Producer loop;

  /** Null unless stages are kept. */
  private StagedProducer stagedLoop;

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
    final ExcerptAppender appender = queue.createAppender();
    loop = new Producer(number, appender, options.size, options.wait, own.stalls, exchange.stop);
    stagedLoop =
        options.stages ? new StagedProducer(number, appender, options.size, exchange.stop) : null;
  }

  @Override
  boolean exchange(final Schedule schedule, final Samples samples, final long from, final long to) {
    return send(schedule, samples, from, to) == to - from;
  }

  @Override
  void measure(final Schedule schedule, final Samples samples) {
    record.sent[number] += send(schedule, samples, 0, samples.perProducer());
  }

  private long send(
      final Schedule schedule, final Samples samples, final long from, final long to) {
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

  @Override
  void countHost(final boolean start) {
    // The consumer's JVM does.
  }

  @Override
  void check(final Turn turn) {
    // The consumer sees whether the queue keeps the rate.
  }
}
