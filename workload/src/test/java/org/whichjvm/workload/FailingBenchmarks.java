package org.whichjvm.workload;

import org.openjdk.jmh.annotations.Benchmark;

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
