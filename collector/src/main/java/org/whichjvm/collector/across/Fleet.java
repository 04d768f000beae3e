package org.whichjvm.collector.across;

import java.time.Instant;
import java.util.List;

/**
 * Several campaigns of one question, each whole on one host.
 *
 * @param name of its folder
 * @param created when this was computed
 * @param context the cluster that it ran on; null if not told
 * @param image that it ran; null if not told
 * @param arguments of the campaigns, in one line; null if not told
 * @param hosts by name
 * @param matrix of those that are measured
 * @param warnings what limits what can be told, in a sentence each
 */
public record Fleet(
    String name,
    Instant created,
    String context,
    String image,
    String arguments,
    List<FleetHost> hosts,
    Matrix matrix,
    List<String> warnings) {
  /** Whether any host has a fork. */
  public boolean anyFork() {
    return hosts.stream().anyMatch(FleetHost::measured);
  }

  /** Whether every host has its whole campaign, and no fork failed. */
  public boolean whole() {
    return hosts.stream().allMatch(each -> each.whole() && !each.result().anyFailure());
  }

  /** The name of every host, with why it has no fork, in a sentence. */
  public List<String> notMeasured() {
    return hosts.stream().map(FleetHost::notMeasured).filter(each -> each != null).toList();
  }
}
