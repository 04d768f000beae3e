package org.whichjvm.collector.model;

import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.fork.Disturbances;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.model.fork.Turns;

/**
 * A rule that excludes a fork or a turn because of what hit it from outside, never because of its latencies: what it is
 * to tell must not decide whether it counts. What a JVM did to itself is its result. An exclusion rule is defined here
 * and nowhere else.
 */
public enum ExclusionRule {
    // By turns the contenders of a block share how the floor moves from one turn to another.
    FLOOR_IN_FORK(
            Kind.RATIO,
            1.25,
            "the core-to-core latency changed inside the fork",
            Rule.ofForks(fork -> apart(fork.floor().before(), fork.floor().after()))),

    FLOOR_IN_TURN(
            Kind.RATIO,
            1.25,
            "the core-to-core latency changed inside the turn",
            Rule.ofTurns(turn -> apart(turn.get(Turns.Column.FLOOR_BEFORE), turn.get(Turns.Column.FLOOR_AFTER)))),

    FLOOR_IN_ROUND(
            Kind.RATIO,
            1.25,
            "the turn that is compared with it had another core-to-core latency",
            Rule.ofRounds((turn, other) -> apart(turn.floor(), other.floor()))),

    // A late turn has no latencies.
    LATE(
            Kind.SWITCH,
            Double.NaN,
            "the turn could not start on time",
            Rule.ofTurns(turn -> turn.all().late(turn.at()) ? 1 : Double.NaN)),

    THROTTLED_SHARE(
            Kind.SHARE,
            0.001,
            "throttled by a CPU quota",
            new Rule(fork -> ofWindow(fork, millis(fork, Disturbances.THROTTLED_MILLIS)), null, null)),

    STEAL_SHARE(
            Kind.SHARE,
            0.02,
            "CPU time stolen by the hypervisor",
            Rule.ofForks(fork -> ofWindow(fork, millis(fork, Disturbances.STEAL_MILLIS)) / fork.cpus())),

    // A kernel with no other CPU to run on takes up to a tenth of the window (seen on a VM with two);
    // a busy process takes half. A thread that gives its CPU away on purpose waits to get it back.
    // The CPUs that the JVM's own helper threads held are the JVM's doing.
    WAITING_SHARE(
            Kind.SHARE,
            0.25,
            "a measured thread waited for a CPU",
            Rule.ofForks(fork -> fork.givesCpuAway()
                            ? Double.NaN
                            : ofWindow(fork, withoutOwn(millis(fork, Disturbances.WAITING_MILLIS), helperMillis(fork))))
                    .orOfTurns(ExclusionRule::waited)),

    SLEEPERS_SHARE(
            Kind.SHARE, 0.02, "contenders that were to sleep took CPU time", Rule.ofTurns(ExclusionRule::sleepersTook));

    /**
     * The value that an exclusion rule compares with its limit, of a fork, of a turn, or of two turns of a round: the
     * more the worse, NaN if unknown or not its concern; null where it does not look.
     */
    private record Rule(
            ToDoubleFunction<Fork> fork, ToDoubleFunction<Turn> turn, ToDoubleBiFunction<Turn, Turn> round) {
        /** Forks with one window: by turns the noise is shared. */
        static Rule ofForks(ToDoubleFunction<Fork> value) {
            return new Rule(fork -> fork.byTurns() ? Double.NaN : value.applyAsDouble(fork), null, null);
        }

        static Rule ofTurns(ToDoubleFunction<Turn> value) {
            return new Rule(null, value, null);
        }

        static Rule ofRounds(ToDoubleBiFunction<Turn, Turn> value) {
            return new Rule(null, null, value);
        }

        Rule orOfTurns(ToDoubleFunction<Turn> value) {
            return new Rule(fork, value, round);
        }
    }

    enum Kind {
        RATIO("a ratio", 1, 1_000),
        SHARE("a share", 0, 1_000),
        /** The exclusion rule has no limit and is on or off. */
        SWITCH("on or off", Double.NaN, Double.NaN);

        final String says;
        final double least;
        final double most;

        Kind(String says, double least, double most) {
            this.says = says;
            this.least = least;
            this.most = most;
        }

        boolean possible(double limit) {
            return limit >= least && limit <= most;
        }
    }

    public final String key;

    /** Says what has happened to a fork that the exclusion rule excludes. */
    public final String what;

    final Kind kind;

    /** Its default limit; NaN of a switch. */
    public final double standard;

    private final Rule rule;

    ExclusionRule(Kind kind, double standard, String what, Rule rule) {
        this.key = Json.key(this);
        this.kind = kind;
        this.standard = standard;
        this.what = what;
        this.rule = rule;
    }

