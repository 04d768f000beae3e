package org.whichjvm.workload.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.workload.doctor.DoctorLine.Status;
import org.whichjvm.workload.host.Cpus;

/** A host that is all as it should be, and what the doctor says of it once a test has changed it. */
abstract class DoctorFixture {
    static final String CPU = FakeHost.CPU;
    static final String SHM = "tmpfs /dev/shm tmpfs rw,nosuid,huge=always 0 0\n";

    @TempDir
    Path root;

    FakeHost host;

    @BeforeEach
    void setUp() {
        host = new FakeHost(root);
    }

    /** Four cores of two threads, 2, 3, 6 and 7 isolated, all set as it should be. */
    void idealHost() {
        host.withCpus(8).with(CPU + "isolated", "2-3,6-7").with(CPU + "nohz_full", "2-3,6-7");
        IntStream.range(0, 8)
                .forEach(cpu -> host.threads(cpu, cpu % 4 + "," + (cpu % 4 + 4))
                        .with(CPU + "cpu" + cpu + "/cpufreq/scaling_governor", "performance")
                        .with(CPU + "cpu" + cpu + "/cpuidle/state0/latency", "0")
                        .with(CPU + "cpu" + cpu + "/cpuidle/state1/latency", "170")
                        .with(CPU + "cpu" + cpu + "/cpuidle/state1/name", "C6")
                        .with(CPU + "cpu" + cpu + "/cpuidle/state1/disable", "1"));
        host.with(CPU + "intel_pstate/no_turbo", "1")
                .with("/proc/cpuinfo", "vendor_id : GenuineIntel\nflags : fpu sse2\n")
                .with("/sys/class/dmi/id/sys_vendor", "Dell Inc.")
                .with("/sys/class/dmi/id/product_name", "PowerEdge R650")
                .with("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never")
                .with(
                        "/sys/kernel/mm/transparent_hugepage/shmem_enabled",
                        "always within_size advise [never] deny force")
                .with("/sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc")
                .with("/proc/sys/kernel/numa_balancing", "0")
                .with("/proc/sys/kernel/perf_event_paranoid", "2")
                .with("/proc/meminfo", "MemTotal: 100 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB")
                .with("/proc/sys/vm/swappiness", "60")
                .with("/proc/self/cgroup", "0::/user.slice")
                .with("/proc/self/mounts", SHM + "cgroup2 /sys/fs/cgroup cgroup2 rw 0 0")
                .with("/sys/fs/cgroup/user.slice/cpu.max", "max 100000")
                .with("/sys/fs/cgroup/user.slice/memory.max", "max")
                .with("/proc/irq/24/smp_affinity_list", "0-1")
                .with("/proc/self/stat", "77 (java) S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0")
                .with("/proc/77/stat", "77 (java) S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0");
        quiet(0);
        host.second = () -> quiet(100);
        host.commands.put("docker version --format {{.Server.Version}}", "26.1.5");
        host.commands.put("docker compose version --short", "2.40.3-3");
    }

    void quiet(int ticks) {
        StringBuilder stat = new StringBuilder("cpu 0 0 0 0\n");
        IntStream.range(0, 8).forEach(cpu -> stat.append("cpu" + cpu + " 0 0 0 " + ticks + " 0 0 0 0 0 0\n"));
        host.with("/proc/stat", stat.toString())
                .with("/proc/interrupts", "  CPU0 CPU6 CPU7\n24: " + ticks + " 0 0 PCI eth0\nLOC: 1 1 1 x");
    }

    List<DoctorLine> lines() {
        List<Integer> allowed = Cpus.effective(host);
        try {
            return new DoctorChecks(host, Doctor.choice(host, allowed).cpus, allowed).lines(Paths.get("out"));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    DoctorLine line(String name) {
        return lines().stream()
                .filter(line -> line.name.equals(name))
                .findFirst()
                .get();
    }

    /** One line is so, and all others pass. */
    void only(Status status, String name, String value) {
        List<DoctorLine> others =
                lines().stream().filter(line -> line.status != Status.PASS).collect(Collectors.toList());
        assertEquals(1, others.size(), others.toString());
        is(status, name, value);
        assertNotNull(others.get(0).advice);
    }

    void is(Status status, String name, String value) {
        DoctorLine line = line(name);
        assertEquals(status, line.status, line.toString());
        assertTrue(line.value.contains(value), line.toString());
    }
}
