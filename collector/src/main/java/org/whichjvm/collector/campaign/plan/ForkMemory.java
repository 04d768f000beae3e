package org.whichjvm.collector.campaign.plan;

import java.util.LinkedHashMap;
import java.util.Map;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.campaign.fork.Workload;

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

  /** The JVM logs into shared memory. */
  private static final long LOGS = 64L << 20;

  static ForkMemory of(final CampaignRequest asked, final Contender contender) {
    if (!Workload.QUEUE_LATENCY.text().equals(asked.execution().workload())) {
      return new ForkMemory(heap(asked, contender), 0, 0);
    }
    final MessageOptions options = new MessageOptions(asked.execution().options());
    final long queue = options.queueBytes(contender.rate());
    return new ForkMemory(heap(asked, contender), queue, options.mapped(queue));
  }

  /**
   * The limits of a container: its memory; the size of its shared memory, if it has its own; and
   * the heap where that depends on the limit.
   *
   * @param own whether it has shared memory of its own, since it runs what is not the project's
   */
  static Map<String, String> limits(
      final CampaignRequest asked, final Contender contender, final boolean own) {
    final Map<String, String> limits = new LinkedHashMap<>();
    final ForkMemory memory = of(asked, contender);
    final boolean rates = asked.execution().workload().equals(Workload.QUEUE_RATE.text());
    long shm = memory.shm + LOGS;
    if (rates) {
      // Its queues are as long as the JVM is fast.
      shm = asked.host().shmBytes() == null ? 4 * GIB : asked.host().shmBytes();
    } else if (asked.execution().workload().equals(Workload.COMMAND.text())) {
      shm = GIB;
    }
    if (own) {
      limits.put("WHICHJVM_SHM", Long.toString(shm));
    }
    final Long all = asked.host().memoryBytes();
    if (asked.execution().workload().equals(Workload.COMMAND.text())
        || options(asked, contender).contains(PERCENTAGE)) {
      // Nobody knows what a program needs, and a JVM takes its share of the limit.
      if (all != null) {
        limits.put(
            "WHICHJVM_MEMORY", Long.toString(Math.max(GIB, all / 4 * 3 / Commands.frozen(asked))));
      }
    } else if (asked.execution().workload().equals(Workload.RETAIL.text())) {
      final String given = asked.host().confines().get("WHICHJVM_HEAP");
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

  /**
   * The heap that the launcher gives a JVM, unless its options say otherwise; the last of them
   * counts.
   */
  private static long heap(final CampaignRequest asked, final Contender contender) {
    long heap = USUAL_HEAP;
    for (final String option : Values.words(options(asked, contender))) {
      if (option.startsWith("-Xmx")) {
        heap = Values.bytes("-Xmx", option.substring("-Xmx".length()), USUAL_HEAP);
      } else if (option.startsWith(PERCENTAGE) && asked.host().memoryBytes() != null) {
        heap = share(option.substring(PERCENTAGE.length()), asked.host().memoryBytes(), heap);
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
}
