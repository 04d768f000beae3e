package org.whichjvm.collector.plan;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.whichjvm.collector.cli.Cli;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.CampaignSettings;
import org.whichjvm.collector.model.CampaignSettings.FlagSet;
import org.whichjvm.collector.model.ExclusionRules;
import org.whichjvm.collector.model.Execution;
import org.whichjvm.collector.model.ForkStart;
import org.whichjvm.collector.model.Interleave;
import org.whichjvm.collector.model.Race;
import org.whichjvm.collector.model.Search;
import org.whichjvm.collector.model.Within;
import org.whichjvm.collector.stats.Family;
import org.whichjvm.collector.stats.InterimAnalyses;
import org.whichjvm.common.WrongUsage;

/** Begins campaigns without a JVM to check. */
public final class PlannedFixture {
    private PlannedFixture() {}

    /**
     * Begins one.
     *
     * @param args {@code --out DIR --campaign NAME --contender C… --baseline C --blocks N --seed N} and those of
     *     whichjvm compare that say how it decides; {@code --set KEY=VALUE} for workload, runner, interleave,
     *     flags.NAME and flagsSay.NAME; {@code --found WINNER,AGAINST,RATIO} for what confirms a race
     */
    public static Cli run(Object... args) {
        Map<String, List<String>> options = new TreeMap<>();
        for (int i = 0; i < args.length; i++) {
            String[] words = args[i].toString().split("=", 2);
            String value = words.length > 1 ? words[1] : args[++i].toString();
            options.computeIfAbsent(words[0], key -> new ArrayList<>()).add(value);
        }
        try {
            begin(Path.of(last(options, "--out")), asked(options));
            return new Cli(0, "", "");
        } catch (WrongUsage error) {
            return new Cli(2, "", String.join("\n", error.lines()) + "\n");
        } catch (IOException exception) {
            throw new UncheckedIOException(exception);
        }
    }

    private static CampaignRequest asked(Map<String, List<String>> options) {
        Map<String, String> settings = new TreeMap<>();
        for (String setting : options.getOrDefault("--set", List.of())) {
            settings.put(setting.split("=", 2)[0], setting.split("=", 2)[1]);
        }
        Map<String, FlagSet> flagSets = new TreeMap<>();
        settings.forEach((key, value) -> {
            if (key.startsWith("flags.")) {
                String name = key.substring("flags.".length());
                String says = settings.getOrDefault("flagsSay." + name, "");
                flagSets.put(name, new FlagSet(value, says, null));
            }
        });
        Interleave interleave =
                settings.getOrDefault("interleave", "forks").equals("turns") ? Interleave.TURNS : Interleave.FORKS;
        String precision = last(options, "--precision");
        Search.Found found = found(last(options, "--found"));
        Search search = options.containsKey("--search") || found != null
                ? new Search(
                        options.getOrDefault("--within", List.of()).stream()
                                .map(Within::of)
                                .toList(),
                        found)
                : null;
        Execution execution = new Execution(
                settings.getOrDefault("runner", "docker"),
                settings.getOrDefault("workload", "queue-latency"),
                settings.getOrDefault("preset", "quick"),
                interleave,
                interleave == Interleave.TURNS ? Double.valueOf(0.1) : null,
                settings.containsKey("program")
                        ? List.of(("-- " + settings.get("program")).split(" "))
                        : List.of("--duration", "1s", "--warmup", "1s"),
                "",
                flagSets,
                Map.of(),
                null);
        return new CampaignRequest(
                last(options, "--campaign"),
                Long.parseLong(options.getOrDefault("--seed", List.of("1")).get(0)),
                execution,
                new CampaignRequest.Purpose(
                        settings.containsKey("study")
                                ? new CampaignSettings.Question(settings.get("study"), settings.get("studySays"), null)
                                : null,
                        search,
                        null),
                options.get("--contender"),
                false,
                last(options, "--baseline"),
                false,
                false,
                rules(options, execution),
                new CampaignRequest.Limits(
                        Integer.valueOf(last(options, "--blocks")),
                        Values.share("--precision", precision).orElse(null),
                        precision == null ? null : Integer.valueOf(last(options, "--max-time")),
                        Values.whole("--retries", last(options, "--retries"), 0, 10_000)
                                .orElse(null)),
                new Request.Host("docker", "amd64", Map.of(), List.of(), null, null, Map.of()),
                ForkStart.Granted.NOTHING,
                ForkStart.Memory.UNLIMITED);
    }

    private static CampaignRequest.Rules rules(Map<String, List<String>> options, Execution execution) {
        try {
            return CampaignRequest.Rules.of(deciding(options), execution);
        } catch (UnusableFile exception) {
            throw new IllegalArgumentException(exception);
        }
    }

    /** A request of which only what says how it decides counts. */
    private static Request deciding(Map<String, List<String>> options) {
        JsonObject json = Requests.of("one", "drops: " + options.containsKey("--race"), "");
        Values.share("--margin", last(options, "--margin")).ifPresent(margin -> json.addProperty("margin", margin));
        if (options.containsKey("--decide")) {
            json.add("decide", Json.tree(last(options, "--decide").split(",", -1)));
        }
        json.add("contrasts", Json.tree(options.getOrDefault("--contrast", List.of())));
        Map<String, String> gates = new TreeMap<>();
        options.getOrDefault("--gate", List.of())
                .forEach(gate -> gates.put(gate.split("=", 2)[0], gate.split("=", 2)[1]));
        json.add("gates", Json.tree(gates));
        return Requests.read(json);
    }

    /** The winner of 24 contenders, what it is against, and its ratio in the search, with commas. */
    private static Search.Found found(String text) {
        if (text == null) {
            return null;
        }
        String[] words = text.split(",");
        double ratio = Double.parseDouble(words[2]);
        return new Search.Found(Search.Found.SCHEMA, "r", 24, words[0], words[1], "wall", ratio, 100, 1);
    }

    private static void begin(Path out, CampaignRequest asked) throws IOException {
        int blocks = asked.limits().blocks();
        CampaignSettings settings = Planner.settings(
                asked,
                asked.contenders(),
                asked.baseline(),
                List.of(asked.contenders()),
                blocks,
                Planner.design(
                        asked,
                        asked.searches() ? List.of(blocks) : InterimAnalyses.plan(blocks, Family.LEVEL),
                        asked.searches() ? Race.SEARCH : asked.rules().drops() ? Race.BEST : Race.NONE),
                ExclusionRules.of(
                        asked.rules().gates(),
                        asked.limits().retries(),
                        blocks,
                        asked.limits().precision() != null),
                Map.of(),
                100);
        Path folder = out.resolve(asked.campaign());
        Files.createDirectories(folder.resolve("forks"));
        CampaignFolder.write(folder, settings, null, Instant.now());
    }

    private static String last(Map<String, List<String>> options, String name) {
        List<String> values = options.getOrDefault(name, List.of());
        return values.isEmpty() ? null : values.get(values.size() - 1);
    }
}
