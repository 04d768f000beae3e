package org.whichjvm.collector.campaign.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.campaign.fork.Workload;
import org.whichjvm.common.QueueSize;
import org.whichjvm.common.TurnTimes;

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

  /** A JVM has code, metaspace, threads and a garbage collector beside its heap. */
  private static final long REST = GIB;

  /** What a JVM has resident beside its heap. */
  private static final long JVM_BYTES = 300L << 20;

  /** The JVM logs into shared memory. */
  private static final long LOGS = 64L << 20;

  static ForkMemory of(final CampaignRequest asked, final Contender contender) {
    if (!Workload.QUEUE_LATENCY.text().equals(asked.execution().workload())) {
      return new ForkMemory(heap(asked, contender), 0, 0);
    }
    final List<String> options = asked.execution().options();
    final long size = Values.bytes("--size", Values.last("--size", options), QueueSize.SIZE);
    final long perSecond =
        contender.rate() == null
            ? Values.number("--rate", options, QueueSize.RATE)
            : Long.parseLong(contender.rate());
    // A turn is rehearsed, where there are turns.
    final long nanos =
        Values.nanos("--warmup", options)
            + Values.nanos("--duration", options)
            + Values.nanos(TurnTimes.TURN, options);
    final long unpaced = QueueSize.unpacedMessages(size, 0) + unpacedOfTurns(asked, size);
    final long queue = QueueSize.bytes(unpaced + nanos / 1e9 * perSecond, size);
    final String block = Values.last("--block-size", options);
    return new ForkMemory(
        heap(asked, contender),
        queue,
        QueueSize.mapped(queue, Values.bytes("--block-size", block, QueueSize.BLOCK)));
  }

  private static long unpacedOfTurns(final CampaignRequest asked, final long size) {
    final List<String> options = asked.execution().options();
    final long turn = Values.nanos(TurnTimes.TURN, options);
    return turn > 0 && asked.execution().profiled().isPresent()
        ? (Values.nanos("--duration", options) / turn + 1) * QueueSize.unpacedOfTurn(turn, size)
        : 0;
  }

  /**
   * The limits of a container: its memory; the size of its shared memory, if it has its {@code own}
   * since it runs what is not the project's; and the heap where that depends on the limit.
   */
  static Map<String, String> limits(
      final CampaignRequest asked, final Contender contender, final boolean own) {
    final Map<String, String> limits = new LinkedHashMap<>();
    final ForkMemory memory = of(asked, contender);
    final boolean rates = asked.execution().workload().equals(Workload.QUEUE_RATE.text());
    long shm = memory.shm + LOGS;
    if (rates) {
      // Its queues are as long as the JVM is fast.
      shm = asked.runner().shmBytes() == null ? 4 * GIB : asked.runner().shmBytes();
    } else if (asked.execution().workload().equals(Workload.COMMAND.text())) {
      shm = GIB;
    }
    if (own) {
      limits.put("WHICHJVM_SHM", Long.toString(shm));
    }
    final Long all = asked.runner().memoryBytes();
    if (asked.execution().workload().equals(Workload.COMMAND.text())
        || options(asked, contender).contains(PERCENTAGE)) {
      // Nobody knows what a program needs, and a JVM takes its share of the limit.
      if (all != null) {
        limits.put(
            "WHICHJVM_MEMORY", Long.toString(Math.max(GIB, all / 4 * 3 / Commands.frozen(asked))));
      }
    } else if (asked.execution().workload().equals(Workload.RETAIL.text())) {
      final String given = asked.confines().get("WHICHJVM_HEAP");
      if (given != null || all != null) {
        final long heap =
            given != null ? Long.parseLong(given) : Math.min(MOST_RETAIL_HEAP, all / 2);
        limits.put("WHICHJVM_HEAP", Long.toString(heap));
        limits.put("WHICHJVM_MEMORY", Long.toString(heap + REST));
      }
    } else {
      limits.put("WHICHJVM_MEMORY", Long.toString(memory.heap + shm + REST));
    }
    return limits;
  }

  /** The heap that the launcher gives a JVM, or the last that its options say. */
  private static long heap(final CampaignRequest asked, final Contender contender) {
    long heap = USUAL_HEAP;
    for (final String option : Values.words(options(asked, contender))) {
      if (option.startsWith("-Xmx")) {
        heap = Values.bytes("-Xmx", option.substring("-Xmx".length()), USUAL_HEAP);
      } else if (option.startsWith(PERCENTAGE) && asked.runner().memoryBytes() != null) {
        heap = share(option.substring(PERCENTAGE.length()), asked.runner().memoryBytes(), heap);
      }
    }
    return heap;
  }

  private static String options(final CampaignRequest asked, final Contender contender) {
    return asked.execution().javaOptions() + " " + asked.execution().flags(contender);
  }

  private static long share(final String percentage, final long memory, final long usual) {
    return percentage.matches("[0-9]{1,3}(\\.[0-9]{1,9})?")
        ? (long) (Double.parseDouble(percentage) / 100 * memory)
        : usual;
  }

  /** Groups that are alive together, and why there are several; null if there is one. */
  record Groups(List<List<String>> contenders, String says) {}

  /**
   * The groups of contenders that are alive together: all, or the fewest that there is memory for,
   * all about as large, with the baseline in each and in the campaign's order.
   */
  static Groups groups(
      final CampaignRequest asked, final List<String> contenders, final String baseline) {
    if (contenders.size() < 2
        || asked.execution().turnSeconds() == null
        || fits(asked, contenders)) {
      return new Groups(List.of(contenders), null);
    }
    final List<String> others = new ArrayList<>(contenders);
    others.remove(baseline);
    for (int count = 2; count <= others.size(); count++) {
      final List<List<String>> groups = new ArrayList<>();
      for (int group = 0; group < count; group++) {
        final List<String> some =
            others.subList(group * others.size() / count, (group + 1) * others.size() / count);
        groups.add(
            contenders.stream()
                .filter(each -> each.equals(baseline) || some.contains(each))
                .toList());
      }
      if (groups.stream().allMatch(group -> fits(asked, group))) {
        return new Groups(
            groups,
            ("not all %s contenders fit into %s at once: blocks take %s groups in turn, with "
                    + "the baseline %s in each")
                .formatted(contenders.size(), room(asked), count, baseline));
      }
    }
    throw new CannotRunHere(tooLittle(asked, contenders, baseline));
  }

  private static String tooLittle(
      final CampaignRequest asked, final List<String> contenders, final String baseline) {
    final String other =
        contenders.stream()
            .filter(each -> !each.equals(baseline))
            .filter(each -> !fits(asked, List.of(baseline, each)))
            .findFirst()
            .orElseThrow();
    final Need need = Need.of(asked, List.of(baseline, other));
    return ("by turns %s and %s are alive together and need %s of memory, %s of them in "
            + "/dev/shm, and there are %s; free some, lower --duration, -Xmx in JAVA_OPTS or "
            + "--rate, or give --interleave forks, one fork after another")
        .formatted(baseline, other, size(need.memory), size(need.shm), room(asked));
  }

  private static String room(final CampaignRequest asked) {
    final List<String> room = new ArrayList<>();
    if (asked.runner().memoryBytes() != null) {
      room.add(size(asked.runner().memoryBytes()) + " of free memory");
    }
    if (asked.runner().shmBytes() != null) {
      room.add(size(asked.runner().shmBytes()) + " of free /dev/shm");
    }
    return String.join(" and ", room);
  }

  private static String size(final long bytes) {
    return String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1L << 30));
  }

  private static boolean fits(final CampaignRequest asked, final List<String> contenders) {
    final Need need = Need.of(asked, contenders);
    return (asked.runner().memoryBytes() == null || need.memory <= asked.runner().memoryBytes())
        && (asked.runner().shmBytes() == null || need.shm <= asked.runner().shmBytes());
  }

  /** Bytes that contenders need together, of all memory and of what /dev/shm has. */
  private record Need(long memory, long shm) {
    static Need of(final CampaignRequest asked, final List<String> contenders) {
      long memory = 0;
      long shm = 0;
      for (final String name : contenders) {
        final Contender contender = Contender.of(name);
        final ForkMemory fork = ForkMemory.of(asked, contender);
        memory += (contender.pair() ? 2 : 1) * (fork.heap + JVM_BYTES) + fork.queue;
        shm += isInShm(asked, contender) ? fork.shm : 0;
      }
      return new Need(memory, shm);
    }

    private static boolean isInShm(final CampaignRequest asked, final Contender contender) {
      final String memory =
          contender.memory() == null
              ? Values.last("--queue-memory", asked.execution().options())
              : contender.memory();
      return !"huge".equals(memory)
          && Values.last("--queue-dir", asked.execution().options()) == null;
    }
  }
}
