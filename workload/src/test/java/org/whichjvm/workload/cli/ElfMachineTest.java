package org.whichjvm.workload.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ElfMachineTest {
    @TempDir
    private Path folder;

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
        byte[] header = new byte[64];
        header[0] = 0x7f;
        header[1] = 'E';
        header[2] = 'L';
        header[3] = 'F';
        header[18] = (byte) machine;
        header[19] = (byte) (machine >> 8);
        return file(header);
    }

    private Path file(byte[] content) throws IOException {
        return Files.write(folder.resolve("file"), content);
    }
}
