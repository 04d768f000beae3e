package org.whichjvm.workload.queue;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.whichjvm.workload.fork.ForkHeader;
import org.whichjvm.workload.fork.ForkId;
import org.whichjvm.workload.host.CpuChoice;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.host.HostLock;
import org.whichjvm.workload.queue.turn.TurnMeeting;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** One fork of the article's benchmark: options, checks, exchange, files, table. */
@Command(
    name = "queue-latency",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Pinned threads exchange messages through Chronicle Queue; two latencies of each are kept.")
public final class QueueLatency implements Callable<Integer> {
  private final ForkHeader header = new ForkHeader("queue-latency");

  @Mixin private QueueLatencyOptions options;

  @Override
  public Integer call() throws Exception {
    try (SignalHandler signal = new SignalHandler()) {
      return run(signal);
    }
  }

  private int run(final SignalHandler signal) throws IOException, InterruptedException {
    options.validate();
    final ForkId id = options.common.fork(header.started(), options.common.contender());
    options.common.files(id);
    final CpuChoice choice = Cpus.choose(Cpus.effective(), options.cpus, options.producers + 1);
    options.checkHeap(Runtime.getRuntime().maxMemory());
    final QueueMemory memory = QueueMemory.of(options.queueMemory, options.queueDir);
    if (options.common.checkOnly) {
      return check(
          new QueueFork(header, options, memory, signal, TurnMeeting.alone()), id, choice, memory);
    }
    try (TurnMeeting turns = options.meeting(signal::came)) {
      final QueueFork fork = new QueueFork(header, options, memory, signal, turns);
      return options.role == null ? fork.runBothSides(choice) : fork.runSide(choice);
    }
  }

  /** Whether a fork could run. */
  @SuppressWarnings("try") // both are held, not used
  private int check(
      final QueueFork fork, final ForkId id, final CpuChoice choice, final QueueMemory memory) {
    try (HostLock lock = HostLock.ofHost();
        QueueFolder folder =
            QueueFolder.create(memory.folder, options.queueBytes(), options.blockSize, 1)) {
      fork.announce(id.contender, choice);
      System.out.println(ForkHeader.check());
      return 0;
    }
  }
}
