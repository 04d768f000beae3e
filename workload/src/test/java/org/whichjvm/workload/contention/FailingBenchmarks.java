package org.whichjvm.workload.contention;

import org.openjdk.jmh.annotations.Benchmark;
import org.whichjvm.workload.host.CannotRun;

/** For {@link JmhRunTest}: JMH runs what it has generated code for, and no other. */
public class FailingBenchmarks {
  @Benchmark
  public void throwing() {
    throw new IllegalStateException("the cell\nis gone", new RuntimeException("no reason"));
  }

  @Benchmark
  public void cannotPin() {
    throw new CannotRun("no such CPU");
  }

  @Benchmark
  public void onlyPins(final BenchmarkThread thread) {
    thread.seen++;
  }
}
