package org.whichjvm.collector.plan;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.CampaignSettings;
import org.whichjvm.collector.model.ForkStart;
import org.whichjvm.collector.model.fork.ForkName;
import org.whichjvm.common.WrongUsage;

/** One who asks for a campaign on a host with the JVMs one and two. */
final class Asking {
    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");

    final Path out;
    final Map<String, String> known = new LinkedHashMap<>();
    final List<String> says = new ArrayList<>();
    String runner = "host";
    String javaOptions = "";
    Long memoryBytes;
    Long shmBytes;
    final Map<String, String> mounted = new LinkedHashMap<>();
    Set<String> substitutes = Set.of();
    Path folder;

    Asking(Path out) {
        this.out = out;
        known.put("one", "/jdk/one");
        known.put("two", "/jdk/two");
    }

    Asking plan(String contenders) throws IOException {
        return plan(contenders, "", "");
    }

    Asking plan(String contenders, String more) throws IOException {
        return plan(contenders, more, "");
    }

    /** Plans it, as {@link Requests#of} says; all JVMs that are known if no contender is named. */
    Asking plan(String contenders, String more, String words) throws IOException {
        boolean usual = contenders.isEmpty() && !more.contains("confirm");
        JsonObject json = Requests.of(usual ? String.join(" ", known.keySet()) : contenders, more, words);
        json.addProperty("usual", usual);
        return plan(json);
    }

    /** Plans what JSON says, for this host. */
    Asking plan(JsonObject json) throws IOException {
        json.addProperty("javaOptions", javaOptions);
        JsonObject host = json.getAsJsonObject("host");
        host.addProperty("runner", runner);
        host.add("known", Json.tree(known));
        host.add("mounted", Json.tree(mounted));
        host.addProperty("memoryBytes", memoryBytes);
        host.addProperty("shmBytes", shmBytes);
        try {
            CampaignFolder.plan(out, json, NOW, (campaign, ofMemory) -> List.of(), name -> folder = out.resolve(name));
        } catch (UnusableFile exception) {
            throw new WrongUsage("%s", exception.getMessage());
        }
        return this;
    }

    CampaignRequest asked() throws IOException {
        return CampaignRequest.read(folder);
    }

    /** Records a check that passed, of a JVM of that version on amd64. */
    Asking passed(String contender, int java) throws IOException {
        return checked(
                contender,
                0,
                "{\"schema\":\"whichjvm.check/1\",\"java\":" + java + ",\"arch\":\"amd64\",\"runs\":13}\n");
    }

    /**
     * Records a check that passed, and whose program ran once.
     *
     * @param more of what its run tells, JSON without braces that may be empty
     * @param by what froze it, in ms
     */
    Asking ran(String contender, double seconds, String more, String by, double millis) throws IOException {
        String usual =
                "wallMillis: 4000, endMillis: 4000, cpuMillis: 8000, samples: 190, idleSamples: 0, sockets: 0, processes: 1,"
                        + " garbageCollector: G1, maxHeapBytes: 1000000000";
        JsonObject run = JsonParser.parseString("{" + usual + "}").getAsJsonObject();
        JsonParser.parseString("{" + more + "}").getAsJsonObject().asMap().forEach(run::add);
        Check.of(
                        contender,
                        0,
                        "{\"schema\":\"whichjvm.check/1\",\"java\":17,\"arch\":\"amd64\",\"firstRun\":" + run + "}\n")
                .took(seconds, new Freezing(by, millis))
                .write(folder);
        return this;
    }

    Asking checked(String contender, int exit, String output) throws IOException {
        Check.of(contender, exit, output).write(folder);
        return this;
    }

    /** Lets the campaign begin; what is told is added to says. */
    JsonObject begin(String... missing) throws IOException {
        return begin(false, missing);
    }

    JsonObject begin(boolean unchecked, String... missing) throws IOException {
        Map<String, String> reasons = new LinkedHashMap<>();
        for (String jvm : missing) {
            reasons.put(jvm, "gone");
        }
        CampaignFolder.begin(folder, reasons, substitutes, unchecked, says, NOW);
        return json("campaign.json");
    }

    JsonObject json(String file) throws IOException {
        return JsonParser.parseString(text(file)).getAsJsonObject();
    }

    String text(String file) throws IOException {
        return Files.readString(folder.resolve(file));
    }

    private Steps steps() throws IOException {
        return CampaignRequest.hasBegun(folder)
                ? Steps.of(folder, CampaignSettings.required(folder))
                : Steps.ofChecks(folder, Set.of());
    }

    /** The forks of all steps, a line each: block, step and contender. */
    List<String> planned() throws IOException {
        return steps().all().stream()
                .flatMap(step ->
                        step.contenders().stream().map(each -> "%s %s %s".formatted(step.block(), step.number(), each)))
                .toList();
    }

    int stepsPlanned() throws IOException {
        return steps().all().size();
    }

    List<String> contenders() throws IOException {
        return steps().all().stream()
                .flatMap(step -> step.contenders().stream())
                .toList();
    }

    /** What the first fork of a contender is started with: NAME=VALUE for each field and variable, then its words. */
    String command(String contender) throws IOException {
        Steps steps = steps();
        Blocks.Step step = steps.all().stream()
                .filter(each -> each.contenders().contains(contender))
                .findFirst()
                .orElseThrow();
        JsonObject told = steps.told(step);
        JsonObject fork = told.remove("forks")
                .getAsJsonArray()
                .get(step.contenders().indexOf(contender))
                .getAsJsonObject();
        List<String> words = new ArrayList<>();
        fork.remove("arguments").getAsJsonArray().forEach(each -> words.add(each.getAsString()));
        List<String> lines = new ArrayList<>();
        for (JsonObject fields : List.of(told, fork.remove("environment").getAsJsonObject(), fork)) {
            fields.entrySet()
                    .forEach(each ->
                            lines.add(each.getKey() + "=" + each.getValue().getAsString()));
        }
        lines.add("");
        lines.addAll(words);
        return String.join("\n", lines) + "\n";
    }

    /** The report, whether nobody named a contender, and the JVMs with their homes. */
    String start() throws IOException {
        ForkStart start = CampaignRequest.hasBegun(folder)
                ? CampaignSettings.required(folder).start()
                : asked().start(asked().contenders(), 1);
        return "%s %s %s".formatted(start.report(), start.usual(), start.jvms());
    }

    boolean has(int block, String contender) {
        return Files.exists(folder.resolve("forks").resolve(new ForkName(block, contender).json()));
    }
}
