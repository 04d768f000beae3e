package org.whichjvm.workload.contention;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.whichjvm.common.WrongUsage;

/** The benchmarks of {@code contention}: name, the class and method that JMH runs, its threads. */
enum ContentionBenchmark {
  CAS("AtomicBenchmarks.compareAndSetOwn", 1, Integer.MAX_VALUE),
  CAS_CONTENDED("AtomicBenchmarks.compareAndSetShared", 2, Integer.MAX_VALUE),
  ADD("AtomicBenchmarks.getAndAddOwn", 1, Integer.MAX_VALUE),
  ADD_CONTENDED("AtomicBenchmarks.getAndAddShared", 2, Integer.MAX_VALUE),
  SET("AtomicBenchmarks.getAndSetOwn", 1, Integer.MAX_VALUE),
  SET_CONTENDED("AtomicBenchmarks.getAndSetShared", 2, Integer.MAX_VALUE),
  ADJACENT("FieldBenchmarks.adjacent", 2, 2),
  PADDED("FieldBenchmarks.padded", 2, 2),
  HAND_OFF("TurnBenchmarks.handOff", 2, 2),
  ROUND_TRIP("TurnBenchmarks.roundTrip", 2, 2);

  private final String method;
  private final int fewestThreads;
  private final int mostThreads;

  ContentionBenchmark(final String method, final int fewestThreads, final int mostThreads) {
    this.method = method;
    this.fewestThreads = fewestThreads;
    this.mostThreads = mostThreads;
  }

  /** Its name on the command line and in a fork's file. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
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

  /** The benchmark of a name; {@link WrongUsage} with all names if there is none. */
  static ContentionBenchmark of(final String title) {
    return Arrays.stream(values())
        .filter(each -> each.toString().equals(title))
        .findFirst()
        .orElseThrow(
            () ->
                new WrongUsage(
                    "--benchmark is '%s'; it is one or more of %s",
                    title,
                    Arrays.stream(values())
                        .map(String::valueOf)
                        .collect(Collectors.joining(", "))));
  }
}
