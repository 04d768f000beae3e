package org.whichjvm.workload.contention;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.whichjvm.common.WrongUsage;

/** The benchmarks of {@code contention}: name, the class and method that JMH runs, its threads. */
enum ContentionBenchmark {
  CAS("cas", "AtomicBenchmarks.compareAndSetOwn", 1, Integer.MAX_VALUE),
  CAS_CONTENDED("cas-contended", "AtomicBenchmarks.compareAndSetShared", 2, Integer.MAX_VALUE),
  ADD("add", "AtomicBenchmarks.getAndAddOwn", 1, Integer.MAX_VALUE),
  ADD_CONTENDED("add-contended", "AtomicBenchmarks.getAndAddShared", 2, Integer.MAX_VALUE),
  SET("set", "AtomicBenchmarks.getAndSetOwn", 1, Integer.MAX_VALUE),
  SET_CONTENDED("set-contended", "AtomicBenchmarks.getAndSetShared", 2, Integer.MAX_VALUE),
  ADJACENT("adjacent", "FieldBenchmarks.adjacent", 2, 2),
  PADDED("padded", "FieldBenchmarks.padded", 2, 2),
  HAND_OFF("hand-off", "TurnBenchmarks.handOff", 2, 2),
  ROUND_TRIP("round-trip", "TurnBenchmarks.roundTrip", 2, 2);

  private final String title;
  private final String method;
  private final int fewestThreads;
  private final int mostThreads;

  ContentionBenchmark(
      final String title, final String method, final int fewestThreads, final int mostThreads) {
    this.title = title;
    this.method = method;
    this.fewestThreads = fewestThreads;
    this.mostThreads = mostThreads;
  }

  /** Its name on the command line and in a fork's file. */
  @Override
  public String toString() {
    return title;
  }

  String method() {
    return ContentionBenchmark.class.getPackage().getName() + "." + method;
  }

  /** Which of these numbers of threads it is measured with; empty if none fits. */
  List<Integer> threads(final List<Integer> of) {
    return of.stream()
        .filter(count -> count >= fewestThreads && count <= mostThreads)
        .collect(Collectors.toList());
  }

  /**
   * The benchmark of a name.
   *
   * @throws WrongUsage if there is none, with all names
   */
  static ContentionBenchmark of(final String title) {
    for (final ContentionBenchmark each : values()) {
      if (each.title.equals(title)) {
        return each;
      }
    }
    throw new WrongUsage(
        "--benchmark is '%s'; it is one or more of %s",
        title,
        Arrays.stream(values())
            .map(ContentionBenchmark::toString)
            .collect(Collectors.joining(", ")));
  }
}
