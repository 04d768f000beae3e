package org.whichjvm.collector.campaign.fork;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.function.DoubleBinaryOperator;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;

/** The figures that a fork's JSON has beside its latencies; NaN for one that is missing. */
final class Recorded {
  // 64 producers and the consumer: the most that the workload takes.
  private static final int MAX_THREADS = 65;

  // The most CPUs that Linux is built for (NR_CPUS): JMH's threads are counted by CPU.
  private static final int MAX_CPUS = 8_192;

  // Only forks of JMH have it.
  private static final String WINDOW = "windowSeconds";

  private final JsonObject fork;
  private final long messages;
  private final double windowSeconds;
  private final int mostThreads;

  /**
   * The figures of one fork.
   *
   * @param fork its whole JSON
   * @param messages that it sent; 0 if unknown
   * @param turns null if it measured one window
   */
  Recorded(final JsonObject fork, final long messages, final Turns turns) throws UnusableFile {
    this.fork = fork;
    this.messages = messages;
    final JsonObject disturbances = Json.object(fork, "disturbances");
    final boolean byCpu = disturbances.has(WINDOW);
    this.windowSeconds =
        byCpu
            ? Json.positive(disturbances, WINDOW)
            : turns != null
                ? turns.countedSeconds()
                : Json.positive(Json.object(fork, "parameters"), "durationSeconds");
    this.mostThreads = byCpu ? MAX_CPUS : MAX_THREADS;
  }

  /** How many messages it sent; NaN if unknown. */
  double messages() {
    return messages == 0 ? Double.NaN : messages;
  }

  double windowSeconds() {
    return windowSeconds;
  }

  /** Seconds from its start to its end. */
  double wallSeconds() throws UnusableFile {
    return Json.positive(fork, "wallSeconds");
  }

  /**
   * A figure of the fork.
   *
   * @param path where it is, as in disturbances.host.stealMillis
   */
  double at(final String path) throws UnusableFile {
    return at(fork, path);
  }

  /** The sum of a list's numbers. A thread that did not start has a null. */
  double sum(final String path) throws UnusableFile {
    double sum = Double.NaN;
    for (final JsonElement each : list(path, MAX_THREADS)) {
      final JsonObject one = new JsonObject();
      one.add("list of figures of threads", each);
      sum = joined(sum, Json.amount(one, "list of figures of threads"), Double::sum);
    }
    return sum;
  }

  /** One figure of all measured threads. */
  double ofThreads(final DoubleBinaryOperator operator, final String path) throws UnusableFile {
    double all = Double.NaN;
    for (final JsonElement each : list("disturbances.threads", mostThreads)) {
      if (!each.isJsonObject()) {
        throw new UnusableFile("its disturbances.threads is not a list of objects");
      }
      all = joined(all, at(each.getAsJsonObject(), path), operator);
    }
    return all;
  }

  private JsonArray list(final String path, final int most) throws UnusableFile {
    final JsonArray list = Json.array(parent(fork, path), last(path));
    if (list.size() > most) {
      throw new UnusableFile("its " + last(path) + " are more than " + most + " threads");
    }
    return list;
  }

  private static double at(final JsonObject json, final String path) throws UnusableFile {
    return Json.amount(parent(json, path), last(path));
  }

  private static JsonObject parent(final JsonObject json, final String path) throws UnusableFile {
    JsonObject parent = json;
    int from = 0;
    for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', from)) {
      parent = Json.object(parent, path.substring(from, dot));
      from = dot + 1;
    }
    return parent;
  }

  private static String last(final String path) {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  private static double joined(
      final double one, final double other, final DoubleBinaryOperator operator) {
    if (Double.isNaN(one)) {
      return other;
    }
    return Double.isNaN(other) ? one : operator.applyAsDouble(one, other);
  }
}
