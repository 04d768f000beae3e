package org.whichjvm.workload.doctor;

import static org.whichjvm.workload.doctor.DoctorLine.NOT_TOLD;
import static org.whichjvm.workload.doctor.DoctorLine.NOT_VISIBLE;

import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.common.Profiling;
import org.whichjvm.common.Units;
import org.whichjvm.workload.host.Cgroups;
import org.whichjvm.workload.host.CpuTopology;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.host.Emulation;
import org.whichjvm.workload.host.HostFiles;

/** All that the doctor looks at: the chosen CPUs, the memory of queue and JVM, and the machine. */
final class DoctorChecks {
    /** Deeper states take longer to leave, in µs, than a message takes. */
    private static final long DEEP_MICROS = 10;

    private static final String CPU = CpuTopology.CPU;
    private static final String SHM = "/dev/shm";
    private static final String THP = "/sys/kernel/mm/transparent_hugepage/";

    /** The JVM's heap and native memory, beside the queue; the launcher's table has the heap. */
    private static final long JVM_BYTES = 1L << 30;

    /** The queue of a fork of a second at the article's rate, and blocks mapped ahead. */
    private static final long SHORT_FORK_BYTES = 256L << 20;

    /** The queue of the article's fork: 10,000,000 messages in 100 s. */
    private static final long ARTICLE_FORK_BYTES = 3L << 30;

    private static final long SWAPPY = 10;

    /** Read in a few ns, without a system call; kvm-clock and Hyper-V's through the vDSO as well. */
    private static final List<String> FAST_CLOCKS =
            Arrays.asList("tsc", "kvm-clock", "hyperv_clocksource_tsc_page", "arch_sys_counter");

    /** Words of DMI in virtual machines; clouds' bare-metal machines have "metal" in the product. */
    private static final Pattern VIRTUAL =
            Pattern.compile("(?i)qemu|kvm|vmware|virtualbox|xen|hvm|bochs|virtual machine|parallels|openstack"
                    + "|google compute engine|amazon ec2|alibaba cloud ecs|droplet");

    /** The oldest Compose that resolves "service:" contexts, as in scripts/whichjvm/compose.py. */
    private static final int[] COMPOSE_WANTED = {2, 40};

    private static final long ENOUGH_DISK = 1L << 30;
    private static final long SOME_DISK = 16L << 20;

    /** Where the kernel lists what it and the processor count. */
    private static final String COUNTED = "/sys/bus/event_source/devices/";

    /** Up to this level a kernel of Debian or Ubuntu counts events of a process of one's own. */
    private static final long MOST_PARANOID = 2;

    private final HostFiles host;
    private final CpuTopology topology;
    private final List<Integer> chosen;
    private final List<Integer> allowed;

    /** Takes the CPUs to be measured on, and all that this process may use. */
    DoctorChecks(HostFiles host, List<Integer> chosen, List<Integer> allowed) {
        this.host = host;
        this.topology = new CpuTopology(host);
        this.chosen = chosen;
        this.allowed = allowed;
    }

    /** Looks at everything, which takes a second; the weightiest come first. */
    List<DoctorLine> lines(Path results) throws InterruptedException {
        DoctorActivity activity = new DoctorActivity(host, chosen);
        return Arrays.asList(
                count(),
                emulation(),
                shm(),
                cpuLimit(),
                memoryLimit(),
                virtual(activity.stolen()),
                isolated(),
                smt(),
                kinds(),
                activity.others(),
                activity.interrupts(),
                governor(),
                turbo(),
                shmemThp(),
                numa(),
                swap(),
                clock(),
                tickless(),
                idleStates(),
                thp(),
                perfEvents(),
                engine(),
                results(results));
    }

    private DoctorLine count() {
        return new DoctorLine("cpus", allowed.size() + " (CPU " + Cpus.join(allowed) + ")")
                .fail(
                        allowed.size() < 2,
                        "two are needed, one for each thread: give more (taskset; compose: WHICHJVM_CPUSET)")
                .warn(
                        allowed.size() == 2,
                        "none is left for the kernel, the JIT and the rest, and these run in place of a measured"
                                + " thread: believe the median, doubt p99.9 and beyond, or take a larger machine");
    }

