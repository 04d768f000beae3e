package org.whichjvm.collector.model.fork;

import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.common.Percentile;
import org.whichjvm.common.Stage;

/**
 * The turns of a fork that measured by turns, in the order of their rounds. There may be thousands of forks with
 * hundreds of turns each, so a turn is a row of numbers and no object.
 */
public final class Turns {
    /** A number that a fork tells of each of its turns; NaN where it is unknown. */
    public enum Column {
        FLOOR_BEFORE,
        FLOOR_AFTER,
        /** For how long the measured thread that waited longest had no CPU, in us. */
        WAIT_MICROS,
        /** CPU time of the JVM's other threads in the turn, in us. */
        HELPERS_MICROS,
        /** CPU time of the JVM between its turn before and this one, in us. */
        ASLEEP_MICROS,
        /** The p50 service time of the turn's last quarter over that of its first. */
        LAST_OVER_FIRST
    }

    /** Those that turns of messages have. */
    public static final List<Metric> METRICS = Metric.OF_LATENCIES.stream()
            .filter(each -> each.is(Percentile.P50) || each.is(Percentile.P90) || each.is(Percentile.P99))
            .toList();

    /** A percentile of a turn is compared by rounds only if at least this many messages lie beyond it. */
    public static final int LEAST_BEYOND = 50;

    /** A part of a turn's messages that settle and are not counted. */
    private static final double SETTLING = 0.2;

    /** The turns as the fork tells them; forks share them that differ by what is excluded. */
    private static final class Rows {
        private final String step;
        private final double slotMillis;
        private final double turnMillis;
        private final int members;
        private final int[] rounds;
        private int mostMessages;
        private final long pacedMessages;
        private final long unpacedMessages;
        private final BitSet late = new BitSet();
        private final BitSet overloaded = new BitSet();
        private final Map<Metric, float[]> metrics = new LinkedHashMap<>();
        private final Map<Column, float[]> columns = new EnumMap<>(Column.class);
        private final byte[] slots;

        /** Empty where no turn keeps the stages of its messages. */
        private final Map<Stage, float[]> stages = new EnumMap<>(Stage.class);

        Rows(ForkFile.TurnList told, ForkFile.Parameters parameters, Set<Metric> scores, boolean ofScores, boolean ok)
                throws UnusableFile {
            turnMillis = parameters.turnSeconds() * 1e3;
            List<ForkFile.Turn> list = told.list();
            if (Double.isNaN(turnMillis) || list.isEmpty()) {
                throw new UnusableFile("has turns without their length, or none");
            }
            members = parameters.members() == null ? 1 : parameters.members();
            step = told.step();
            slotMillis = told.slotMillis();
            pacedMessages = told.profiled() == null ? 0 : told.profiled().paced();
            unpacedMessages = told.profiled() == null ? 0 : told.profiled().unpaced();
            rounds = new int[list.size()];
            slots = new byte[list.size()];
            for (int i = 0; i < list.size(); i++) {
                ForkFile.Turn turn = list.get(i);
                read(i, turn);
                if (ofScores) {
                    readScores(i, turn.scores(), scores);
                } else {
                    readLatencies(i, turn, ok);
                }
            }
        }

        private void readScores(int i, Map<String, Double> turn, Set<Metric> scores) {
            for (Metric score : scores) {
                Double value = turn.get(score.key());
                if (value != null) {
                    set(metrics, score, i, value);
                }
            }
        }

        private <K> void set(Map<K, float[]> all, K key, int i, double value) {
            if (!all.containsKey(key)) {
                all.put(key, new float[rounds.length]);
                Arrays.fill(all.get(key), Float.NaN);
            }
            all.get(key)[i] = (float) value;
        }

        private void read(int i, ForkFile.Turn turn) throws UnusableFile {
            rounds[i] = turn.round();
            // Two turns of a round would be compared twice.
            if (i > 0 && rounds[i] <= rounds[i - 1]) {
                throw new UnusableFile("has a turn of round %s behind one of round %s", rounds[i], rounds[i - 1]);
            }
            mostMessages = Math.max(mostMessages, turn.messages());
            late.set(i, turn.late());
            overloaded.set(i, turn.overloaded());
            for (Column column : Column.values()) {
                set(columns, column, i, value(turn, column));
            }
            turn.stages().forEach((stage, nanos) -> set(stages, stage, i, nanos == null ? Double.NaN : nanos));
            slots[i] = (byte) turn.slot();
        }

        private void readLatencies(int i, ForkFile.Turn turn, boolean ok) throws UnusableFile {
            for (Metric metric : METRICS) {
                Latency latency = metric.latency().orElseThrow();
                double value = turn.of(latency).at(metric.percentile().orElseThrow());
                if (Double.isNaN(value) && ok && !late.get(i)) {
                    throw new UnusableFile(
                            "its turn of round " + rounds[i] + " was on time and has no " + latency.label);
                }
                set(metrics, metric, i, late.get(i) ? Double.NaN : value);
            }
        }

