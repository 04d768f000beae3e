package org.whichjvm.collector.model.fork;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.common.Percentile;

/** Reads a fork's JSON and refuses one that contradicts itself or its file's name. */
public final class ForkReader {
    public static final String SCHEMA = "whichjvm.fork/3";

    private static final int MAX_REASON = 200;

    /**
     * A fork as it was read from its JSON.
     *
     * @param fork what its JSON tells; null if that is unusable
     * @param latencies that it measured; empty if it has scores, null if it is not to be counted
     * @param problem why it cannot be used; null if it can
     */
    public record Read(ForkName name, Fork fork, Map<Latency, Histogram> latencies, UnusableFile problem) {
        public boolean isBroken() {
            return problem != null && (fork == null || fork.end().status().equals(Fork.OK));
        }
    }

    /** Reads the fork of that name in a folder of forks. */
    public static Read read(Path forks, ForkName name, String campaign) throws IOException {
        return readFile(forks.resolve(name.json()), name, campaign);
    }

    /** Reads the fork of that name in a file that may have another name. */
    static Read readFile(Path file, ForkName name, String campaign) throws IOException {
        Fork fork = null;
        try {
            Map<Latency, Histogram> latencies = new EnumMap<>(Latency.class);
            fork = read(Json.read(file, SCHEMA), name, campaign, latencies);
            if (!fork.end().status().equals(Fork.OK)) {
                String reason = fork.end().reason() == null
                        ? "it did not say why"
                        : fork.end().reason();
                throw new UnusableFile(fork.end().status() + ": " + reason);
            }
            return new Read(name, fork, latencies, null);
        } catch (UnusableFile exception) {
            return new Read(name, fork, null, exception);
        } catch (RuntimeException defect) {
            return new Read(name, null, null, defect(defect));
        }
    }

    /**
     * If a fork's file meets a defect of this program, only that fork is lost, not the report of all others. If
     * assertions are on, as in tests, the defect ends the program.
     */
    private static UnusableFile defect(RuntimeException defect) {
        assert false : defect;
        return new UnusableFile(
                "cannot be read, by a defect of whichjvm: %s at %s; report it, with this file",
                defect, defect.getStackTrace()[0]);
    }

    /** Reads a fork whose latencies nobody counts. */
    public static Fork read(JsonObject json, ForkName name, String campaign) throws UnusableFile {
        return read(json, name, campaign, new EnumMap<>(Latency.class));
    }

    /** Reads a fork, and puts its latencies, if it is ok and has some, into the map. */
    private static Fork read(JsonObject json, ForkName name, String campaign, Map<Latency, Histogram> latencies)
            throws UnusableFile {
        ForkFile file = ForkFile.of(json);
        checkIdentity(file, name, campaign);
        Map<Latency, Summary> summaries = new EnumMap<>(Latency.class);
        Map<Metric, Double> scores = Map.of();
        long messages = 0;
        boolean ok = file.ok();
        boolean ofScores = ofScores(file);
        if (ok && (file.floorNs().before() == 0 || file.floorNs().after() == 0)) {
            throw new UnusableFile("is ok, but its floorNs is 0");
        }
        if (ok && ofScores) {
            scores = scores(file.scores());
            checkStarts(file);
        } else if (ok) {
            messages = checkedMessages(file.messages());
            for (Latency latency : Latency.values()) {
                Histogram counts = counts(file.of(latency), latency, messages);
                latencies.put(latency, counts);
                summaries.put(latency, Summary.of(counts, events(file.of(latency), latency)));
            }
        }
        boolean failed = Fork.isWithoutNumbers(file.status());
        Turns turns = file.turns() == null ? null : Turns.of(file.turns(), file.asked(), scores.keySet(), ofScores, ok);
        SlowMessages slow = ofScores ? SlowMessages.NONE : SlowMessages.of(file.attribution());
        return new Fork(
                name,
                new Fork.End(
                        file.status(),
                        file.reason(),
                        file.started(),
                        file.wallSeconds(),
                        Boolean.FALSE.equals(file.warmUp().compilersIdle())),
                new Fork.Setup(
                        file.workload(),
                        file.parameters(),
                        file.jvm(),
                        file.host(),
                        file.cost().classData()),
                file.floorNs().known(),
                new Fork.Measured(
                        summaries,
                        scores,
                        failed(file.program().failed()),
                        ok && file.load() != null ? LoadCurve.of(file.load()) : null,
                        failed ? Disturbances.NONE : Disturbances.of(file, messages, turns),
                        slow,
                        ofScores || file.memory().queue() == null ? null : file.memory()),
                turns);
    }

