package org.whichjvm.collector.analysis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.whichjvm.collector.campaign.Campaign;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.Unusable;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.stats.Groups;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.JitDecision;
import org.whichjvm.common.Profiling;

/**
 * What the optimizing compilers of two contenders decide in another way, and what one JVM's
 * compiler decides in another way when it starts slow. A decision is named if so many more forks of
 * one side have it that no chance among all decisions explains it.
 *
 * @param asked how many decisions were compared
 * @param differ where contender and baseline differ, the most telling first
 * @param control how many places differ between the baseline and itself
 * @param starts of the contender, and of the baseline with its control
 * @param unusable files that do not count, with the reason
 */
public record CompilersExplained(
    String contender,
    String baseline,
    int asked,
    List<Place> differ,
    int control,
    List<Starts> starts,
    List<Unusable> unusable) {

  /**
   * A place in code that is decided about.
   *
   * @param root the method that was compiled; of unknown origin
   * @param method that is called in it; empty for the root itself
   */
  public record Site(String root, String method) {
    public boolean isRoot() {
      return method.isEmpty();
    }

    /** The method that is decided about. */
    public String subject() {
      return isRoot() ? root : method;
    }
  }

  /**
   * A place in code about which two groups of forks decide in another way.
   *
   * @param some what the forks of the one group decide
   * @param others what those of the other decide
   * @param p of Fisher's exact test, of the decision that tells the groups apart best
   * @param millis CPU time of the method itself, of the greater of both contenders, in ms; NaN if
   *     there is no profile
   */
  public record Place(Site site, Most some, Most others, double p, double millis) {}

  /**
   * What most forks of a group decide.
   *
   * @param decision empty if most decide nothing, as the method is not compiled, or not called
   *     there
   * @param forks how many decide so
   * @param of how many
   * @param reason in the compiler's own words; may be empty
   */
  public record Most(Optional<JitDecision> decision, int forks, int of, String reason) {}

  /**
   * The slow starts of a JVM.
   *
   * @param forks how many there are whose level is known
   * @param slow how many of them are slow: they lie apart from the fastest
   * @param by median of the slow over median of the others; NaN without any
   * @param with decisions that go with them, the slow ones first in each
   */
  public record Starts(String jvm, int forks, int slow, double by, List<Place> with) {}

  /** The methods of a message's way. */
  private static final Predicate<String> OF_MESSAGES =
      method ->
          method.startsWith("net/openhft/") || method.startsWith("org/whichjvm/workload/queue/");

  /**
   * Explains a campaign of the contender, the baseline, and the baseline once more, in this order.
   *
   * @param profiled the same campaign's profile, whose unusable files are told too; empty if it has
   *     messages
   */
  public static CompilersExplained of(
      final Campaign campaign, final Path folder, final Optional<Explanation> profiled)
      throws IOException {
    final List<Unusable> unusable = new ArrayList<>();
    final Decisions decisions = new Decisions();
    final List<Fork> forks = new ArrayList<>();
    final List<BitSet> groups = new ArrayList<>();
    for (final ContenderForks contender : campaign.contenders()) {
      final BitSet group = new BitSet();
      for (final Fork fork : contender.ok()) {
        final String file = fork.name().stem() + ForkNames.COMPILED;
        try {
          decisions.add(forks.size(), folder.resolve(Names.FORKS).resolve(file));
          group.set(forks.size());
          forks.add(fork);
        } catch (final UnusableFile exception) {
          unusable.add(new Unusable(file, exception.getMessage(), false));
        }
      }
      groups.add(group);
    }
    profiled.ifPresent(each -> unusable.addAll(each.unusable()));
    return of(
        campaign.contenders().get(0).name(),
        campaign.contenders().get(1).name(),
        decisions,
        groups,
        withinBlocks(
            forks.stream().map(each -> each.name().block()).toList(),
            forks.stream()
                .map(each -> level(each, campaign.settings().execution().ofTransactions()))
                .toList()),
        profiled.map(CompilersExplained::millis).orElse(Map.of()),
        unusable);
  }

  /**
   * The level of each fork over the median of its block, in which all have the same host; NaN of a
   * fork whose level is unknown.
   */
  static List<Double> withinBlocks(final List<Integer> blocks, final List<Double> levels) {
    return IntStream.range(0, levels.size())
        .mapToObj(
            fork ->
                levels.get(fork)
                    / Medians.of(
                        IntStream.range(0, levels.size())
                            .filter(other -> blocks.get(other).equals(blocks.get(fork)))
                            .mapToDouble(levels::get)
                            .filter(each -> !Double.isNaN(each))))
        .toList();
  }

  /**
   * What a start is slow by: p50 of messages, or CPU time of a program or of transactions; NaN if
   * the fork does not say.
   */
  private static double level(final Fork fork, final boolean ofTransactions) {
    final double level =
        ofTransactions
            ? Explanation.score(fork.scores(), Profiling.CPU_EACH)
            : fork.ofScores() ? Explanation.cpuMillis(fork.scores()) : fork.p50();
    return level > 0 ? level : Double.NaN;
  }

  /** The CPU time of each method itself that takes some, of the greater of both contenders. */
  private static Map<String, Double> millis(final Explanation profiled) {
    return profiled.places().stream()
        .filter(each -> each.of().kind() == Profile.Kind.ITSELF)
        .collect(
            Collectors.toMap(
                each -> each.of().name(), each -> Math.max(each.contender(), each.baseline())));
  }

  /**
   * @param groups the forks of the contender, the baseline, and the baseline once more
   * @param levels of all forks; starts of one whose level is NaN are neither slow nor others
   * @param millis empty if there is no profile: then messages are explained
   */
  static CompilersExplained of(
      final String contender,
      final String baseline,
      final Decisions decisions,
      final List<BitSet> groups,
      final List<Double> levels,
      final Map<String, Double> millis,
      final List<Unusable> unusable) {
    final Predicate<Site> about =
        millis.isEmpty()
            ? site -> OF_MESSAGES.test(site.root()) && OF_MESSAGES.test(site.subject())
            : site -> millis.containsKey(site.subject()) || millis.containsKey(site.root());
    final Decisions.Apart differ = decisions.apart(groups.get(0), groups.get(1), about, millis);
    final BitSet both = (BitSet) groups.get(1).clone();
    both.or(groups.get(2));
    final List<Starts> starts = new ArrayList<>();
    for (final BitSet all : List.of(groups.get(0), both)) {
      final BitSet forks = new BitSet();
      all.stream().filter(fork -> !Double.isNaN(levels.get(fork))).forEach(forks::set);
      final List<Double> own = forks.stream().mapToObj(levels::get).toList();
      // Without a fork there is no group.
      final double limit =
          Groups.of(own, each -> each).stream()
              .findFirst()
              .map(fastest -> fastest.get(fastest.size() - 1))
              .orElse(Double.NaN);
      final BitSet slow = new BitSet();
      forks.stream().filter(fork -> levels.get(fork) > limit).forEach(slow::set);
      final BitSet others = (BitSet) forks.clone();
      others.andNot(slow);
      starts.add(
          new Starts(
              starts.isEmpty() ? contender : baseline,
              own.size(),
              slow.cardinality(),
              median(slow, levels) / median(others, levels),
              sorted(decisions.apart(slow, others, about, millis).places())));
    }
    return new CompilersExplained(
        contender,
        baseline,
        differ.asked(),
        sorted(differ.places()),
        decisions.apart(groups.get(2), groups.get(1), about, millis).places().size(),
        starts,
        unusable);
  }

  private static double median(final BitSet forks, final List<Double> levels) {
    return Medians.of(forks.stream().mapToDouble(levels::get));
  }

  /** What takes most time first; without a profile what is least by chance. */
  private static List<Place> sorted(final List<Place> places) {
    return places.stream()
        .sorted(
            Comparator.comparingDouble((Place each) -> Double.isNaN(each.millis) ? 0 : -each.millis)
                .thenComparing(Place::p)
                .thenComparing(each -> each.site.root)
                .thenComparing(each -> each.site.method))
        .toList();
  }
}
