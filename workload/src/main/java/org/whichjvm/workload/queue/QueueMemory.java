package org.whichjvm.workload.queue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import net.openhft.chronicle.core.OS;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.HostFiles;
import org.whichjvm.workload.host.ThisJvm;

/**
 * The memory that the queue lies in, which decides the cost of a first touch: pages of usually 4 KiB in
 * {@code /dev/shm}, or of 2 MiB on a tmpfs that is mounted with huge pages.
 */
final class QueueMemory {
    private static final String HUGE_DIR = "WHICHJVM_HUGE_DIR";
    private static final String THP = "/sys/kernel/mm/transparent_hugepage/";
    private static final long HUGE_PAGE = 2L << 20;

    /** {@code shm}, {@code huge}, or {@code other} than these, which --queue-dir is. */
    final String name;

    final Path folder;

    /** A first touch maps this many bytes at once. */
    final long pageBytes;

    /** Whether it is known to be no tmpfs: a disk's stalls would be measured too. */
    final boolean onDisk;

    private QueueMemory(String name, Path folder) {
        this.name = name;
        this.folder = folder;
        String[] mount = HostFiles.HOST.mount(real(folder));
        onDisk = mount != null && !mount[2].equals("tmpfs");
        pageBytes = HostFiles.isHuge(mount, HostFiles.HOST.chosen(THP + "shmem_enabled")) ? hugePage() : OS.pageSize();
    }

    static QueueMemory of(String kind, Path queueDir) {
        return of(kind, queueDir, ThisJvm.environment(HUGE_DIR));
    }

    /**
     * The memory of a kind, {@code shm} or {@code huge}, unless the queue is to be in a folder of its own;
     * {@link CannotRun} if huge pages are asked for and no tmpfs is named that has them.
     */
    static QueueMemory of(String kind, Path queueDir, String named) {
        if (!kind.equals("shm") && !kind.equals("huge")) {
            throw new WrongUsage("--queue-memory is '%s'", kind).orTry("shm or huge");
        }
        if (queueDir != null) {
            return new QueueMemory("other", queueDir);
        }
        if (kind.equals("shm")) {
            return new QueueMemory("shm", Paths.get("/dev/shm"));
        }
        if (named == null) {
            throw new CannotRun("--queue-memory huge needs a tmpfs with huge pages and %s names none", HUGE_DIR)
                    .orTry(
                            "whichjvm compare, which mounts one, or mount one (mount -t tmpfs -o huge=always,size=4g tmpfs DIR) and set it");
        }
        if (!Files.isDirectory(Paths.get(named))) {
            throw new CannotRun("%s is %s, which is no folder", HUGE_DIR, named)
                    .orTry("mount a tmpfs with huge=always there");
        }
        QueueMemory memory = new QueueMemory("huge", Paths.get(named));
        if (memory.pageBytes == OS.pageSize()) {
            throw new CannotRun(
                            "%s is %s, which is no tmpfs with huge=always (or %sshmem_enabled is deny)",
                            HUGE_DIR, named, THP)
                    .orTry("mount one there");
        }
        return memory;
    }

    /**
     * Describes the mappings of the queue's own folder in this process, while they are there, by the text of
     * {@code /proc/self/smaps}, or null.
     */
    JsonObject json(String smaps, Path queue) {
        JsonObject json = new JsonObject();
        json.addProperty("queue", name);
        json.addProperty("pageBytes", pageBytes);
        if (smaps != null) {
            // The kernel has its own name of it, whatever --queue-dir calls it.
            String files = " " + real(queue) + "/";
            long resident = 0;
            long huge = 0;
            boolean own = false;
            for (String line : smaps.split("\n")) {
                // The first line of a mapping begins with its address, the others with a capital letter.
                if (line.isEmpty() || !Character.isUpperCase(line.charAt(0))) {
                    own = line.contains(files);
                } else if (own) {
                    String[] fields = line.trim().split(" +");
                    if (fields[0].equals("Rss:")) {
                        resident += Long.parseLong(fields[1]);
                    } else if (fields[0].equals("ShmemPmdMapped:") || fields[0].equals("FilePmdMapped:")) {
                        huge += Long.parseLong(fields[1]);
                    }
                }
            }
            json.addProperty("residentKb", resident);
            json.addProperty("hugeKb", huge);
        }
        return json;
    }

    private static long hugePage() {
        String bytes = HostFiles.HOST.read(THP + "hpage_pmd_size");
        return bytes == null ? HUGE_PAGE : Long.parseLong(bytes);
    }

    private static Path real(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException e) {
            return folder.toAbsolutePath();
        }
    }
}
