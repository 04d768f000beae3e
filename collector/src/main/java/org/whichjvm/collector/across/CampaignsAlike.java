package org.whichjvm.collector.across;

import com.google.gson.JsonObject;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.model.Consistency;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.report.ResultFile;
import org.whichjvm.collector.stats.HostsApart;
import org.whichjvm.common.WrongUsage;

/** Whether two campaigns may be set beside one another. */
public final class CampaignsAlike {
    /**
     * Each campaign draws an order of turns of its own, finds a ladder of rates, and by first runs how often and for
     * how long programs run at a time; and a session draws the CPUs.
     */
    public static final Set<String> MAY_DIFFER =
            Set.of(Contender.DELAY_NANOS, "turnSeed", "ladder", "cpus", "starts", "slotSeconds", "timeoutSeconds");

    /** What a host gives to a campaign may be another one next time. */
    static final Set<String> OF_A_HOST = Set.of("cpus", "queueDir", Consistency.MEMBERS);

    /** Two campaigns may have run on the same machine if these agree. */
    public static List<String> machine(JsonObject host) {
        return Stream.of("cpuModel", "arch", "onlineCpus")
                .map(key -> Json.shown(host, key))
                .toList();
    }

    /**
     * Those that are sessions of the last one: they have its contenders, builds, workload, parameters and machine. So
     * few of them say nothing together: then the last one alone.
     *
     * @param campaigns of one host, at least one
     */
    static List<ResultFile> sessions(List<ResultFile> campaigns) {
        ResultFile last = campaigns.get(campaigns.size() - 1);
        List<ResultFile> alike = campaigns.stream()
                .filter(each -> question(each).equals(question(last)))
                .toList();
        return alike.size() < HostsApart.LEAST ? List.of(last) : alike;
    }

    private static List<Object> question(ResultFile campaign) {
        JsonObject parameters = campaign.parameters().deepCopy();
        MAY_DIFFER.forEach(parameters::remove);
        OF_A_HOST.forEach(parameters::remove);
        return List.of(
                String.valueOf(campaign.baseline()),
                String.valueOf(campaign.workload()),
                parameters,
                machine(campaign.host()),
                campaign.contenders().stream()
                        .map(each -> each.name() + " " + each.jvmLine())
                        .sorted()
                        .toList());
    }

    /** What a campaign was asked to measure. */
    record Asked(String campaign, String workload, JsonObject parameters) {
        JsonObject all() {
            JsonObject all = parameters.deepCopy();
            all.addProperty("workload", workload);
            return all;
        }
    }

    /** Refuses campaigns of another workload or of other parameters. */
    static void checkSame(Asked earlier, Asked later) {
        JsonObject before = earlier.all();
        JsonObject after = later.all();
        Set<String> keys = new LinkedHashSet<>(after.keySet());
        keys.addAll(before.keySet());
        for (String key : keys) {
            if (!MAY_DIFFER.contains(key) && !Objects.equals(after.get(key), before.get(key))) {
                throw new WrongUsage(
                                "the campaigns did not measure the same: %s is %s in %s, but %s in %s",
                                Escape.oneLine(key),
                                told(after, key),
                                later.campaign,
                                told(before, key),
                                earlier.campaign)
                        .orTry("compare campaigns of equal settings");
            }
        }
    }

    private static String told(JsonObject parameters, String key) {
        return parameters.has(key) ? Json.shown(parameters, key) : "not there";
    }
}
