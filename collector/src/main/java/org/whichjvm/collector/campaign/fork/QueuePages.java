package org.whichjvm.collector.campaign.fork;

import com.google.gson.JsonObject;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;

/**
 * The memory that a fork's queue lay in.
 *
 * @param kind shm, huge or other
 * @param pageBytes what a first touch faults in
 * @param residentKb of the queue's mappings, in KB; NaN if not recorded
 * @param hugeKb of them those in huge pages; NaN if not recorded
 */
public record QueuePages(String kind, double pageBytes, double residentKb, double hugeKb) {
  /** Reads the memory that a fork names; null if it names none. */
  static QueuePages of(final JsonObject fork) throws UnusableFile {
    final JsonObject json = Json.object(fork, "memory");
    final String kind = Json.text(json, "queue");
    return kind == null
        ? null
        : new QueuePages(
            kind,
            Json.amount(json, "pageBytes"),
            Json.amount(json, "residentKb"),
            Json.amount(json, "hugeKb"));
  }

  /** The part of the resident pages that are huge, 0 to 1; NaN if not recorded. */
  public double hugeShare() {
    return residentKb > 0 ? hugeKb / residentKb : Double.NaN;
  }
}
