package org.whichjvm.workload.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.whichjvm.workload.doctor.DoctorLine.Status;

/** What the doctor says of interrupts and other processes. */
class DoctorActivityTest extends DoctorFixture {
    @Test
    void interruptsOnTheChosenCpusAreCountedAndNamed() {
        idealHost();
        host.second = () -> {
            quiet(100);
            host.with("/proc/interrupts", "  CPU0 CPU6 CPU7\n24: 9 40 2 PCI eth0\n25: 0 3 PCI nvme");
        };
        host.with("/proc/irq/24/effective_affinity_list", "6").with("/proc/irq/25/smp_affinity_list", "0");
        DoctorLine line = line("interrupts");
        assertEquals(Status.WARN, line.status);
        assertEquals("45 in a second, 42 of 24 (eth0); 1 of 2 devices' may run on CPU 6,7", line.value);
        assertEquals("whichjvm tune --cpus 6,7 apply irq-affinity", line.advice);
    }

    @Test
    void otherProcessesAreNamedAndThisOneIsNotOneOfThem() {
        idealHost();
        host.with("/proc/5/stat", "5 (odd ) (name\u0007) S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0");
        host.second = () -> {
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
}
