package org.whichjvm.collector.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.whichjvm.collector.model.ForkStart;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Workload;
import org.whichjvm.common.Fixable;
import org.whichjvm.common.Profiling;
import org.whichjvm.common.QueueSize;
import org.whichjvm.common.TurnTimes;
import org.whichjvm.common.Units;

/**
 * The memory that the JVM of a fork needs, in bytes, and the limits of its container.
 *
 * @param queue what the fork's messages take; 0 for a workload without messages
 * @param shm what must be free in shared memory
 */
record ForkMemory(long heap, long queue, long shm) {
    private static final String PERCENTAGE = "-XX:MaxRAMPercentage=";
    private static final long GIB = 1L << 30;
    private static final long USUAL_HEAP = 512L << 20;

    /** The heap of retail is half of the memory there is, and no more than this. */
    private static final long MOST_RETAIL_HEAP = 4 * GIB;

    /** Twice what retail needs at least for the company that is alive, and as much again. */
    private static final long LEAST_RETAIL_HEAP = 256L << 20;

    /** A JVM has code, metaspace, threads and a garbage collector beside its heap. */
    private static final long REST = GIB;

    /** What a JVM has resident beside its heap. */
    static final long JVM_BYTES = 300L << 20;

    /** The JVM logs into shared memory. */
    private static final long LOGS = 64L << 20;

    static ForkMemory of(CampaignRequest asked, Contender contender) {
        if (asked.workload() == Workload.SERVICE && asked.runner().memoryBytes() != null) {
            Long given = limits(asked, contender).memoryBytes();
            return new ForkMemory((given == null ? share(asked) : given) - JVM_BYTES, 0, 0);
        }
        if (!asked.workload().hasMessages()) {
            return new ForkMemory(heap(asked, contender), 0, 0);
        }
        List<String> options = asked.execution().options();
        long size = Values.bytes("--size", Values.last("--size", options), QueueSize.SIZE);
        long perSecond = contender.rate() == null
                ? Values.number("--rate", options, QueueSize.RATE)
                : Long.parseLong(contender.rate());
        // A turn is rehearsed, where there are turns.
        long nanos = Values.nanos("--warmup", options)
                + Values.nanos("--duration", options)
                + Values.nanos(TurnTimes.TURN, options);
        long unpaced = QueueSize.unpacedMessages(size, 0) + unpacedOfTurns(asked, size);
        long ofRate = asked.execution().ofMessages() ? 0 : QueueSize.MOST_OF_RATE;
        long queue = QueueSize.bytes(unpaced + nanos / 1e9 * perSecond + ofRate, size);
        String block = Values.last("--block-size", options);
        return new ForkMemory(
                heap(asked, contender),
                queue,
                QueueSize.mapped(queue, Values.bytes("--block-size", block, QueueSize.BLOCK)));
    }

    private static long unpacedOfTurns(CampaignRequest asked, long size) {
        List<String> options = asked.execution().options();
        long turn = Values.nanos(TurnTimes.TURN, options);
        return turn > 0 && asked.execution().profiled().equals(Optional.of(Profiling.CPU))
                ? (Values.nanos("--duration", options) / turn + 1) * QueueSize.unpacedOfTurn(turn, size)
                : 0;
    }

    /**
     * The heap of a fork if it depends on this host, and the limits of its container: what its name says, else what was
     * given, else what this host has.
     */
    static ForkStart.Memory limits(CampaignRequest asked, Contender contender) {
        boolean docker = asked.execution().runner().equals("docker");
        return new ForkStart.Memory(contender.containerBytes(), null, null)
                .or(asked.memory())
                .or(new ForkStart.Memory(
                        docker ? containerBytes(asked, contender) : null,
                        docker && asked.isForeign(contender) ? (Long) shmBytes(asked, contender) : null,
                        heapOf(asked, contender)));
    }

    private static long shmBytes(CampaignRequest asked, Contender contender) {
        if (asked.workload() == Workload.QUEUE_RATE) {
            // Its queues are as long as the JVM is fast.
            return asked.runner().shmBytes() == null ? 4 * GIB : asked.runner().shmBytes();
        }
        return asked.workload().ofProgram() ? GIB : of(asked, contender).shm + LOGS;
    }

    /** The memory of a container; null for no limit. */
    private static Long containerBytes(CampaignRequest asked, Contender contender) {
        if (asked.workload().ofProgram() || options(asked, contender).contains(PERCENTAGE)) {
            // Nobody knows what a program needs, and a JVM takes its share of the limit.
            return asked.runner().memoryBytes() == null ? null : (Long) share(asked);
        }
        long heap = of(asked, contender).heap;
        if (asked.execution().ofTransactions()) {
            return retailHeap(asked).isPresent() ? (Long) (heap + REST) : null;
        }
        return heap + shmBytes(asked, contender) + REST;
    }

    /**
     * The heap of each JVM of retail: that of the campaign that is explained, or its share of half of the memory. Null
     * for other workloads, where nobody knows how much memory there is, and where the JVM's options give a share of it.
     */
    private static Long heapOf(CampaignRequest asked, Contender contender) {
        return options(asked, contender).contains(PERCENTAGE)
                ? null
                : retailHeap(asked).orElse(null);
    }

    private static Optional<Long> retailHeap(CampaignRequest asked) {
        if (!asked.execution().ofTransactions()) {
            return Optional.empty();
        }
        Long given = asked.memory().heapBytes();
        return given != null
                ? Optional.of(given)
                : Optional.ofNullable(asked.runner().memoryBytes())
                        .map(all -> Math.min(MOST_RETAIL_HEAP, all / 2 / alive(asked)))
                        .map(share -> Math.max(LEAST_RETAIL_HEAP, share));
    }

