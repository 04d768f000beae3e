package org.whichjvm.collector.report;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.AtFloor;
import org.whichjvm.collector.decide.Best;
import org.whichjvm.collector.decide.ByTurns.CarryOver;
import org.whichjvm.collector.decide.ContenderResult;
import org.whichjvm.collector.decide.ContenderResult.RareValue;
import org.whichjvm.collector.decide.ExclusionCount;
import org.whichjvm.collector.decide.Missing;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.decide.SlowStarts;
import org.whichjvm.collector.decide.Verdict;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.io.Field.About;
import org.whichjvm.collector.io.Field.Absent;
import org.whichjvm.collector.io.Field.Inline;
import org.whichjvm.collector.io.Field.Most;
import org.whichjvm.collector.io.Field.Nullable;
import org.whichjvm.collector.io.Field.Range;
import org.whichjvm.collector.io.Field.Text;
import org.whichjvm.collector.io.Field.Whole;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Records;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.Contrast;
import org.whichjvm.collector.model.Design.Stopping;
import org.whichjvm.collector.model.ExclusionRule;
import org.whichjvm.collector.model.fork.Latency;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.collector.model.fork.SlowMessages;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.Percentile;

/** {@code result.json}, which {@link ResultJson} makes and reports over hosts read back. */
@About(
        "A campaign's result, out/CAMPAIGN/result.json: what the forks add up to and what was decided. Times in ns."
                + " Ratios are of what a metric costs: above 1 is slower, also for a score of which more is better, where it is baseline over contender.")
