package org.whichjvm.workload.host;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether an emulator runs this JVM, seen from inside: by what the kernel tells of its own CPU, which an emulator of
 * user programs leaves alone, where it may forge /proc/cpuinfo.
 */
public final class Emulation {
    static final String MODALIAS = "/sys/devices/system/cpu/modalias";
    static final String MIDR = "/sys/devices/system/cpu/cpu0/regs/identification/midr_el1";

    /** The form {@code cpu:type:x86,ven0000…} or {@code cpu:type:aarch64:feature:…}. */
    private static final Pattern CPU_TYPE = Pattern.compile("cpu:type:([a-z0-9_]+).*", Pattern.DOTALL);

    /**
     * The first word of a command line where the kernel has put an emulator: {@code /usr/bin/qemu-aarch64-static},
     * {@code /usr/libexec/qemu-binfmt/aarch64-binfmt-P}, {@code /mnt/lima-rosetta/rosetta}.
     */
    private static final Pattern INTERPRETER = Pattern.compile(
            "([^\0]*/)?(qemu-[^\0/]+|qemu-binfmt/[^\0/]+|rosetta|box64|FEXInterpreter)(\0.*)?", Pattern.DOTALL);

    private Emulation() {}

    /**
     * Names the witness that this program, whose JVM has this {@code os.arch}, is emulated, such as {@code the kernel's
     * CPU is x86 (/sys/devices/system/cpu/modalias)}; empty if nothing tells it.
     */
    public static Optional<String> witness(HostFiles host, String arch) {
        String type = cpuType(host);
        if (type != null && !type.equals(arch.equals("amd64") ? "x86" : arch)) {
            return Optional.of("the kernel's CPU is " + type + " (" + MODALIAS + ")");
        }
        if (!arch.equals("aarch64") && host.read(MIDR) != null) {
            return Optional.of("the kernel's CPU is aarch64 (" + MIDR + ")");
        }
        String cpuInfo = host.read("/proc/cpuinfo");
        // Rosetta calls its CPU VirtualApple; an emulator shows the real machine's file or that.
        if (cpuInfo != null
                && (cpuInfo.contains("VirtualApple")
                        || arch.equals("aarch64") && cpuInfo.contains("vendor_id")
                        || arch.equals("amd64") && cpuInfo.contains("CPU implementer"))) {
            return Optional.of("another architecture's CPU (/proc/cpuinfo)");
        }
        return interpreter(host);
    }

    /** The witness that an emulator runs this JVM; empty if nothing tells it. */
    public static Optional<String> witness() {
        return witness(HostFiles.HOST, System.getProperty("os.arch"));
    }

    /** Whether anything that could tell is there to be read. */
    public static boolean isTold(HostFiles host) {
        return cpuType(host) != null || host.read(MIDR) != null || host.read("/proc/cpuinfo") != null;
    }

    private static String cpuType(HostFiles host) {
        String alias = host.read(MODALIAS);
        Matcher type = CPU_TYPE.matcher(alias == null ? "" : alias);
        return type.matches() ? type.group(1) : null;
    }

    /** An emulator forges the command line of this process, but not that of its parent. */
    private static Optional<String> interpreter(HostFiles host) {
        String parent = host.field("/proc/self/status", "PPid");
        String command = parent == null ? null : host.read("/proc/" + parent + "/cmdline");
        if (command == null || !INTERPRETER.matcher(command).matches()) {
            return Optional.empty();
        }
        return Optional.of("started through " + command.split("\0", 2)[0] + " (/proc/" + parent + "/cmdline)");
    }
}
