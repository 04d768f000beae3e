package org.whichjvm.collector.model;

import com.google.gson.JsonObject;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.WrongUsage;

/**
 * The gates of a campaign that are on, and how many blocks may be run once more for them, declared before its first
 * fork. A value beyond its limit excludes a fork.
 */
public record ExclusionRules(Map<ExclusionRule, Double> limits, int retries) {
    public static final ExclusionRules NONE = new ExclusionRules(Map.of(), 0);

    /** A campaign grows by a quarter of its blocks at most. */
    private static final int BLOCKS_A_RETRY = 4;

    /**
     * A gate that excludes a fork.
     *
     * @param value beyond its limit; NaN for a gate of turns
     * @param limit NaN for a gate that has none
     * @param turns how many of the fork's turns it excludes; 0 of a fork with one window
     */
    public record Trip(ExclusionRule gate, double value, double limit, int turns, int ofTurns) {
        public String sentence() {
            String shown = gate.shown(value);
            String most = gate.shown(limit);
            return gate.what
                    + ": "
                    + (turns > 0
                            ? turns + " of " + ofTurns + " turns"
                            : shown.equals(most) ? "just over " + most : shown + ", over " + most);
        }
    }

    /**
     * The default gates, as changed by options.
     *
     * @param options as in floor-in-fork=1.5 or steal-share=off
     * @param retries of the campaign; null for the usual number
     * @param stops whether it has interim looks: then its blocks are counted beforehand
     * @throws WrongUsage if an option is none
     */
    public static ExclusionRules of(List<String> options, Integer retries, int blocks, boolean stops) {
        Map<ExclusionRule, Double> limits = new EnumMap<>(ExclusionRule.class);
        for (ExclusionRule gate : ExclusionRule.values()) {
            limits.put(gate, gate.standard);
        }
        for (String option : options) {
            int equals = option.indexOf('=');
            ExclusionRule gate = named(option, equals < 0 ? option : option.substring(0, equals));
            String value = equals < 0 ? "" : option.substring(equals + 1);
            if (value.equals("off")) {
                limits.remove(gate);
            } else {
                limits.put(gate, limit(gate, option, value));
            }
        }
        if (retries != null && (retries < 0 || retries > ForkNames.MAX_BLOCKS - blocks)) {
            throw new WrongUsage("--retries %s is out of range; give 0 to %s", retries, ForkNames.MAX_BLOCKS - blocks);
        }
        if (stops && retries != null && retries > 0) {
            throw new WrongUsage(
                    "--retries %s cannot be together with --precision, whose interim looks are at "
                            + "planned blocks; leave it out",
                    retries);
        }
        int usual = Math.min((blocks + BLOCKS_A_RETRY - 1) / BLOCKS_A_RETRY, ForkNames.MAX_BLOCKS - blocks);
        return new ExclusionRules(limits, stops ? 0 : retries == null ? usual : retries);
    }

    private static ExclusionRule named(String option, String name) {
        for (ExclusionRule gate : ExclusionRule.values()) {
            if (gate.option().equals(name)) {
                return gate;
            }
        }
        throw new WrongUsage(
                "--gate '%s' is no gate; there are %s",
                option,
                Arrays.stream(ExclusionRule.values()).map(ExclusionRule::option).collect(Collectors.joining(", ")));
    }

    private static double limit(ExclusionRule gate, String option, String value) {
        if (gate.kind == ExclusionRule.Kind.SWITCH) {
            if (value.equals("on")) {
                return Double.NaN;
            }
            throw new WrongUsage("--gate '%s' is neither %s=on nor %s=off", option, gate.option(), gate.option());
        }
        try {
            double limit = Double.parseDouble(value);
            if (gate.kind.possible(limit)) {
                return limit;
            }
        } catch (NumberFormatException exception) {
            // said below
        }
        throw new WrongUsage(
                "--gate '%s' has no limit that it could; write a number from %s to %s, as in %s=%s, or off",
                option, Quantity.plain(gate.kind.least), Quantity.plain(gate.kind.most), gate.option(), gate.standard);
    }

    /** As campaign.json has them: the limit of each, or true if it has none. */
    JsonObject json() {
        JsonObject json = new JsonObject();
        limits.forEach((gate, limit) ->
                json.add(gate.key, Json.tree(gate.kind == ExclusionRule.Kind.SWITCH ? Boolean.TRUE : limit)));
        return json;
    }

    /** Whether a gate leaves out the round of two turns that would be compared. */
    boolean leaveOut(ExclusionRule.Turn turn, ExclusionRule.Turn other) {
        return limits.entrySet().stream().anyMatch(gate -> gate.getKey().leavesOut(gate.getValue(), turn, other));
    }

    static ExclusionRules read(JsonObject gates, int retries, int blocks) throws UnusableFile {
        Map<ExclusionRule, Double> limits = new EnumMap<>(ExclusionRule.class);
        for (ExclusionRule gate : ExclusionRule.values()) {
            if (gate.kind == ExclusionRule.Kind.SWITCH) {
                if (Json.shown(gates, gate.key).equals("true")) {
                    limits.put(gate, Double.NaN);
                }
            } else if (gates.has(gate.key)) {
                double limit = Json.number(gates, gate.key);
                if (!gate.kind.possible(limit)) {
                    throw new UnusableFile("its gates." + gate.key + " is " + limit + ", which is no limit");
                }
                limits.put(gate, limit);
            }
        }
        for (String key : gates.keySet()) {
            if (Arrays.stream(ExclusionRule.values()).noneMatch(gate -> gate.key.equals(key))) {
                throw new UnusableFile("has a gate " + key + ", which this whichjvm does not know");
            }
        }
        if (retries > ForkNames.MAX_BLOCKS - blocks) {
            throw new UnusableFile("its retries are not a whole number from 0 to " + (ForkNames.MAX_BLOCKS - blocks));
        }
        return new ExclusionRules(limits, retries);
    }
}
