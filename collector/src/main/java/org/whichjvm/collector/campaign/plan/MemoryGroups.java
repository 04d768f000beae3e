package org.whichjvm.collector.campaign.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.whichjvm.collector.campaign.fork.Contender;

/**
 * The groups of contenders that are alive together: all, or as many as there is memory for, with
 * the baseline in each.
 *
 * @param contenders of each group, in the campaign's order
 * @param says why there are several; null if there is one
 */
record MemoryGroups(List<List<String>> contenders, String says) {
  private static final long JVM_BYTES = 300L << 20;

  /**
   * The fewest groups that fit, all about as large.
   *
   * @param contenders in the campaign's order
   * @throws CannotRunHere if not even two of them fit
   */
  static MemoryGroups of(
      final CampaignRequest asked, final List<String> contenders, final String baseline) {
    if (contenders.size() < 2
        || asked.execution().turnSeconds() == null
        || fits(asked, contenders)) {
      return new MemoryGroups(List.of(contenders), null);
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
        return new MemoryGroups(
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
    if (asked.host().memoryBytes() != null) {
      room.add(size(asked.host().memoryBytes()) + " of free memory");
    }
    if (asked.host().shmBytes() != null) {
      room.add(size(asked.host().shmBytes()) + " of free /dev/shm");
    }
    return String.join(" and ", room);
  }

  private static String size(final long bytes) {
    return String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1L << 30));
  }

  private static boolean fits(final CampaignRequest asked, final List<String> contenders) {
    final Need need = Need.of(asked, contenders);
    return (asked.host().memoryBytes() == null || need.memory <= asked.host().memoryBytes())
        && (asked.host().shmBytes() == null || need.shm <= asked.host().shmBytes());
  }

  /** Bytes that contenders need together, of all memory and of what /dev/shm has. */
  private record Need(long memory, long shm) {
    static Need of(final CampaignRequest asked, final List<String> contenders) {
      long memory = 0;
      long shm = 0;
      for (final String name : contenders) {
        final Contender contender = Contender.of(name);
        final ForkMemory fork = ForkMemory.of(asked, contender);
        memory += (contender.pair() ? 2 : 1) * (fork.heap() + JVM_BYTES);
        memory += fork.queue();
        shm += isInShm(asked, contender) ? fork.shm() : 0;
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
