package org.whichjvm.workload.queue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.whichjvm.common.QueueSize;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.host.HelperThreads.Kind;
import org.whichjvm.workload.jvmlog.Spans;
import org.whichjvm.workload.turn.Members;
import org.whichjvm.workload.turn.TurnPlan;

/** All turns of this fork, and their rehearsal; an only window is a turn that nothing precedes. */
final class Turns {
    /** A slower moment than the warm-up's does not reach into the next turn. */
    private static final double FILLED = 0.7;

    final TurnPlan plan;

    final List<Turn> list = new ArrayList<>();

    /** A turn before anything is measured, so that all its code has run; null if there are none. */
    final Turn rehearsal;

    private final QueueLatencyOptions options;
    private volatile long startsAt;
    private volatile long unpacedPerProducer;

    Turns(QueueLatencyOptions options) {
        this.options = options;
        plan = new TurnPlan(
                options.members,
                options.rounds(),
                Turn.LEAD_NANOS + options.windowNanos() + Turn.TAIL_NANOS,
                options.turnSeed,
                options.common.block());
        for (int round = 0; round < options.rounds(); round++) {
            list.add(turn(round));
        }
        rehearsal = options.hasTurns() ? turn(Turn.REHEARSAL) : null;
    }

    private Turn turn(int round) {
        long all = options.perProducer(options.pacedNanos());
        long settling = options.hasTurns() ? QueueLatencyOptions.settling(all) : 0;
        Turn turn = new Turn(
                round, new Samples(options.producers, settling), new Samples(options.producers, all - settling));
        // Every other turn runs the loops as they are, so that it is known what the readings cost.
        if (options.stages && round % 2 != 0) {
            turn.settling.staged();
            turn.window.staged();
        }
        return turn;
    }

    /** Ends each turn with messages without a pause, of {@code nanos} ns each: as many as fit into its second half. */
    void addUnpaced(double nanos) {
        long fit = (long) (FILLED * (options.windowNanos() - options.pacedNanos()) / nanos);
        long most = QueueSize.unpacedOfTurn(options.turnNanos, options.size);
        unpacedPerProducer = Math.max(1, Math.min(fit, most) / options.producers);
        rehearsal.unpaced = new Samples(options.producers, unpacedPerProducer);
        list.forEach(turn -> turn.unpaced = new Samples(options.producers, unpacedPerProducer));
    }

    /** Fixes the times of all turns, by the start of the first round. */
    void startAt(long start) {
        for (Turn turn : list) {
            turn.at(start + plan.startOf(turn.round), options.rate, options.producers);
        }
        startsAt = start;
    }

    /** When the last round is over, for all contenders. */
    long endsAt() {
        return startsAt + plan.totalNanos();
    }

    /** Sums up the CPU time of this JVM's threads in them, by kind, in ns; once all are over. */
    Map<Kind, Long> settle(MeasuredThread... threads) {
        Map<Kind, Long> sum = new EnumMap<>(Kind.class);
        Turn previous = null;
        for (Turn turn : list) {
            turn.settle(previous, threads).forEach((kind, nanos) -> sum.merge(kind, nanos, Long::sum));
            previous = turn;
        }
        return sum;
    }

    /** Keeps late turns that this JVM delayed; to ask for its pauses costs a collection on 8. */
    void keepOwnLate(Supplier<Spans> pauses) {
        if (list.stream().anyMatch(turn -> turn.late)) {
            Spans own = pauses.get();
            list.forEach(turn -> turn.keepIfOwn(own));
        }
    }

    /** From the first message to the last of each turn, on the clock of {@link System#nanoTime()}. */
    Spans spans() {
        Spans.Builder spans = new Spans.Builder();
        list.forEach(turn -> spans.add(turn.settling.start(), turn.window.lastReadAt()));
        return spans.build();
    }

    /** The windows of those turns that started on time. */
    List<Samples> counted() {
        return list.stream().filter(turn -> !turn.late).map(turn -> turn.window).collect(Collectors.toList());
    }

    /**
     * Describes them for a fork's file, with the intervals of the counted turns, null if nothing is to be believed, and
     * with which turns did not keep the rate, if that is to be told.
     */
    JsonElement json(Intervals intervals, boolean overloaded) {
        if (startsAt == 0) {
            return JsonNull.INSTANCE;
        }
        JsonObject json = new JsonObject();
        json.addProperty("step", Members.step());
        json.addProperty("startedNanos", startsAt);
        json.addProperty("slotMillis", plan.slotNanos / 1e6);
        if (options.samples()) {
            json.add("profiled", profiled());
        }
        JsonArray all = new JsonArray();
        List<JsonObject> counted = new ArrayList<>();
        for (Turn turn : list) {
            JsonObject one = turn.json(plan.place(turn.round), overloaded && !turn.late && isOverloaded(turn));
            all.add(one);
            if (intervals != null && !turn.late) {
                one.add("quarters", turn.quarters());
                if (turn.window.stages != null) {
                    one.add("stages", turn.window.stages.medians(turn.window));
                }
                counted.add(one);
            }
        }
        if (intervals != null) {
            intervals.forEach((histogram, number) ->
                    counted.get((int) number).add(histogram.getTag(), Turn.percentiles(histogram)));
        }
        json.add("list", all);
        return json;
    }

    /** How many messages the sampled turns had. */
    private JsonObject profiled() {
        long ofEach = (long) options.producers * list.size();
        JsonObject json = new JsonObject();
        json.addProperty("paced", ofEach * options.perProducer(options.pacedNanos()));
        json.addProperty("unpaced", ofEach * unpacedPerProducer);
        return json;
    }

    /** Turns that started on time and did not keep the rate. */
    long overloaded() {
        return list.stream().filter(turn -> !turn.late && isOverloaded(turn)).count();
    }

    private boolean isOverloaded(Turn turn) {
        return turn.window.lastingLag() > Exchange.lastingLag(options.pacedNanos());
    }

    /**
     * Refuses to go on with a queue that is so slow that the turns of others suffer. That others took its CPU is not
     * the queue's doing, nor is one stall, however long: a host that stops the whole machine is seen by no counter of
     * waiting.
     */
    void refuseSlow(Turn turn, MeasuredThread own) {
        long over = System.nanoTime() - turn.startsAt - plan.slotNanos;
        if (over <= plan.slotNanos) {
            return;
        }
        Long waited = own.counters.lastWaitedNanos();
        long stood = Math.max(turn.settling.longestGap(), turn.window.longestGap());
        long late = over - Math.max(stood, waited == null ? 0 : waited);
        if (late > plan.slotNanos && !turn.late) {
            throw ForkFailure.overloaded(
                    "at %,d messages a second a turn of %d ms took %d ms more than its slot; lower --rate",
                    options.rate,
                    TimeUnit.NANOSECONDS.toMillis(options.turnNanos),
                    TimeUnit.NANOSECONDS.toMillis(late));
        }
    }
}
