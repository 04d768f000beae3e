package org.whichjvm.workload.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.whichjvm.workload.doctor.DoctorLine.NOT_TOLD;

import org.junit.jupiter.api.Test;
import org.whichjvm.workload.doctor.DoctorLine.Status;

/** What the doctor says of the machine: virtual, emulated, too small, of which architecture. */
class DoctorMachineTest extends DoctorFixture {
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
    void cpusOfTwoKindsAreTold() {
        idealHost();
        is(Status.PASS, "cpu-kinds", NOT_TOLD);
        host.clocked(0, 7, 3_000_000);
        is(Status.PASS, "cpu-kinds", "one");
        // Siblings are 0 and 4, 1 and 5 and so on.
        host.clocked(0, 1, 2_000_000).clocked(4, 5, 2_000_000);
        only(Status.WARN, "cpu-kinds", "CPU 2,3,6,7 are faster than CPU 0,1,4,5");
        assertEquals(
                "a program's times depend on where the kernel puts it: give programs CPUs of one kind"
                        + " (--cpus 2,3,6,7)",
                line("cpu-kinds").advice);
        host.with("/proc/self/status", "Cpus_allowed_list: 1,6");
        is(Status.WARN, "cpu-kinds", "CPU 6 is faster than CPU 1");
        assertEquals(
                "each thread waits for the slowest: give CPUs of one kind (taskset; compose:" + " WHICHJVM_CPUSET)",
                line("cpu-kinds").advice);
        host.with("/proc/self/status", "Cpus_allowed_list: 6-7");
        is(Status.PASS, "cpu-kinds", "one");
    }

    @Test
    void nodesAreToldAndBalancingBetweenThem() {
        idealHost();
        host.with("/sys/devices/system/node/node0/cpulist", "0-3")
                .with("/sys/devices/system/node/node1/cpulist", "4-7")
                .with("/proc/sys/kernel/numa_balancing", "1");
        only(Status.WARN, "numa", "2 nodes, the chosen CPUs in node1, balancing on");
        host.with("/proc/sys/kernel/numa_balancing", "0").with("/proc/self/status", "Cpus_allowed_list: 3,6");
        is(Status.WARN, "numa", "in node0 and node1");
    }

    @Test
    void aSmallVirtualMachineIsWarnedOf() {
        host.withCpus(2)
                .with("/proc/cpuinfo", "vendor_id : GenuineIntel\nflags : fpu hypervisor sse2")
                .with("/proc/self/mounts", SHM)
                .with("/proc/stat", "cpu0 0 0 0 0 0 0 0 0\ncpu1 0 0 0 0 0 0 0 0");
        host.second = () -> host.with("/proc/stat", "cpu0 10 0 0 80 0 0 0 10\ncpu1 0 0 10 80 0 0 0 10 0 0");
        is(Status.WARN, "cpus", "2 (CPU 0,1)");
        host.with("/proc/stat", "cpu0 0 0 0 0 0 0 0 0\ncpu1 0 0 0 0 0 0 0 0");
        is(Status.WARN, "virtual", "its maker not told by this host), steal 10.0 %");
        host.with("/proc/stat", "cpu0 0 0 0 0 0 0 0 0\ncpu1 0 0 0 0 0 0 0 0");
        is(Status.WARN, "others", "20 % of a CPU on CPU 0,1");
        is(Status.WARN, "isolated", "none");
        assertEquals("it takes more CPUs than the measured ones: a larger machine", line("isolated").advice);
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
    void whatTheKernelAndTheProcessorCountIsToldAndWhoMayAsk() {
        idealHost();
        is(Status.PASS, "perf-events", "faults, no counters of the processor, ");
        String devices = "/sys/bus/event_source/devices/";
        host.with(devices + "cpu/events/cpu-cycles", "event=0x3c")
                .with(devices + "cpu/events/branch-misses", "event=0xc5");
        is(Status.PASS, "perf-events", "faults, cycles, branch-misses, kernel.perf_event_paranoid 2");
        host.with(devices + "armv8_pmuv3_0/events/l1d_cache_refill", "event=0x3");
        is(Status.PASS, "perf-events", "faults, cycles, cache-misses, branch-misses, ");
        host.with("/proc/sys/kernel/perf_event_paranoid", "4");
        only(Status.WARN, "perf-events", "kernel.perf_event_paranoid 4");
        host.with("/proc/sys/kernel/perf_event_paranoid", "0");
        only(Status.WARN, "perf-events", "kernel.perf_event_paranoid 0");
        assertTrue(line("perf-events").advice.contains("could watch all of this host"));
    }
}
