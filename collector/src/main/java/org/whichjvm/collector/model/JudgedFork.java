package org.whichjvm.collector.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.Turns;

/**
 * A fork as exclusion rules leave it, beside the others of its block.
 *
 * @param fork without the turns that exclusion rules exclude
 * @param turns how many turns each exclusion rule excludes; a turn may be several exclusion rules'
 * @param excluded how many turns any exclusion rule excludes
 * @param trips why the whole fork is excluded: by itself, or because too few of its turns are left
 */
public record JudgedFork(Fork fork, Map<ExclusionRule, Integer> turns, int excluded, List<ExclusionRules.Trip> trips) {
    /** Judges a fork that is ok or overloaded, beside those of its block that ended well. */
    public static JudgedFork of(ExclusionRules gates, Fork fork, Collection<Fork> block) {
        List<ExclusionRules.Trip> trips = new ArrayList<>();
        gates.limits().forEach((rule, limit) -> rule.trip(limit, fork).ifPresent(trips::add));
        if (!fork.byTurns()) {
            return new JudgedFork(fork, Map.of(), 0, trips);
        }
        Turns all = fork.turns();
        List<Fork> together = block.stream()
                .filter(Fork::byTurns)
                .filter(each -> Objects.equals(each.turns().step(), all.step()))
                .toList();
        BitSet excluded = new BitSet();
        Map<ExclusionRule, Integer> turns = new EnumMap<>(ExclusionRule.class);
        for (int i = 0; i < all.count(); i++) {
            ExclusionRule.Turn turn = new ExclusionRule.Turn(fork, i, together);
            for (Map.Entry<ExclusionRule, Double> rule : gates.limits().entrySet()) {
                if (rule.getKey().excludes(rule.getValue(), turn)) {
                    excluded.set(i);
                    turns.merge(rule.getKey(), 1, Integer::sum);
                }
            }
        }
        Turns left = all.excluding(excluded);
        boolean tooFew = all.count() - excluded.cardinality() < Rounds.LEAST;
        if (fork.overloaded() ? !overloadIsItsOwn(left) : tooFew) {
            turns.forEach((rule, count) -> trips.add(
                    new ExclusionRules.Trip(rule, Double.NaN, gates.limits().get(rule), count, all.count())));
        }
        return new JudgedFork(fork.withTurns(left), turns, excluded.cardinality(), trips);
    }

    /**
     * Whether a fork could not keep the rate by itself: exclusion rules exclude no turn that stayed behind, or most of
     * those that are left stayed behind too.
     */
    private static boolean overloadIsItsOwn(Turns left) {
        int[] counting = left.counting().toArray();
        long behind = Arrays.stream(counting).filter(left::overloaded).count();
        return 2 * behind > counting.length || behind == left.overloaded();
    }
}
