package org.whichjvm.workload.queue.pair;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.whichjvm.common.ForkNames;
import org.whichjvm.workload.fork.JvmInfo;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.CpuChoice;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.host.HostInfo;
import org.whichjvm.workload.host.JsonArrays;

/** The description that each JVM of a pair gives the other before anything is measured. */
public final class PairSide {
  private final JsonObject says;
  private final Role role;

  /**
   * @param says what the other JVM said
   * @param role of that JVM
   */
  public PairSide(final JsonObject says, final Role role) {
    this.says = says;
    this.role = role;
  }

  /**
   * Describes this JVM.
   *
   * @param parameters which must be the same in both JVMs
   * @param own the CPUs that this JVM would choose
   */
  public static JsonObject json(
      final JsonObject parameters, final String contender, final CpuChoice own) {
    final JsonObject json = new JsonObject();
    json.add("parameters", parameters);
    json.addProperty("contender", contender);
    json.add("cpus", JsonArrays.of(own.cpus()));
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
  public CpuChoice cpus(final List<Integer> effective) {
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
   * @param contender of this JVM, or the pair's name already
   */
  public String pairWith(final String contender) {
    return contender.contains(ForkNames.TO)
        ? contender
        : says.get("contender").getAsString() + ForkNames.TO + contender;
  }

  /** Adds to the fork's file which JVM the producer's was. */
  public void describe(final JsonObject json) {
    json.add("producerJvm", says.get("jvm"));
    if (says.get("emulated").getAsBoolean()) {
      // One emulated side is enough for times that mean nothing.
      json.getAsJsonObject("host").addProperty("emulated", true);
    }
  }
}
