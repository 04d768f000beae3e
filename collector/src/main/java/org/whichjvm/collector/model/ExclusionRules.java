package org.whichjvm.collector.model;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.WrongUsage;

/**
 * The exclusion rules of a campaign that are on, and how many blocks may be run once more for them, declared before its
 * first fork. A value beyond its limit excludes a fork.
 */
public record ExclusionRules(Map<ExclusionRule, Double> limits, int retries) {
    public static final ExclusionRules NONE = new ExclusionRules(Map.of(), 0);

    /** A campaign grows by a quarter of its blocks at most. */
    private static final int BLOCKS_A_RETRY = 4;

    /**
     * An exclusion rule that excludes a fork.
     *
     * @param value beyond its limit; NaN for an exclusion rule of turns
     * @param limit NaN for an exclusion rule that has none
     * @param turns how many of the fork's turns it excludes; 0 of a fork with one window
     */
    public record Trip(ExclusionRule rule, double value, double limit, int turns, int ofTurns) {
        public String sentence() {
            String shown = rule.shown(value);
            String most = rule.shown(limit);
            return rule.what
                    + ": "
                    + (turns > 0
                            ? turns + " of " + ofTurns + " turns"
                            : shown.equals(most) ? "just over " + most : shown + ", over " + most);
        }
    }

    /**
     * The default exclusion rules, as changed by a request, whose values have been checked.
     *
     * @param changed their limits, or on or off, by names such as floor-in-fork
     * @param retries of the campaign; null for the usual number
     * @param stops whether it has interim analyses: then its blocks are counted beforehand
     */
    public static ExclusionRules of(Map<String, String> changed, Integer retries, int blocks, boolean stops) {
        Map<ExclusionRule, Double> limits = new EnumMap<>(ExclusionRule.class);
        for (ExclusionRule rule : ExclusionRule.values()) {
            limits.put(rule, rule.standard);
        }
        changed.forEach((name, value) -> {
            ExclusionRule rule = Arrays.stream(ExclusionRule.values())
                    .filter(each -> each.option().equals(name))
                    .findAny()
                    .orElseThrow();
            if (value.equals("off")) {
                limits.remove(rule);
            } else {
                limits.put(rule, rule.kind == ExclusionRule.Kind.SWITCH ? Double.NaN : Double.parseDouble(value));
            }
        });
        if (retries != null && (retries < 0 || retries > ForkNames.MAX_BLOCKS - blocks)) {
            throw new WrongUsage("--retries %s is out of range", retries)
                    .orTry("give 0 to %s", ForkNames.MAX_BLOCKS - blocks);
        }
        int usual = Math.min((blocks + BLOCKS_A_RETRY - 1) / BLOCKS_A_RETRY, ForkNames.MAX_BLOCKS - blocks);
        return new ExclusionRules(limits, stops ? 0 : retries == null ? usual : retries);
    }

    /** As campaign.json has them: the limit of each, or true if it has none. */
    JsonObject json() {
        JsonObject json = new JsonObject();
        limits.forEach((rule, limit) ->
                json.add(rule.key, Json.tree(rule.kind == ExclusionRule.Kind.SWITCH ? Boolean.TRUE : limit)));
        return json;
    }

    /** Whether an exclusion rule leaves out the round of two turns that would be compared. */
    boolean leaveOut(ExclusionRule.Turn turn, ExclusionRule.Turn other) {
        return limits.entrySet().stream().anyMatch(rule -> rule.getKey().leavesOut(rule.getValue(), turn, other));
    }

    static ExclusionRules read(JsonObject gates, int retries, int blocks) throws UnusableFile {
        Map<ExclusionRule, Double> limits = new EnumMap<>(ExclusionRule.class);
        for (ExclusionRule rule : ExclusionRule.values()) {
            if (rule.kind == ExclusionRule.Kind.SWITCH) {
                if (isOn(gates, rule)) {
                    limits.put(rule, Double.NaN);
                }
            } else if (gates.has(rule.key)) {
                double limit = Json.number(gates, rule.key);
                if (!rule.kind.possible(limit)) {
                    throw new UnusableFile("its gates." + rule.key + " is " + limit + ", which is no limit");
                }
                limits.put(rule, limit);
            }
        }
        for (String key : gates.keySet()) {
            if (Arrays.stream(ExclusionRule.values()).noneMatch(rule -> rule.key.equals(key))) {
                throw new UnusableFile("has an exclusion rule " + key + ", which this whichjvm does not know");
            }
        }
        if (retries > ForkNames.MAX_BLOCKS - blocks) {
            throw new UnusableFile("its retries are not a whole number from 0 to " + (ForkNames.MAX_BLOCKS - blocks));
        }
        return new ExclusionRules(limits, retries);
    }

    /** Whether a rule without a limit is on. */
    private static boolean isOn(JsonObject gates, ExclusionRule rule) throws UnusableFile {
        JsonElement value = gates.get(rule.key);
        if (value != null && !(value instanceof JsonPrimitive single && single.isBoolean())) {
            throw new UnusableFile("its gates." + rule.key + " is neither true nor false");
        }
        return value != null && value.getAsBoolean();
    }
}
