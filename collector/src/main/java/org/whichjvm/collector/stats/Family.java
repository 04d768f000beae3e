package org.whichjvm.collector.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Everything that a campaign decides, corrected at once: one campaign in twenty without any
 * difference, at most, says anything that is not so, whatever it compares. Controls and contrasts
 * are in it as all others are.
 */
public final class Family {
  /** How often, at most, a campaign may say something that is not so. */
  public static final double LEVEL = 0.05;

  /** What a hypothesis is about. The shares of a family are divided among the kinds it has. */
  public enum Kind {
    /** The p50 service time, which is the campaign's question. */
    HEADLINE(5),

    /** How often a contender starts slow. */
    STARTS(2),

    /** Every other figure; every score and contrast. */
    OTHER(5);

    private final double weight;

    Kind(final double weight) {
      this.weight = weight;
    }
  }

  private final List<Kind> kinds = new ArrayList<>();
  private final List<double[]> ps = new ArrayList<>();
  private double[] shares;
  private double[] adjusted;
  private int[] first;

  /**
   * Adds hypotheses of which only one can be true.
   *
   * @param p of each
   * @return the place of them in this family
   */
  public int add(final Kind kind, final double... p) {
    kinds.add(kind);
    ps.add(p.clone());
    return kinds.size() - 1;
  }

  /** Corrects all that was added; nothing is to be added after it. */
  public void adjust() {
    final Map<Kind, Integer> members = new EnumMap<>(Kind.class);
    kinds.forEach(kind -> members.merge(kind, 1, Integer::sum));
    final double weights = members.keySet().stream().mapToDouble(kind -> kind.weight).sum();
    shares = new double[kinds.size()];
    first = new int[kinds.size()];
    final List<Integer> groups = new ArrayList<>();
    for (int i = 0; i < shares.length; i++) {
      shares[i] = kinds.get(i).weight / weights / members.get(kinds.get(i));
      first[i] = groups.size();
      for (int j = 0; j < ps.get(i).length; j++) {
        groups.add(i);
      }
    }
    adjusted =
        Holm.adjust(
            ps.stream().flatMapToDouble(Arrays::stream).toArray(),
            groups.stream().mapToInt(Integer::intValue).toArray(),
            shares);
  }

  /** The share of the significance level that a member starts with, 0 to 1. */
  public double share(final int member) {
    return shares[member];
  }

  /** The corrected p of one of the hypotheses of a member. */
  public double adjusted(final int member, final int hypothesis) {
    return adjusted[first[member] + hypothesis];
  }
}
