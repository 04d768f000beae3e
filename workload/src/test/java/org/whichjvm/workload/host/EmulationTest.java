package org.whichjvm.workload.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.whichjvm.workload.doctor.FakeHost;

class EmulationTest {
    private static final String ARM = "processor : 0\nCPU implementer : 0x41";

    @TempDir
    private Path root;

    private FakeHost host;

    @BeforeEach
    void emptyHost() {
        host = new FakeHost(root);
    }

    /** The kernel's CPU is believed before the cpuinfo that an emulator forges. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                // modalias | MIDR register | cpuinfo | os.arch | what tells
                "cpu:type:x86,ven0000fam0006mod00A7:feature:,0000 | | vendor_id : GenuineIntel | amd64 |",
                "cpu:type:aarch64:feature:,0000 | 0x41 | CPU implementer : 0x41 | aarch64 |",
                "cpu:type:x86,ven0000fam0006mod00A7:feature:,0000 | | CPU implementer : 0x41 | aarch64"
                        + " | the kernel's CPU is x86 (/sys/devices/system/cpu/modalias)",
                "cpu:type:aarch64:feature:,0000 | | vendor_id : GenuineIntel | amd64"
                        + " | the kernel's CPU is aarch64 (/sys/devices/system/cpu/modalias)",
                "cpu:type:riscv:feature: | | | amd64 | the kernel's CPU is riscv (/sys/devices/system/cpu/modalias)",
                "cpu:type:riscv:feature: | | | aarch64 | the kernel's CPU is riscv (/sys/devices/system/cpu/modalias)",
                "| 0x00000000413fd0c1 | | amd64"
                        + " | the kernel's CPU is aarch64 (/sys/devices/system/cpu/cpu0/regs/identification/midr_el1)",
                "| 0x00000000413fd0c1 | | aarch64 |",
                "| | vendor_id : GenuineIntel | aarch64 | another architecture's CPU (/proc/cpuinfo)",
                "| | CPU implementer : 0x41 | amd64 | another architecture's CPU (/proc/cpuinfo)",
                "| | vendor_id : VirtualApple | amd64 | another architecture's CPU (/proc/cpuinfo)",
                "| | | aarch64 |",
            })
    void aCpuOfAnotherArchitectureTells(String alias, String midr, String cpuInfo, String arch, String witness) {
        tells(Emulation.MODALIAS, alias);
        tells(Emulation.MIDR, midr);
        tells("/proc/cpuinfo", cpuInfo);
        assertEquals(Optional.ofNullable(witness), Emulation.witness(host, arch));
    }

    private void tells(String file, String text) {
        if (text != null) {
            host.with(file, text);
        }
    }

    @Test
    void theEmulatorThatStartedTheLauncherTells() {
        host.with("/proc/cpuinfo", ARM).with("/proc/self/status", "Name:\tjava\nPPid:\t7");
        for (String emulator : new String[] {
            "/usr/bin/qemu-aarch64-static", "/usr/libexec/qemu-binfmt/aarch64-binfmt-P", "/mnt/lima-rosetta/rosetta"
        }) {
            host.with("/proc/7/cmdline", emulator + "\0/bin/sh\0sh\0/opt/whichjvm/launch");
            assertEquals(
                    Optional.of("started through " + emulator + " (/proc/7/cmdline)"),
                    Emulation.witness(host, "aarch64"));
        }
        host.with("/proc/7/cmdline", "/bin/sh\0/home/qemu-user/whichjvm/launch\0queue-latency");
        assertEquals(Optional.empty(), Emulation.witness(host, "aarch64"));
        host.with("/proc/7/cmdline", "/home/qemu/launch\0queue-latency");
        assertEquals(Optional.empty(), Emulation.witness(host, "aarch64"));
    }

    @Test
    void ofAHostThatTellsNothingNothingIsClaimed() {
        assertFalse(Emulation.isTold(host));
        host.with("/proc/cpuinfo", ARM);
        assertTrue(Emulation.isTold(host));
    }
}
