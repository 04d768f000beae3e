package org.whichjvm.workload.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.workload.doctor.FakeHost;

class EmulationTest {
    private static final String X86 = "processor : 0\nvendor_id : GenuineIntel";
    private static final String ARM = "processor : 0\nCPU implementer : 0x41";
    private static final String X86_ALIAS = "cpu:type:x86,ven0000fam0006mod00A7:feature:,0000,0001";
    private static final String ARM_ALIAS = "cpu:type:aarch64:feature:,0000,0001";
    private static final String BY_X86 = "the kernel's CPU is x86 (" + Emulation.MODALIAS + ")";

    @TempDir
    private Path root;

    private FakeHost host;

    @BeforeEach
    void emptyHost() {
        host = new FakeHost(root);
    }

    @Test
    void aMachineOfTheKindOfItsCpuIsReal() {
        host.with("/proc/cpuinfo", X86).with(Emulation.MODALIAS, X86_ALIAS);
        assertEquals(Optional.empty(), Emulation.witness(host, "amd64"));
        host.with("/proc/cpuinfo", ARM).with(Emulation.MODALIAS, ARM_ALIAS).with(Emulation.MIDR, "0x41");
        assertEquals(Optional.empty(), Emulation.witness(host, "aarch64"));
    }

    @Test
    void theKernelsCpuIsBelievedBeforeTheCpuInfoThatAnEmulatorForges() {
        host.with("/proc/cpuinfo", ARM).with(Emulation.MODALIAS, X86_ALIAS);
        assertEquals(Optional.of(BY_X86), Emulation.witness(host, "aarch64"));
        host.with("/proc/cpuinfo", X86).with(Emulation.MODALIAS, ARM_ALIAS);
        assertEquals(Optional.of(BY_X86.replace("x86", "aarch64")), Emulation.witness(host, "amd64"));
    }

    @Test
    void anyCpuOfAnotherArchitectureTells() {
        host.with(Emulation.MODALIAS, "cpu:type:riscv:feature:");
        assertEquals(Optional.of(BY_X86.replace("x86", "riscv")), Emulation.witness(host, "amd64"));
        assertEquals(Optional.of(BY_X86.replace("x86", "riscv")), Emulation.witness(host, "aarch64"));
    }

    @Test
    void theRegisterOfAnArmCpuTellsWhereThereIsNoModalias() {
        host.with(Emulation.MIDR, "0x00000000413fd0c1");
        assertEquals(
                Optional.of("the kernel's CPU is aarch64 (" + Emulation.MIDR + ")"), Emulation.witness(host, "amd64"));
        assertEquals(Optional.empty(), Emulation.witness(host, "aarch64"));
    }

    @Test
    void theRealMachinesCpuInfoTells() {
        String told = "another architecture's CPU (/proc/cpuinfo)";
        host.with("/proc/cpuinfo", X86);
        assertEquals(Optional.of(told), Emulation.witness(host, "aarch64"));
        host.with("/proc/cpuinfo", ARM);
        assertEquals(Optional.of(told), Emulation.witness(host, "amd64"));
        host.with("/proc/cpuinfo", "vendor_id : VirtualApple\nmodel name : VirtualApple @ 2.50GHz");
        assertEquals(Optional.of(told), Emulation.witness(host, "amd64"));
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
        assertEquals(Optional.empty(), Emulation.witness(host, "aarch64"));
        assertFalse(Emulation.isTold(host));
        host.with("/proc/cpuinfo", ARM);
        assertTrue(Emulation.isTold(host));
    }
}
