package org.whichjvm.workload.command;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.workload.host.HostFiles;
import org.whichjvm.workload.program.Descendants;

/**
 * Samples of what a program waits for: in how many of them none of its threads ran, was ready to run, or waited for a
 * disk; and whether it had sockets, or other processes. Such a program cannot be frozen while others run, as clocks and
 * other processes go on. It is for a run that is not measured: samples take CPU time.
 */
final class Waits extends Thread {
    private static final long BETWEEN_MILLIS = 20;

    /** A socket that is open for less than this many samples is none that the program talks by. */
    private static final int SAMPLES_OF_SOCKETS = 5;

    /** In /proc/PID/stat: page faults of children that have ended. A process that had none has had no children. */
    private static final int FAULTS_OF_CHILDREN = 11;

    private static final int STATE = 3;

    private static final List<String> NETWORK = Arrays.asList("tcp", "tcp6", "udp", "udp6");

    /** In /proc/PID/net, the columns from 0. A socket's path is behind the inode. */
    private static final int INODE_OF_NETWORK = 9;

    private static final int INODE_OF_UNIX = 6;

    private int samples;
    private int idle;

    /** The most that were open in two samples: a JVM opens one for a moment to see whether it has IPv6. */
    private int sockets;

    private Set<String> stayed = Collections.emptySet();

    private int processes;
    private volatile boolean ended;

    Waits() {
        super("waits");
        setDaemon(true);
    }

    @Override
    public void run() {
        while (!ended) {
            List<Integer> seen = Descendants.seen();
            if (!seen.isEmpty()) {
                sample(seen);
            }
            try {
                TimeUnit.MILLISECONDS.sleep(BETWEEN_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void sample(List<Integer> pids) {
        boolean busy = false;
        int now = pids.size();
        for (int pid : pids) {
            String stat = HostFiles.HOST.read("/proc/" + pid + "/stat");
            Long faults = HostFiles.toNumber(HostFiles.stat(stat, FAULTS_OF_CHILDREN));
            now += faults != null && faults > 0 ? 1 : 0;
            busy |= isBusy(pid);
        }
        if (samples % SAMPLES_OF_SOCKETS == 0) {
            Set<String> open = sockets(pids);
            stayed.retainAll(open);
            sockets = Math.max(sockets, stayed.size());
            stayed = open;
        }
        processes = Math.max(processes, now);
        samples++;
        idle += busy ? 0 : 1;
    }

    private static boolean isBusy(int pid) {
        List<String> threads = HostFiles.HOST.names("/proc/" + pid + "/task");
        // A process that has ended meanwhile was busy with that.
        return threads.isEmpty()
                || threads.stream()
                        .map(each -> HostFiles.HOST.read("/proc/" + pid + "/task/" + each + "/stat"))
                        .map(stat -> HostFiles.stat(stat, STATE))
                        .anyMatch(state -> state == null || state.matches("[RDXZ]"));
    }

    private static Set<String> sockets(List<Integer> pids) {
        return pids.stream().flatMap(Waits::sockets).collect(Collectors.toSet());
    }

    private static Stream<String> sockets(int pid) {
        String folder = "/proc/" + pid + "/fd";
        List<String> open = HostFiles.HOST.names(folder).stream()
                .map(each -> target(Paths.get(folder, each)))
                .filter(each -> each.startsWith("socket:"))
                .collect(Collectors.toList());
        if (open.isEmpty()) {
            return Stream.empty();
        }
        // A JVM that uses files by channels keeps a socket that is connected to nothing: of UNIX sockets those count
        // that have a name.
        Set<String> talks = Stream.concat(
                        NETWORK.stream().flatMap(name -> inodes(pid, name, INODE_OF_NETWORK, INODE_OF_NETWORK)),
                        inodes(pid, "unix", INODE_OF_UNIX, INODE_OF_UNIX + 1))
                .map(inode -> "socket:[" + inode + "]")
                .collect(Collectors.toSet());
        return open.stream().filter(talks::contains);
    }

    /** The inodes in a table of the process's network, of the lines that have the last of these columns. */
    private static Stream<String> inodes(int pid, String table, int column, int last) {
        return HostFiles.HOST.lines("/proc/" + pid + "/net/" + table).stream()
                .map(line -> line.trim().split(" +"))
                .filter(words -> words.length > last)
                .map(words -> words[column]);
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return ""; // It was closed meanwhile.
        }
    }

    /** Ends the samples. */
    void end() {
        ended = true;
        interrupt();
    }

    void describe(JsonObject told) throws InterruptedException {
        join();
        told.addProperty("samples", samples);
        told.addProperty("idleSamples", idle);
        told.addProperty("sockets", sockets);
        told.addProperty("processes", processes);
    }
}
