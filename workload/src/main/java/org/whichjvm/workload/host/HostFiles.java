package org.whichjvm.workload.host;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Scanner;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a host tells in /proc, /sys and by commands; tests have hosts of their own. A file that is missing, unreadable
 * or odd is null: a kernel, a container or a hypervisor may leave out any of it.
 */
public class HostFiles {
    /** The form 0-3,8; the kernel calls a mask that was never set "(null)", which is none. */
    private static final String LIST = "|\\d{1,5}(-\\d{1,5})?(,\\d{1,5}(-\\d{1,5})?)*";

    public static final HostFiles HOST = new HostFiles("");

    private static final long COMMAND_SECONDS = 20;

    private final String root;

    /** The files in a folder before /proc and /sys; an empty name is for this host's own. */
    public HostFiles(String root) {
        this.root = root;
    }

    /** The text of a file, without blanks around it. */
    public String read(String path) {
        try {
            return new String(Files.readAllBytes(Paths.get(root + path)), StandardCharsets.UTF_8).trim();
        } catch (IOException | SecurityException e) {
            return null;
        }
    }

    /** The value of the first line {@code key : value}. */
    public String field(String path, String key) {
        return lines(path).stream()
                .map(line -> line.split(":", 2))
                .filter(parts -> parts.length > 1 && parts[0].trim().equals(key))
                .map(parts -> parts[1].trim())
                .findFirst()
                .orElse(null);
    }

    /** The bracketed word of a choice file such as {@code always [madvise] never}. */
    public String chosen(String path) {
        String text = read(path);
        return text == null ? null : text.replaceFirst("(?s).*?\\[(.*?)\\].*", "$1");
    }

    /** A file that is one whole number. */
    public Long number(String path) {
        return toNumber(read(path));
    }

    /**
     * Memory of a process by the name of its field in {@code /proc/PID/status}, such as VmRSS, in bytes; 0 if there is
     * none.
     */
    public long memoryBytes(String process, String name) {
        return bytes("/proc/" + process + "/status", name).orElse(0);
    }

    /** A field of a file in KiB, such as {@code SwapFree: 1234 kB}, in bytes; empty if it is not told. */
    public OptionalLong bytes(String path, String name) {
        String text = field(path, name);
        Long kib = text == null ? null : toNumber(text.replace("kB", ""));
        return kib == null ? OptionalLong.empty() : OptionalLong.of(kib << 10);
    }

    /**
     * Memory of a process in bytes, each page once however often it maps it, and those that others map too by its
     * share; 0 if that is not told.
     */
    public long proportionalBytes(String process) {
        return bytes("/proc/" + process + "/smaps_rollup", "Pss").orElse(0);
    }

    /**
     * The most memory that a process had resident, in bytes, less what it maps more than once or shares now: ZGC maps
     * its heap three times. To be asked while nothing is measured.
     */
    public long peakBytes(String process) {
        long mapped = bytes("/proc/" + process + "/smaps_rollup", "Rss").orElse(0);
        long again = mapped - proportionalBytes(process);
        return memoryBytes(process, "VmHWM") - Math.max(0, again);
    }