public record ResultFile(
        @Text(ResultFile.SCHEMA) String schema,
        String campaign,
        @Text(ForkNames.CONTENDER) String baseline,
        @Nullable String workload,

        @About("Of the workload, as the forks wrote them; empty if none counts.")
        JsonObject parameters,

        @About("As the first fork that counts wrote it; empty if none does.")
        JsonObject host,

        List<Contender> contenders,
        Decided decision,
        @About("What each gate that is on excludes.") List<ExclusionCount> gates,
        List<Compared> comparisons,
        List<Finding> findings,
        List<Refused> unusable,

        @About("Scores that forks lack which ended well, failures first.") @Most(1_000)
        List<Missing> missing,

        @About("When this was computed.") String created,

        @Absent @About("The study that the campaign is of; absent if it is of none.")
        String study,

        @Absent @About("What that study asks, in a sentence.")
        String studySays,

        @Nullable @About("What only forks that measured by turns tell; null if none did.")
        Turns turns,

        @About("The forks that ended well and that gates exclude: shown, and never decided on.")
        List<Excluded> excluded,

        List<Best.Direct> pairs,

        @About("JIT modes by the p50 service time; empty in a campaign of scores.")
        List<Modes> modes,

        @Absent @About("Two scores inside each fork that counts; absent in a campaign without scores.")
        List<Contrasted> contrasts) {
    static final String SCHEMA = "whichjvm.result/3";

    private static final String BETTER = "more|less";

    // A thousand scores of ten contenders take half of that; the tree in memory takes ten times as
    // much.
    private static final int MAX_BYTES = 8 << 20;

    /** Leaves out what has no name. */
    public ResultFile {
        contenders = contenders.stream().filter(each -> each.name() != null).toList();
        missing = missing.stream()
                .filter(each -> each.contender() != null && each.score() != null)
                .toList();
    }

    public record Contender(
            @Text(ForkNames.CONTENDER) String name,

            @Nullable @About("Which build stands in for the one the name promises; null if it is that.")
            String substitute,

            JsonObject jvm,
            Forks forks,

            @Nullable @Whole(least = 1) @About("The block after which it left the race; null if it stayed to the end.")
            Integer leftAfter,

            @Nullable @About("Median of the forks' floors; null if not measured.")
            Double floorNs,

            @Nullable
            @About(
                    "Its p50 service time in the campaign's typical block: the baseline's median over the blocks, times the ratio; null if unknown.")
            Double typicalNs,

            @About("The median fork's, with the unit at the name's end; only what was recorded.")
            Map<String, Double> disturbances,

            @About("Whether it may be the fastest of those that are ranked: the true fastest is one.")
            boolean mayBeFastest,

            @Nullable
            @About(
                    "Median absolute deviation of the forks' p50 service time within their largest JIT mode, without what the floor explains, over their median; null if unknown.")
            Double spread,

            @Absent @About("Over the forks counted; each fork's is the median of its iterations.")
            List<Score> scores,

            @Nullable @About("Pooled over the forks: for display, nothing is decided on it.")
            Pooled service,

            @Nullable Pooled response,

            @Nullable @About("Of the queue; null if no fork tells.")
            Memory memory,

            @Nullable @About("Counts of slow messages by cause, over all forks; null if no fork tells.")
            SlowMessages.Attribution attribution) {
        /** Vendor, version, compiler and garbage collector in a line; empty if not told. */
        public String jvmLine() {
            return Stream.of("vendor", "version", "compiler", "garbageCollector")
                    .map(key -> Escape.oneLine(Json.shown(jvm, key)).strip())
                    .filter(each -> !each.isEmpty())
                    .collect(Collectors.joining(" "));
        }

        public List<Score> knownScores() {
            return scores == null
                    ? List.of()
                    : scores.stream()
                            .filter(each -> each.score != null && each.unit != null)
                            .toList();
        }

        public Map<Metric, Double> metrics() {
            Map<Metric, Double> metrics = new LinkedHashMap<>();
            if (known(typicalNs) > 0) {
                metrics.put(Metric.HEADLINE, typicalNs);
            }
            knownScores().forEach(each -> metrics.put(Metric.score(each.score, 0, each.unit), known(each.median)));
            return metrics;
        }

        boolean throttled() {
            return disturbances.getOrDefault("throttledMillis", 0.0) > 0;
        }
    }

    public record Forks(
            int ok,
            int failed,
            @About("By gates; not among those of ok.") int excluded) {
        static Forks of(ContenderResult contender) {
            return new Forks(contender.ok(), contender.failed(), contender.excluded());
        }

        static Forks of(Result result) {
            return sum(result.contenders().stream().map(Forks::of));
        }

        static Forks sum(Stream<Forks> all) {
            return all.reduce(new Forks(0, 0, 0), Forks::plus);
        }

        private Forks plus(Forks other) {
            return new Forks(ok + other.ok, failed + other.failed, excluded + other.excluded);
        }

        /** Forks that ended well, also those that decide nothing. */
        public int ended() {
            return ok + excluded;
        }

        public int all() {
            return ended() + failed;
        }
    }

    public record Score(
            @Text(Contrast.SCORE) String score,
            @Text(Metric.UNIT) String unit,
            @Whole(least = 1) int forks,
            Double median,
            Double min,
            Double max) {}

    public record Pooled(
            long count,
            @Inline Map<Percentile, Long> ns,
            long max,
            @About("Least and greatest p50 of a fork.") List<Long> forkP50,

            @Nullable @About("The median in floors; null if the floor was not measured.")
            Double p50PerFloor,

            @Absent
            @About("Of the forks with at least 1,000,000 messages: shown, never decided."
                    + " Median and its 95 % order-statistic interval.")
            RareValue p99_999) {}

    public record Memory(
            String queue,

            @Nullable @About("Of what was resident, in huge pages; the median fork.")
            Double hugeShare,

            @Nullable @About("The part of the messages beyond the p99 service time that waited for a page.")
            Double pageFaultShare) {}

    @About("How it was decided: declared before the first fork, except for what has happened.")
    public record Decided(
            int completeBlocks,

            @Nullable @About("Why it ended before its last block; null if it did not.")
            String stopped,

            @Range(most = 1) @About("How often, at most, a campaign without a difference finds one.")
            double significanceLevel,

            @Range(most = 1) @About("What counts as no difference: 0.03 is 3 %.")
            Double margin,

            @Nullable Stopping stopping,

            @About("Percentiles, or in a campaign of scores their keys.") @Text(Contrast.SCORE)
            List<String> decide) {}

    @About("Of a latency's percentile, or of a score.")
    public record Compared(
            @Text(ForkNames.CONTENDER) String contender,
            @Text(ForkNames.CONTENDER) String baseline,
            @Absent Latency latency,
            @Absent Percentile percentile,
            @Absent @Text(Contrast.SCORE) String score,
            @Absent @Text(Metric.UNIT) String unit,
            @Absent @Text(BETTER) String better,

            @Nullable
            @About(
                    "Median over the blocks of the contender over the baseline; null without a common block, and where it is 0 or infinite.")
            Double ratio,

            @Nullable
            @About(
                    "Lower end of its simultaneous interval: all of a campaign hold together in 19 of 20 campaigns; null if there are too few blocks for one, or it is not decided.")
            Double low,

            @Nullable @About("Upper end.") Double high,

            @Nullable
            @About(
                    "Lower end of its own 95 % interval, which decides nothing; null if there are too few blocks for one.")
            Double singleLow,

            @Nullable @About("Upper end.") Double singleHigh,

            @Nullable @Range(most = 1) @About("Of the shift, paid for repeated interim analyses; null if undecidable.")
            Double p,

            @Nullable @Range(most = 1) @About("Corrected for all that the campaign decides too; null if undecidable.")
            Double adjustedP,

            @About("Common blocks.") int blocks,

            @About("Blocks in which the contender is slower.")
            int slowerIn,

            @About("Blocks in which it is faster.") int fasterIn,

            @About(
                    "Whether slower starts of less than half of the forks could make the whole shift: then it is one on the whole.")
            boolean onTheWhole,

            @Absent
            @About(
                    "Contender over baseline in each common block, in the order of the blocks: null where the contender alone could not keep the rate, 0 where the baseline alone could not."
                            + " Of what is decided, and of the p50 service time; absent without a common block.")
            List<Double> blockRatios,

            Verdict verdict,

            @About("The verdict on the shift of the typical start alone.")
            Verdict shift,

            @Absent
            @About(
                    "Of metrics that tell how often each starts slow: blocks in which the two lie apart from most, by the size of the ratio alone.")
            SlowStarts starts,

            @Nullable @About("The difference that such a campaign finds four times in five; null if none.")
            DoubleSupplier smallestDetectable,

            @About("Whether it rests on enough events, and was to be decided.")
            boolean decidable,

            @Nullable @About("Why there is no better verdict; null if nothing is to be said.")
            String reason,

            @About("Whether both are the same JVM: what it finds is false.")
            boolean control,

            @Absent @Nullable @About("Of a latency: what the baseline takes in the typical block; null if unknown.")
            Double baselineNs,

            @Absent
            @Nullable
            @Range(least = Double.NEGATIVE_INFINITY)
            @About("Of a latency: what the contender takes longer in that block; null without a common" + " block.")
            Double differenceNs,

            @Absent
            @About(
                    "Of a p50: at each floor that the campaign saw, from near to far, corrected for nothing; empty unless there are several.")
            List<AtFloor> byFloor) {
        /** The two are compared by this metric; empty if the file names none. */
        public Optional<Metric> metric() {
            return score == null
                    ? Metric.OF_LATENCIES.stream()
                            .filter(each -> each.latency().equals(Optional.ofNullable(latency)))
                            .filter(each -> each.percentile().equals(Optional.ofNullable(percentile)))
                            .findAny()
                    : Optional.of(Metric.score(score, 0, unit == null ? "" : unit));
        }
    }

    public record Refused(String file, String reason) {}

    public record Turns(
            @About("Turns of all forks that ended well.") int all,
            @About("Of these by gates.") int excluded,

            @About("In which two turns that count could be compared, of all contenders with their" + " baselines.")
            int rounds,

            @About("Of these, because of the floors of the two turns.")
            int roundsLeftOut,

            @About("What a turn inherits from the one before it, by the p50 service time.")
            CarryOver carryOver,

            @About("How the p50 service time goes over the turns of a fork, each over the median of its" + " fork's.")
            List<Steadiness> steadiness,

            @Absent
            @About(
                    "CPU time of a contender while others had their turns, as a share of the measured CPUs: the median fork; absent if none tells.")
            Double asleepShare,

            @Absent @About("The worst fork.") Double worstAsleepShare) {}

    public record Steadiness(
            @Text(ForkNames.CONTENDER) String contender,
            int forks,

            @Nullable @About("Last third over first third of the turns, in the median fork.")
            Double lastOverFirst,

            @Nullable @About("1.48 times the median absolute deviation of the logarithm, in the median fork.")
            Double spread,

            @About("The median over the forks; null where none has a turn that counts.")
            List<Double> byRound) {}

    public record Excluded(
            String file,
            @Whole(least = 1) int block,
            @Text(ForkNames.CONTENDER) String contender,
            List<Trip> gates) {}

    public record Trip(
            ExclusionRule gate,
            @Nullable Double value,
            @Nullable Double limit,

            @Absent
            @Whole(least = 1)
            @About(
                    "How many turns of the fork it excludes, so that too few are left; absent if it is the fork as a whole.")
            Integer turns) {}

    public record Modes(
            @Text(ForkNames.CONTENDER) String contender,

            @About("From fast to slow, without the forks that are moved; one if the others do not fall" + " apart.")
            List<Group> groups,

            @About("Of how many forks by turns the floor moved meanwhile, so that their p50 mixes two.")
            int moved) {
        public record Group(
                @Whole(least = 1) int forks,

                @About("Median p50 service time of the group.")
                Double p50,

                @Nullable @About("Their median floor; null if not measured.")
                Double floorNs,

                @Nullable Double p50PerFloor) {}
    }

    public record Contrasted(
            @Text(ForkNames.CONTENDER) String contender,
            @Text(Contrast.SCORE) String score,
            @Text(Contrast.SCORE) String against,
            @Text(Metric.UNIT) String unit,
            @Text(BETTER) String better,

            @Nullable
            @About("Median over the forks of the one's cost over the other's; null without a fork that" + " counts.")
            Double ratio,

            @Nullable Double low,
            @Nullable Double high,
            @Nullable @Range(most = 1) Double p,

            @Nullable
            @Range(most = 1)
            @About("Corrected for all contrasts of the campaign, which are a family of their own.")
            Double adjustedP,

            int forks,
            Verdict verdict,
            @Nullable Double smallestDetectable,
            @Nullable String reason) {}

    /** The result as it is read back. */
    public static ResultFile of(Conclusion conclusion) {
        try {
            return Records.FOREIGN.read(Records.write(ResultJson.file(conclusion)), ResultFile.class);
        } catch (UnusableFile exception) {
            throw new IllegalStateException(exception);
        }
    }

    /** Reads a campaign's result; an UnusableFile says that it is missing, or why it is none. */
    public static ResultFile read(Path campaign) throws UnusableFile, IOException {
        return Records.FOREIGN.read(
                Json.read(campaign.resolve(Names.RESULT_JSON), SCHEMA, MAX_BYTES), ResultFile.class);
    }

    /** A contender; null if it has none of that name. */
    public Contender contender(String name) {
        return contenders.stream()
                .filter(each -> each.name().equals(name))
                .findAny()
                .orElse(null);
    }

    public Forks forks() {
        return Forks.sum(contenders.stream().map(Contender::forks));
    }

    /** Whether a fork failed or lacks a score that it must have, or a file could not be used. */
    public boolean anyFailure() {
        return forks().failed() > 0 || !unusable.isEmpty() || missing.stream().anyMatch(Missing::failure);
    }

    /** The baseline's median floor, in ns; NaN if it was not measured. */
    public double floorNs() {
        Contender reference = contender(baseline);
        return reference == null ? Double.NaN : known(reference.floorNs());
    }

    /** Returns what counts as no difference, 0.03 being 3 %; NaN if not told. */
    public double margin() {
        return known(decision.margin);
    }

    public static double known(Double number) {
        return number == null ? Double.NaN : number;
    }

    /** Findings that put every verdict in doubt, in a sentence each. */
    public List<String> doubts() {
        return findings.stream()
                .filter(each -> each.level() == Finding.Level.DOUBT)
                .map(Finding::what)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Whether a CPU quota held any fork back, also one that no exclusion rule excludes. */
    public boolean throttled() {
        return gates.stream()
                        .filter(each -> each.gate() == ExclusionRule.THROTTLED_SHARE)
                        .anyMatch(each -> each.forks() + each.turns() > 0)
                || contenders.stream().anyMatch(Contender::throttled);
    }
}
