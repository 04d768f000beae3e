package org.whichjvm.workload.memory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.whichjvm.workload.host.HostFiles;
import org.whichjvm.workload.host.Kernel;
import org.whichjvm.workload.host.UnixSocket;

/**
 * A HotSpot that runs, as jcmd speaks to it: by HotSpot's attach protocol (attachListener_posix.cpp), which runtimes
 * have that have no jcmd.
 */
final class AttachedJvm {
    /** The most that a JVM tells. */
    static final int MOST_BYTES = 8 << 20;

    private static final int ANSWER_SECONDS = 5;
    private static final int LOOKS = 20;
    private static final long LOOK_MILLIS = 10;

    /** One that has not listened so often will not: its options forbid it. */
    private static final int MOST_REFUSALS = 3;

    /** The bit of SIGQUIT in a mask of signals that are caught. */
    private static final long CATCHES = 1L << (Kernel.SIGQUIT - 1);

    private final int pid;
    private int refusals;

    AttachedJvm(int pid) {
        this.pid = pid;
    }

    /**
     * What a command of jcmd prints; empty if the process does not listen: it is no HotSpot, it has only just begun, it
     * ends, or its options forbid it.
     */
    Optional<String> jcmd(String command) throws InterruptedException {
        try {
            if (!listens()) {
                return Optional.empty();
            }
            String request = "1\0jcmd\0" + command + "\0\0\0";
            byte[] answer =
                    UnixSocket.ask(socket(), request.getBytes(StandardCharsets.UTF_8), ANSWER_SECONDS, MOST_BYTES);
            String text = new String(answer, StandardCharsets.UTF_8);
            // The first line is an error's number.
            return text.startsWith("0\n") ? Optional.of(text.substring(2)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private Path socket() {
        return Paths.get("/tmp/.java_pid" + pid);
    }

    /** Has it listen, which it does upon SIGQUIT if a file says so. */
    private boolean listens() throws IOException, InterruptedException {
        if (Files.exists(socket())) {
            return true;
        }
        if (refusals == MOST_REFUSALS || !takesSigquit()) {
            return false;
        }
        Path asks = Paths.get("/tmp/.attach_pid" + pid);
        Files.write(asks, new byte[0]);
        try {
            Kernel.signal(pid, Kernel.SIGQUIT);
            for (int i = 0; i < LOOKS && !Files.exists(socket()); i++) {
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            }
        } finally {
            Files.deleteIfExists(asks);
        }
        if (Files.exists(socket())) {
            return true;
        }
        refusals++;
        return false;
    }

    /**
     * Another process would end by that signal, also one that catches it, as programs in Go do. What a JVM is about to
     * start has its memory and what it catches, and one thread.
     */
    private boolean takesSigquit() {
        String caught = HostFiles.HOST.field("/proc/" + pid + "/status", "SigCgt");
        String maps = HostFiles.HOST.read("/proc/" + pid + "/maps");
        return caught != null
                && (Long.parseUnsignedLong(caught, 16) & CATCHES) != 0
                && maps != null
                && maps.contains("/libjvm.so")
                && HostFiles.HOST.names("/proc/" + pid + "/task").size() > 1;
    }
}