    private DoctorLine emulation() {
        String arch = host.arch();
        Optional<String> witness = Emulation.witness(host, arch);
        String none = Emulation.isTold(host) ? "none, " + arch : null;
        return new DoctorLine(
                        "emulation", witness.map(by -> arch + ", but " + by).orElse(none))
                .fail(
                        witness.isPresent(),
                        "the emulator would be measured: run the image of this machine's own architecture");
    }

    private DoctorLine shm() {
        long total = host.totalBytes(SHM);
        long free = host.freeBytes(SHM);
        if (total == 0) {
            return new DoctorLine("shm", "there is no " + SHM).fail(true, "the queue lies there: mount a tmpfs on it");
        }
        String[] mount = host.mount(Paths.get(SHM));
        String kind = mount == null ? "mount " + NOT_TOLD : mount[2] + " " + mount[3];
        String larger = "docker: ipc: host or --shm-size; host: mount -o remount,size=8g " + SHM;
        return new DoctorLine("shm", Units.bytes(free) + " free of " + Units.bytes(total) + ", " + kind)
                .fail(free < SHORT_FORK_BYTES, "no fork's queue fits: " + larger)
                .warn(
                        mount != null && !mount[2].equals("tmpfs"),
                        "a disk's stalls would be measured: mount a tmpfs on " + SHM)
                .warn(free < ARTICLE_FORK_BYTES, "enough for forks of some seconds, not for the article's: " + larger);
    }

    private DoctorLine cpuLimit() {
        Double limit = new Cgroups(host).cpuLimit();
        if (limit == null) {
            return new DoctorLine("cgroup-cpu", "no limit");
        }
        return new DoctorLine("cgroup-cpu", Units.text("%.1f CPUs", limit))
                .fail(limit < 2, "two threads that spin would be stopped again and again: lift it")
                .warn(true, "when JIT and GC run too, all are stopped: lift it");
    }

    private DoctorLine memoryLimit() {
        Long limit = new Cgroups(host).memoryLimit();
        if (limit == null) {
            return new DoctorLine("cgroup-memory", "no limit");
        }
        String advice = "it counts the queue's pages too, and stalls or kills the fork: lift it";
        return new DoctorLine("cgroup-memory", Units.bytes(limit))
                .fail(limit < JVM_BYTES + SHORT_FORK_BYTES, advice)
                .warn(limit < JVM_BYTES + ARTICLE_FORK_BYTES, advice);
    }

    /** Tells the share of the chosen CPUs that the hypervisor gave to others, null if unknown. */
    private DoctorLine virtual(Double stolen) {
        String dmi = Stream.of("sys_vendor", "product_name")
                .map(name -> host.read("/sys/class/dmi/id/" + name))
                .filter(text -> text != null && !text.isEmpty())
                .collect(Collectors.joining(" "));
        if (!isVirtual(dmi)) {
            return new DoctorLine("virtual", "no" + (dmi.isEmpty() ? "" : ", " + dmi));
        }
        String steal = stolen == null ? NOT_TOLD : Units.text("%.1f %%", 100 * stolen);
        String maker = dmi.isEmpty() ? "its maker " + NOT_TOLD : dmi;
        return new DoctorLine("virtual", "a virtual machine (" + maker + "), steal " + steal)
                .warn(
                        true,
                        "its CPUs move, and the core-to-core latency (floor) with them: compare p50 ÷ floor, take dedicated CPUs or"
                                + " bare metal");
    }

    private boolean isVirtual(String dmi) {
        if (host.read("/sys/hypervisor/type") != null || host.read("/proc/device-tree/hypervisor/compatible") != null) {
            return true;
        }
        // Where the CPU's flags are told they are the better witness.
        String flags = host.field("/proc/cpuinfo", "flags");
        return flags == null
                ? VIRTUAL.matcher(dmi).find() && !dmi.contains("metal")
                : Arrays.asList(flags.split(" ")).contains("hypervisor");
    }