    /** The whole number that a text is; null if it is none. */
    public static Long toNumber(String text) {
        try {
            return text == null ? null : Long.valueOf(text.trim());
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** A field of {@code /proc/PID/stat} by its number in proc(5), from 3 on; null if none. */
    public static String stat(String text, int field) {
        // Field 2, the name, is in parentheses and may hold any character.
        String[] fields = text == null
                ? new String[0]
                : text.substring(text.lastIndexOf(')') + 1).trim().split(" ");
        return fields.length > field - 3 ? fields[field - 3] : null;
    }

    /** Ticks of CPU time in {@code /proc/PID/stat}, in user mode and in the kernel, or null. */
    public static Long ticks(String text) {
        Long user = toNumber(stat(text, 14));
        Long system = toNumber(stat(text, 15));
        return user == null || system == null ? null : user + system;
    }

    /** A file in the kernel's list form; empty if there is nothing in it. */
    public List<Integer> cpuList(String path) {
        return toCpuList(read(path));
    }

    public static List<Integer> toCpuList(String text) {
        if (text == null || !text.matches(LIST)) {
            return null;
        }
        List<Integer> cpus = new ArrayList<>();
        for (String range : text.isEmpty() ? new String[0] : text.split(",")) {
            String[] ends = range.split("-");
            int last = Integer.parseInt(ends[ends.length - 1]);
            for (int cpu = Integer.parseInt(ends[0]); cpu <= last; cpu++) {
                cpus.add(cpu);
            }
        }
        return cpus;
    }

    /** The lines of a file, none if it is missing. */
    public List<String> lines(String path) {
        String text = read(path);
        return text == null ? Collections.emptyList() : Arrays.asList(text.split("\n"));
    }

    /** Device, folder, type and options of each mount, as fstab(5) has them, later ones on top. */
    List<String[]> mounts() {
        return lines("/proc/self/mounts").stream()
                .map(line -> line.split(" "))
                .filter(words -> words.length > 3)
                .collect(Collectors.toList());
    }

    /** The mount that a folder lies in; null if it is not told. */
    public String[] mount(Path folder) {
        // Blanks are written in octal.
        return mounts().stream()
                .filter(words -> folder.startsWith(words[1].replace("\\040", " ")))
                .reduce((below, above) -> above[1].length() < below[1].length() ? below : above)
                .orElse(null);
    }

    /**
     * Whether the files of a mount, null if unknown, get huge pages wherever they are first touched. The chosen word of
     * {@code shmem_enabled}, or null, outdoes the mount by deny and force.
     */
    public static boolean isHuge(String[] mount, String policy) {
        if (mount == null || !mount[2].equals("tmpfs") || "deny".equals(policy)) {
            return false;
        }
        List<String> options = Arrays.asList(mount[3].split(","));
        return "force".equals(policy) || options.contains("huge=always") || options.contains("huge=within_size");
    }

    /** The names in a folder, in their natural order; none if it is missing. */
    public List<String> names(String path) {
        String[] names = new File(root + path).list();
        if (names == null) {
            return Collections.emptyList();
        }
        Arrays.sort(names, Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()));
        return Arrays.asList(names);
    }

    /** Removes a folder with all that is in it; what is not there is gone already. */
    public static void delete(Path folder) {
        try (Stream<Path> tree = Files.walk(folder)) {
            List<Path> deepestFirst = tree.sorted(Comparator.reverseOrder()).collect(Collectors.toList());
            for (Path path : deepestFirst) {
                Files.deleteIfExists(path);
            }
        } catch (IOException | UncheckedIOException e) {
            // Another process that cleans up may have been quicker.
            if (Files.exists(folder)) {
                System.err.println("whichjvm: could not remove " + folder + ": " + e.getMessage());
            }
        }
    }

    /** Size of the file system that a folder is on, in bytes; 0 if there is no such folder. */
    public long totalBytes(String path) {
        return new File(root + path).getTotalSpace();
    }

    /** The bytes that this user may still write there. */
    public long freeBytes(String path) {
        return new File(root + path).getUsableSpace();
    }

    /** Whether this program runs in an image of this project. */
    public boolean inContainer() {
        return ThisJvm.environment("WHICHJVM_IN_IMAGE") != null;
    }

    /** Whether that image is a JVM's own, whose container has this fork and nothing else. */
    public boolean inContainerOfFork() {
        return inContainer() && ThisJvm.environment("WHICHJVM_VARIANT") != null;
    }

    /** The JVM's name of the machine. */
    public String arch() {
        return System.getProperty("os.arch");
    }

    /** Time in which interrupts, steal and other processes are counted. */
    public void aSecond() throws InterruptedException {
        TimeUnit.SECONDS.sleep(1);
    }

    /** Whether there is a folder of this path that this user can write. */
    public boolean isWritable(String path) {
        return new File(root + path).isDirectory() && new File(root + path).canWrite();
    }

    /** The first line that a command prints; empty if it is not there, fails or hangs. */
    public Optional<String> firstLine(String... command) {
        try {
            File nothing = new File("/dev/null");
            Process process = new ProcessBuilder(command)
                    .redirectError(nothing)
                    .redirectInput(nothing)
                    .start();
            if (!process.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return Optional.empty();
            }
            try (Scanner scanner = new Scanner(process.getInputStream(), "UTF-8")) {
                return process.exitValue() == 0 && scanner.hasNextLine()
                        ? Optional.of(scanner.nextLine().trim())
                        : Optional.empty();
            }
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
