package org.whichjvm.workload.cli;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.whichjvm.common.Units;
import org.whichjvm.workload.fork.JvmInfo;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.HostFiles;
import org.whichjvm.workload.host.ThisJvm;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Run while an image is built: the JVM in it is the one that the image's name promises. */
@Command(
        name = "self-check",
        hidden = true,
        description = "Compares this JVM with what a variant promises; fails the image build if it differs.")
final class SelfCheck implements Callable<Integer> {
    /** The version of an image that promises nothing but the machine: `custom`. */
    private static final String ANY = "any";

    /** Where e_machine lies, two bytes, after the magic number, e_ident and e_type (elf(5)). */
    private static final int E_MACHINE = 18;

    private static final int EM_X86_64 = 62;
    private static final int EM_AARCH64 = 183;

    @Option(names = "--version", required = true, description = "Start of java.runtime.version.")
    private String version;

    @Option(names = "--vendor", required = true, description = "A word of vendor and vendor version.")
    private String vendor;

    @Option(names = "--compiler", required = true, description = "C2 or Graal.")
    private String compiler;

    @Option(names = "--arch", required = true, description = "Docker's name: amd64 or arm64.")
    private String arch;

    @Override
    public Integer call() throws IOException {
        Optional<Path> libjvm = libjvm();
        String machine = libjvm.isPresent() ? machineOf(libjvm.get()) : arch;
        checkMachine(HostFiles.HOST.firstLine("uname", "-m").orElse(null), machine);
        check(
                System.getProperty("java.runtime.version"),
                JvmInfo.vendor(),
                JvmInfo.compiler(),
                System.getProperty("os.arch"),
                ThisJvm.environment("WHICHJVM_SUBSTITUTE"));
        System.out.println(Units.text(
                "self-check: %s %s, %s, %s",
                JvmInfo.vendor(), System.getProperty("java.runtime.version"), JvmInfo.compiler(), arch));
        return 0;
    }

    /** The JVM's library as it is mapped into this process; empty if the kernel does not tell. */
    static Optional<Path> libjvm() {
        return HostFiles.HOST.lines("/proc/self/maps").stream()
                .filter(line -> line.endsWith("/libjvm.so"))
                .map(line -> Paths.get(line.substring(line.indexOf('/'))))
                .findFirst();
    }

    /**
     * The machine that a file was compiled for, by its ELF header: {@code amd64}, {@code arm64}, or what else it is,
     * such as {@code ELF machine 243}.
     */
    static String machineOf(Path file) throws IOException {
        byte[] header = new byte[E_MACHINE + 2];
        try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
            in.readFully(header);
        } catch (EOFException e) {
            return "no ELF file";
        }
        if (header[0] != 0x7f || header[1] != 'E' || header[2] != 'L') {
            return "no ELF file";
        }
        // Both are little-endian; in a big-endian file this number is neither.
        int machine = (header[E_MACHINE] & 0xff) | (header[E_MACHINE + 1] & 0xff) << 8;
        return machine == EM_X86_64 ? "amd64" : machine == EM_AARCH64 ? "arm64" : "ELF machine " + machine;
    }

    /** Checks {@code uname -m}, null for none, and the JVM's library, by {@link #machineOf}. */
    void checkMachine(String uname, String libjvm) {
        String wanted = arch.equals("arm64") ? "aarch64" : "x86_64";
        check(uname == null || uname.equals(wanted), "uname -m is " + uname, arch);
        check(libjvm.equals(arch), "libjvm.so is " + libjvm, arch);
    }

    /**
     * Checks the rest. Of a substitute, which stands in for the reason given, only the major version, the compiler and
     * the machine must fit.
     */
    void check(String isVersion, String isVendor, String isCompiler, String isArch, String substitute) {
        check(isArch.equals(arch.equals("arm64") ? "aarch64" : arch), "os.arch is " + isArch, arch);
        if (version.equals(ANY)) {
            return;
        }
        String start = substitute == null ? version : major(version);
        check(
                isVersion.equals(start) || isVersion.matches("\\Q" + start + "\\E[^0-9].*"),
                "java.runtime.version is " + isVersion,
                start);
        check(substitute != null || isVendor.contains(vendor), "the vendor is '" + isVendor + "'", "'" + vendor + "'");
        check(isCompiler.equals(compiler), "the compiler is " + isCompiler, compiler);
    }

    private static void check(boolean fits, String is, String promise) {
        if (!fits) {
            throw new CannotRun(
                            "%s where %s is promised: the base of this image is not the one its name promises",
                            is, promise)
                    .orTry("build the image on the base that its name promises");
        }
    }

    /** {@code 1.8} of {@code 1.8.0_502-b07}, {@code 17} of {@code 17.0.20}. */
    private static String major(String version) {
        return version.replaceFirst("^(1\\.\\d+|\\d+).*", "$1");
    }
}