    private static void checkIdentity(ForkFile file, ForkName name, String campaign) throws UnusableFile {
        if (!campaign.equals(file.campaign())) {
            throw new UnusableFile("is a fork of campaign " + file.campaign() + ", not of " + campaign);
        }
        ForkName inside = new ForkName(file.block(), file.contender());
        if (!inside.equals(name)) {
            throw new UnusableFile("is inside the fork " + inside.json() + ": it was renamed or copied");
        }
    }

    private static boolean ofScores(ForkFile file) throws UnusableFile {
        boolean ofScores = Workload.hasScores(file.workload()) || !file.scores().isEmpty();
        if (ofScores && (file.service() != null || file.response() != null)) {
            throw new UnusableFile("has latencies, which a fork with scores has not");
        }
        return ofScores;
    }

    private static long checkedMessages(ForkFile.Messages messages) throws UnusableFile {
        if (messages == null || messages.sent() == 0) {
            throw new UnusableFile("is ok, but sent no messages");
        }
        for (long count : new long[] {messages.received(), messages.verified()}) {
            if (count != messages.sent()) {
                throw new UnusableFile(
                        "sent %s messages, but received %s and verified %s",
                        messages.sent(), messages.received(), messages.verified());
            }
        }
        return messages.sent();
    }

    /** The histogram that all metrics of a latency are read from, which has every message. */
    private static Histogram counts(ForkFile.Latencies told, Latency latency, long messages) throws UnusableFile {
        String field = latency.key + ".histogram";
        if (told == null || told.histogram() == null) {
            throw new UnusableFile("is ok, but has no " + field);
        }
        try {
            Histogram counts = HistogramDecoder.decode(told.histogram());
            if (counts.getValueAtPercentile(Percentile.P50.percent) == 0) {
                throw new UnusableFile("has no latency above 0 at its p50");
            }
            if (counts.getTotalCount() != messages) {
                throw new UnusableFile("counts %s messages, and %s were sent", counts.getTotalCount(), messages);
            }
            return counts;
        } catch (UnusableFile exception) {
            throw new UnusableFile("its " + field + " " + exception.getMessage());
        }
    }

    private static Map<Percentile, Long> events(ForkFile.Latencies told, Latency latency) throws UnusableFile {
        for (Percentile percentile : Percentile.REPORTED) {
            if (!told.events().containsKey(percentile)) {
                throw new UnusableFile("has no %s.events.%s", latency.key, percentile.key);
            }
        }
        return told.events();
    }

    private static Map<Metric, Double> scores(List<ForkFile.Score> told) throws UnusableFile {
        if (told.isEmpty()) {
            throw new UnusableFile("is ok, but has 0 scores");
        }
        Map<Metric, Double> scores = new LinkedHashMap<>();
        Set<String> keys = new HashSet<>();
        for (ForkFile.Score each : told) {
            Metric score = metric(each);
            if (!keys.add(score.key())) {
                throw new UnusableFile("has the score " + score.key() + " twice: which one counts?");
            }
            scores.put(score, value(each));
        }
        return scores;
    }

    private static Metric metric(ForkFile.Score told) {
        return Metric.score(
                told.name(),
                told.threads(),
                told.unit(),
                told.better() == null
                        ? Metric.isRate(told.unit())
                        : told.better().equals("more"),
                !told.beside(),
                told.beside() || told.optional());
    }

    private static double value(ForkFile.Score told) throws UnusableFile {
        if (Double.isNaN(told.score())) {
            throw new UnusableFile("its score " + told.name() + " has no value");
        }
        double median = Medians.of(told.iterations().stream().mapToDouble(each -> each));
        return Double.isNaN(median) ? told.score() : median;
    }

    /** Each start of a program has each score, unless it is of all starts. */
    private static void checkStarts(ForkFile file) throws UnusableFile {
        Integer starts = file.parameters() == null ? null : file.asked().starts();
        for (ForkFile.Score each : starts == null || starts == 1 ? List.<ForkFile.Score>of() : file.scores()) {
            int values = each.iterations().size();
            if (values != 0 && values != starts) {
                throw new UnusableFile("has %s values of %s, and %s starts", values, each.name(), starts);
            }
        }
    }

    /** Why benchmarks have no score, by the names that their scores would have. */
    private static Map<String, String> failed(List<ForkFile.Failed> told) {
        Map<String, String> failed = new LinkedHashMap<>();
        for (ForkFile.Failed each : told) {
            String reason = each.reason() == null ? "" : each.reason();
            failed.put(each.name(), reason.substring(0, Math.min(reason.length(), MAX_REASON)));
        }
        return failed;
    }
}
