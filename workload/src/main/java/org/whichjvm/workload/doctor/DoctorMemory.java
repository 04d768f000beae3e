package org.whichjvm.workload.doctor;

import static org.whichjvm.workload.doctor.DoctorLine.NOT_TOLD;
import static org.whichjvm.workload.doctor.DoctorLine.check;
import static org.whichjvm.workload.doctor.DoctorLine.fail;
import static org.whichjvm.workload.doctor.DoctorLine.notTold;
import static org.whichjvm.workload.doctor.DoctorLine.pass;
import static org.whichjvm.workload.doctor.DoctorLine.warn;

import java.util.Arrays;
import java.util.Locale;
import org.whichjvm.common.Units;
import org.whichjvm.workload.host.Cgroups;
import org.whichjvm.workload.host.HostFiles;

/** The memory of queue and JVM: how much there is, in what pages, and whether it stays. */
final class DoctorMemory {
  private static final String SHM = "/dev/shm";
  private static final String THP = "/sys/kernel/mm/transparent_hugepage/";

  /** The JVM's heap and native memory, beside the queue; the launcher's table has the heap. */
  private static final long JVM_BYTES = 1L << 30;

  /** The queue of a fork of a second at the article's rate, and blocks mapped ahead. */
  private static final long SHORT_FORK_BYTES = 256L << 20;

  /** The queue of the article's fork: 10,000,000 messages in 100 s. */
  private static final long ARTICLE_FORK_BYTES = 3L << 30;

  private static final long SWAPPY = 10;

  private final HostFiles files;

  DoctorMemory(final HostFiles files) {
    this.files = files;
  }

  DoctorLine shm() {
    final String[] mount = shmMount();
    final long total = files.totalBytes(SHM);
    final long free = files.freeBytes(SHM);
    if (total == 0) {
      return fail("shm", "there is no " + SHM, "the queue lies there: mount a tmpfs on it");
    }
    final String value =
        String.format(
            Locale.ROOT,
            "%s free of %s, %s",
            Units.bytes(free),
            Units.bytes(total),
            mount == null ? "mount " + NOT_TOLD : mount[2] + " " + mount[3]);
    final String larger = "docker: ipc: host or --shm-size; host: mount -o remount,size=8g " + SHM;
    if (mount != null && !mount[2].equals("tmpfs")) {
      return warn("shm", value, "a disk's stalls would be measured: mount a tmpfs on " + SHM);
    }
    if (free < SHORT_FORK_BYTES) {
      return fail("shm", value, "no fork's queue fits: " + larger);
    }
    return free < ARTICLE_FORK_BYTES
        ? warn("shm", value, "enough for forks of some seconds, not for the article's: " + larger)
        : pass("shm", value);
  }

  /** Whether the queue's memory is faulted in by 2 MiB pages: the option of the mount decides. */
  DoctorLine shmemThp() {
    final String forced = files.chosen(THP + "shmem_enabled");
    if (forced == null) {
      return notTold("shmem-thp");
    }
    final String[] mount = shmMount();
    final String huge =
        mount == null
            ? NOT_TOLD
            : Arrays.stream(mount[3].split(","))
                .filter(option -> option.startsWith("huge="))
                .map(option -> option.substring("huge=".length()))
                .findFirst()
                .orElse("never");
    final String value = SHM + " huge=" + huge + ", shmem_enabled " + forced;
    return check(
        "shmem-thp",
        forced.equals("force") || huge.equals("always") && !forced.equals("deny"),
        value,
        "p99 is that of the page faults on " + SHM + ": scripts/tune apply shmem-thp");
  }

  DoctorLine thp() {
    final String thp = files.chosen(THP + "enabled");
    if (thp == null) {
      return notTold("thp");
    }
    return thp.equals("always")
        ? warn(
            "thp",
            thp,
            "the kernel may move a heap together while it is measured: scripts/tune apply thp")
        : pass("thp", thp);
  }

  DoctorLine limit() {
    final Long limit = new Cgroups(files).memoryLimit();
    if (limit == null) {
      return pass("cgroup-memory", "no limit");
    }
    final String value = Units.bytes(limit);
    final String advice = "it counts the queue's pages too, and stalls or kills the fork: lift it";
    if (limit < JVM_BYTES + SHORT_FORK_BYTES) {
      return fail("cgroup-memory", value, advice);
    }
    return limit < JVM_BYTES + ARTICLE_FORK_BYTES
        ? warn("cgroup-memory", value, advice)
        : pass("cgroup-memory", value);
  }

  DoctorLine swap() {
    final Long total = kilobytes("SwapTotal");
    final Long free = kilobytes("SwapFree");
    final Long swappiness = files.number("/proc/sys/vm/swappiness");
    if (total == null || free == null) {
      return notTold("swap");
    }
    if (total == 0) {
      return pass("swap", "none");
    }
    final String value =
        String.format(
            Locale.ROOT,
            "%s in use of %s, swappiness %s",
            Units.bytes((total - free) * 1024),
            Units.bytes(total * 1024),
            swappiness == null ? NOT_TOLD : swappiness);
    if (swappiness != null && swappiness > SWAPPY) {
      return warn(
          "swap",
          value,
          "pages of heap or queue may be swapped out: scripts/tune apply swappiness");
    }
    return total > free
        ? warn("swap", value, "memory is short or was: end what takes it, then swapoff -a")
        : pass("swap", value);
  }

  private Long kilobytes(final String field) {
    final String value = files.field("/proc/meminfo", field);
    return value == null ? null : HostFiles.toNumber(value.replace("kB", ""));
  }

  /** Device, folder, type and options; of several mounts the last lies on top. */
  private String[] shmMount() {
    String[] found = null;
    for (final String line : files.lines("/proc/self/mounts")) {
      final String[] words = line.split(" ");
      if (words.length > 3 && words[1].equals(SHM)) {
        found = words;
      }
    }
    return found;
  }
}
