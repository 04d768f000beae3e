package org.whichjvm.workload.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.whichjvm.common.Units;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.host.HelperThreads;
import org.whichjvm.workload.host.HelperThreads.Kind;
import org.whichjvm.workload.host.HostFiles;
import org.whichjvm.workload.host.Kernel;
import org.whichjvm.workload.program.Descendants;

/** The processes of a server: all descendants of this one, while no load generator runs. */
final class ServerProcesses {
    private static final Set<Kind> COMPILERS = EnumSet.of(Kind.COMPILER);

    /** The state of a socket that listens, in /proc/net/tcp. */
    private static final String LISTEN = "0A";

    /** The states of one that has a connection, or waits for it. */
    private static final Set<String> CONNECTED = new HashSet<>(Arrays.asList("01", "02"));

    private static final int ADDRESS = 1;
    private static final int OTHER = 2;
    private static final int STATE = 3;
    private static final int INODE = 9;
    private static final int HEX = 16;

    /** CPU time of each process by its number, in ns; one that has ended keeps its last. */
    private final Map<Integer, Long> cpuNanos = new HashMap<>();

    private final Map<Integer, HelperThreads> threads = new HashMap<>();
    private final Map<Integer, HelperThreads.Snapshot> before = new HashMap<>();

    /** CPU time of all until now, in ns, which never falls. */
    long cpuNanos() {
        for (int pid : Descendants.alive()) {
            cpuNanos.merge(pid, Math.max(0, Kernel.cpuNanos(pid)), Math::max);
        }
        return cpuNanos.values().stream().mapToLong(Long::longValue).sum();
    }

    /** CPU time of compiler threads since the last call, in ns; 0 where none has their names. */
    long compilerNanos() {
        long sum = 0;
        for (int pid : Descendants.alive()) {
            HelperThreads.Snapshot now =
                    threads.computeIfAbsent(pid, HelperThreads::new).read();
            HelperThreads.Snapshot last = before.put(pid, now);
            Long nanos = last == null ? null : HelperThreads.sum(now.since(last), COMPILERS);
            sum += nanos == null ? 0 : nanos;
        }
        return sum;
    }

    /**
     * All but a load generator, found by less work. What is to become one is at first this JVM by its memory, or a
     * helper of it, or has no words yet.
     */
    static List<Integer> seenBeside(String generator) {
        String self = HostFiles.HOST.read("/proc/self/cmdline");
        return Descendants.seen().stream()
                .filter(pid -> {
                    String line = HostFiles.HOST.read("/proc/" + pid + "/cmdline");
                    String program = line == null ? generator : line.split("\0", 2)[0];
                    return !program.isEmpty()
                            && !program.equals(generator)
                            && !program.endsWith("/jspawnhelper")
                            && !line.equals(self);
                })
                .collect(Collectors.toList());
    }

    static void move(List<Integer> cpus) {
        for (int pid : Descendants.alive()) {
            if (!Cpus.move(String.valueOf(pid), cpus) && Descendants.alive().contains(pid)) {
                throw new CannotRun(
                                "the kernel keeps a thread of the server's process %s from CPU %s",
                                pid, Cpus.join(cpus))
                        .orTry("let the server leave its threads' CPUs to the kernel");
            }
        }
    }

    /** Resident memory of those that are alive, in bytes. */
    static long residentBytes() {
        return sum(pid -> HostFiles.HOST.memoryBytes(pid, "VmRSS"));
    }

    /** The most memory that each of those had that are alive, in bytes. */
    static long peakBytes() {
        return sum(HostFiles.HOST::peakBytes);
    }

    private static long sum(ToLongFunction<String> memory) {
        return Descendants.alive().stream()
                .map(String::valueOf)
                .mapToLong(memory)
                .sum();
    }

    static SortedSet<Integer> ports() {
        SortedSet<Integer> ports = new TreeSet<>();
        for (int pid : Descendants.alive()) {
            Set<String> sockets = sockets(pid);
            for (String table : new String[] {"tcp", "tcp6"}) {
                for (String line : HostFiles.HOST.lines("/proc/" + pid + "/net/" + table)) {
                    String[] fields = line.trim().split("\\s+");
                    if (LISTEN.equals(fields[STATE]) && sockets.contains("socket:[" + fields[INODE] + "]")) {
                        String address = fields[ADDRESS];
                        ports.add(Integer.parseInt(address.substring(address.lastIndexOf(':') + 1), HEX));
                    }
                }
            }
        }
        return ports;
    }

    /** Whether a process of this host has a connection to a port by IPv4, or waits for one. */
    static boolean isConnectedTo(int port) {
        String end = Units.text(":%04X", port);
        return HostFiles.HOST.lines("/proc/net/tcp").stream()
                .map(line -> line.trim().split("\\s+"))
                .anyMatch(fields -> fields[OTHER].endsWith(end) && CONNECTED.contains(fields[STATE]));
    }

    private static Set<String> sockets(int pid) {
        Path folder = Paths.get("/proc/" + pid + "/fd");
        Set<String> sockets = new HashSet<>();
        for (String name : HostFiles.HOST.names(folder.toString())) {
            try {
                sockets.add(Files.readSymbolicLink(folder.resolve(name)).toString());
            } catch (IOException e) {
                // It was closed meanwhile.
            }
        }
        return sockets;
    }
}
