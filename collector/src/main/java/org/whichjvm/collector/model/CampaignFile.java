package org.whichjvm.collector.model;

import com.google.gson.JsonObject;
import java.time.Instant;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import org.whichjvm.collector.io.Field.About;
import org.whichjvm.collector.io.Field.Absent;
import org.whichjvm.collector.io.Field.Most;
import org.whichjvm.collector.io.Field.Nullable;
import org.whichjvm.collector.io.Field.Range;
import org.whichjvm.collector.io.Field.Text;
import org.whichjvm.collector.io.Field.Whole;
import org.whichjvm.common.ForkNames;

/**
 * What {@code campaign.json} has; {@link CampaignSettings} is what that comes to.
 *
 * @param added null, or the blocks that follow those planned from the beginning
 */
@About(
        "out/CAMPAIGN/campaign.json: what was planned, before the first fork that counts, and the blocks that were added since.")
public record CampaignFile(
        @Text("whichjvm\\.campaign/2") String schema,

        @About("The folder's name.") @Text(ForkNames.CAMPAIGN)
        String campaign,

        @Nullable Instant created,

        @About("Of the random order inside the blocks; a 64-bit number.") @Whole(least = Long.MIN_VALUE)
        long seed,

        @About("How many there are, of a campaign that stops by itself at most.")
        @Whole(least = 1, most = ForkNames.MAX_BLOCKS)
        int blocks,

        @About("The contender that others are compared with; one of them.") @Text(ForkNames.CONTENDER)
        String baseline,

        @About("In the order of the report.") @Text(ForkNames.CONTENDER)
        List<String> contenders,

        @Absent
        @About("If memory is short: groups of the contenders, the baseline in each, which the blocks have in turn.")
        @Text(ForkNames.CONTENDER)
        List<List<String>> groups,

        @Absent
        @About(
                "What follows the blocks that are planned from the beginning: all of them, or of a race those up to the first interim analysis.")
        @Most(ForkNames.MAX_BLOCKS)
        List<AddedBlocks> added,

        @Absent ForkStart start,

        @About("docker or host.") String runner,
        String workload,
        @About("quick, article, full or deep.") String preset,

        @About(
                "turns: the contenders of a block are alive together and measure in turn; forks: one fork after another.")
        Interleave interleave,

        @Nullable @About("Length of a turn; null by forks.") Double turnSeconds,

        @Absent @About("Why programs run one after another, of which nobody said how they share the time.")
        String whyForks,

        @About(
                "Of the workload, as it gets them; the last one of a name counts, and a contender's own come behind them.")
        List<String> options,

        @About("JAVA_OPTS: options of every JVM, with blanks between.")
        String javaOptions,

        @About("Those of its contenders, by their names.") Map<String, CampaignSettings.FlagSet> flagSets,

        @About("The folders of the versions of a program, by their names: a contender +app-NAME runs that one.")
        Map<String, String> apps,

        @Nullable @About("The question that the campaign answers; null if it is of no study.")
        CampaignSettings.Question study,

        @Nullable @About("Null unless the campaign is of one JVM against itself.")
        Calibration calibration,

        @About("What counts as no difference, as a share above 0 and below 1: 0.03 is 3 %.") @Range(most = 1)
        double margin,

        @Absent
        @About(
                "The percentiles of latencies that are decided, as in response-p99; or the scores, as name or name@threads. Absent for the usual ones of a workload with scores: all, but pause-p99 and pause-max of gc-steal.")
        @Text(Contrast.SCORE)
        List<String> decide,

        @Nullable @About("Null for a campaign that runs all its blocks.")
        Design.Stopping stopping,

        @Absent
        @About(
                "Two scores of each fork that are compared, with every number of threads that both have: NAME/NAME; or each with its own: NAME@N/NAME@N.")
        @Text(Contrast.SCORE + "/" + Contrast.SCORE)
        List<String> contrasts,

        @Absent
        @About(
                "Of a part of a race: of its search, or of the campaign that confirms its winner. Absent of all other campaigns.")
        PartOfRace search,

        @About(
                "Rules, declared before the run, that exclude a fork, with their limits; one that is off is absent, one without a limit is true. docs/report-reference.md has each.")
        JsonObject gates,

        @About("How many blocks may be added because one was excluded.")
        int retries,

        @Absent
        @About(
                "Why contenders are not among these that a person asked for, or that the time was too short for, by their names.")
        Map<String, String> skipped) {
    public static final String SCHEMA = "whichjvm.campaign/2";

    /** Blocks that follow one another and have the same contenders. */
    @About("Blocks that follow one another and have the same contenders.")
    public record AddedBlocks(
            @Whole(least = 1, most = ForkNames.MAX_BLOCKS) int blocks,
            @Text(ForkNames.CONTENDER) List<String> contenders) {

        /** These and more, one block each. */
        public static List<AddedBlocks> with(List<AddedBlocks> before, List<List<String>> more) {
            LinkedList<AddedBlocks> all = new LinkedList<>(before);
            for (List<String> block : more) {
                boolean alike = !all.isEmpty() && all.getLast().contenders.equals(block);
                all.add(new AddedBlocks(alike ? all.removeLast().blocks + 1 : 1, block));
            }
            return all;
        }
    }

    /** A campaign of one JVM against itself. */
    public record Calibration(
            @Nullable @About("The delay of each message, in ns.") @Whole(least = 1, most = 1_000_000)
            Long effect,

            @About("Of each kind.") @Whole(least = 2, most = 50)
            int contenders) {}

    /** A search, or the campaign that confirms its winner. */
    public record PartOfRace(
            @About("What the winner must keep, as it was given: peak-memory:1.2x, p99<5ms.")
            List<String> within,

            @Nullable @About("What the search found; null of the search itself.")
            Search.Found found) {}
}
