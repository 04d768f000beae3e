package org.whichjvm.collector;

import java.util.List;

/**
 * The groups that the forks of one variant fall into by their service p50: a JVM compiles the loop
 * into one of a few shapes when it starts and keeps it.
 *
 * @param variant whose forks
 * @param groups from fast to slow; one if the forks do not fall apart
 */
record Modes(String variant, List<Group> groups) {
  /**
   * Forks of like p50.
   *
   * @param forks how many
   * @param p50Ns their median service p50, in ns
   * @param floorNs their median floor, in ns; NaN if not measured
   */
  record Group(int forks, double p50Ns, double floorNs) {}

  boolean several() {
    return groups.size() > 1;
  }
}
