package org.whichjvm.collector.analysis;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.whichjvm.collector.analysis.CompilersExplained.Site;
import org.whichjvm.collector.io.BoundedFile;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.stats.ForkShares;
import org.whichjvm.common.JitDecision;

/** What the optimizing compilers of many forks decided, and which forks decided it. */
final class Decisions {
  /** All forks have at most so many places in their code together. */
  private static final int MOST_SITES = 500_000;

  /** What was decided about a place, by which forks, and why. */
  private static final class Outcomes {
    private final Map<JitDecision, BitSet> forks = new EnumMap<>(JitDecision.class);
    private final Map<JitDecision, String> reasons = new EnumMap<>(JitDecision.class);
    private String caller = "";

    /** What a group decides: what tells it apart, or what most of it do instead. */
    private CompilersExplained.Most most(final BitSet group, final JitDecision telling) {
      final Optional<JitDecision> most =
          2 * inGroup(telling, group) >= group.cardinality()
              ? Optional.of(telling)
              : forks.keySet().stream()
                  .filter(each -> each != telling && inGroup(each, group) > 0)
                  .max(Comparator.comparing(each -> inGroup(each, group)));
      return new CompilersExplained.Most(
          most,
          most.map(each -> inGroup(each, group)).orElse(0),
          group.cardinality(),
          most.map(reasons::get).orElse(""));
    }

    private int inGroup(final JitDecision decision, final BitSet group) {
      return ForkShares.inBoth(forks.get(decision), group);
    }
  }

  /** Places that tell two groups of forks apart, and how many decisions were looked at for that. */
  record Apart(List<CompilersExplained.Place> places, int asked) {}

  private final Map<Site, Outcomes> sites = new HashMap<>();
  private final Map<String, String> names = new HashMap<>();

  /**
   * Adds the decisions of a fork.
   *
   * @param fork its number, from 0
   * @throws UnusableFile if the file is not there or has something else
   */
  void add(final int fork, final Path file) throws UnusableFile, IOException {
    add(fork, new String(BoundedFile.read(file, JitDecision.MOST_BYTES), StandardCharsets.UTF_8));
  }

  /** All of a fork's decisions are added, or none. */
  void add(final int fork, final String text) throws UnusableFile {
    final List<String[]> lines = text.lines().map(line -> line.split("\t", -1)).toList();
    for (final String[] parts : lines) {
      if (parts.length != 5 || JitDecision.of(parts[0]).isEmpty()) {
        throw new UnusableFile("has a line that is no decision of a compiler");
      }
    }
    if (sites.size() + lines.size() > MOST_SITES) {
      throw new UnusableFile(
          "makes it more than %d places in code; explain a smaller program", MOST_SITES);
    }
    for (final String[] parts : lines) {
      final JitDecision decision = JitDecision.of(parts[0]).orElseThrow();
      final Outcomes outcomes =
          sites.computeIfAbsent(new Site(name(parts[1]), name(parts[2])), site -> new Outcomes());
      outcomes.caller = name(parts[3]);
      outcomes.forks.computeIfAbsent(decision, each -> new BitSet()).set(fork);
      outcomes.reasons.put(decision, name(parts[4]));
    }
  }

  private String name(final String written) {
    return names.computeIfAbsent(written, Profile::name);
  }

  /**
   * Compares what two groups of forks decided.
   *
   * @param about the places that are asked about
   * @param millis CPU time of methods
   */
  Apart apart(
      final BitSet some,
      final BitSet others,
      final Predicate<Site> about,
      final Map<String, Double> millis) {
    // The forks of both groups, counted anew.
    final int[] forks = IntStream.concat(some.stream(), others.stream()).toArray();
    final BitSet group = new BitSet();
    group.set(0, some.cardinality());
    final Map<Site, Map<JitDecision, BitSet>> asked = new HashMap<>();
    sites.forEach(
        (site, outcomes) -> {
          if (about.test(site)) {
            final Map<JitDecision, BitSet> decided = new EnumMap<>(JitDecision.class);
            outcomes.forks.forEach(
                (decision, having) -> decided.put(decision, among(forks, having)));
            asked.put(site, decided);
          }
        });
    final List<BitSet> all =
        asked.values().stream().flatMap(decided -> decided.values().stream()).toList();
    final ForkShares shares = new ForkShares(group, forks.length, all);
    // A place maps to the decision that tells the groups apart best there.
    final Map<Site, JitDecision> found = new HashMap<>();
    asked.forEach(
        (site, decided) ->
            decided.keySet().stream()
                .filter(each -> shares.found(decided.get(each)))
                .min(Comparator.comparingDouble(each -> shares.p(decided.get(each))))
                .ifPresent(telling -> found.put(site, telling)));
    final List<CompilersExplained.Place> places = new ArrayList<>();
    found.forEach(
        (site, telling) -> {
          final Outcomes outcomes = sites.get(site);
          if (!followsFromAnother(site, outcomes.caller, found.keySet())) {
            places.add(
                new CompilersExplained.Place(
                    site,
                    outcomes.most(some, telling),
                    outcomes.most(others, telling),
                    shares.p(asked.get(site).get(telling)),
                    millis.getOrDefault(site.subject(), Double.NaN)));
          }
        });
    return new Apart(places, all.size());
  }

  /** Whether the method is called there by one that itself is compiled in another way. */
  private static boolean followsFromAnother(
      final Site site, final String caller, final Set<Site> found) {
    return !site.isRoot()
        && (found.contains(new Site(site.root(), ""))
            || !caller.equals(site.method()) && found.contains(new Site(site.root(), caller)));
  }

  private static BitSet among(final int[] forks, final BitSet having) {
    final BitSet among = new BitSet();
    for (int i = 0; i < forks.length; i++) {
      among.set(i, having.get(forks[i]));
    }
    return among;
  }
}
