package org.whichjvm.collector.analysis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.whichjvm.collector.campaign.Campaign;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.campaign.Unusable;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.stats.Family;
import org.whichjvm.collector.stats.MaxT;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.Profiling;

/**
 * Where the difference in CPU time between two contenders comes from: of each place the CPU time of
 * a run in both, block by block, and the baseline once more as a control. A place is named where
 * its difference is there among all places that were asked about.
 *
 * @param contender whose CPU time is explained
 * @param baseline that it is compared with
 * @param blocks in which all three have a profile
 * @param total all CPU time of a run
 * @param places by how much they differ, the most first; those that take too little are left out
 * @param flame all stacks of the contender's runs and of the baseline's
 * @param counts what the kernel counted of a run, and its time
 * @param control how many places differ between the baseline and itself
 * @param samples of a fork, the median
 * @param unusable profiles that do not count, with the reason
 */
public record Explanation(
    String contender,
    String baseline,
    int blocks,
    Row total,
    List<Row> places,
    Flame flame,
    List<Count> counts,
    int control,
    long samples,
    List<Unusable> unusable) {
  /** Places that take less than this share of all CPU time are not asked about. */
  public static final double LEAST_SHARE = 0.005;

  private static final Profile.Place UNSAMPLED =
      new Profile.Place(Profile.Kind.THREADS, Profile.UNSAMPLED);

  /**
   * A place, and the CPU time of a run there, in ms.
   *
   * @param place null for all of it
   * @param contender mean over blocks
   * @param baseline mean over blocks
   * @param shift how much more the contender takes
   */
  public record Row(Profile.Place place, double contender, double baseline, MaxT.Shift shift) {}

  /**
   * A score of a run.
   *
   * @param contender mean over blocks, in the score's unit
   * @param baseline mean over blocks
   * @param shift how much more the contender has; the intervals of all scores hold together
   */
  public record Count(Figure score, double contender, double baseline, MaxT.Shift shift) {}

  /** A run with its profile, and its scores: CPU times are in ms. */
  record Run(Profile profile, Map<Figure, Double> scores) {
    double millis() {
      return scores.entrySet().stream()
          .filter(each -> each.getKey().name().matches("cpu-(user|system)"))
          .mapToDouble(Map.Entry::getValue)
          .sum();
    }

    /** Its CPU time in a place, in ms; all of it where the place is null. */
    double at(final Profile.Place place) {
      return place == null
          ? millis()
          : place.equals(UNSAMPLED)
              ? millis() - Profiling.SAMPLE_MILLIS * profile.samples()
              : Profiling.SAMPLE_MILLIS * profile.count(place);
    }
  }

  /** The runs of a block: the contender's, the baseline's, and the baseline's once more. */
  record Block(Run contender, Run baseline, Run again) {}

  /**
   * Explains a campaign whose forks were profiled: of the contender, the baseline, and the baseline
   * once more, in this order.
   */
  public static Explanation of(final Campaign campaign, final Path folder) throws IOException {
    final List<ContenderForks> all = campaign.contenders();
    final List<Unusable> unusable = new ArrayList<>();
    final List<Map<Integer, Run>> runs = new ArrayList<>();
    for (final ContenderForks each : all) {
      runs.add(runs(each, folder, unusable));
    }
    final List<Block> blocks =
        runs.get(0).keySet().stream()
            .filter(runs.get(1)::containsKey)
            .filter(runs.get(2)::containsKey)
            .map(
                block ->
                    new Block(
                        runs.get(0).get(block), runs.get(1).get(block), runs.get(2).get(block)))
            .toList();
    return of(all.get(0).name(), all.get(1).name(), blocks, campaign.settings().seed(), unusable);
  }

  private static Map<Integer, Run> runs(
      final ContenderForks contender, final Path folder, final List<Unusable> unusable)
      throws IOException {
    final Map<Integer, Run> runs = new TreeMap<>();
    for (final Fork fork : contender.ok()) {
      final String file = fork.name().stem() + ForkNames.COLLAPSED;
      try {
        final Profile profile = Profile.read(folder.resolve(Names.FORKS).resolve(file));
        runs.put(fork.name().block(), new Run(profile, fork.scores()));
      } catch (final UnusableFile exception) {
        unusable.add(new Unusable(file, exception.getMessage(), false));
      }
    }
    return runs;
  }

  static Explanation of(
      final String contender,
      final String baseline,
      final List<Block> blocks,
      final long seed,
      final List<Unusable> unusable) {
    final List<Profile.Place> places = places(blocks);
    final List<MaxT.Shift> shifts =
        new MaxT(differences(blocks, places, false), Family.LEVEL, seed).shifts();
    final long control =
        new MaxT(differences(blocks, places, true), Family.LEVEL, seed)
            .shifts().stream().filter(MaxT.Shift::found).count();
    final List<Row> rows = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      rows.add(row(places.get(i), blocks, shifts.get(i)));
    }
    rows.sort(Comparator.comparingDouble(each -> -Math.abs(each.shift().difference())));
    final List<Profile.Place> all = new ArrayList<>();
    all.add(null);
    final MaxT.Shift total =
        new MaxT(differences(blocks, all, false), Family.LEVEL, seed).shifts().get(0);
    return new Explanation(
        contender,
        baseline,
        blocks.size(),
        row(null, blocks, total),
        rows,
        Flame.of(blocks),
        counts(blocks, seed),
        (int) control,
        samples(blocks),
        unusable);
  }

  private static Row row(
      final Profile.Place place, final List<Block> blocks, final MaxT.Shift shift) {
    return new Row(
        place,
        mean(blocks, each -> each.contender.at(place)),
        mean(blocks, each -> each.baseline.at(place)),
        shift);
  }

  /**
   * The places that are asked about. Whether one is, depends on all three runs alike, so that no
   * difference between them chooses it. A frame that has no time but that of what it calls is asked
   * about once.
   */
  private static List<Profile.Place> places(final List<Block> blocks) {
    final Map<Profile.Place, Double> millis = new HashMap<>();
    double all = 0;
    for (final Block block : blocks) {
      for (final Run run : List.of(block.contender, block.baseline, block.again)) {
        run.profile
            .counts()
            .keySet()
            .forEach(each -> millis.merge(each, run.at(each), Double::sum));
        millis.merge(UNSAMPLED, run.at(UNSAMPLED), Double::sum);
        all += run.millis();
      }
    }
    final double least = LEAST_SHARE * all;
    final Set<Profile.Place> some = new HashSet<>(millis.keySet());
    some.removeIf(each -> millis.get(each) < least);
    // A frame that calls nothing is one place, not two.
    some.removeIf(
        each ->
            each.kind() == Profile.Kind.WITH_CALLS
                && millis.get(each)
                    <= 1.0001
                        * millis.getOrDefault(
                            new Profile.Place(Profile.Kind.ITSELF, each.name()), 0.0));
    return some.stream()
        .sorted(Comparator.comparing(Profile.Place::kind).thenComparing(Profile.Place::name))
        .toList();
  }

  /** Of each place and block the contender's CPU time less the baseline's, or of the control. */
  private static double[][] differences(
      final List<Block> blocks, final List<Profile.Place> places, final boolean ofControl) {
    return places.stream()
        .map(
            place ->
                blocks.stream()
                    .mapToDouble(
                        each ->
                            (ofControl ? each.again : each.contender).at(place)
                                - each.baseline.at(place))
                    .toArray())
        .toArray(double[][]::new);
  }

  /** The scores that all runs have. */
  private static List<Count> counts(final List<Block> blocks, final long seed) {
    final Set<Figure> scores = new LinkedHashSet<>();
    blocks.stream().limit(1).forEach(each -> scores.addAll(each.contender.scores.keySet()));
    for (final Block block : blocks) {
      scores.retainAll(block.contender.scores.keySet());
      scores.retainAll(block.baseline.scores.keySet());
    }
    final double[][] differences =
        scores.stream()
            .map(
                score ->
                    blocks.stream()
                        .mapToDouble(
                            each ->
                                each.contender.scores.get(score) - each.baseline.scores.get(score))
                        .toArray())
            .toArray(double[][]::new);
    final Iterator<MaxT.Shift> shifts =
        new MaxT(differences, Family.LEVEL, seed).shifts().iterator();
    return scores.stream()
        .map(
            score ->
                new Count(
                    score,
                    mean(blocks, each -> each.contender.scores.get(score)),
                    mean(blocks, each -> each.baseline.scores.get(score)),
                    shifts.next()))
        .toList();
  }

  private static double mean(final List<Block> blocks, final ToDoubleFunction<Block> of) {
    return blocks.stream().mapToDouble(of).average().orElse(Double.NaN);
  }

  private static long samples(final List<Block> blocks) {
    final long[] all =
        blocks.stream().mapToLong(each -> each.baseline.profile.samples()).sorted().toArray();
    return all.length == 0 ? 0 : all[all.length / 2];
  }

  /**
   * The places that differ, the most first: those that hold time themselves, then frames with their
   * calls, which hold the time of others.
   */
  public List<Row> found() {
    return places.stream()
        .filter(each -> each.shift().found() && !each.place().name().equals(Profile.PROGRAM))
        .sorted(Comparator.comparing(each -> each.place().kind() == Profile.Kind.WITH_CALLS))
        .toList();
  }

  /**
   * The part of the whole difference that the places which differ hold themselves; empty unless the
   * whole difference is there.
   */
  public Optional<Double> explained() {
    return total.shift().found()
        ? Optional.of(
            found().stream()
                .filter(each -> each.place().kind() != Profile.Kind.WITH_CALLS)
                .mapToDouble(each -> each.shift().difference())
                .sum())
        : Optional.empty();
  }
}