        private static double value(ForkFile.Turn turn, Column column) {
            return switch (column) {
                // A floor of 0 was not measured.
                case FLOOR_BEFORE -> turn.floorBefore() == 0 ? Double.NaN : turn.floorBefore();
                case FLOOR_AFTER -> turn.floorAfter() == 0 ? Double.NaN : turn.floorAfter();
                case WAIT_MICROS -> turn.waitMicros();
                case HELPERS_MICROS -> turn.helpersMicros();
                case ASLEEP_MICROS -> turn.asleepMicros();
                case LAST_OVER_FIRST -> turn.quarters().last() / turn.quarters().first();
            };
        }
    }

    private final Rows rows;
    private final BitSet excluded;

    private Turns(Rows rows, BitSet excluded) {
        this.rows = rows;
        this.excluded = excluded;
    }

    /**
     * The turns of a fork. Those of a failed one have no latencies.
     *
     * @param scores of the fork, which its turns may have too
     * @param ofScores whether its workload has scores; a turn of such a fork may have none
     */
    static Turns of(
            ForkFile.TurnList told, ForkFile.Parameters parameters, Set<Metric> scores, boolean ofScores, boolean ok)
            throws UnusableFile {
        return new Turns(new Rows(told, parameters, scores, ofScores, ok), new BitSet());
    }

    /** These turns without those at the places that exclusion rules exclude. */
    public Turns excluding(BitSet which) {
        return new Turns(rows, (BitSet) which.clone());
    }

    /** The step that forks which took turns together share; null of one that was alone. */
    public String step() {
        return rows.step;
    }

    public int count() {
        return rows.rounds.length;
    }

    public int members() {
        return rows.members;
    }

    public double turnMillis() {
        return rows.turnMillis;
    }

    /** The length of a round, in ms; NaN if the fork does not say. */
    public double roundMillis() {
        return rows.slotMillis * rows.members;
    }

    /** The time of the turns that is counted, in s. */
    double countedSeconds() {
        return (count() - rows.late.cardinality()) * rows.turnMillis * (1 - SETTLING) / 1e3;
    }

    public int round(int i) {
        return rows.rounds[i];
    }

    /** The place of a round's turn; negative if there is none. */
    public int at(int round) {
        // A fork that was not cut short has one of each.
        return round < count() && rows.rounds[round] == round ? round : Arrays.binarySearch(rows.rounds, round);
    }

    /** Whether it did not start on time: it has no latencies then. */
    public boolean late(int i) {
        return rows.late.get(i);
    }

    public int overloaded() {
        return rows.overloaded.cardinality();
    }

    public boolean overloaded(int i) {
        return rows.overloaded.get(i);
    }

    /** Whether it has latencies, and no exclusion rule excludes it. */
    public boolean counts(int i) {
        return !rows.late.get(i) && !excluded.get(i);
    }

    public IntStream counting() {
        return IntStream.range(0, count()).filter(this::counts);
    }

    /** A metric of a turn, in its unit; NaN of one that was late, or has none. */
    public double get(Metric metric, int i) {
        return get(rows.metrics, metric, i);
    }

    /** Whether turns have a metric, and enough messages beyond it to be compared by it. */
    public boolean tell(Metric metric) {
        return rows.metrics.containsKey(metric)
                && metric.percentile()
                        .map(each -> each.messagesAbove(rows.mostMessages) >= LEAST_BEYOND)
                        .orElse(true);
    }

    public Set<Metric> metrics() {
        return rows.metrics.keySet();
    }

    /** Whether they are of messages, each of which has all metrics: those of scores have some. */
    public boolean ofMessages() {
        return rows.metrics.containsKey(Metric.HEADLINE);
    }

    /** A number of the turn at this place; NaN if unknown. */
    public double get(Column column, int i) {
        return get(rows.columns, column, i);
    }

    /** The median of a stage of the turn's messages, in ns; NaN where it is not kept. */
    public double get(Stage stage, int i) {
        return get(rows.stages, stage, i);
    }

    private static <K> double get(Map<K, float[]> all, K key, int i) {
        float[] values = all.get(key);
        return values == null ? Double.NaN : values[i];
    }

    /** Messages at the rate, or without a pause, that its turns had while CPU time was sampled; 0 if it was not. */
    public long profiled(boolean paced) {
        return paced ? rows.pacedMessages : rows.unpacedMessages;
    }

    /** The mean of the floors before and after a turn, in ns; NaN if one is unknown. */
    public double floor(int i) {
        return (get(Column.FLOOR_BEFORE, i) + get(Column.FLOOR_AFTER, i)) / 2;
    }

    /** Its place in the round, from 0. */
    public int slot(int i) {
        return rows.slots[i];
    }
}
