package org.whichjvm.workload.service;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.whichjvm.workload.load.LoadTurns;
import org.whichjvm.workload.load.RateStep;

/** The result of an attack, from the records of its requests. */
final class Record {
    private static final int DIGITS = 3;

    /** In the first fifth of an attack connections are opened, and no time of it counts. */
    private static final int SETTLING = 5;

    final RateStep step;

    /** Requests that were answered badly, by why. Those that were cut off are slow, and not here. */
    final Errors errors;

    /** How many of the requests that count had each status. */
    final Map<String, Long> statuses;

    Record(RateStep step, Errors errors, Map<String, Long> statuses) {
        this.step = step;
        this.errors = errors;
        this.statuses = statuses;
    }

    /**
     * An open attack at a rate a second, for so many ns. Its start is not told, but that of the request that was least
     * late is. A request that failed or that was never sent had no good answer before the end either: its time goes
     * until the cut.
     */
    static Record open(double rate, long nanos, List<Answer> answers) {
        long interval = interval(rate);
        int due = (int) (nanos / interval);
        long began = answers.stream()
                .mapToLong(each -> each.sentAt - due(each.number, interval))
                .min()
                .orElse(0);
        long cut = nanos + LoadTurns.GRACE_NANOS;
        Histogram responses = new Histogram(DIGITS);
        Histogram lag = new Histogram(DIGITS);
        Histogram services = new Histogram(DIGITS);
        Errors errors = new Errors();
        Map<String, Long> statuses = new TreeMap<>();
        BitSet good = new BitSet(due);
        long byThen = 0;
        for (Answer each : answers) {
            if (each.number >= due) {
                continue; // It was one too many, because the attack goes on for a while.
            }
            statuses.merge(each.status(), 1L, Long::sum);
            if (!each.isGood()) {
                errors.add(each.reason(), 1);
                continue;
            }
            good.set(each.number);
            byThen += each.endedAt - began <= nanos ? 1 : 0;
            if (each.number >= due / SETTLING) {
                long intended = began + due(each.number, interval);
                responses.recordValue(each.endedAt - intended);
                lag.recordValue(each.sentAt - intended);
                services.recordValue(each.endedAt - each.sentAt);
            }
        }
        for (int number = due / SETTLING; number < due; number++) {
            if (!good.get(number)) {
                responses.recordValue(cut - due(number, interval));
                services.recordValue(cut - due(number, interval));
            }
        }
        int answered = good.cardinality();
        long last = Math.min(due, RateStep.UNDER_WAY_NANOS / interval);
        boolean kept = RateStep.isKept(due, last, byThen);
        return new Record(
                new RateStep(rate, nanos, due, answered, due - answered, kept, responses, lag, services),
                errors,
                statuses);
    }

    /** The time between two requests of a rate, in ns. */
    static long interval(double rate) {
        return Math.max(1, Math.round(1e9 / rate));
    }

    /** When a request is due, in ns after the start. */
    private static long due(int number, long interval) {
        return (number + 1) * interval;
    }

    /** A closed loop, of which that counts which is answered after it has settled. */
    static Record closed(long nanos, List<Answer> answers) {
        long began = answers.stream().mapToLong(each -> each.sentAt).min().orElse(0);
        long from = began + nanos / SETTLING;
        Histogram responses = new Histogram(DIGITS);
        Errors errors = new Errors();
        Map<String, Long> statuses = new TreeMap<>();
        long answered = 0;
        for (Answer each : answers) {
            if (each.endedAt < from || each.endedAt > began + nanos) {
                continue;
            }
            statuses.merge(each.status(), 1L, Long::sum);
            if (each.isGood()) {
                answered++;
                responses.recordValue(each.endedAt - each.sentAt);
            } else {
                errors.add(each.reason(), 1);
            }
        }
        long counted = nanos - nanos / SETTLING;
        long failed = errors.sum();
        Histogram lag = new Histogram(DIGITS);
        return new Record(
                new RateStep(0, counted, answered + failed, answered, failed, true, responses, lag), errors, statuses);
    }
}
