package org.whichjvm.collector.campaign.fork;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.Objects;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.WaitStrategy;

/**
 * What the name of a contender says, {@code VARIANT(+SUFFIX)*}, or of two JVMs that exchange
 * messages {@code PRODUCER-to-CONSUMER(+SUFFIX)*}. A suffix names other memory for the queue,
 * another wait strategy, another rate, a flag set or a known delay; or it says that the contender
 * is another one once more (the A' of an A/A comparison). Each kind is there at most once, in any
 * order. A name with any other suffix is a variant of that name.
 *
 * @param variant the JVM; of a pair both, with {@code -to-} between
 * @param again whether it is a contender of the campaign once more, unchanged
 * @param delayNanos added to each message on purpose, in ns; 0 if none
 * @param memory of the queue as the workload calls it, such as huge; null if the name does not say
 * @param waitStrategy what both threads do while there is nothing to do, as the workload calls it,
 *     such as park:1000; null if the name does not say
 * @param rate messages a second; null if the name does not say
 * @param flagSet the name of a set of JVM options; null if there is none
 */
public record Contender(
    String variant,
    boolean again,
    long delayNanos,
    String memory,
    String waitStrategy,
    String rate,
    String flagSet) {
  /** The workload's parameter that a delay is recorded in. */
  public static final String DELAY_NANOS = "delayNanos";

  /** The workload's parameter that the queue's memory is recorded in. */
  public static final String QUEUE_MEMORY = "queueMemory";

  /** The workload's parameter that the wait strategy is recorded in. */
  public static final String WAIT = "wait";

  /** The workload's parameter that the rate is recorded in. */
  public static final String RATE = "rate";

  private static final String FLAG_SET = "flagSet";

  private static final long MAX_NANOS = 9_999_999;

  /** A contender without any suffix. */
  Contender(final String variant) {
    this(variant, false, 0, null, null, null, null);
  }

  public static Contender of(final String name) {
    final String[] words = name.split("\\+", -1);
    Contender contender = new Contender(words[0]);
    for (int i = 1; i < words.length && contender != null; i++) {
      contender = contender.with(words[i]);
    }
    return contender == null ? new Contender(name) : contender;
  }

  /** The contender with one suffix more; null if that is none, or the second of its kind. */
  private Contender with(final String word) {
    final Suffix suffix = Suffix.of(word);
    if (suffix == null) {
      return null;
    }
    return switch (suffix) {
      case AGAIN ->
          again
              ? null
              : new Contender(variant, true, delayNanos, memory, waitStrategy, rate, flagSet);
      case DELAY ->
          delayNanos > 0
              ? null
              : new Contender(
                  variant, again, Suffix.delayNanos(word), memory, waitStrategy, rate, flagSet);
      case MEMORY -> memory == null ? withMods(word, waitStrategy, rate, flagSet) : null;
      case WAIT ->
          waitStrategy == null
              ? withMods(
                  memory, WaitStrategy.ofSuffix(word).orElseThrow().toString(), rate, flagSet)
              : null;
      case RATE -> rate == null ? withMods(memory, waitStrategy, Suffix.rate(word), flagSet) : null;
      case FLAGS -> flagSet == null ? withMods(memory, waitStrategy, rate, word) : null;
    };
  }

  private Contender withMods(
      final String newMemory, final String newWait, final String newRate, final String newFlagSet) {
    return new Contender(variant, again, delayNanos, newMemory, newWait, newRate, newFlagSet);
  }

  /** The name of the same contender at no rate of its own. */
  public static String withoutRate(final String contender) {
    return contender.replaceFirst("\\+rate[1-9][0-9]{0,5}k?", "");
  }

  /** Whether it is two JVMs. */
  public boolean pair() {
    return variant.contains(ForkNames.TO);
  }

  /** The variant of the JVM that sends. */
  public String producer() {
    return pair() ? variant.substring(0, variant.indexOf(ForkNames.TO)) : variant;
  }

  /** The variant of the JVM that receives. */
  public String consumer() {
    return pair()
        ? variant.substring(variant.indexOf(ForkNames.TO) + ForkNames.TO.length())
        : variant;
  }

  /** Its name without the JVMs, as in +huge+yield; empty if there is no suffix. */
  public static String mods(final String contender) {
    final int plus = contender.indexOf('+');
    return plus < 0 ? "" : contender.substring(plus);
  }

  private Contender once() {
    return new Contender(variant, false, delayNanos, memory, waitStrategy, rate, flagSet);
  }

  /**
   * Which contender of a campaign another one is compared with: a contender with a flag set with
   * the same contender without, else one with other memory, another wait strategy or another rate
   * with the baseline in the same circumstances, else with the baseline.
   *
   * @param name the name of a contender of the campaign
   * @param contenders all names of the campaign
   * @param baseline the campaign's
   */
  public static String baselineOf(
      final String name, final List<String> contenders, final String baseline) {
    final Contender contender = of(name);
    if (contender.flagSet != null) {
      final String unset =
          find(
              contender.withMods(contender.memory, contender.waitStrategy, contender.rate, null),
              contenders,
              baseline);
      if (unset != null) {
        return unset;
      }
    }
    if (contender.memory != null || contender.waitStrategy != null || contender.rate != null) {
      final Contender base = of(baseline);
      final String alike =
          find(
              base.withMods(contender.memory, contender.waitStrategy, contender.rate, base.flagSet),
              contenders,
              baseline);
      if (alike != null && !alike.equals(name)) {
        return alike;
      }
    }
    return baseline;
  }

  /** The name of the contender that is such a one, and no control of one; null if there is none. */
  private static String find(
      final Contender contender, final List<String> contenders, final String baseline) {
    if (of(baseline).equals(contender.once())) {
      return baseline;
    }
    return contenders.stream()
        .filter(each -> of(each).equals(contender.once()))
        .findFirst()
        .orElse(null);
  }

  /** Refuses a fork that did not run as its contender's name tells. */
  public static void check(final Fork fork) throws UnusableFile {
    final Contender contender = of(fork.name().contender());
    if (contender.pair() != fork.producerJvm().size() > 0) {
      throw new UnusableFile(
          contender.pair()
              ? "tells of one JVM, but its contender's name of two"
              : "tells of two JVMs, but its contender's name of one");
    }
    checkDelay(contender.delayNanos, fork.parameters());
    checkMod(contender.memory, QUEUE_MEMORY, "parameters", fork.parameters());
    checkMod(contender.waitStrategy, WAIT, "parameters", fork.parameters());
    checkMod(contender.rate, RATE, "parameters", fork.parameters());
    final String flagSet = Json.text(fork.jvm(), FLAG_SET);
    if (!Objects.equals(flagSet, contender.flagSet)) {
      throw new UnusableFile(
          "its jvm.flagSet is "
              + (flagSet == null ? "none" : flagSet)
              + ", but its contender's name says "
              + (contender.flagSet == null ? "none" : contender.flagSet));
    }
  }

  private static void checkDelay(final long named, final JsonObject parameters)
      throws UnusableFile {
    final long actual =
        parameters.has(DELAY_NANOS) ? Json.whole(parameters, DELAY_NANOS, 0, MAX_NANOS) : 0;
    if (actual != named) {
      throw new UnusableFile(
          "its messages were delayed by "
              + actual
              + " ns on purpose, but its contender's name "
              + (named == 0 ? "does not say so" : "says " + named + " ns"));
    }
  }

  private static void checkMod(
      final String named, final String key, final String part, final JsonObject json)
      throws UnusableFile {
    if (named != null && !named.equals(Json.shown(json, key))) {
      final String actual = Json.shown(json, key);
      throw new UnusableFile(
          "its "
              + part
              + "."
              + key
              + " is "
              + (actual.isEmpty() ? "absent" : actual)
              + ", but its contender's name says "
              + named);
    }
  }

  /** Whether it is a JVM as it is, and no control of another contender or with a known effect. */
  public boolean plain() {
    return !again && delayNanos == 0;
  }

  /** Whether the two differ in nothing but their name: a difference between them is a false one. */
  public boolean sameAs(final Contender other) {
    return once().equals(other.once());
  }

  /** Whether the other is the same but for a delay, which this one has not. */
  public boolean delayedIn(final Contender other) {
    return delayNanos == 0
        && other.delayNanos > 0
        && once()
            .equals(
                new Contender(
                    other.variant,
                    false,
                    0,
                    other.memory,
                    other.waitStrategy,
                    other.rate,
                    other.flagSet));
  }
}
