package org.whichjvm.collector.campaign;

import java.util.Locale;
import java.util.Map;
import org.whichjvm.collector.io.Quantity;

/**
 * A rule that sets a fork aside because of what hit it, never because of its latencies: a fork must
 * not count or not count by what it is there to tell.
 */
public enum Gate {
  /** The larger over the smaller of a fork's floors before and after its window. */
  FLOOR_IN_FORK("floorInFork", 1.25, "the floor moved inside the fork"),
  /** A fork's floor over the median of its block's forks, or that over it. */
  FLOOR_IN_BLOCK("floorInBlock", 1.5, "the floor was another than in the block's other forks"),
  /** The part of the window for which a quota of CPU time was used up. */
  THROTTLED_SHARE("throttledShare", 0.001, "throttled by a CPU quota"),
  /** The part of the measured CPUs' time that the hypervisor gave to others. */
  STEAL_SHARE("stealShare", 0.02, "CPU time stolen by the hypervisor"),
  /**
   * The part of the window for which a measured thread that could run waited for a CPU. A kernel
   * with no other CPU to run on takes up to a tenth (seen on a VM with two); a busy process takes
   * half.
   */
  WAITING_SHARE("waitingShare", 0.25, "a measured thread waited for a CPU"),
  /**
   * The part of the window for which the JIT compilers worked, and waited: beside two threads that
   * spin, the JVM counts a compilation's own wait for a CPU as work.
   */
  JIT_SHARE("jitShare", 0.5, "the JIT compiler still worked"),
  /** The rate could not be kept: such a fork failed, and its block is run once more. */
  OVERLOADED("overloaded", Double.NaN, "overloaded");

  /** Its name in JSON. */
  public final String key;

  /** What it is unless somebody says otherwise; NaN where there is nothing to say but on or off. */
  public final double standard;

  /** What has happened to a fork that it sets aside. */
  public final String what;

  Gate(final String key, final double standard, final String what) {
    this.key = key;
    this.standard = standard;
    this.what = what;
  }

  /** Its name as an option has it: floor-in-fork. */
  public String option() {
    return key.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  /** Whether it compares two floors; the others are shares. */
  boolean ratio() {
    return this == FLOOR_IN_FORK || this == FLOOR_IN_BLOCK;
  }

  /**
   * That so many are all, and who set them aside, as in "all 15, by steal-share (CPU time …)".
   *
   * @param counts how many each gate set aside; not empty
   */
  public static String all(final int number, final Map<Gate, Integer> counts) {
    final Gate most =
        counts.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    return (number == 1 ? "the only one" : "all " + number)
        + (counts.size() > 1 ? ", mostly by " : ", by ")
        + most.option()
        + " ("
        + most.what
        + ")";
  }

  /** A value or a limit as people read it; empty for the one that has none. */
  public String shown(final double value) {
    if (Double.isNaN(value)) {
      return "";
    }
    return ratio() ? Quantity.ratio(value) + " times" : Quantity.percent(value);
  }
}
