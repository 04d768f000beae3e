package org.whichjvm.workload.service;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.whichjvm.workload.load.LoadTurns;
import org.whichjvm.workload.load.RateStep;

/** The result of an attack, from the records of its requests. */
final class AttackResult {
    /** In the first fifth of an attack connections are opened, and no time of it counts. */
    private static final int SETTLING = 5;

    final RateStep step;

    /** Requests that were answered badly, by why. Those that were cut off are slow, and not here. */
    final Errors errors = new Errors();

    /** How many of the requests that count had each status. */
    final Map<String, Long> statuses = new TreeMap<>();

    AttackResult(RateStep step) {
        this.step = step;
    }

    /**
     * An open attack at a rate a second, for {@code nanos} ns. Its start is not known; the request that was least late
     * stands for it. A request that failed or was never sent had no good answer before the end, so its time goes until
     * the cut.
     */
    static AttackResult open(double rate, long nanos, List<RequestResult> requests) {
        RateStep step = new RateStep(rate, nanos);
        AttackResult attack = new AttackResult(step);
        long interval = interval(rate);
        int due = (int) (nanos / interval);
        long began = requests.stream()
                .mapToLong(each -> each.sentAt - due(each.number, interval))
                .min()
                .orElse(0);
        BitSet good = new BitSet(due);
        long byThen = 0;
        for (RequestResult each : requests) {
            // One that is too many was sent because the attack goes on for a while.
            if (each.number >= due || !attack.isGood(each)) {
                continue;
            }
            good.set(each.number);
            byThen += each.endedAt - began <= nanos ? 1 : 0;
            if (each.number >= due / SETTLING) {
                long intended = began + due(each.number, interval);
                step.responses.recordValue(each.endedAt - intended);
                step.lag.recordValue(each.sentAt - intended);
                step.services.recordValue(each.endedAt - each.sentAt);
            }
        }
        for (int number = due / SETTLING; number < due; number++) {
            if (!good.get(number)) {
                long untilCut = nanos + LoadTurns.GRACE_NANOS - due(number, interval);
                step.responses.recordValue(untilCut);
                step.services.recordValue(untilCut);
            }
        }
        step.sent = due;
        step.answered = good.cardinality();
        step.errors = due - step.answered;
        step.kept = RateStep.isKept(due, Math.min(due, RateStep.UNDER_WAY_NANOS / interval), byThen);
        return attack;
    }

    static long interval(double rate) {
        return Math.max(1, Math.round(1e9 / rate));
    }

    /** When a request is due, in ns after the start. */
    private static long due(int number, long interval) {
        return (number + 1) * interval;
    }

    /** A closed loop, of which that counts which is answered after it has settled. */
    static AttackResult closed(long nanos, List<RequestResult> requests) {
        RateStep step = new RateStep(0, nanos - nanos / SETTLING);
        AttackResult attack = new AttackResult(step);
        long began = requests.stream().mapToLong(each -> each.sentAt).min().orElse(0);
        for (RequestResult each : requests) {
            boolean counts = each.endedAt >= began + nanos / SETTLING && each.endedAt <= began + nanos;
            if (counts && attack.isGood(each)) {
                step.answered++;
                step.responses.recordValue(each.endedAt - each.sentAt);
            }
        }
        step.errors = attack.errors.sum();
        step.sent = step.answered + step.errors;
        return attack;
    }

    /** Counts a request's status, and why it failed if it did; returns whether it was answered well. */
    private boolean isGood(RequestResult request) {
        statuses.merge(request.status(), 1L, Long::sum);
        if (!request.isGood()) {
            errors.add(request.reason(), 1);
        }
        return request.isGood();
    }
}
