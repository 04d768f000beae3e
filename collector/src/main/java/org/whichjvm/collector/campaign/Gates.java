package org.whichjvm.collector.campaign;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.Measure;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.io.UserError;
import org.whichjvm.collector.stats.Medians;

/**
 * The gates of a campaign, declared before its first fork.
 *
 * @param limits of the gates that are on; a value beyond its limit sets a fork aside
 * @param retries how many blocks may be run once more for it
 */
public record Gates(Map<Gate, Double> limits, int retries) {
  /** No gate: of campaigns that declared none. */
  public static final Gates NONE = new Gates(Map.of(), 0);

  /** A quarter of the blocks: what a campaign grows by at most. */
  private static final int BLOCKS_A_RETRY = 4;

  private static final String OFF = "off";
  private static final String ON = "on";

  /**
   * That a gate has set a fork aside.
   *
   * @param gate which
   * @param value beyond its limit; NaN for a gate that has none
   * @param limit of the gate; NaN likewise
   */
  public record Trip(Gate gate, double value, double limit) {
    /** In words, with the value and the limit. */
    public String sentence() {
      return Double.isNaN(value)
          ? gate.what
          : gate.what + ": " + gate.shown(value) + ", over " + gate.shown(limit);
    }
  }

  /**
   * What a campaign has unless somebody says otherwise, changed by what somebody says.
   *
   * @param options as in floor-in-fork=1.5 or jit-share=off
   * @param retries of the campaign; null for the usual number
   * @param stops whether it is looked at before its end: then its blocks are counted beforehand
   * @throws UserError if an option is none
   */
  public static Gates of(
      final List<String> options, final Integer retries, final int blocks, final boolean stops) {
    final Map<Gate, Double> limits = new EnumMap<>(Gate.class);
    for (final Gate gate : Gate.values()) {
      limits.put(gate, gate.standard);
    }
    for (final String option : options) {
      final int equals = option.indexOf('=');
      final Gate gate = named(option, equals < 0 ? option : option.substring(0, equals));
      final String value = equals < 0 ? "" : option.substring(equals + 1);
      if (value.equals(OFF)) {
        limits.remove(gate);
      } else {
        limits.put(gate, limit(gate, option, value));
      }
    }
    if (retries != null && (retries < 0 || retries > Names.MAX_BLOCKS - blocks)) {
      throw new UserError(
          "--retries " + retries + " is out of range; give 0 to " + (Names.MAX_BLOCKS - blocks));
    }
    if (stops && retries != null && retries > 0) {
      throw new UserError(
          "--retries "
              + retries
              + " cannot be together with --precision, whose looks are at planned blocks; leave it out");
    }
    final int usual =
        Math.min((blocks + BLOCKS_A_RETRY - 1) / BLOCKS_A_RETRY, Names.MAX_BLOCKS - blocks);
    return new Gates(limits, stops ? 0 : retries == null ? usual : retries);
  }

  private static Gate named(final String option, final String name) {
    for (final Gate gate : Gate.values()) {
      if (gate.option().equals(name)) {
        return gate;
      }
    }
    throw new UserError(
        "--gate '"
            + option
            + "' is no gate; there are "
            + Arrays.stream(Gate.values()).map(Gate::option).collect(Collectors.joining(", ")));
  }

  private static double limit(final Gate gate, final String option, final String value) {
    if (gate == Gate.OVERLOADED) {
      if (value.equals(ON)) {
        return Double.NaN;
      }
      throw new UserError("--gate '" + option + "' is neither overloaded=on nor overloaded=off");
    }
    try {
      final double limit = Double.parseDouble(value);
      if (possible(gate, limit)) {
        return limit;
      }
    } catch (final NumberFormatException exception) {
      // said below
    }
    throw new UserError(
        "--gate '"
            + option
            + "' has no limit that it could; write a number "
            + (gate.ratio() ? "from 1 to 1000" : "from 0 to 1000")
            + ", as in "
            + gate.option()
            + "="
            + gate.standard
            + ", or off");
  }

