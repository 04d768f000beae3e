package org.whichjvm.workload.doctor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.whichjvm.workload.host.HostFiles;

/** A host whose /proc and /sys are files below a folder, and whose commands are a table. */
public final class FakeHost extends HostFiles {
    public static final String CPU = "/sys/devices/system/cpu/";

    final Map<String, String> commands = new HashMap<>();
    boolean container;
    String arch = "amd64";
    long shmBytes = 8L << 30;
    long diskBytes = 100L << 30;
    boolean writable = true;
    Runnable second = () -> {};

    private final Path root;

    public FakeHost(Path root) {
        super(root.toString());
        this.root = root;
    }

    public FakeHost with(String path, String text) {
        Path file = root.resolve(path.substring(1));
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, (text + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** {@code count} CPUs on one node, all below one L3, each a core of its own. */
    public FakeHost withCpus(int count) {
        String all = count == 1 ? "0" : "0-" + (count - 1);
        with("/proc/self/status", "Name:\tjava\nCpus_allowed_list:\t" + all);
        with(CPU + "online", all).with(CPU + "isolated", "");
        with("/sys/devices/system/node/node0/cpulist", all);
        IntStream.range(0, count).forEach(cpu -> threads(cpu, "" + cpu).l3(cpu, all));
        return this;
    }

    public FakeHost threads(int cpu, String list) {
        return with(CPU + "cpu" + cpu + "/topology/thread_siblings_list", list);
    }

    public FakeHost l3(int cpu, String list) {
        with(CPU + "cpu" + cpu + "/cache/index2/level", "2");
        with(CPU + "cpu" + cpu + "/cache/index2/shared_cpu_list", "" + cpu);
        with(CPU + "cpu" + cpu + "/cache/index3/level", "3");
        return with(CPU + "cpu" + cpu + "/cache/index3/shared_cpu_list", list);
    }

    /** The greatest frequency of CPUs from one to another one, in kHz. */
    public FakeHost clocked(int from, int to, long khz) {
        IntStream.rangeClosed(from, to).forEach(cpu -> with(CPU + "cpu" + cpu + "/cpufreq/cpuinfo_max_freq", "" + khz));
        return this;
    }

    @Override
    public boolean inContainer() {
        return container;
    }

    @Override
    public String arch() {
        return arch;
    }

    @Override
    public void aSecond() {
        second.run();
    }

    @Override
    public boolean isWritable(String path) {
        return writable;
    }

    @Override
    public long totalBytes(String path) {
        return shmBytes;
    }

    @Override
    public long freeBytes(String path) {
        return path.equals("/dev/shm") ? shmBytes : diskBytes;
    }

    @Override
    public Optional<String> firstLine(String... command) {
        return Optional.ofNullable(commands.get(String.join(" ", command)));
    }
}
