package org.whichjvm.workload.fork;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import org.whichjvm.workload.host.ThisJvm;

/** What {@code --check} prints for a program once a workload could run: one line of JSON. */
public final class CheckResult {
  private CheckResult() {}

  /** For a workload whose fork is one run. */
  public static JsonObject json() {
    final JsonObject json = new JsonObject();
    json.addProperty("schema", "whichjvm.check/1");
    json.addProperty("java", ThisJvm.major());
    json.addProperty("arch", System.getProperty("os.arch"));
    final JsonArray ignored = new JsonArray();
    JvmOptions.ignored().forEach(ignored::add);
    if (ignored.size() > 0) {
      json.add("ignored", ignored);
    }
    return json;
  }

  /**
   * For a workload whose fork is many.
   *
   * @param runs how many pairs of a warm-up and a measurement a fork has, 1 or more
   */
  public static JsonObject json(final int runs) {
    final JsonObject json = json();
    json.addProperty("runs", runs);
    return json;
  }
}
