package org.whichjvm.workload;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** What each JVM of a pair tells the other before anything is measured. */
final class PairSide {
  /** Stands between the two JVMs in the name of a pair: PRODUCER-to-CONSUMER. */
  private static final String TO = "-to-";

  private final JsonObject says;
  private final Role role;

  /**
   * @param says what the other JVM said
   * @param role of that JVM
   */
  PairSide(final JsonObject says, final Role role) {
    this.says = says;
    this.role = role;
  }

  /** What this JVM has to tell; the parameters must be the same in both. */
  static JsonObject json(
      final QueueLatencyOptions options,
      final String variant,
      final CpuChoice choice,
      final QueueMemory memory) {
    final JsonObject json = new JsonObject();
    json.add("parameters", options.shared(memory));
    json.addProperty("variant", variant);
    final JsonArray cpus = new JsonArray();
    choice.cpus().forEach(cpus::add);
    json.add("cpus", cpus);
    json.add("jvm", JvmInfo.json());
    json.add("emulated", HostInfo.json().get("emulated"));
    return json;
  }

  /**
   * The CPUs that the other JVM chose for both.
   *
   * @param effective those that this one may use
   * @throws CannotRun if it may not use them
   */
  CpuChoice cpus(final List<Integer> effective) {
    final List<Integer> chosen = new ArrayList<>();
    says.getAsJsonArray("cpus").forEach(cpu -> chosen.add(cpu.getAsInt()));
    if (!effective.containsAll(chosen)) {
      throw new CannotRun(
          String.format(
              "the %s's JVM chose CPU %s for both, and this one may use CPU %s only; give both the"
                  + " same CPU set",
              role, Cpus.join(chosen), Cpus.join(effective)));
    }
    return CpuChoice.asked(chosen);
  }

  /**
   * The name of the pair, of which the other JVM is the producer's.
   *
   * @param variant of this JVM, or the pair's name already
   */
  String pairWith(final String variant) {
    return variant.contains(TO) ? variant : says.get("variant").getAsString() + TO + variant;
  }

  /** Adds to the fork's file which JVM the producer's was. */
  void describe(final JsonObject json) {
    json.add("producerJvm", says.get("jvm"));
    if (says.get("emulated").getAsBoolean()) {
      // One emulated side is enough for times that mean nothing.
      json.getAsJsonObject("host").addProperty("emulated", true);
    }
  }
}
