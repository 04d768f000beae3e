package org.whichjvm.workload.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The control groups that this process is in, of version 1, 2 or both, as each controller is mounted.
 *
 * <p>A limit holds for a group and all below it, so every level up to the mount is looked at. In a container the path
 * of /proc/self/cgroup may be the host's and not be there: then only the mount itself is there, which is the
 * container's own group.
 */
public final class Cgroups {
    /** Version 1 says "no limit" with the largest number of whole pages. */
    private static final long V1_UNLIMITED = 1L << 60;

    /** The most memory that a group had, by the names of version 2 and 1. */
    public static final String[] PEAK_NAMES = {"memory.peak", "memory.max_usage_in_bytes"};

    /** What stands before the number of processes that the OOM killer ended, in both versions. */
    private static final String OOM_KILLS = "oom_kill ";

    /** The file of a group that takes processes. */
    public static final String PROCESSES = "cgroup.procs";

    private final HostFiles files;

    public Cgroups(HostFiles files) {
        this.files = files;
    }

    /** CPUs' worth of time that this process may use, such as 1.5; null if there is no limit. */
    public Double cpuLimit() {
        Double least = null;
        for (String folder : folders("cpu")) {
            String v1 = folder + "/cpu.cfs_";
            String max = files.read(folder + "/cpu.max");
            String[] words =
                    (max == null ? files.read(v1 + "quota_us") + " " + files.read(v1 + "period_us") : max).split(" ");
            Long quota = HostFiles.toNumber(words[0]);
            Long period = words.length < 2 ? null : HostFiles.toNumber(words[1]);
            if (quota != null && period != null && quota > 0 && period > 0) {
                double cpus = (double) quota / period;
                least = least == null ? cpus : Double.valueOf(Math.min(least, cpus));
            }
        }
        return least;
    }

    /** Memory that this process may use, in bytes; null if there is no limit. */
    public Long memoryLimit() {
        return paths("memory", "memory.max", "memory.high", "memory.limit_in_bytes")
                .map(files::number)
                .filter(limit -> limit != null && limit < V1_UNLIMITED)
                .min(Comparator.naturalOrder())
                .orElse(null);
    }

    /**
     * How often the kernel has ended a process of this process's group because the group had no memory left; null if it
     * does not tell.
     */
    public Long oomKills() {
        return paths("memory", "memory.events", "memory.oom_control")
                .flatMap(path -> files.lines(path).stream())
                .filter(line -> line.startsWith(OOM_KILLS))
                .map(line -> HostFiles.toNumber(line.substring(OOM_KILLS.length())))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** The most memory that this process's group had, in bytes; null if the kernel does not tell. */
    public Long memoryPeak() {
        return paths("memory", PEAK_NAMES)
                .map(files::number)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** The CPUs that a thread of this process may be put on by asking; empty if no group says. */
    Optional<List<Integer>> cpus() {
        return paths("cpuset", "cpuset.cpus.effective", "cpuset.effective_cpus", "cpuset.cpus")
                .map(files::cpuList)
                .filter(cpus -> cpus != null && !cpus.isEmpty())
                .findFirst();
    }

    /**
     * The path of a controller's file, whose name depends on the version, of this process's group if it is there; null
     * if none is.
     */
    public String file(String controller, String... names) {
        return paths(controller, names)
                .filter(path -> files.read(path) != null)
                .findFirst()
                .orElse(null);
    }

    /** This process's own group, whose memory the kernel counts; empty if that is not there. */
    public Optional<String> memoryGroup() {
        return folders("memory").stream()
                .filter(folder -> files.read(folder + "/" + PROCESSES) != null)
                .findFirst();
    }

    /**
     * A new group whose memory the kernel counts, for processes to come. It is inside this process's own group, whose
     * limits hold for it; empty if this user may not make one there, or if the kernel does not count there.
     */
    public Optional<Path> makeMemoryGroup(String name) {
        Optional<Path> made = memoryGroup().map(own -> Paths.get(own, name));
        try {
            if (made.isPresent()) {
                Files.createDirectory(made.get());
                if (counts(made.get())) {
                    return made;
                }
                Files.delete(made.get());
            }
        } catch (IOException e) {
            // Another user's.
        }
        return Optional.empty();
    }

    private static boolean counts(Path group) {
        return Stream.of(PEAK_NAMES).anyMatch(name -> Files.isReadable(group.resolve(name)))
                && Files.isWritable(group.resolve(PROCESSES))
                // Kernels before 6.2 forget which CPUs a process was put on when it enters such a group.
                && !Files.exists(group.resolve("cpuset.cpus"));
    }

    private Stream<String> paths(String controller, String... names) {
        return folders(controller).stream().flatMap(folder -> Stream.of(names).map(name -> folder + "/" + name));
    }

    /** Where a controller's files are: this process's group first, the mount last. */
    private List<String> folders(String controller) {
        Optional<String> old = mount("cgroup", controller);
        Optional<String> mount = old.isPresent() ? old : mount("cgroup2", null);
        List<String> folders = new ArrayList<>();
        if (mount.isPresent()) {
            String path = path(old.isPresent() ? controller : "");
            while (path.length() > 1) {
                folders.add(mount.get() + path);
                path = path.substring(0, path.lastIndexOf('/'));
            }
            folders.add(mount.get());
        }
        return folders;
    }

    private Optional<String> mount(String type, String option) {
        return files.mounts().stream()
                .filter(words -> words[2].equals(type))
                .filter(words ->
                        option == null || Arrays.asList(words[3].split(",")).contains(option))
                .map(words -> words[1])
                .findFirst();
    }

    /** This process's group, without a slash at its end. */
    private String path(String controller) {
        for (String line : files.lines("/proc/self/cgroup")) {
            String[] words = line.split(":", 3);
            if (words.length == 3
                    && Arrays.asList(words[1].split(",")).contains(controller)
                    // A group outside this process's namespace.
                    && !words[2].contains("..")) {
                return words[2].replaceFirst("/+$", "");
            }
        }
        return "";
    }
}
