package org.whichjvm.workload.queue;

import java.io.IOException;
import org.whichjvm.workload.fork.ExitCode;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.fork.ForkFiles;
import org.whichjvm.workload.fork.ForkId;
import org.whichjvm.workload.host.CpuChoice;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.host.HostLock;
import org.whichjvm.workload.jvmlog.JvmLog;
import org.whichjvm.workload.jvmlog.Safepoints;
import org.whichjvm.workload.queue.pair.Pair;
import org.whichjvm.workload.queue.pair.PairSide;
import org.whichjvm.workload.queue.pair.Role;
import org.whichjvm.workload.queue.turn.TurnMeeting;

/** A fork of a pair: this JVM has one side of the exchange, and another JVM has the other. */
final class PairFork {
  private final QueueFork fork;
  private final QueueLatencyOptions options;
  private final QueueMemory memory;
  private final SignalHandler signal;
  private final TurnMeeting turns;

  PairFork(
      final QueueFork fork,
      final QueueLatencyOptions options,
      final QueueMemory memory,
      final SignalHandler signal,
      final TurnMeeting turns) {
    this.fork = fork;
    this.options = options;
    this.memory = memory;
    this.signal = signal;
    this.turns = turns;
  }

  /**
   * Meets the other JVM and does this one's part.
   *
   * @param own the CPUs that this JVM would choose; those of the consumer's JVM are taken
   * @return the exit code
   */
  @SuppressWarnings("try") // the lock is held, not used
  int run(final CpuChoice own) throws IOException, InterruptedException {
    try (JvmLog jvmLog = JvmLog.open();
        QueueFolder folder =
            QueueFolder.join(
                memory.folder,
                options.meetingPoint(),
                RunSize.queueBytes(options),
                options.blockSize,
                options.turns.queuesTogether());
        // One lock for both: whoever came first has it.
        HostLock lock = folder.isMade() ? HostLock.ofHost() : null;
        Pair pair = new Pair(folder.path(), options.role, signal::came)) {
      return runAndTell(own, jvmLog, folder, pair);
    }
  }

  /** The other JVM is told why this one fails. */
  private int runAndTell(
      final CpuChoice own, final JvmLog jvmLog, final QueueFolder folder, final Pair pair)
      throws IOException, InterruptedException {
    try {
      return run(own, jvmLog, folder, pair);
    } catch (final Pair.Stopped e) {
      QueueFork.say("%s: nothing was kept", e.getMessage());
      return ExitCode.FORK_FAILED;
    } catch (final InterruptedException e) {
      if (!signal.came()) {
        throw e;
      }
      QueueFork.say("interrupted: nothing was kept");
      return ExitCode.FORK_FAILED;
    } catch (final ForkFailure e) {
      pair.fail(e.getMessage());
      QueueFork.say("%s failed: %s", options.role, e.getMessage());
      return ExitCode.FORK_FAILED;
    } catch (final RuntimeException | IOException e) {
      pair.fail(e.getMessage());
      throw e;
    }
  }

  private int run(
      final CpuChoice own, final JvmLog jvmLog, final QueueFolder folder, final Pair pair)
      throws IOException, InterruptedException {
    final String named = options.common.contender();
    pair.greet(PairSide.json(options.shared(memory), named, own), Pair.WAIT_NANOS);
    final PairSide other = new PairSide(pair.says(), options.role.other());
    // The consumer's JVM chooses the CPUs of both, and keeps the results.
    final boolean consumes = options.role == Role.CONSUMER;
    final CpuChoice choice = consumes ? own : other.cpus(Cpus.effective());
    final String contender = consumes ? fork.id(other.pairWith(named)).contender : named;
    fork.announce(consumes ? contender : contender + " as producer", choice);
    final Exchange exchange =
        new Exchange(options, folder.path().resolve("queue"), memory, choice.cpus(), pair, turns);
    signal.stops(exchange);
    if (signal.came()) {
      return ExitCode.FORK_FAILED;
    }
    return consumes
        ? consume(exchange, contender, choice, jvmLog, other, pair)
        : produce(exchange, jvmLog, pair);
  }

  private int consume(
      final Exchange exchange,
      final String contender,
      final CpuChoice choice,
      final JvmLog jvmLog,
      final PairSide other,
      final Pair pair)
      throws IOException, InterruptedException {
    final ForkId id = fork.id(contender);
    final ForkFiles files = options.common.files(id);
    final int code = fork.measure(exchange, id, files, choice, jvmLog, other);
    if (code != 0 && !signal.came()) {
      pair.fail("its fork failed");
    }
    return code;
  }

  private int produce(final Exchange exchange, final JvmLog jvmLog, final Pair pair)
      throws IOException, InterruptedException {
    exchange.run(jvmLog);
    final String text = jvmLog.text();
    final ExchangeRecord record = exchange.record();
    final Safepoints safepoints =
        text == null ? null : record.settle(QueueFork.safepoints(record, text, System.nanoTime()));
    pair.deliver(record.part(safepoints));
    QueueFork.say("sent %,d messages", options.messages());
    return 0;
  }
}