  private static boolean possible(final Gate gate, final double limit) {
    return limit >= (gate.ratio() ? 1 : 0) && limit <= 1_000;
  }

  /** Writes both fields of campaign.json. */
  public void write(final JsonObject campaign) {
    final JsonObject json = new JsonObject();
    limits.forEach(
        (gate, limit) -> {
          if (gate == Gate.OVERLOADED) {
            json.addProperty(gate.key, true);
          } else {
            json.addProperty(gate.key, limit);
          }
        });
    campaign.add("gates", json);
    campaign.addProperty("retries", retries);
  }

  /** Those of a campaign.json; none where an older campaign has an empty list. */
  static Gates read(final JsonObject campaign, final int blocks) throws UnusableFile {
    final JsonElement json = campaign.get("gates");
    if (json == null || !json.isJsonObject()) {
      return NONE;
    }
    final JsonObject gates = json.getAsJsonObject();
    final Map<Gate, Double> limits = new EnumMap<>(Gate.class);
    for (final Gate gate : Gate.values()) {
      if (gate == Gate.OVERLOADED) {
        if (Json.isTrue(gates, gate.key)) {
          limits.put(gate, Double.NaN);
        }
      } else if (gates.has(gate.key)) {
        final double limit = Json.amount(gates, gate.key);
        if (!possible(gate, limit)) {
          throw new UnusableFile("its gates." + gate.key + " is " + limit + ", which is no limit");
        }
        limits.put(gate, limit);
      }
    }
    for (final String key : gates.keySet()) {
      if (Arrays.stream(Gate.values()).noneMatch(gate -> gate.key.equals(key))) {
        throw new UnusableFile("has a gate " + key + ", which this whichjvm does not know");
      }
    }
    final int retries =
        campaign.has("retries")
            ? (int) Json.whole(campaign, "retries", 0, Names.MAX_BLOCKS - (long) blocks)
            : 0;
    return new Gates(limits, retries);
  }

  /** Whether any is on. */
  boolean any() {
    return !limits.isEmpty();
  }

  /**
   * The gates that set a fork aside; empty if none does.
   *
   * @param fork ok or overloaded
   * @param block all forks of its block that have a floor, the fork itself among them
   */
  public List<Trip> trips(final Fork fork, final Collection<Fork> block) {
    final List<Trip> trips = new ArrayList<>();
    limits.forEach(
        (gate, limit) -> {
          if (gate == Gate.OVERLOADED) {
            if (fork.overloaded()) {
              trips.add(new Trip(gate, Double.NaN, Double.NaN));
            }
            return;
          }
          final double value = value(gate, fork, block);
          if (value > limit) { // NaN, which was not recorded, is not
            trips.add(new Trip(gate, value, limit));
          }
        });
    return trips;
  }

  private static double value(final Gate gate, final Fork fork, final Collection<Fork> block) {
    final double windowMillis = fork.disturbances().windowSeconds() * 1e3;
    return switch (gate) {
      case FLOOR_IN_FORK -> apart(fork.floorBeforeNs(), fork.floorAfterNs());
      case FLOOR_IN_BLOCK ->
          apart(
              fork.floorNs(),
              Medians.of(block.stream().mapToDouble(Fork::floorNs).filter(each -> each > 0)));
      case THROTTLED_SHARE -> fork.disturbances().get(Measure.THROTTLED_MILLIS) / windowMillis;
      case STEAL_SHARE ->
          fork.disturbances().get(Measure.STEAL_MILLIS) / windowMillis / fork.cpus();
      // A thread that gives its CPU away on purpose waits to get it back.
      case WAITING_SHARE ->
          fork.givesCpuAway()
              ? Double.NaN
              : fork.disturbances().get(Measure.WAITING_MILLIS) / windowMillis;
      case JIT_SHARE -> fork.disturbances().get(Measure.JIT_MILLIS) / windowMillis;
      case OVERLOADED -> Double.NaN;
    };
  }

  private static double apart(final double one, final double other) {
    return Math.max(one, other) / Math.min(one, other);
  }
}
