package org.whichjvm.workload.contention;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Two threads write a volatile field each: {@link TwoFields} tells where these are. */
@State(Scope.Benchmark)
public class FieldBenchmarks {
  private final TwoFields.Adjacent adjacent = new TwoFields.Adjacent();
  private final TwoFields.Padded padded = new TwoFields.Padded();

  @Benchmark
  public void adjacent(final BenchmarkThread thread) {
    if (thread.index == 0) {
      adjacent.bottom++;
    } else {
      adjacent.age++;
    }
  }

  @Benchmark
  public void padded(final BenchmarkThread thread) {
    if (thread.index == 0) {
      padded.bottom++;
    } else {
      padded.age++;
    }
  }
}
