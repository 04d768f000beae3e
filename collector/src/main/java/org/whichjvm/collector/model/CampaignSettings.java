package org.whichjvm.collector.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.whichjvm.collector.io.Field.About;
import org.whichjvm.collector.io.Field.Absent;
import org.whichjvm.collector.io.Field.Nullable;
import org.whichjvm.collector.io.Field.Text;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Records;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.common.WrongUsage;

/**
 * A campaign as it is planned: what campaign.json says. A single run has none: its contenders are then those of its
 * forks, and it has no blocks and no plan.
 *
 * @param study null if of none
 * @param contenders in the order of the report
 * @param baseline one of them; null if there is no plan
 * @param blocks 1 to 10000, those of all groups
 * @param plan the contenders of each block, of those that were added too
 * @param contrasts two scores of a fork each, that are compared too
 * @param search null unless the campaign is a part of a race
 * @param skipped why contenders are not among these that a person asked for, or that the time was too short for, by
 *     their names
 * @param start how forks are started; null if that is unknown
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
        Map<String, String> skipped,
        ForkStart start) {
    /**
     * A study, of unknown origin.
     *
     * @param asks what it is about, in a sentence; null if unknown
     * @param about the campaign beside this one that it asks about; null for none
     */
    public record Question(
            @Text("[a-z][a-z0-9-]*") String name,
            String asks,

            @Nullable @About("The campaign beside this one that it asks about; null for none.")
            String about) {}

    /**
     * A named set of JVM options.
     *
     * @param options as the JVM gets them, with blanks between
     * @param says what they change, in a sentence
     * @param needs the machine and the Java versions that it is for, and why; null for all
     */
    public record FlagSet(
            @About("As the JVM gets them, with blanks between.")
            String options,

            @About("What they change, in a sentence.") String says,

            @Absent
            @About(
                    "The os.arch and the major versions of Java that it is for, and why; absent for all: aarch64 11-: WHY.")
            String needs) {
        public FlagSet {
            options = options == null ? "" : options;
            says = says == null ? "" : says;
        }
    }

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
                Map.of(),
                null);
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

    /** The contenders of each block, in the campaign's order. */
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
            throw new WrongUsage(folder.resolve(Names.CAMPAIGN_JSON) + " " + exception.getMessage())
                    .orTry("restore it");
        }
    }

    public static CampaignSettings read(Path folder) throws UnusableFile, IOException {
        Path file = folder.resolve(Names.CAMPAIGN_JSON);
        if (Files.notExists(file)) {
            return unplanned(folder);
        }
        CampaignFile json = Records.EXACT.read(Json.read(file, CampaignFile.SCHEMA), CampaignFile.class);
        List<String> contenders = json.contenders();
        if (Set.copyOf(contenders).size() < contenders.size()) {
            throw new UnusableFile("has a list of contenders with a repeated name");
        }
        if (!contenders.contains(json.baseline())) {
            throw new UnusableFile("has a baseline that is none of its contenders");
        }
        for (Map.Entry<String, String> each : json.skipped().entrySet()) {
            if (!Names.isContender(each.getKey()) || each.getValue() == null) {
                throw new UnusableFile("has skipped contenders with a wrong name, or without a reason");
            }
        }
        ExclusionRules gates = ExclusionRules.read(json.gates(), json.retries(), json.blocks());
        Design design = Design.of(json);
        Search search = json.search() == null ? null : Search.of(json.search());
        if (design.race() == Race.SEARCH && search == null) {
            throw new UnusableFile("has a race that searches, and no search");
        }
        return new CampaignSettings(
                json.campaign(),
                json.seed(),
                Execution.of(json),
                json.study(),
                contenders,
                json.baseline(),
                json.blocks(),
                plan(json, design, gates),
                design,
                gates,
                Contrast.of(json.contrasts()),
                search,
                json.skipped(),
                json.start());
    }

    private static PlannedBlocks plan(CampaignFile file, Design design, ExclusionRules gates) throws UnusableFile {
        List<List<String>> groups = file.groups() == null ? List.of(file.contenders()) : file.groups();
        List<CampaignFile.AddedBlocks> added = file.added() == null ? List.of() : file.added();
        Set<String> all = Set.copyOf(file.contenders());
        boolean known = all.containsAll(groups.stream().flatMap(List::stream).toList())
                && added.stream().allMatch(each -> all.containsAll(each.contenders()));
        int first = design.firstPlanned(file.blocks());
        long count = first
                + added.stream().mapToLong(CampaignFile.AddedBlocks::blocks).sum();
        if (groups.isEmpty() || !known || count > file.blocks() + gates.retries()) {
            throw new UnusableFile("has groups or added blocks with other contenders, or too many");
        }
        return PlannedBlocks.of(all, groups, first, added);
    }

    /** As campaign.json has it before blocks are added. */
    public CampaignFile file(Instant created, CampaignFile.Calibration calibration) {
        return new CampaignFile(
                CampaignFile.SCHEMA,
                campaign,
                created,
                seed,
                blocks,
                baseline,
                contenders,
                plan.groups().size() < 2 ? null : plan.groups(),
                null,
                start,
                execution.runner(),
                execution.workload(),
                execution.preset(),
                execution.interleave(),
                execution.turnSeconds(),
                execution.whyForks(),
                execution.options(),
                execution.javaOptions(),
                execution.flagSets(),
                execution.apps(),
                study,
                calibration,
                design.margin(),
                design.decide().isEmpty() ? null : List.copyOf(design.decide()),
                design.stopping(),
                contrasts.isEmpty()
                        ? null
                        : contrasts.stream().map(Contrast::text).toList(),
                search == null ? null : search.file(),
                gates.json(),
                gates.retries(),
                skipped.isEmpty() ? null : skipped);
    }
}
