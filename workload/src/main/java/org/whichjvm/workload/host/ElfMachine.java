package org.whichjvm.workload.host;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Optional;

/** The architecture that a program or library was compiled for, by the header of its ELF file. */
public final class ElfMachine {
  /** Where e_machine lies, two bytes, after the magic number, e_ident and e_type (elf(5)). */
  private static final int E_MACHINE = 18;

  private static final int EM_X86_64 = 62;
  private static final int EM_AARCH64 = 183;

  private ElfMachine() {}

  /**
   * The machine of a file in Docker's words.
   *
   * @return {@code amd64}, {@code arm64}, or what else the file is, such as {@code ELF machine 243}
   * @throws IOException if it cannot be read
   */
  public static String of(final Path file) throws IOException {
    final byte[] header = new byte[E_MACHINE + 2];
    int have = 0;
    try (InputStream in = Files.newInputStream(file)) {
      for (int read = 0; read >= 0 && have < header.length; have += Math.max(read, 0)) {
        read = in.read(header, have, header.length - have);
      }
    }
    if (have < header.length || header[0] != 0x7f || header[1] != 'E' || header[2] != 'L') {
      return "no ELF file";
    }
    // Both are little-endian; in a big-endian file this number is neither.
    final int machine = (header[E_MACHINE] & 0xff) | (header[E_MACHINE + 1] & 0xff) << 8;
    switch (machine) {
      case EM_X86_64:
        return "amd64";
      case EM_AARCH64:
        return "arm64";
      default:
        return "ELF machine " + machine;
    }
  }

  /** The JVM's library as it is mapped into this process; empty if the kernel does not tell. */
  public static Optional<Path> libjvm() {
    return HostFiles.HOST.lines("/proc/self/maps").stream()
        .filter(line -> line.endsWith("/libjvm.so"))
        .map(line -> Paths.get(line.substring(line.indexOf('/'))))
        .findFirst();
  }
}