    /** The memory of each program, or of a JVM of messages that takes its share of all there is. */
    private static long share(CampaignRequest asked) {
        int programs = asked.execution().ofMessages() ? 1 : alive(asked);
        return Math.max(GIB, asked.runner().memoryBytes() / 4 * 3 / programs);
    }

    /** How many forks share the memory. Programs that take turns have what each has alone, or take none. */
    private static int alive(CampaignRequest asked) {
        return asked.byTurns() && asked.workload() != Workload.COMMAND
                ? Math.max(1, asked.contenders().size() + (asked.control() ? 1 : 0))
                : 1;
    }

    /** The heap that the launcher gives a JVM, or the last that its options say. */
    private static long heap(CampaignRequest asked, Contender contender) {
        long heap = retailHeap(asked).orElse(USUAL_HEAP);
        for (String option : Values.words(options(asked, contender))) {
            if (option.startsWith("-Xmx")) {
                heap = Values.bytes("-Xmx", option.substring("-Xmx".length()), USUAL_HEAP);
            } else if (option.startsWith(PERCENTAGE) && asked.runner().memoryBytes() != null) {
                heap = share(
                        option.substring(PERCENTAGE.length()), asked.runner().memoryBytes(), heap);
            }
        }
        return heap;
    }

    private static String options(CampaignRequest asked, Contender contender) {
        return asked.execution().javaOptions() + " " + asked.execution().flags(contender);
    }

    private static long share(String percentage, long memory, long usual) {
        return percentage.matches("[0-9]{1,3}(\\.[0-9]{1,9})?")
                ? (long) (Double.parseDouble(percentage) / 100 * memory)
                : usual;
    }

    /**
     * The groups of contenders that are alive together: all, or the fewest that there is memory for, all about as
     * large, with the baseline in each and in the campaign's order. It is told why there are several.
     */
    static List<List<String>> groups(
            CampaignRequest asked, List<String> contenders, String baseline, List<String> says) {
        // Of programs that are started several times one runs at a time.
        boolean together =
                asked.execution().turnSeconds() != null && asked.execution().starts() == 1;
        if (contenders.size() < 2 || !together || fits(asked, contenders)) {
            return List.of(contenders);
        }
        List<String> others = new ArrayList<>(contenders);
        others.remove(baseline);
        for (int count = 2; count <= others.size(); count++) {
            List<List<String>> groups = new ArrayList<>();
            for (int group = 0; group < count; group++) {
                List<String> some = others.subList(group * others.size() / count, (group + 1) * others.size() / count);
                groups.add(contenders.stream()
                        .filter(each -> each.equals(baseline) || some.contains(each))
                        .toList());
            }
            if (groups.stream().allMatch(group -> fits(asked, group))) {
                says.add(("not all %s contenders fit into %s at once: blocks take %s groups in turn, with "
                                + "the baseline %s in each")
                        .formatted(contenders.size(), room(asked), count, baseline));
                return groups;
            }
        }
        throw tooLittle(asked, contenders, baseline);
    }

    private static Fixable tooLittle(CampaignRequest asked, List<String> contenders, String baseline) {
        String other = contenders.stream()
                .filter(each -> !each.equals(baseline))
                .filter(each -> !fits(asked, List.of(baseline, each)))
                .findFirst()
                .orElseThrow();
        Need need = Need.of(asked, List.of(baseline, other));
        return new CannotRunHere(
                        "by turns %s and %s are alive together and need %s of memory, %s of them in /dev/shm, and there are %s",
                        baseline, other, size(need.memory), size(need.shm), room(asked))
                .orTry(
                        asked.workload().underLoad()
                                ? "free some, or lower --memory, +heap2g, or -Xmx in JAVA_OPTS"
                                : "free some, lower --duration, -Xmx in JAVA_OPTS or --rate, or give --interleave forks,"
                                        + " one fork after another");
    }

    private static String room(CampaignRequest asked) {
        List<String> room = new ArrayList<>();
        if (asked.runner().memoryBytes() != null) {
            room.add(size(asked.runner().memoryBytes()) + " of free memory");
        }
        if (asked.runner().shmBytes() != null) {
            room.add(size(asked.runner().shmBytes()) + " of free /dev/shm");
        }
        return String.join(" and ", room);
    }

    static String size(long bytes) {
        return Units.text("%.1f GiB", bytes / (double) GIB);
    }

    private static boolean fits(CampaignRequest asked, List<String> contenders) {
        Need need = Need.of(asked, contenders);
        return (asked.runner().memoryBytes() == null
                        || need.memory <= asked.runner().memoryBytes())
                && (asked.runner().shmBytes() == null
                        || need.shm <= asked.runner().shmBytes());
    }

    /** Bytes that contenders need together, of all memory and of what /dev/shm has. */
    private record Need(long memory, long shm) {
        static Need of(CampaignRequest asked, List<String> contenders) {
            long memory = 0;
            long shm = 0;
            for (String name : contenders) {
                Contender contender = Contender.of(name);
                ForkMemory fork = ForkMemory.of(asked, contender);
                memory += fork.heap + JVM_BYTES + fork.queue;
                shm += isInShm(asked, contender) ? fork.shm : 0;
            }
            return new Need(memory, shm);
        }

        private static boolean isInShm(CampaignRequest asked, Contender contender) {
            List<String> options = asked.execution().options();
            return !"huge".equals(Values.own(contender.memory(), "--queue-memory", options))
                    && Values.last("--queue-dir", options) == null;
        }
    }
}
