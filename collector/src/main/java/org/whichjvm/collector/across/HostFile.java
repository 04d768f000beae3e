package org.whichjvm.collector.across;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;

/**
 * What {@code host.json} tells of a host of a fleet; whatever it does not tell is null, NaN or
 * empty.
 *
 * @param node the host's name in its cluster
 * @param state what became of its campaign
 * @param reason why, in a sentence
 * @param allowed the CPUs that it might use, as in 0-3
 * @param online all of its CPUs, as in 0-63
 * @param exclusive whether nothing else might use the allowed CPUs
 * @param quota how many CPUs' time it might take, above 0
 * @param foreignThreads hardware threads of the allowed CPUs' cores that it might not use, so that
 *     others may
 * @param numaNodes how many NUMA nodes the allowed CPUs lie on
 * @param warned names of the doctor's checks that warned
 * @param failed names of those that failed
 * @param lost what was lost on the way, in a sentence each
 * @param problem why the file cannot be read; null if it can, or is not there
 */
record HostFile(
    String node,
    State state,
    String reason,
    String allowed,
    String online,
    Boolean exclusive,
    double quota,
    double foreignThreads,
    double numaNodes,
    List<String> warned,
    List<String> failed,
    List<String> lost,
    String problem) {
  static final String NAME = "host.json";

  private static final int MOST_LOST = 20;

  /** What became of a host's campaign. */
  enum State {
    WHOLE("has its whole campaign"),
    PARTIAL("has a part of its campaign only"),
    UNFIT("is not fit to measure on"),
    FAILED("failed"),
    UNSCHEDULED("was never given its work"),
    WAITING("still waits for its turn");

    /** Its name in JSON. */
    final String key = name().toLowerCase(Locale.ROOT);

    /** As a predicate of the host. */
    final String words;

    State(final String words) {
      this.words = words;
    }

    /** The state of a name; null if there is none. */
    static State of(final String key) {
      for (final State each : values()) {
        if (each.key.equals(key)) {
          return each;
        }
      }
      return null;
    }
  }

  /** The file of a host's folder; nothing is told if there is none. */
  static HostFile read(final Path folder) throws IOException {
    final Path file = folder.resolve(NAME);
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return nothing(null);
    }
    try {
      return of(Json.readAny(file), null);
    } catch (final UnusableFile exception) {
      return nothing(exception.getMessage());
    }
  }

  /** Of a host that nothing is told of. */
  static HostFile nothing(final String problem) {
    return of(new JsonObject(), problem);
  }

  private static HostFile of(final JsonObject json, final String problem) {
    final JsonObject cpus = LenientJson.object(json, "cpus");
    final double quota = LenientJson.number(cpus, "quota");
    return new HostFile(
        LenientJson.text(json, "node"),
        State.of(LenientJson.text(json, "state")),
        LenientJson.text(json, "reason"),
        LenientJson.text(cpus, "allowed"),
        LenientJson.text(cpus, "online"),
        LenientJson.flag(cpus, "exclusive"),
        quota > 0 && quota < Double.POSITIVE_INFINITY ? quota : Double.NaN,
        Math.max(0, LenientJson.number(cpus, "foreignThreads")),
        Math.max(0, LenientJson.number(cpus, "numaNodes")),
        checks(json, "warn"),
        checks(json, "fail"),
        lost(json),
        problem);
  }

  private static List<String> checks(final JsonObject json, final String status) {
    final List<String> names = new ArrayList<>();
    for (final JsonObject each :
        LenientJson.objects(LenientJson.object(json, "doctor"), "checks")) {
      final String name = LenientJson.text(each, each.has("name") ? "name" : "check");
      if (name != null && status.equals(LenientJson.text(each, "status"))) {
        names.add(name);
      }
    }
    return names;
  }

  private static List<String> lost(final JsonObject json) {
    final List<String> lost = new ArrayList<>();
    for (final JsonObject each : LenientJson.objects(json, "lost")) {
      final int blocks = LenientJson.count(each, "blocks");
      final String node = LenientJson.text(each, "node");
      final String reason = LenientJson.text(each, "reason");
      lost.add(
          (blocks == 1 ? "1 block was" : blocks + " blocks were")
              + " lost"
              + (node == null ? "" : " on node " + node)
              + Sentences.because(reason));
      if (lost.size() == MOST_LOST) {
        break;
      }
    }
    return lost;
  }
}
