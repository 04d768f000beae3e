package org.whichjvm.workload.command;

import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.whichjvm.workload.host.Cgroups;
import org.whichjvm.workload.host.HostFiles;
import org.whichjvm.workload.host.ThisJvm;

/**
 * The most memory that a container's control group had, less the memory that it had before the
 * program started. It counts everything that the program and its children touch, page cache
 * included.
 */
final class GroupMemory {
  private final Cgroups groups = new Cgroups(HostFiles.HOST);
  private final Optional<Long> before;

  /** The memory of this process's group from now on. */
  GroupMemory() {
    before = bytes("memory.current", "memory.usage_in_bytes");
  }

  /** Bytes above those that there were before; null where they are not told. */
  Long peakBytes() {
    return bytes("memory.peak", "memory.max_usage_in_bytes")
        .flatMap(most -> before.map(least -> most - least))
        .filter(more -> more > 0)
        .orElse(null);
  }

  /** A counter by its name in version 2 or 1. On a host the group has other programs in it. */
  private Optional<Long> bytes(final String... names) {
    return Stream.of(names)
        .filter(name -> ThisJvm.environment("WHICHJVM_IN_IMAGE") != null)
        .map(name -> groups.file("memory", name))
        .filter(Objects::nonNull)
        .findFirst()
        .map(HostFiles.HOST::number);
  }
}
