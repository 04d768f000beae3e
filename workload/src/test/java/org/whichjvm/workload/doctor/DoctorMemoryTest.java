package org.whichjvm.workload.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.whichjvm.workload.doctor.DoctorLine.Status;

/** What the doctor says of the queue's memory and of limits. */
class DoctorMemoryTest extends DoctorFixture {
    @Test
    void memoryOfTheQueueIsToldBySizeAndKind() {
        idealHost();
        host.shmBytes = 64 << 20;
        only(Status.FAIL, "shm", "64 MiB free of 64 MiB, tmpfs rw,nosuid,huge=always");
        host.shmBytes = 1L << 30;
        only(Status.WARN, "shm", "1,024 MiB free");
        host.shmBytes = 0;
        only(Status.FAIL, "shm", "there is no /dev/shm");
        idealHost();
        host.shmBytes = 8L << 30;
        host.with("/proc/self/mounts", SHM.replace("always", "within_size"));
        assertEquals(Status.PASS, line("shmem-thp").status, "blocks of the queue are whole pages");
        // The mount on top is the one that counts, and shmem_enabled is not for mounts.
        host.with("/proc/self/mounts", SHM + SHM.replace("huge=always", "relatime"))
                .with(
                        "/sys/kernel/mm/transparent_hugepage/shmem_enabled",
                        "[always] within_size advise never deny force");
        only(Status.WARN, "shmem-thp", "/dev/shm huge=never, shmem_enabled always");
        host.with("/sys/kernel/mm/transparent_hugepage/shmem_enabled", "always within_size advise never deny [force]");
        assertEquals(Status.PASS, line("shmem-thp").status);
        host.with("/proc/self/mounts", "/dev/sda1 /dev/shm ext4 rw 0 0");
        only(Status.WARN, "shm", "ext4 rw");
        host.shmBytes = 64 << 20;
        only(Status.FAIL, "shm", "64 MiB free of 64 MiB, ext4 rw");
    }

    @Test
    void limitsOfVersion2AreTheTightestOfAllLevels() {
        idealHost();
        host.with("/proc/self/cgroup", "0::/a/b")
                .with("/sys/fs/cgroup/a/b/cpu.max", "max 100000")
                .with("/sys/fs/cgroup/a/cpu.max", "150000 100000")
                .with("/sys/fs/cgroup/a/b/memory.max", "3221225472")
                .with("/sys/fs/cgroup/a/memory.max", "8589934592");
        is(Status.FAIL, "cgroup-cpu", "1.5 CPUs");
        is(Status.WARN, "cgroup-memory", "3,072 MiB");
        host.with("/sys/fs/cgroup/a/cpu.max", "400000 100000").with("/sys/fs/cgroup/a/memory.high", "536870912");
        is(Status.WARN, "cgroup-cpu", "4.0 CPUs");
        is(Status.FAIL, "cgroup-memory", "512 MiB");
    }

    @Test
    void limitsOfVersion1AreReadAsEachControllerIsMounted() {
        idealHost();
        host.with("/proc/self/cgroup", "4:memory:/docker/abc\n2:cpu,cpuacct:/docker/abc\n0::/")
                .with(
                        "/proc/self/mounts",
                        SHM
                                + "cgroup /sys/fs/cgroup/memory cgroup rw,memory 0 0\n"
                                + "cgroup /sys/fs/cgroup/cpu cgroup rw,cpu,cpuacct 0 0\n"
                                + "cgroup2 /sys/fs/cgroup/unified cgroup2 rw 0 0")
                // The host's path is not there in a container: the mount is its own group.
                .with("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "100000")
                .with("/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000")
                .with("/sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes", "1073741824")
                .with("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712");
        is(Status.FAIL, "cgroup-cpu", "1.0 CPUs");
        is(Status.FAIL, "cgroup-memory", "1,024 MiB");
        host.with("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1")
                .with("/sys/fs/cgroup/memory/docker/abc/memory.limit_in_bytes", "9223372036854771712");
        is(Status.PASS, "cgroup-cpu", "no limit");
        is(Status.PASS, "cgroup-memory", "no limit");
    }
}