    private DoctorLine isolated() {
        List<Integer> isolated = host.cpuList(CPU + "isolated");
        return new DoctorLine("isolated", isolated == null ? null : listed(isolated))
                .warn(!chosen.stream().allMatch(topology::isolated), bootWith("isolcpus"));
    }

    private DoctorLine tickless() {
        List<Integer> tickless = host.cpuList(CPU + "nohz_full");
        return new DoctorLine("nohz-full", tickless == null ? "none" : listed(tickless))
                .warn(
                        !chosen.stream().allMatch(topology::tickless),
                        bootWith("nohz_full") + " (the timer tick costs some µs, 100 to 1,000 times a second)");
    }

    private static String listed(List<Integer> cpus) {
        return cpus.isEmpty() ? "none" : Cpus.join(cpus);
    }

    private String bootWith(String option) {
        return allowed.size() > chosen.size()
                ? "boot with " + option + "=" + Cpus.join(chosen)
                : "it takes more CPUs than the measured ones: a larger machine";
    }

    private DoctorLine smt() {
        if (!topology.tellsCores(chosen)) {
            return new DoctorLine("smt", null);
        }
        Set<Integer> siblings = new TreeSet<>();
        chosen.forEach(cpu -> siblings.addAll(topology.siblingsOf(cpu)));
        if (siblings.isEmpty()) {
            return new DoctorLine("smt", "the chosen CPUs have no siblings");
        }
        if (!Collections.disjoint(siblings, chosen)) {
            return new DoctorLine("smt", "CPU " + Cpus.join(chosen) + " are siblings of one core")
                    .warn(true, "they slow each other: take a machine or a cpuset with two cores");
        }
        String all = Cpus.join(new ArrayList<>(siblings));
        if (siblings.stream().allMatch(topology::isolated)) {
            return new DoctorLine("smt", "their siblings " + all + " are isolated too");
        }
        return new DoctorLine("smt", "the chosen CPUs' siblings " + all + " run other things")
                .warn(
                        true,
                        "isolate them too, or switch them off (boot with nosmt, or echo 0 >"
                                + " /sys/devices/system/cpu/cpuN/online)");
    }

    /** Whether a program, whose threads the kernel places, would run on CPUs of several speeds. */
    private DoctorLine kinds() {
        if (!topology.tellsKinds()) {
            return new DoctorLine("cpu-kinds", null);
        }
        Optional<String> mix = topology.mix(allowed);
        List<Integer> fastest = topology.kinds(allowed).get(0);
        return new DoctorLine("cpu-kinds", mix.orElse("one"))
                .warn(
                        topology.mix(chosen).isPresent(),
                        "each thread waits for the slowest: give CPUs of one kind (taskset; compose:"
                                + " WHICHJVM_CPUSET)")
                .warn(
                        mix.isPresent(),
                        "a program's times depend on where the kernel puts it: give programs CPUs of one kind"
                                + " (--cpus "
                                + Cpus.join(fastest)
                                + ")");
    }

    private DoctorLine governor() {
        String value = chosen.stream()
                .map(cpu -> host.read(CPU + "cpu" + cpu + "/cpufreq/scaling_governor"))
                .filter(Objects::nonNull)
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        return new DoctorLine("governor", value.isEmpty() ? null : value)
                .warn(
                        !value.equals("performance"),
                        "the clock changes while it is measured: whichjvm tune apply governor");
    }

    private DoctorLine turbo() {
        Long noTurbo = host.number(CPU + "intel_pstate/no_turbo");
        Long boost = host.number(CPU + "cpufreq/boost");
        if (noTurbo == null && boost == null) {
            return new DoctorLine("turbo", null);
        }
        boolean off = noTurbo == null ? boost == 0 : noTurbo == 1;
        return new DoctorLine("turbo", off ? "off" : "on")
                .warn(!off, "the clock depends on heat and on what other cores do: whichjvm tune apply turbo");
    }

