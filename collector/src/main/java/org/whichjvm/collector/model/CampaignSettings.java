package org.whichjvm.collector.model;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.WrongUsage;

/**
 * A campaign as it is planned: what campaign.json says. A single run has none: its contenders are then those of its
 * forks, and it has no blocks and no plan.
 *
 * @param study null if of none
 * @param contenders in the order of the report
 * @param baseline one of them; null if there is no plan
 * @param blocks 1 to 10000, those of all groups
 * @param plan of plan.tsv: those of {@code blocks} and what was added for blocks that were excluded
 * @param contrasts two scores of a fork each, that are compared too
 * @param search null unless the campaign is a part of a race
 * @param skipped why contenders are not among these that a person asked for, or that the time was too short for, by
 *     their names
 */
public record CampaignSettings(
        String campaign,
        long seed,
        Execution execution,
        Question study,
        List<String> contenders,
        String baseline,
        int blocks,
        PlannedBlocks plan,
        Design design,
        ExclusionRules gates,
        List<Contrast> contrasts,
        Search search,
        Map<String, String> skipped) {
    /**
     * A study, of unknown origin.
     *
     * @param asks what it is about, in a sentence; null if unknown
     * @param about the campaign beside this one that it asks about; null for none
     */
    public record Question(String name, String asks, String about) {}

    /**
     * A named set of JVM options.
     *
     * @param options as the JVM gets them, with blanks between
     * @param says what they change, in a sentence
     * @param needs the machine and the Java versions that it is for, and why; null for all
     */
    public record FlagSet(String options, String says, String needs) {
        public FlagSet {
            options = options == null ? "" : options;
            says = says == null ? "" : says;
        }
    }

    public static final String SCHEMA = "whichjvm.campaign/2";

    private static final String SKIPPED = "skipped";

    static CampaignSettings unplanned(Path folder) {
        return new CampaignSettings(
                folder.getFileName().toString(),
                0,
                Execution.UNKNOWN,
                null,
                List.of(),
                null,
                0,
                PlannedBlocks.NONE,
                Design.FIXED,
                ExclusionRules.NONE,
                List.of(),
                null,
                Map.of());
    }

    public String runner() {
        return execution.runner();
    }

    public String workload() {
        return execution.workload();
    }

    public Interleave interleave() {
        return execution.interleave();
    }

    public Map<String, FlagSet> flagSets() {
        return execution.flagSets();
    }

    public boolean planned() {
        return blocks > 0;
    }

    /** How many blocks there are at most, those that were added included; 0 if there is no plan. */
    public int plannedBlocks() {
        return Math.max(blocks, plan.count());
    }

    /** The contenders of each block of plan.tsv, in the campaign's order. */
    public List<List<String>> contendersByBlock() {
        return plan.blocks().stream()
                .map(block -> contenders.stream().filter(block::contains).toList())
                .toList();
    }

    /** Reads those of a campaign that others build on; a WrongUsage says that they cannot be read. */
    public static CampaignSettings required(Path folder) throws IOException {
        try {
            return read(folder);
        } catch (UnusableFile exception) {
            throw new WrongUsage(folder.resolve(Names.CAMPAIGN_JSON) + " " + exception.getMessage() + "; restore it");
        }
    }

    public static CampaignSettings read(Path folder) throws UnusableFile, IOException {
        Path file = folder.resolve(Names.CAMPAIGN_JSON);
        if (Files.notExists(file)) {
            return unplanned(folder);
        }
        JsonObject json = Json.read(file, SCHEMA);
        String campaign = Json.text(json, "campaign");
        String baseline = Json.text(json, "baseline");
        List<String> contenders = Json.texts(json, "contenders");
        if (!contenders.stream().allMatch(Names::isContender)
                || Set.copyOf(contenders).size() < contenders.size()) {
            throw new UnusableFile("has a list of contenders with a wrong or repeated name");
        }
        if (campaign == null || !contenders.contains(baseline)) {
            throw new UnusableFile("lacks its campaign's name, or a baseline that is one of its contenders");
        }
        int blocks = (int) Json.whole(json, "blocks", 1, ForkNames.MAX_BLOCKS);
        Question study = Json.record(Json.object(json, "study"), Question.class);
        ExclusionRules gates = ExclusionRules.read(json, blocks);
        Design design = Design.read(json, blocks);
        Search search = Search.read(json);
        if (design.race() == Race.SEARCH && search == null) {
            throw new UnusableFile("has a race that searches, and no search");
        }
        return new CampaignSettings(
                campaign,
                Json.whole(json, "seed", Long.MIN_VALUE, Long.MAX_VALUE),
                Execution.read(json),
                study.name == null ? null : study,
                contenders,
                baseline,
                blocks,
                PlannedBlocks.read(folder, contenders, design.firstPlanned(blocks), blocks + gates.retries()),
                design,
                gates,
                Contrast.read(json),
                search,
                readSkipped(Json.object(json, SKIPPED)));
    }

    private static Map<String, String> readSkipped(JsonObject json) throws UnusableFile {
        Map<String, String> skipped = new LinkedHashMap<>();
        for (String name : json.keySet()) {
            String why = Json.text(json, name);
            if (!Names.isContender(name) || why == null) {
                throw new UnusableFile("has skipped contenders with a wrong name, or without a reason");
            }
            skipped.put(name, why);
        }
        return skipped;
    }

    public JsonObject json() {
        JsonObject json = new JsonObject();
        json.addProperty("schema", SCHEMA);
        json.addProperty("campaign", campaign);
        json.addProperty("seed", seed);
        json.addProperty("blocks", blocks);
        json.addProperty("baseline", baseline);
        json.add("contenders", Json.tree(contenders));
        json.asMap().putAll(Json.tree(execution).getAsJsonObject().asMap());
        json.addProperty("turnSeconds", execution.turnSeconds());
        json.add("study", Json.tree(study));
        design.write(json);
        Contrast.write(json, contrasts);
        if (search != null) {
            json.add("search", search.json());
        }
        gates.write(json);
        if (!skipped.isEmpty()) {
            json.add(SKIPPED, Json.tree(skipped));
        }
        return json;
    }
}
