package org.whichjvm.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.workload.DoctorLine.Status;

class DoctorTest {
  private static final String CPU = FakeHost.CPU;
  private static final String SHM = "tmpfs /dev/shm tmpfs rw,nosuid,huge=always 0 0\n";

  @TempDir Path root;
  private FakeHost host;

  @BeforeEach
  void setUp() {
    host = new FakeHost(root);
  }

  /** Four cores of two threads, 2, 3, 6 and 7 isolated, all set as it should be. */
  private void idealHost() {
    host.withCpus(8).with(CPU + "isolated", "2-3,6-7").with(CPU + "nohz_full", "2-3,6-7");
    IntStream.range(0, 8)
        .forEach(
            cpu ->
                host.threads(cpu, cpu % 4 + "," + (cpu % 4 + 4))
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

  private void quiet(final int ticks) {
    final StringBuilder stat = new StringBuilder("cpu 0 0 0 0\n");
    IntStream.range(0, 8)
        .forEach(cpu -> stat.append("cpu" + cpu + " 0 0 0 " + ticks + " 0 0 0 0 0 0\n"));
    host.with("/proc/stat", stat.toString())
        .with("/proc/interrupts", "  CPU0 CPU6 CPU7\n24: " + ticks + " 0 0 PCI eth0\nLOC: 1 1 1 x");
  }

  private List<DoctorLine> lines() {
    final List<Integer> allowed = Cpus.effective(host);
    try {
      return Doctor.lines(host, allowed, Doctor.choice(host, allowed), Paths.get("out"));
    } catch (final InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private DoctorLine line(final String name) {
    return lines().stream().filter(line -> line.name().equals(name)).findFirst().get();
  }

  /** One line is so, and all others pass. */
  private void only(final Status status, final String name, final String value) {
    final List<DoctorLine> others =
        lines().stream().filter(line -> line.status() != Status.PASS).collect(Collectors.toList());
    assertEquals(1, others.size(), others.toString());
    is(status, name, value);
    assertNotNull(others.get(0).advice());
  }

  private void is(final Status status, final String name, final String value) {
    final DoctorLine line = line(name);
    assertEquals(status, line.status(), line.toString());
    assertTrue(line.value().contains(value), line.toString());
  }

  @Test
  void anIdealHostPassesInAll() {
    idealHost();
    for (final DoctorLine line : lines()) {
      assertEquals(Status.PASS, line.status(), line.toString());
      assertNull(line.advice());
    }
  }

  @Test
  void namesAreDifferentAndTheWeightiestComeFirst() {
    idealHost();
    final List<String> names = lines().stream().map(DoctorLine::name).collect(Collectors.toList());
    assertEquals(names.size(), names.stream().distinct().count());
    assertEquals("cpus", names.get(0));
    assertTrue(names.indexOf("isolated") < names.indexOf("thp"));
  }

  @Test
  void eachFindingIsToldByItself() {
    idealHost();
    host.with(CPU + "cpu6/cpufreq/scaling_governor", "powersave");
    only(Status.WARN, "governor", "performance, powersave");
    idealHost();
    host.with(CPU + "intel_pstate/no_turbo", "0");
    only(Status.WARN, "turbo", "on");
    idealHost();
    host.with(CPU + "cpu7/cpuidle/state1/disable", "0");
    only(Status.WARN, "c-states", "C6 170 µs");
    idealHost();
    host.with("/sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never");
    only(Status.WARN, "thp", "always");
    idealHost();
    host.with("/sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet");
    only(Status.WARN, "clock-source", "hpet");
    idealHost();
    host.with("/proc/meminfo", "SwapTotal: 2048 kB\nSwapFree: 1024 kB");
    only(Status.WARN, "swap", "1,024 KiB in use of 2,048 KiB, swappiness 60");
    idealHost();
    host.with(CPU + "nohz_full", "");
    only(Status.WARN, "nohz-full", "none");
    idealHost();
    host.commands.put("docker compose version --short", "v2.39.1");
    only(Status.WARN, "engine", "compose v2.39.1");
    idealHost();
    host.commands.clear();
    only(Status.WARN, "engine", "no docker answers");
    idealHost();
    host.diskBytes = 100 << 20;
    only(Status.WARN, "out", "100 MiB free in out");
    host.writable = false;
    only(Status.FAIL, "out", "out is no folder");
  }

  @Test
  void aSiblingThatRunsOtherThingsIsTold() {
    idealHost();
    host.with(CPU + "isolated", "6-7");
    only(Status.WARN, "smt", "siblings 2,3 run other things");
    idealHost();
    host.with("/proc/self/status", "Cpus_allowed_list: 3,7");
    is(Status.WARN, "smt", "CPU 3,7 are siblings of one core");
  }

  @Test
  void nodesAreToldAndBalancingBetweenThem() {
    idealHost();
    host.with("/sys/devices/system/node/node0/cpulist", "0-3")
        .with("/sys/devices/system/node/node1/cpulist", "4-7")
        .with("/proc/sys/kernel/numa_balancing", "1");
    only(Status.WARN, "numa", "2 nodes, the chosen CPUs in node1, balancing on");
    host.with("/proc/sys/kernel/numa_balancing", "0")
        .with("/proc/self/status", "Cpus_allowed_list: 3,6");
    is(Status.WARN, "numa", "in node0 and node1");
  }

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
    // The mount on top is the one that counts, and shmem_enabled is not for mounts.
    host.with("/proc/self/mounts", SHM + SHM.replace("huge=always", "relatime"))
        .with(
            "/sys/kernel/mm/transparent_hugepage/shmem_enabled",
            "[always] within_size advise never deny force");
    only(Status.WARN, "shmem-thp", "/dev/shm huge=never, shmem_enabled always");
    host.with(
        "/sys/kernel/mm/transparent_hugepage/shmem_enabled",
        "always within_size advise never deny [force]");
    assertEquals(Status.PASS, line("shmem-thp").status());
    host.with("/proc/self/mounts", "/dev/sda1 /dev/shm ext4 rw 0 0");
    only(Status.WARN, "shm", "ext4 rw");
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
    host.with("/sys/fs/cgroup/a/cpu.max", "400000 100000")
        .with("/sys/fs/cgroup/a/memory.high", "536870912");
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

  @Test
  void aSmallVirtualMachineIsWarnedOf() {
    host.withCpus(2)
        .with("/proc/cpuinfo", "vendor_id : GenuineIntel\nflags : fpu hypervisor sse2")
        .with("/proc/self/mounts", SHM)
        .with("/proc/stat", "cpu0 0 0 0 0 0 0 0 0\ncpu1 0 0 0 0 0 0 0 0");
    host.second =
        () -> host.with("/proc/stat", "cpu0 10 0 0 80 0 0 0 10\ncpu1 0 0 10 80 0 0 0 10 0 0");
    is(Status.WARN, "cpus", "2 (CPU 0,1)");
    host.with("/proc/stat", "cpu0 0 0 0 0 0 0 0 0\ncpu1 0 0 0 0 0 0 0 0");
    is(Status.WARN, "virtual", "its maker not told by this host), steal 10.0 %");
    host.with("/proc/stat", "cpu0 0 0 0 0 0 0 0 0\ncpu1 0 0 0 0 0 0 0 0");
    is(Status.WARN, "others", "20 % of a CPU on CPU 0,1");
    is(Status.WARN, "isolated", "none");
    assertEquals(
        "it takes more CPUs than the measured ones: a larger machine", line("isolated").advice());
  }

  @Test
  void oneCpuOrAnEmulatorCannotMeasure() {
    host.withCpus(1).with("/proc/cpuinfo", "vendor_id : GenuineIntel");
    host.arch = "aarch64";
    is(Status.FAIL, "cpus", "1 (CPU 0)");
    is(Status.FAIL, "emulation", "aarch64, but another architecture's CPU (/proc/cpuinfo)");
  }

  @Test
  void armTellsByDmiWhetherItIsVirtual() {
    idealHost();
    host.arch = "aarch64";
    host.with("/proc/cpuinfo", "CPU implementer : 0x41\nFeatures : fp")
        .with("/sys/class/dmi/id/sys_vendor", "Amazon EC2")
        .with("/sys/class/dmi/id/product_name", "c7g.metal");
    is(Status.PASS, "virtual", "no, Amazon EC2 c7g.metal");
    host.with("/sys/class/dmi/id/product_name", "c7g.large");
    is(Status.WARN, "virtual", "Amazon EC2 c7g.large");
  }

  @Test
  void interruptsOnTheChosenCpusAreCountedAndNamed() {
    idealHost();
    host.second =
        () -> {
          quiet(100);
          host.with("/proc/interrupts", "  CPU0 CPU6 CPU7\n24: 9 40 2 PCI eth0\n25: 0 3 PCI nvme");
        };
    host.with("/proc/irq/24/effective_affinity_list", "6")
        .with("/proc/irq/25/smp_affinity_list", "0");
    final DoctorLine line = line("interrupts");
    assertEquals(Status.WARN, line.status());
    assertEquals(
        "45 in a second, 42 of 24 (eth0); 1 of 2 devices' may run on CPU 6,7", line.value());
    assertEquals("scripts/tune --cpus 6,7 apply irq-affinity", line.advice());
  }

  @Test
  void otherProcessesAreNamedAndThisOneIsNotOneOfThem() {
    idealHost();
    host.with("/proc/5/stat", "5 (odd ) (name\u0007) S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0");
    host.second =
        () -> {
          quiet(100);
          host.with("/proc/stat", "cpu6 30 0 0 70 0 0 0 0\ncpu7 0 0 0 100 0 0 0 0")
              .with("/proc/77/stat", "77 (java) S 1 1 1 0 -1 0 0 0 0 0 20 20 0 0")
              .with("/proc/self/stat", "77 (java) S 1 1 1 0 -1 0 0 0 0 0 20 20 0 0")
              .with("/proc/5/stat", "5 (odd ) (name\u0007) S 1 1 1 0 -1 0 0 0 0 0 20 10 0 0")
              .with("/proc/6/stat", "6 (new) S 1 1 1 0 -1 0 0 0 0 0 99 0 0 0");
        };
    is(Status.WARN, "others", "30 % of a CPU on CPU 6,7; on all CPUs: odd ) (name? 5 30 %");
  }

  @Test
  void insideAContainerOtherProcessesAndTheEngineAreNotVisible() {
    idealHost();
    host.container = true;
    host.commands.clear();
    is(Status.PASS, "engine", DoctorLine.NOT_VISIBLE);
    quiet(0);
    is(Status.PASS, "others", DoctorLine.NOT_VISIBLE);
  }

  @Test
  void aHostThatTellsNothingIsNoException() {
    final List<DoctorLine> lines = lines();
    assertEquals(21, lines.size());
    is(Status.FAIL, "cpus", "0");
    is(Status.PASS, "governor", DoctorLine.NOT_TOLD);
    assertEquals(
        "no CPU: this host tells of none", Doctor.choice(host, Cpus.effective(host)).reason());
  }

  @Test
  void oddFilesAreNoException() {
    idealHost();
    for (final String file :
        new String[] {
          "/proc/stat",
          "/proc/interrupts",
          "/proc/meminfo",
          "/proc/self/cgroup",
          "/proc/self/mounts",
          "/proc/self/stat",
          "/proc/77/stat",
          "/proc/cpuinfo",
          "/proc/irq/24/smp_affinity_list",
          CPU + "isolated",
          CPU + "nohz_full",
          CPU + "intel_pstate/no_turbo",
          CPU + "cpu6/topology/thread_siblings_list",
          CPU + "cpu6/cpuidle/state1/latency",
          "/sys/devices/system/node/node0/cpulist",
          "/proc/self/status",
          CPU + "online",
          "/sys/fs/cgroup/user.slice/cpu.max",
          "/sys/kernel/mm/transparent_hugepage/enabled"
        }) {
      for (final String text :
          new String[] {"", "x", ": 1-", "cpu6 x\n1: y (", "9-1", "[", "1 2 3"}) {
        host.with(file, text);
        assertEquals(21, lines().size(), file + ": " + text);
      }
      idealHost();
    }
  }

  @Test
  void textAndJsonSayTheSame() {
    idealHost();
    host.with(CPU + "intel_pstate/no_turbo", "0");
    final List<DoctorLine> lines = lines();
    final CpuChoice choice = Doctor.choice(host, Cpus.effective(host));
    final String[] text = Doctor.asText(lines, choice).split(System.lineSeparator());
    final JsonObject json = JsonParser.parseString(Doctor.asJson(lines, choice)).getAsJsonObject();
    final JsonArray checks = json.getAsJsonArray("checks");
    assertEquals(lines.size(), checks.size());
    assertEquals(lines.size() + 2, text.length);
    for (int i = 0; i < lines.size(); i++) {
      final JsonObject check = checks.get(i).getAsJsonObject();
      assertTrue(text[i].startsWith(check.get("status").getAsString() + "  "), text[i]);
      assertTrue(text[i].contains(check.get("name").getAsString()), text[i]);
      assertTrue(text[i].contains(check.get("value").getAsString()), text[i]);
      assertEquals(
          check.get("status").getAsString().equals("pass"), check.get("advice").isJsonNull());
    }
    assertEquals("[6,7]", json.getAsJsonObject("cpus").get("chosen").toString());
    assertEquals(json.getAsJsonObject("cpus").get("reason").getAsString(), text[text.length - 2]);
    assertEquals("20 pass, 1 warn, 0 fail", text[text.length - 1]);
  }
}
