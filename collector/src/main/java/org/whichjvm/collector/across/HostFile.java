package org.whichjvm.collector.across;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Records;
import org.whichjvm.collector.io.UnusableFile;

/**
 * A host of a fleet, as {@code host.json} tells it; a field that it lacks is null or empty.
 *
 * @param state what became of its campaign
 * @param reason why, in a sentence
 */
record HostFile(String node, State state, String reason, Cpus cpus, Doctor doctor, List<Lost> lost) {
    static final String NAME = "host.json";

    /** The file of a host that has none. */
    static final HostFile NONE = new HostFile(
            null, null, null, new Cpus(null, null, null, null, null, null), new Doctor(List.of()), List.of());

    private static final int MOST_LOST = 20;

    /**
     * The host's CPUs.
     *
     * @param allowed those that it might use, as in 0-3
     * @param online all of them, as in 0-63
     * @param exclusive whether nothing else might use the allowed ones
     * @param quota how many CPUs' time it might take
     * @param foreignThreads hardware threads of the allowed CPUs' cores that it might not use, so that others may
     * @param numaNodes how many NUMA nodes the allowed CPUs lie on
     */
    record Cpus(
            String allowed, String online, Boolean exclusive, Double quota, Double foreignThreads, Double numaNodes) {
        /** Without a limit some tell a quota of 0. */
        Cpus {
            quota = quota != null && quota > 0 ? quota : null;
        }
    }

    record Doctor(List<Check> checks) {
        List<String> names(String status) {
            return checks.stream()
                    .filter(each -> status.equals(each.status))
                    .map(each -> each.name == null ? each.check : each.name)
                    .filter(Objects::nonNull)
                    .toList();
        }
    }

    /** A check has its name, or its older one. */
    record Check(String name, String check, String status) {}

    record Lost(String node, int blocks, String reason) {
        String sentence() {
            return (blocks == 1 ? "1 block was" : blocks + " blocks were")
                    + " lost"
                    + (node == null ? "" : " on node " + node)
                    + HostsText.because(reason);
        }
    }

    enum State {
        WHOLE("has its whole campaign"),
        PARTIAL("has a part of its campaign only"),
        UNFIT("is not fit to measure on"),
        FAILED("failed"),
        UNSCHEDULED("was never given its work"),
        WAITING("still waits for its turn");

        final String words;

        State(String words) {
            this.words = words;
        }
    }

    /** The file in a host's folder, if there is one; an UnusableFile says why it cannot be read. */
    static HostFile read(Path folder) throws UnusableFile, IOException {
        Path file = folder.resolve(NAME);
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                ? Records.FOREIGN.read(Json.readAny(file), HostFile.class)
                : NONE;
    }

    List<String> lostSentences() {
        return lost.stream().limit(MOST_LOST).map(Lost::sentence).toList();
    }
}
