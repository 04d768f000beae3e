package org.whichjvm.collector;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a variant's name says about an arm of a campaign, {@code SERVICE(+MOD)*}, or of two JVMs
 * that exchange messages {@code PRODUCER-to-CONSUMER(+MOD)*}: the plain JVM, or the JVM with other
 * memory for the queue, another way to wait, a flag set, a known effect added; or one of these once
 * more (the A' of an A/A comparison). Each kind of MOD is there at most once, in any order; a name
 * that is none of this is a service of that name.
 *
 * @param service the JVM; of a pair both, with {@code -to-} between
 * @param again whether it is an arm of the campaign once more, unchanged
 * @param delayNanos added to each message on purpose, in ns; 0 if none
 * @param memory of the queue as the workload calls it, such as huge; null if the name does not say
 * @param idle how both threads wait, as the workload calls it, such as park:1000; null if the name
 *     does not say
 * @param flagSet the name of a set of JVM options; null if there is none
 */
record Arm(
    String service, boolean again, long delayNanos, String memory, String idle, String flagSet) {
  /** The workload's parameter that a delay is recorded in. */
  static final String DELAY_NANOS = "delayNanos";

  /** The workload's parameter that the queue's memory is recorded in. */
  static final String QUEUE_MEMORY = "queueMemory";

  /** The workload's parameter that the way to wait is recorded in. */
  static final String IDLE = "idle";

  private static final String FLAG_SET = "flagSet";
  private static final String HUGE = "huge";

  /** Between the two JVMs of a pair. */
  static final String TO = "-to-";

  private static final long MAX_NANOS = 9_999_999;
  private static final Pattern AGAIN = Pattern.compile("again[0-9]{0,2}");
  private static final Pattern DELAY = Pattern.compile("delay([0-9]{1,7})ns(-[0-9]{1,2})?");
  private static final Pattern PARK = Pattern.compile("park([1-9][0-9]{0,9})ns");
  private static final Pattern OTHER_IDLE = Pattern.compile("yield|onspinwait");
  private static final Pattern FLAGS = Pattern.compile("[a-z][a-z0-9-]*");

  /** An arm without any MOD. */
  Arm(final String service) {
    this(service, false, 0, null, null, null);
  }

  static Arm of(final String variant) {
    final String[] words = variant.split("\\+", -1);
    Arm arm = new Arm(words[0]);
    for (int i = 1; i < words.length && arm != null; i++) {
      arm = arm.with(words[i]);
    }
    return arm == null ? new Arm(variant) : arm;
  }

  /** The arm with one MOD more; null if that is none, or the second of its kind. */
  private Arm with(final String mod) {
    final Matcher delay = DELAY.matcher(mod);
    final Matcher park = PARK.matcher(mod);
    if (AGAIN.matcher(mod).matches()) {
      return again ? null : new Arm(service, true, delayNanos, memory, idle, flagSet);
    }
    if (delay.matches()) {
      final long nanos = Long.parseLong(delay.group(1));
      return delayNanos > 0 ? null : new Arm(service, again, nanos, memory, idle, flagSet);
    }
    if (mod.equals(HUGE)) {
      return memory == null ? withMods(mod, idle, flagSet) : null;
    }
    if (park.matches() || OTHER_IDLE.matcher(mod).matches()) {
      final String way = park.matches() ? "park:" + park.group(1) : mod;
      return idle == null ? withMods(memory, way, flagSet) : null;
    }
    return flagSet == null && FLAGS.matcher(mod).matches() ? withMods(memory, idle, mod) : null;
  }

  private Arm withMods(final String newMemory, final String newIdle, final String newFlagSet) {
    return new Arm(service, again, delayNanos, newMemory, newIdle, newFlagSet);
  }

  /** Whether it is two JVMs. */
  boolean pair() {
    return service.contains(TO);
  }

  /** The service of the JVM that sends. */
  String producer() {
    return pair() ? service.substring(0, service.indexOf(TO)) : service;
  }

  /** The service of the JVM that receives. */
  String consumer() {
    return pair() ? service.substring(service.indexOf(TO) + TO.length()) : service;
  }

  /** Its name without the JVMs, as in +huge+yield; empty if there is no MOD. */
  static String mods(final String variant) {
    final int plus = variant.indexOf('+');
    return plus < 0 ? "" : variant.substring(plus);
  }

  private Arm once() {
    return new Arm(service, false, delayNanos, memory, idle, flagSet);
  }

  /**
   * Which variant of a campaign another one is compared with: an arm with a flag set with the same
   * arm without, else one with other memory or another way to wait with the baseline in the same
   * circumstances, else with the baseline.
   *
   * @param variant the name of an arm of the campaign
   * @param variants all names of the campaign
   * @param baseline the campaign's
   */
  static String baselineOf(
      final String variant, final List<String> variants, final String baseline) {
    final Arm arm = of(variant);
    if (arm.flagSet != null) {
      final String unset = find(arm.withMods(arm.memory, arm.idle, null), variants, baseline);
      if (unset != null) {
        return unset;
      }
    }
    if (arm.memory != null || arm.idle != null) {
      final Arm base = of(baseline);
      final String alike =
          find(base.withMods(arm.memory, arm.idle, base.flagSet), variants, baseline);
      if (alike != null && !alike.equals(variant)) {
        return alike;
      }
    }
    return baseline;
  }

  /** The variant that is such an arm, and no control of one; null if there is none. */
  private static String find(final Arm arm, final List<String> variants, final String baseline) {
    if (of(baseline).equals(arm.once())) {
      return baseline;
    }
    return variants.stream().filter(each -> of(each).equals(arm.once())).findFirst().orElse(null);
  }

  /** Refuses a fork that did not run as its variant's name tells. */
  static void check(final Fork fork) throws UnusableFile {
    final Arm arm = of(fork.name().variant());
    if (arm.pair() != fork.producerJvm().size() > 0) {
      throw new UnusableFile(
          arm.pair()
              ? "tells of one JVM, but its variant's name of two"
              : "tells of two JVMs, but its variant's name of one");
    }
    checkDelay(arm.delayNanos, fork.parameters());
    checkMod(arm.memory, QUEUE_MEMORY, "parameters", fork.parameters());
    checkMod(arm.idle, IDLE, "parameters", fork.parameters());
    // Absent: of an older workload, whose variants may be called anything.
    if (fork.jvm().has(FLAG_SET)) {
      final String actual = Json.text(fork.jvm(), FLAG_SET);
      if (actual == null && arm.flagSet != null || actual != null && !actual.equals(arm.flagSet)) {
        throw new UnusableFile(
            "its jvm.flagSet is "
                + actual
                + ", but its variant's name says "
                + (arm.flagSet == null ? "none" : arm.flagSet));
      }
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
              + " ns on purpose, but its variant's name "
              + (named == 0 ? "does not say so" : "says " + named + " ns"));
    }
  }

  private static void checkMod(
      final String named, final String key, final String part, final JsonObject json)
      throws UnusableFile {
    if (named != null && !named.equals(Json.text(json, key))) {
      final String actual = Json.shown(json, key);
      throw new UnusableFile(
          "its "
              + part
              + "."
              + key
              + " is "
              + (actual.isEmpty() ? "absent" : actual)
              + ", but its variant's name says "
              + named);
    }
  }

  /** Whether it is a JVM as it is, and no control of another arm or with a known effect. */
  boolean plain() {
    return !again && delayNanos == 0;
  }

  /** Whether the two differ in nothing but their name: a difference between them is a false one. */
  boolean sameAs(final Arm other) {
    return once().equals(other.once());
  }

  /** Whether the other is the same but for a delay, which this one has not. */
  boolean delayedIn(final Arm other) {
    return delayNanos == 0
        && other.delayNanos > 0
        && once().equals(new Arm(other.service, false, 0, other.memory, other.idle, other.flagSet));
  }
}