    public String option() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** All of them, for the help: "floor-in-fork (a ratio, 1.25), …, overloaded (on or off)". */
    public static String describeAll() {
        return Arrays.stream(values())
                .map(each -> each.option() + " (" + each.kind.says + each.standardSays() + ")")
                .collect(Collectors.joining(", "));
    }

    private String standardSays() {
        return kind == Kind.SWITCH ? "" : ", " + standard;
    }

    /** Why it excludes a fork; empty if it does not, or what it needs was not recorded. */
    Optional<ExclusionRules.Trip> trip(double limit, Fork fork) {
        double actual = rule.fork == null ? Double.NaN : rule.fork.applyAsDouble(fork);
        return beyond(actual, limit)
                ? Optional.of(new ExclusionRules.Trip(this, actual, limit, 0, 0))
                : Optional.empty();
    }

    /** Whether it excludes a turn, whatever that is compared with. */
    boolean excludes(double limit, Turn turn) {
        return rule.turn != null && beyond(rule.turn.applyAsDouble(turn), limit);
    }

    /** Whether it leaves out the round of two turns that would be compared. */
    boolean leavesOut(double limit, Turn turn, Turn other) {
        return rule.round != null && beyond(rule.round.applyAsDouble(turn, other), limit);
    }

    /** Whether it is a matter of turns, of single ones or of two in a round. */
    public boolean ofTurns() {
        return rule.turn != null || rule.round != null;
    }

    /** Whether it is a matter of two turns that are compared. */
    public boolean ofRounds() {
        return rule.round != null;
    }

    private boolean beyond(double actual, double limit) {
        return kind == Kind.SWITCH ? actual > 0 : actual > limit;
    }

    /** A value or a limit as people read it; empty for the one that has none. */
    public String shown(double number) {
        if (Double.isNaN(number)) {
            return "";
        }
        return kind == Kind.RATIO ? Quantity.ratio(number) + " times" : Quantity.percent(number);
    }

    private static double millis(Fork fork, Metric metric) {
        return fork.measured().disturbances().get(metric);
    }

    private static double ofWindow(Fork fork, double millis) {
        return millis / (fork.measured().disturbances().windowSeconds() * 1e3);
    }

    /** NaN if the fork does not tell. */
    private static double helperMillis(Fork fork) {
        return sumOfKnown(Disturbances.HELPERS.stream().mapToDouble(each -> millis(fork, each)));
    }

    /** The sum of the numbers that are known; NaN if none is. */
    private static double sumOfKnown(DoubleStream numbers) {
        double[] known = numbers.filter(each -> !Double.isNaN(each)).toArray();
        return known.length == 0 ? Double.NaN : Arrays.stream(known).sum();
    }

    /** The part of a turn that a measured thread waited for a CPU which no own helper held. */
    private static double waited(Turn turn) {
        return turn.fork().givesCpuAway()
                ? Double.NaN
                : withoutOwn(turn.get(Turns.Column.WAIT_MICROS), turn.get(Turns.Column.HELPERS_MICROS))
                        / (turn.all().turnMillis() * 1e3);
    }

    /**
     * The CPU time that contenders took in the round while they were to sleep, unless the turn's threads waited less:
     * it was in another turn then, or on a CPU that is not measured.
     */
    private static double sleepersTook(Turn turn) {
        double took = turn.othersAsleepMicros()
                / (turn.all().roundMillis() * 1e3 * turn.fork().cpus());
        double waited = waited(turn);
        return Double.isNaN(waited) ? took : Math.min(took, waited);
    }

    private static double withoutOwn(double waited, double helpers) {
        return Double.isNaN(helpers) ? waited : Math.max(0, waited - helpers);
    }

    private static double apart(double one, double other) {
        return Math.max(one, other) / Math.min(one, other);
    }

    /** A turn by its place, and the forks that took turns with it, its own among them. */
    record Turn(Fork fork, int at, Collection<Fork> together) {
        Turns all() {
            return fork.turns();
        }

        double get(Turns.Column column) {
            return all().get(column, at);
        }

        /** The floor beside it, in ns; NaN if unknown. */
        double floor() {
            return all().floor(at);
        }

        /**
         * CPU time that the other contenders took while they were to sleep, each from its turn in the round before to
         * its turn in this round, in us; NaN if none tells.
         */
        double othersAsleepMicros() {
            int round = all().round(at);
            return sumOfKnown(together.stream()
                    .filter(other -> !other.name().equals(fork.name()))
                    .map(Fork::turns)
                    .filter(turns -> turns.at(round) >= 0)
                    .mapToDouble(turns -> turns.get(Turns.Column.ASLEEP_MICROS, turns.at(round))));
        }
    }
}
