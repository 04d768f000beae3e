package org.whichjvm.workload.queue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.List;
import org.whichjvm.workload.fork.JvmPart;

/** What an exchange recorded, as a fork's file has it. */
final class ExchangeJson {
  private ExchangeJson() {}

  /** Adds what happened in the measured windows. */
  static void describe(final ExchangeRecord record, final JsonObject json) {
    final JsonObject pinning = new JsonObject();
    pinning.add("asked", array(record.cpus));
    pinning.addProperty("verified", true);
    pinning.add("helpers", array(record.helperCpus));
    json.add("pinning", pinning);

    final JvmPart all = record.ofBoth();
    final long notCounted = record.notCounted();
    final JsonObject messages = new JsonObject();
    messages.addProperty("sent", all.sent - notCounted);
    messages.addProperty("received", record.received - notCounted);
    messages.addProperty("verified", record.verified() - notCounted);
    json.add("messages", messages);

    final double[] floors = record.floors();
    final JsonObject floorNs = new JsonObject();
    floorNs.addProperty("before", tenths(floors[0]));
    floorNs.addProperty("after", tenths(floors[1]));
    json.add("floorNs", floorNs);
    json.add("warmUp", record.compilers.json());

    all.describe(json, record.hostCounters);
  }

  private static JsonArray array(final List<Integer> numbers) {
    final JsonArray array = new JsonArray();
    numbers.forEach(array::add);
    return array;
  }

  private static double tenths(final double value) {
    return Math.round(value * 10) / 10.0;
  }
}
