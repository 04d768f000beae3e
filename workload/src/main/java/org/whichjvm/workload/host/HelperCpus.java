package org.whichjvm.workload.host;

import java.io.File;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Keeps the JVM's other threads off the measured CPUs, where there are other CPUs: its compilers
 * and garbage collectors would run in place of a measured thread there.
 *
 * <p>A thread inherits the CPUs of the one that starts it, so that those that the JVM starts later
 * are elsewhere too; the measured threads pin themselves.
 */
public final class HelperCpus {
  private HelperCpus() {}

  /**
   * Moves all threads that this process has by now.
   *
   * @param allowed the CPUs that this process may use
   * @param measured those of the measured threads, among them
   * @return where the threads are now; empty if they share the measured CPUs, because there are no
   *     others or the kernel refused
   */
  public static List<Integer> keepOff(final List<Integer> allowed, final List<Integer> measured) {
    final List<Integer> others = choose(new CpuTopology(HostFiles.HOST), allowed, measured);
    return others.isEmpty() || !move(others) ? Collections.emptyList() : others;
  }

  /**
   * Other CPUs than the measured ones, without the siblings of these (they are to stay empty) and
   * without isolated ones (the scheduler moves no thread between them), as long as any are left.
   */
  static List<Integer> choose(
      final CpuTopology topology, final List<Integer> allowed, final List<Integer> measured) {
    final List<Integer> siblings = new ArrayList<>();
    measured.forEach(cpu -> siblings.addAll(topology.siblingsOf(cpu)));
    final List<Integer> others = without(allowed, measured::contains);
    final List<Integer> apart = without(others, siblings::contains);
    final List<Integer> usual = without(apart, topology::isolated);
    return !usual.isEmpty() ? usual : !apart.isEmpty() ? apart : others;
  }

  private static List<Integer> without(final List<Integer> cpus, final Predicate<Integer> left) {
    return cpus.stream().filter(left.negate()).collect(Collectors.toList());
  }

  /** Moves all threads; false if the kernel refused one. */
  static boolean move(final List<Integer> cpus) {
    final byte[] mask = new byte[Collections.max(cpus) / Long.SIZE * Long.BYTES + Long.BYTES];
    cpus.forEach(cpu -> mask[cpu / Byte.SIZE] |= (byte) (1 << cpu % Byte.SIZE));
    final String[] tids = new File("/proc/self/task").list();
    boolean moved = tids != null;
    for (final String tid : tids == null ? new String[0] : tids) {
      moved &= Kernel.move(Integer.parseInt(tid), mask);
    }
    return moved;
  }
}
