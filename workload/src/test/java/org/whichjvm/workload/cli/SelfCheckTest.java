package org.whichjvm.workload.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.whichjvm.workload.host.CannotRun;
import picocli.CommandLine;

class SelfCheckTest {
    private static final String TEMURIN = "Eclipse Adoptium Temurin-17.0.20+8";

    @TempDir
    private Path folder;

    @Test
    void theBuildThatIsPromisedPasses() {
        promise("17.0.20+8", "Temurin", "C2", "amd64").check("17.0.20+8", TEMURIN, "C2", "amd64", null);
        promise("21", "GraalVM CE", "Graal", "arm64")
                .check("21+35-jvmci-23.1-b15", "GraalVM Community GraalVM CE 21+35.1", "Graal", "aarch64", null);
    }

    @Test
    void anotherBuildVendorCompilerOrMachineIsTold() {
        SelfCheck check = promise("17.0.20+8", "Temurin", "C2", "amd64");
        refused(
                "java.runtime.version is 17.0.2+8 where 17.0.20+8 is promised",
                () -> check.check("17.0.2+8", TEMURIN, "C2", "amd64", null));
        refused(
                "java.runtime.version is 17.0.20+80 where 17.0.20+8 is promised",
                () -> check.check("17.0.20+80", TEMURIN, "C2", "amd64", null));
        refused(
                "the vendor is 'Debian' where 'Temurin' is promised",
                () -> check.check("17.0.20+8", "Debian", "C2", "amd64", null));
        refused(
                "the compiler is Graal where C2 is promised",
                () -> check.check("17.0.20+8", TEMURIN, "Graal", "amd64", null));
        refused(
                "os.arch is aarch64 where amd64 is promised",
                () -> check.check("17.0.20+8", TEMURIN, "C2", "aarch64", null));
    }

    @Test
    void aSubstituteMustStillBeOfTheSameMajorVersionCompilerAndMachine() {
        SelfCheck check = promise("1.8.0_502-b07", "Temurin", "C2", "amd64");
        check.check("1.8.0_504-8u504-ga-1", "Debian", "C2", "amd64", "a substitute");
        refused(
                "java.runtime.version is 11.0.13+8 where 1.8 is promised",
                () -> check.check("11.0.13+8", "Debian", "C2", "amd64", "a substitute"));
    }

    @Test
    void aBaseOfOnesOwnPromisesOnlyTheMachine() {
        SelfCheck check = promise("any", "any", "any", "amd64");
        check.check("24.0.1+9", "Somebody", "C2", "amd64", null);
        refused(
                "os.arch is aarch64 where amd64 is promised",
                () -> check.check("24.0.1+9", "Somebody", "C2", "aarch64", null));
    }

    @Test
    void theShellAndTheJvmsLibraryAreOfTheMachineThatIsPromised() {
        SelfCheck amd64 = promise("any", "any", "any", "amd64");
        SelfCheck arm64 = promise("any", "any", "any", "arm64");
        amd64.checkMachine("x86_64", "amd64");
        arm64.checkMachine("aarch64", "arm64");
        arm64.checkMachine(null, "arm64");
        refused("uname -m is x86_64 where arm64 is promised", () -> arm64.checkMachine("x86_64", "arm64"));
        refused("libjvm.so is amd64 where arm64 is promised", () -> arm64.checkMachine("aarch64", "amd64"));
    }

    @Test
    void theHeaderNamesTheMachine() throws IOException {
        assertEquals("amd64", SelfCheck.machineOf(elf(62)));
        assertEquals("arm64", SelfCheck.machineOf(elf(183)));
        assertEquals("ELF machine 243", SelfCheck.machineOf(elf(243)));
        assertEquals("ELF machine 258", SelfCheck.machineOf(elf(258)));
    }

    @Test
    void whatIsNoElfFileIsNone() throws IOException {
        assertEquals("no ELF file", SelfCheck.machineOf(file("#!/bin/sh\nexec java \"$@\"\n".getBytes())));
        assertEquals("no ELF file", SelfCheck.machineOf(file(new byte[] {0x7f, 'E', 'L', 'F'})));
    }

    @Test
    void thisJvmIsForThisMachine() throws IOException {
        Path libjvm = SelfCheck.libjvm().orElseThrow();
        assertEquals(System.getProperty("os.arch").replace("aarch64", "arm64"), SelfCheck.machineOf(libjvm));
    }

    private Path elf(int machine) throws IOException {
        byte[] header = Arrays.copyOf(new byte[] {0x7f, 'E', 'L', 'F'}, 64);
        header[18] = (byte) machine;
        header[19] = (byte) (machine >> 8);
        return file(header);
    }

    private Path file(byte[] content) throws IOException {
        return Files.write(folder.resolve("file"), content);
    }

    private static void refused(String why, Executable check) {
        assertEquals(
                why
                        + ": the base of this image is not the one its name promises; build the image on the base that its name"
                        + " promises",
                assertThrows(CannotRun.class, check).getMessage());
    }

    private static SelfCheck promise(String version, String vendor, String compiler, String arch) {
        SelfCheck check = new SelfCheck();
        new CommandLine(check)
                .parseArgs("--version", version, "--vendor", vendor, "--compiler", compiler, "--arch", arch);
        return check;
    }
}
