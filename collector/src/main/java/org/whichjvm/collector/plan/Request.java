package org.whichjvm.collector.plan;

import com.google.gson.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.whichjvm.collector.io.Field.About;
import org.whichjvm.collector.io.Field.Absent;
import org.whichjvm.collector.io.Field.Most;
import org.whichjvm.collector.io.Field.Range;
import org.whichjvm.collector.io.Field.Text;
import org.whichjvm.collector.io.Field.Whole;
import org.whichjvm.collector.io.Records;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.CampaignFile;
import org.whichjvm.collector.model.CampaignSettings.FlagSet;
import org.whichjvm.collector.model.ForkStart;
import org.whichjvm.collector.model.Interleave;
import org.whichjvm.collector.model.fork.Workload;
import org.whichjvm.common.ForkNames;

/** {@code request.json}: what a person asks for, whose names and options the scripts have resolved and checked. */
@About(
        "What whichjvm compare, race, explain and calibrate ask the collector for; out/CAMPAIGN/request.json until the campaign begins. An absent field was not given.")
public record Request(
        @Text("whichjvm\\.request/1") String schema,

        @Absent @About("The campaign's name: in its folder only.") @Text(ForkNames.CAMPAIGN)
        String name,

        @Absent @About("When the campaign's folder was made: in that folder only.")
        Instant created,

        @Absent @About("What starts its forks: in that folder only.")
        ForkStart start,

        Verb verb,
        Host host,

        @About("Whole names, each once, in the order of the report; the baseline is one of them. Empty with confirm.")
        @Text(ForkNames.CONTENDER)
        List<String> contenders,

        @About("Nobody named a contender.") boolean usual,

        @Absent @About("The contender that was named as the baseline.") @Text(ForkNames.CONTENDER)
        String baseline,

        @About("The baseline runs once more.") boolean control,

        @About("Those that the contenders use, by their names.")
        Map<String, FlagSet> flagSets,

        @About("The folders of the versions of a program, by their names.")
        Map<String, String> apps,

        @Absent Study study,

        @Absent @About("The race whose winner is confirmed.")
        String confirm,

        @Absent Explains explains,

        @About("The clearest difference is explained at the end.")
        boolean explain,

        @Absent @About("What an explanation looks at.") String event,
        String preset,
        String workload,

        @Absent @About("The usual one of workload and preset if it is absent.")
        Interleave interleave,

        @Absent @Whole(least = 1, most = ForkNames.MAX_BLOCKS)
        Integer blocks,

        @Absent @Whole(most = ForkNames.MAX_BLOCKS) Integer retries,

        @Absent @About("As a share: 0.02 is 2 %.") @Range(least = 0.001, most = 0.5)
        Double precision,

        @Absent @Whole(least = 1, most = 86_400) Integer maxSeconds,

        @About("A contender may leave before the end.") boolean drops,

        @Absent @About("Of the random order; the time if it is absent.") @Whole(most = 999_999_999_999_999_999L)
        Long seed,

        @Absent @About("As a share: 0.03 is 3 %.") @Range(least = 0.001, most = 0.5)
        Double margin,

        @About("Percentiles or scores, beside those that the preset decides.")
        List<String> decide,

        @About("Pairs of scores, as A/B.") List<String> contrasts,

        @About("Limits of exclusion rules, or off, by the names of the rules.")
        Map<String, String> gates,

        @Absent @About("A second.") @Whole(least = 1, most = 999_999_999)
        List<Integer> rates,

        @Absent @About("What p99 may be at the critical rate, as 50ms.")
        String serviceLevel,

        @About("What the winner of a race must keep, as peak-memory:1.2x or p99<5ms.")
        List<String> within,

        @Absent CampaignFile.Calibration calibration,
        Load load,
        @Absent @About("As A,B.") String cpus,
        Program program,
        @Absent Service service,

        @About("Of the workload, or a program with its arguments.")
        List<String> words,

        @About("JAVA_OPTS, with blanks between.") String javaOptions) {
    static final String SCHEMA = "whichjvm.request/1";

    public enum Verb {
        COMPARE,
        RACE,
        EXPLAIN,
        CALIBRATE
    }

    /**
     * The JVMs and the room of a host, as the scripts found them.
     *
     * @param mounted {@link #OWN} is the folder of {@code --mount}, or the current one
     */
    public record Host(
            @About("What starts forks.") @Text("docker|host")
            String runner,

            @Text("amd64|arm64") String machine,

            @About("Every JVM, with its home on this machine or the image that a person named, else an empty text.")
            Map<String, String> known,

            @About("Those that are compared if nobody names one.")
            List<String> usual,

            @Absent @About("What there is for more processes; absent if unknown.") @Whole
            Long memoryBytes,

            @Absent @About("What is free in /dev/shm; absent if unknown.") @Whole
            Long shmBytes,

            @About(
                    "The whole paths of the folders of a person's own program, by the names of its versions; an empty name is that of --mount, or the current one.")
            Map<String, String> mounted) {
        static final String OWN = "";
    }

    /** A question, whose answers are a part of the request. */
    public record Study(
            @Text("[a-z][a-z0-9-]*") String name,
            String asks,

            @Absent @About("The only one that it can be answered on.") @Text("amd64|arm64")
            String machine) {}

    /** An earlier campaign, and which of its contenders are explained. */
    public record Explains(
            @About("Its name, or latest.") @Text(ForkNames.CAMPAIGN)
            String campaign,

            @About(
                    "The contender and its baseline; without them the clearest difference, and without the second the campaign's baseline.")
            @Most(2)
            @Text(ForkNames.CONTENDER)
            List<String> contenders) {}

    /** Times of a fork as the workload gets them, as in 10s; absent ones are the preset's. */
    @About("Times of a fork as the workload gets them, as 10s; absent ones are the preset's.")
    public record Load(
            @Absent String duration,
            @Absent String turn,
            @Absent String warmup,

            @Absent @About("Rates of the ladder.") @Whole(least = 5, most = 100)
            Integer points) {}

    /** What a person's own program has beside its words. */
    public record Program(
            @Absent String timeout,
            @Absent String until,
            @Absent String adapter,

            @About("As NAME=REGEX.") List<String> metrics,

            @Absent @About("The memory limit of its container.") @Whole(least = 64 << 20)
            Long memoryBytes,

            @About("Its container may use the engine's network.")
            boolean network,

            @Absent @About("Services of a compose file that each contender has beside it, with commas.")
            String with) {}

    /** A server that is put under load. */
    public record Service(
            @Whole(least = 1, most = 65_535) int port,
            @Absent @About("A path, or regex:R of a line.") String ready,
            @Absent String protocol,

            @About("As 3:GET /x; GET / if there is none.") List<String> requests,

            @Absent @About("A file of requests in the mounted folder.")
            String targets) {}

    static Request of(JsonObject json) throws UnusableFile {
        return Records.EXACT.read(json, Request.class);
    }

    boolean isRace() {
        return verb == Verb.RACE;
    }

    Workload ofWorkload() {
        return Workload.of(workload);
    }

    Workload.Preset ofPreset() {
        return Workload.Preset.of(preset);
    }

    /** Of the random order. */
    long seedOfOrder() {
        return seed == null ? created.getEpochSecond() : seed;
    }

    /** What the campaign's name ends with. */
    String kind() {
        return study != null
                ? study.name()
                : calibration != null
                        ? "calibration"
                        : confirm != null ? "confirmation" : isRace() || explains != null ? Records.key(verb) : preset;
    }
}
