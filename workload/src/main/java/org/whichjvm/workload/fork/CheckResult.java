package org.whichjvm.workload.fork;

import com.google.gson.JsonObject;
import org.whichjvm.workload.host.JsonArrays;
import org.whichjvm.workload.host.ThisJvm;

/** The line of JSON that {@code --check} prints for a program once a workload could run. */
public final class CheckResult {
  private CheckResult() {}

  /** For a workload whose fork is one run. */
  public static JsonObject json() {
    final JsonObject json = new JsonObject();
    json.addProperty("schema", "whichjvm.check/1");
    json.addProperty("java", ThisJvm.major());
    json.addProperty("arch", System.getProperty("os.arch"));
    if (!JvmOptions.ignored().isEmpty()) {
      json.add("ignored", JsonArrays.of(JvmOptions.ignored()));
    }
    return json;
  }

  /** For a workload whose fork is so many runs, 1 or more: pairs of a warm-up and a measurement. */
  public static JsonObject json(final int runs) {
    final JsonObject json = json();
    json.addProperty("runs", runs);
    return json;
  }
}
