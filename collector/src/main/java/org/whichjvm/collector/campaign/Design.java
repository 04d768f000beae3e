package org.whichjvm.collector.campaign;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.io.UserError;
import org.whichjvm.collector.stats.Looks;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.Percentile;

/**
 * How a campaign decides, declared before its first fork.
 *
 * @param margin what counts as no difference, 0.03 being 3 %
 * @param decide the percentiles of latencies that are decided; the others are only shown
 * @param scores the scores that are decided, as name or name@threads; empty for the usual ones
 * @param precision an interval within it is narrow enough to stop; NaN for a campaign that does not
 *     stop by itself
 * @param maxSeconds after which the campaign ends with the block it is in; 0 if it does not stop by
 *     itself
 * @param looks the blocks after which there is an interim look; empty if it does not stop by itself
 */
public record Design(
    double margin,
    Set<Decides> decide,
    Set<String> scores,
    double precision,
    long maxSeconds,
    List<Integer> looks) {
  static final double DEFAULT_MARGIN = 0.03;

  /** No interim look, and what is usual is decided at the end. */
  public static final Design FIXED =
      new Design(DEFAULT_MARGIN, Decides.USUAL, Set.of(), Double.NaN, 0, List.of());

  private static final Pattern SCORE = Pattern.compile(ForkNames.SCORE + "(@[1-9][0-9]{0,3})?");

  /** The same, with interim looks after the planned numbers of blocks. */
  public Design stopping(final double newPrecision, final long newMaxSeconds, final int blocks) {
    return new Design(margin, decide, scores, newPrecision, newMaxSeconds, Looks.plan(blocks));
  }

  public Design withMargin(final double newMargin) {
    return new Design(newMargin, decide, scores, precision, maxSeconds, looks);
  }

  public Design deciding(final Set<Decides> percentiles) {
    return new Design(margin, percentiles, scores, precision, maxSeconds, looks);
  }

  /** The same for a campaign of scores, which has no percentiles. */
  public Design decidingScores(final Set<String> names) {
    return new Design(margin, Set.of(), names, precision, maxSeconds, looks);
  }

  /** Whether the campaign may stop before its last block. */
  public boolean stops() {
    return !looks.isEmpty();
  }

  public void write(final JsonObject json) {
    json.addProperty("margin", margin);
    final JsonArray percentiles = new JsonArray();
    new TreeSet<>(decide).forEach(each -> percentiles.add(each.key()));
    scores.forEach(percentiles::add);
    if (!percentiles.isEmpty()) {
      json.add("decide", percentiles);
    }
    json.add("stopping", JsonNull.INSTANCE);
    if (stops()) {
      final JsonObject stopping = new JsonObject();
      stopping.addProperty("precision", precision);
      stopping.addProperty("maxSeconds", maxSeconds);
      final JsonArray blocks = new JsonArray();
      looks.forEach(blocks::add);
      stopping.add("looks", blocks);
      json.add("stopping", stopping);
    }
  }

  /** The design of a campaign.json; the default one where an older campaign does not say. */
  static Design read(final JsonObject json, final int blocks) throws UnusableFile {
    final double margin = Json.positive(json, "margin");
    final JsonObject stopping = Json.object(json, "stopping");
    if (!Double.isNaN(margin) && margin >= 1) {
      throw new UnusableFile("its margin is " + margin + ", not below 1");
    }
    final Design design =
        new Design(
            Double.isNaN(margin) ? DEFAULT_MARGIN : margin,
            decide(json.get("decide")),
            scores(json.get("decide")),
            Double.NaN,
            0,
            List.of());
    if (stopping.size() == 0) {
      return design;
    }
    final double precision = Json.positive(stopping, "precision");
    if (!(precision < 1)) { // NaN if it is missing
      throw new UnusableFile("its stopping has no precision below 1");
    }
    return new Design(
        design.margin,
        design.decide,
        design.scores,
        precision,
        Json.whole(stopping, "maxSeconds", 1, Integer.MAX_VALUE),
        looks(stopping.get("looks"), blocks));
  }

  private static Set<Decides> decide(final JsonElement json) throws UnusableFile {
    final Set<Decides> decide = new TreeSet<>();
    if (json == null || !json.isJsonArray()) {
      return FIXED.decide;
    }
    for (final JsonElement each : json.getAsJsonArray()) {
      final Decides one = decides(each);
      if (one != null) {
        decide.add(one);
      } else if (!isScore(each)) {
        throw new UnusableFile("decides " + each + ", not a percentile");
      }
    }
    return decide;
  }

  private static Set<String> scores(final JsonElement json) {
    final Set<String> scores = new LinkedHashSet<>();
    if (json != null && json.isJsonArray()) {
      for (final JsonElement each : json.getAsJsonArray()) {
        if (decides(each) == null && isScore(each)) {
          scores.add(each.getAsString());
        }
      }
    }
    return scores;
  }

  private static Decides decides(final JsonElement json) {
    return json.isJsonPrimitive() ? Decides.of(json.getAsString()) : null;
  }

  private static boolean isScore(final JsonElement json) {
    return json.isJsonPrimitive() && SCORE.matcher(json.getAsString()).matches();
  }

  private static List<Integer> looks(final JsonElement json, final int blocks) throws UnusableFile {
    final List<Integer> looks = new ArrayList<>();
    if (json != null && json.isJsonArray()) {
      for (final JsonElement each : json.getAsJsonArray()) {
        final JsonObject one = new JsonObject();
        one.add("looks", each);
        looks.add((int) Json.whole(one, "looks", 1, blocks));
      }
    }
    if (!looks.contains(blocks) || !looks.equals(List.copyOf(new TreeSet<>(looks)))) {
      throw new UnusableFile("its interim looks are not blocks in order that end with the last");
    }
    return looks;
  }

  /**
   * A share that a person wrote, such as 3%.
   *
   * @throws UserError if it is none, or not above 0 and below 100 %
   */
  public static double share(final String option, final String text) {
    try {
      final String number = text.endsWith("%") ? text.substring(0, text.length() - 1) : "";
      final double share = Double.parseDouble(number) / 100;
      if (share > 0 && share < 1) {
        return share;
      }
    } catch (final NumberFormatException exception) {
      // said below
    }
    throw new UserError(option + " is '" + text + "'; write it in per cent, such as 3%");
  }

  /**
   * The scores that a person listed, such as adjacent,cas@2.
   *
   * @throws UserError if one of them is no score's name
   */
  public static Set<String> scores(final String option, final String text) {
    final Set<String> scores = new LinkedHashSet<>();
    for (final String word : text.split(",", -1)) {
      final boolean percentile =
          Percentile.REPORTED.stream().anyMatch(each -> each.key.equals(word.replace('.', '_')));
      if (percentile || !SCORE.matcher(word).matches()) {
        throw new UserError(
            option
                + " has '"
                + word
                + "', and this workload has scores, not percentiles; it takes their names, with"
                + " commas, as in adjacent or adjacent@2");
      }
      scores.add(word);
    }
    return scores;
  }
}
