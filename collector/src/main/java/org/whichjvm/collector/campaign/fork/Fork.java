package org.whichjvm.collector.campaign.fork;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.KeptJson;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.common.Percentile;

/**
 * One fork as its JSON tells it. Every text in it is of unknown origin: escape it before showing.
 *
 * @param name block and contender, the same as in the file's name
 * @param status {@link #OK}, {@link #FAILED} or {@link #INTERRUPTED}
 * @param reason why it is not ok; null if it is, or did not say
 * @param workload what was run; null if unknown
 * @param parameters of the workload, as written; empty if unknown
 * @param jvm as written; empty if unknown
 * @param host as written; empty if unknown
 * @param emulated whether another architecture was emulated: its times mean nothing
 * @param started when its process started; null if unknown
 * @param wallSeconds how long it took, warm-up and all; NaN if unknown
 * @param floorBeforeNs round trip before the measured window, in ns; NaN if not measured
 * @param floorAfterNs round trip after it, in ns; NaN if not measured
 * @param floorNs mean of the round trips before and after, in ns; NaN if not measured
 * @param disturbances in the measured window
 * @param attribution of its slow messages to causes
 * @param memory that its queue lay in; null if unknown
 * @param summaries of both latencies; empty unless the fork is ok and has some
 * @param scores by their keys; empty unless the fork is ok and has some instead of latencies
 * @param producerJvm of a pair of JVMs the one that sends, as written; empty in all other forks
 * @param stillCompiled whether its warm-up hit its limit before the JIT compilers were idle
 * @param turns null if it measured one window
 * @param load its response times by rate; null if it had one rate, or messages
 */
public record Fork(
    ForkName name,
    String status,
    String reason,
    String workload,
    JsonObject parameters,
    JsonObject jvm,
    JsonObject host,
    boolean emulated,
    Instant started,
    double wallSeconds,
    double floorBeforeNs,
    double floorAfterNs,
    double floorNs,
    Disturbances disturbances,
    SlowMessages attribution,
    QueuePages memory,
    Map<Latency, Summary> summaries,
    Map<String, ForkScore> scores,
    JsonObject producerJvm,
    boolean stillCompiled,
    Turns turns,
    LoadCurve load) {

  public static final String OK = "ok";
  public static final String FAILED = "failed";
  public static final String OVERLOADED = "overloaded";

  static final Set<String> STATUSES = Set.of(OK, FAILED, OVERLOADED);

  /** How long it measured, in seconds; NaN if it does not say. */
  public double durationSeconds() {
    try {
      return Json.positive(parameters, "durationSeconds");
    } catch (final UnusableFile exception) {
      return Double.NaN;
    }
  }

  /** How many CPUs it measured; NaN if it does not say. */
  public double cpus() {
    return parameters.get("cpus") instanceof JsonArray cpus && !cpus.isEmpty()
        ? cpus.size()
        : Double.NaN;
  }

  /** Whether its threads give their CPUs away while they wait. */
  public boolean givesCpuAway() {
    final String wait = Json.shown(parameters, Contender.WAIT);
    return wait.equals("yield") || wait.startsWith("park");
  }

  /** Whether it failed because it could not keep the rate. */
  public boolean overloaded() {
    return status.equals(OVERLOADED);
  }

  /** Whether it measured by turns, with the other contenders of its block alive beside it. */
  public boolean byTurns() {
    return turns != null;
  }

  /** Whether it has scores, and no latencies. */
  public boolean ofScores() {
    return !scores.isEmpty();
  }

  /** Its p50 service time, in ns. */
  public double p50() {
    return summaries.get(Latency.SERVICE).at(Percentile.P50);
  }

  /** The same fork with parts that it may share with others. */
  public Fork keptIn(final KeptJson kept) throws UnusableFile {
    return with(
        kept.keep(parameters), kept.keep(jvm), kept.keep(host), kept.keep(producerJvm), turns);
  }

  /** The same fork, some of whose turns do not count. */
  public Fork withTurns(final Turns judged) {
    return with(parameters, jvm, host, producerJvm, judged);
  }

  private Fork with(
      final JsonObject itsParameters,
      final JsonObject itsJvm,
      final JsonObject itsHost,
      final JsonObject itsProducerJvm,
      final Turns itsTurns) {
    return new Fork(
        name,
        status,
        reason,
        workload,
        itsParameters,
        itsJvm,
        itsHost,
        emulated,
        started,
        wallSeconds,
        floorBeforeNs,
        floorAfterNs,
        floorNs,
        disturbances,
        attribution,
        memory,
        summaries,
        scores,
        itsProducerJvm,
        stillCompiled,
        itsTurns,
        load);
  }
}