    private DoctorLine idleStates() {
        Set<String> deep = new LinkedHashSet<>();
        boolean told = false;
        for (Integer cpu : chosen) {
            String folder = CPU + "cpu" + cpu + "/cpuidle/";
            for (String state : host.names(folder)) {
                Long latency = host.number(folder + state + "/latency");
                told |= latency != null;
                Long disabled = host.number(folder + state + "/disable");
                if (latency != null && latency > DEEP_MICROS && (disabled == null || disabled == 0)) {
                    deep.add(host.read(folder + state + "/name") + " " + latency + " µs");
                }
            }
        }
        String none = told ? "none deeper than " + DEEP_MICROS + " µs" : null;
        return new DoctorLine("c-states", deep.isEmpty() ? none : String.join(", ", deep))
                .warn(
                        !deep.isEmpty(),
                        "a thread that yields or parks waits for its CPU to wake: whichjvm tune apply c-states");
    }

    /** The chosen CPUs' nodes, and whether the kernel moves memory between nodes. */
    private DoctorLine numa() {
        int all = topology.nodes();
        if (all == 0) {
            return new DoctorLine("numa", null);
        }
        Set<String> nodes = chosen.stream().map(topology::node).collect(Collectors.toCollection(TreeSet::new));
        Long balancing = host.number("/proc/sys/kernel/numa_balancing");
        return new DoctorLine(
                        "numa",
                        Units.text(
                                "%d node%s, the chosen CPUs in %s, balancing %s",
                                all,
                                all == 1 ? "" : "s",
                                String.join(" and ", nodes),
                                balancing == null ? NOT_TOLD : balancing == 0 ? "off" : "on"))
                .warn(nodes.size() > 1, "every message crosses nodes: give CPUs of one node")
                .warn(
                        all > 1 && balancing != null && balancing != 0,
                        "the kernel unmaps pages to see who uses them: whichjvm tune apply numa-balancing");
    }

    /** Whether the queue's memory is faulted in by 2 MiB pages: the option of the mount decides. */
    private DoctorLine shmemThp() {
        String forced = host.chosen(THP + "shmem_enabled");
        if (forced == null) {
            return new DoctorLine("shmem-thp", null);
        }
        String[] mount = host.mount(Paths.get(SHM));
        String huge = mount == null
                ? NOT_TOLD
                : Arrays.stream(mount[3].split(","))
                        .filter(option -> option.startsWith("huge="))
                        .map(option -> option.substring("huge=".length()))
                        .findFirst()
                        .orElse("never");
        return new DoctorLine("shmem-thp", SHM + " huge=" + huge + ", shmem_enabled " + forced)
                .warn(
                        !forced.equals("force") && !HostFiles.isHuge(mount, forced),
                        "p99 is that of the page faults on " + SHM + ": whichjvm tune apply shmem-thp");
    }

    private DoctorLine thp() {
        String thp = host.chosen(THP + "enabled");
        return new DoctorLine("thp", thp)
                .warn(
                        "always".equals(thp),
                        "the kernel may move a heap together while it is measured: whichjvm tune apply thp");
    }

    private DoctorLine swap() {
        OptionalLong total = host.bytes("/proc/meminfo", "SwapTotal");
        OptionalLong free = host.bytes("/proc/meminfo", "SwapFree");
        if (!total.isPresent() || !free.isPresent() || total.getAsLong() == 0) {
            return new DoctorLine("swap", total.isPresent() && free.isPresent() ? "none" : null);
        }
        long used = total.getAsLong() - free.getAsLong();
        Long swappiness = host.number("/proc/sys/vm/swappiness");
        String value = Units.bytes(used) + " in use of " + Units.bytes(total.getAsLong());
        return new DoctorLine("swap", value + ", swappiness " + (swappiness == null ? NOT_TOLD : swappiness))
                .warn(
                        swappiness != null && swappiness > SWAPPY,
                        "pages of heap or queue may be swapped out: whichjvm tune apply swappiness")
                .warn(used > 0, "memory is short or was: end what takes it, then swapoff -a");
    }

