package org.whichjvm.workload.command;

import org.whichjvm.workload.host.Cgroups;
import org.whichjvm.workload.host.HostFiles;
import org.whichjvm.workload.host.ThisJvm;

/**
 * The most memory that a container's control group had, without what it had before the program
 * started. It counts everything that the program and its children touch, page cache included.
 */
final class GroupMemory {
  private final HostFiles files;
  private final String peak;
  private final String current;
  private final Long before;

  private GroupMemory(final HostFiles files, final String peak, final String current) {
    this.files = files;
    this.peak = peak;
    this.current = current;
    before = current == null ? null : files.number(current);
  }

  /** The memory of this process's group now. On a host the group has other programs in it. */
  static GroupMemory now() {
    final HostFiles files = HostFiles.HOST;
    final boolean container = ThisJvm.environment("WHICHJVM_IN_IMAGE") != null;
    return of(files, container ? new Cgroups(files) : null);
  }

  static GroupMemory of(final HostFiles files, final Cgroups groups) {
    if (groups == null) {
      return new GroupMemory(files, null, null);
    }
    final String peak = groups.file("memory", "memory.peak");
    // Version 1 calls them so.
    return peak == null
        ? new GroupMemory(
            files,
            groups.file("memory", "memory.max_usage_in_bytes"),
            groups.file("memory", "memory.usage_in_bytes"))
        : new GroupMemory(files, peak, groups.file("memory", "memory.current"));
  }

  /** Bytes above what there were before; null where it is not told. */
  Long peakBytes() {
    final Long most = peak == null ? null : files.number(peak);
    return most == null || before == null || most <= before ? null : Long.valueOf(most - before);
  }
}