    private DoctorLine clock() {
        String clock = host.read("/sys/devices/system/clocksource/clocksource0/current_clocksource");
        return new DoctorLine("clock-source", clock)
                .warn(
                        !FAST_CLOCKS.contains(clock),
                        "to take the time twice a message costs more than the message: boot with"
                                + " clocksource=tsc tsc=reliable, if the machine's TSC is");
    }

    /** Which of explain's events this host has for programs, also of those in containers. */
    private DoctorLine perfEvents() {
        Long level = host.number("/proc/sys/kernel/perf_event_paranoid");
        String counters = Stream.of(
                        counter(Profiling.CYCLES, "cpu-cycles", "cpu_cycles"),
                        counter(Profiling.CACHE_MISSES, "cache-misses", "l1d_cache_refill"),
                        counter(Profiling.BRANCH_MISSES, "branch-misses", "br_mis_pred"))
                .flatMap(Function.identity())
                .collect(Collectors.joining(", "));
        String value = "faults, "
                + (counters.isEmpty() ? "no counters of the processor" : counters)
                + ", kernel.perf_event_paranoid "
                + level;
        String set = "sysctl kernel.perf_event_paranoid=" + MOST_PARANOID;
        return new DoctorLine("perf-events", level == null ? null : value)
                .warn(level != null && level > MOST_PARANOID, "the kernel may refuse these events of explain: " + set)
                .warn(
                        level != null && level <= 0,
                        "a program in a container could watch all of this host by them, and explain opens them"
                                + " for none: "
                                + set);
    }

    /** The event, if the kernel lists its counter by the name of amd64 or of arm64. */
    private Stream<String> counter(Profiling event, String... names) {
        return host.names(COUNTED).stream()
                .flatMap(device -> host.names(COUNTED + device + "/events").stream())
                .filter(Arrays.asList(names)::contains)
                .map(name -> event.text())
                .limit(1);
    }

    private DoctorLine engine() {
        if (host.inContainer()) {
            return new DoctorLine("engine", NOT_VISIBLE);
        }
        Optional<String> docker = host.firstLine("docker", "version", "--format", "{{.Server.Version}}");
        if (!docker.isPresent()) {
            return new DoctorLine("engine", "no docker answers")
                    .warn(
                            true,
                            "only the JVMs of this host can be compared; on Debian scripts/install-docker installs"
                                    + " it, as root");
        }
        Optional<String> compose = host.firstLine("docker", "compose", "version", "--short");
        return new DoctorLine("engine", "docker " + docker.get() + ", compose " + compose.orElse("none"))
                .warn(
                        !compose.filter(DoctorChecks::isWanted).isPresent(),
                        Units.text(
                                "compose %d.%d or newer builds the variants: install it",
                                COMPOSE_WANTED[0], COMPOSE_WANTED[1]));
    }

    /** Compares a version such as 2.40.3-3 or v2.39.1 with the oldest that is wanted. */
    private static boolean isWanted(String version) {
        String[] numbers = version.replaceFirst("^v", "").split("[^0-9]", 3);
        Long major = HostFiles.toNumber(numbers[0]);
        Long minor = numbers.length < 2 ? null : HostFiles.toNumber(numbers[1]);
        return major != null
                && minor != null
                && (major > COMPOSE_WANTED[0] || major == COMPOSE_WANTED[0] && minor >= COMPOSE_WANTED[1]);
    }

    private DoctorLine results(Path out) {
        if (!host.isWritable(out.toString())) {
            return new DoctorLine("out", out + " is no folder that this user can write")
                    .fail(true, "make it, or give --out DIR");
        }
        long free = host.freeBytes(out.toString());
        return new DoctorLine("out", Units.bytes(free) + " free in " + out)
                .fail(free < SOME_DISK, "results would not fit: make room, or give --out DIR")
                .warn(free < ENOUGH_DISK, "a long campaign may not fit: make room, or give --out DIR");
    }
}
