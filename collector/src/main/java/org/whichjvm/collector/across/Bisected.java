package org.whichjvm.collector.across;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.Comparison;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.stats.Bisection;
import org.whichjvm.collector.stats.OverSessions;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.collector.stats.ScoreFunction;
import org.whichjvm.common.WrongUsage;

/**
 * The builds between a good one and a bad one, and what campaigns of each beside the good one say of where the step is.
 *
 * @param ends the campaigns of the good one and the bad one, in their order
 * @param steps the other campaigns, in their order
 * @param within how far a block's log ratio lies from its campaign's, as a standard deviation
 * @param between how far the campaigns' true log ratios lie apart, likewise: each is a session
 */
public record Bisected(
        List<String> builds,
        Metric metric,
        List<Session> ends,
        List<Session> steps,
        double within,
        double between,
        Bisection bisection) {
    /** So often the answer is right. */
    public static final double RIGHT = 0.95;

    /** A search that is not sure after this many sessions will not be soon. */
    private static final int MOST_SESSIONS = 500;

    /** The ends are measured at most this often: a step that does not show by then is not there. */
    private static final int MOST_ENDS = 60;

    /** Blocks that are all alike have a spread, too: they are few. */
    private static final double LEAST_SPREAD = 1e-6;

    /** A campaign of a build beside the first one. */
    record Session(int build, String campaign, double[] logRatios) {
        double shift() {
            return new PairedTest(logRatios, ScoreFunction.REDESCENDING).shift();
        }

        private Bisection.Measured measured(double within, double between) {
            return Bisection.Measured.of(shift(), logRatios.length, within, between);
        }
    }

    /**
     * A search by the campaigns that were measured.
     *
     * @param builds from the good one to the bad one, three at least
     * @param campaigns each of the good one and of another build; the first one with the bad one must show that they
     *     differ
     * @return empty if there is none yet
     */
    public static Optional<Bisected> of(List<String> builds, List<Result> campaigns) {
        List<Session> ends = new ArrayList<>();
        Metric metric = null;
        double part = 0;
        List<Session> steps = new ArrayList<>();
        for (Result each : campaigns) {
            Comparison comparison = headline(each, builds.get(0));
            int build = builds.indexOf(comparison.contender());
            if (build < 1) {
                throw new WrongUsage(
                                "the campaign %s has %s, which is not among the builds",
                                each.settings().campaign(), comparison.contender())
                        .orTry("give this search a folder of its own");
            }
            metric = comparison.metric();
            part = Math.max(part, Comparison.sessionsApart(each.byTurns() != null));
            Session step = new Session(build, each.settings().campaign(), finite(comparison));
            boolean isOfEnds = build == builds.size() - 1;
            if (isOfEnds && ends.isEmpty()) {
                checkDiffers(comparison, step.campaign);
            }
            if (step.logRatios.length == 0) {
                // It would be measured again and again.
                throw new WrongUsage(
                                "the campaign %s has no block with a ratio of %s to %s",
                                step.campaign, comparison.contender(), comparison.baseline())
                        .orTry("remove its folder to measure it again, or take the build out of the builds as well");
            }
            (isOfEnds ? ends : steps).add(step);
        }
        if (ends.isEmpty()) {
            return Optional.empty();
        }
        double spread = new OverSessions(Stream.concat(ends.stream(), steps.stream())
                        .map(Session::logRatios)
                        .toList())
                .within();
        double within = Math.max(spread, LEAST_SPREAD);
        double between = part * within;
        Bisection bisection = new Bisection(
                builds.size(),
                ends.stream().map(each -> each.measured(within, between)).toList());
        if (!bisection.differs() && ends.size() >= MOST_ENDS) {
            throw new WrongUsage(
                            "%s does not differ from %s over %d sessions by more than sessions do among themselves: there is no step to look for",
                            builds.get(builds.size() - 1), builds.get(0), ends.size())
                    .orTry("a workload whose blocks lie less than %s apart", Quantity.percent(within));
        }
        steps.forEach(each -> bisection.observe(each.build, each.measured(within, between)));
        return Optional.of(new Bisected(builds, metric, ends, steps, within, between, bisection));
    }

    private static void checkDiffers(Comparison each, String campaign) {
        if (!each.shift().differs()) {
            throw new WrongUsage(
                            "%s is not shown to differ from %s (%s) in the campaign %s: there is no step to look for",
                            each.contender(), each.baseline(), each.shift().key, campaign)
                    .orTry(
                            "resume it if it was interrupted, or remove its folder and give it more time (--max-time) or another workload");
        }
    }

    private static Comparison headline(Result result, String good) {
        return result.comparisons().stream()
                .filter(each -> each.baseline().equals(good))
                .filter(each -> each.headline() || each.decidable())
                .findFirst()
                .orElseThrow(() -> new WrongUsage(
                                "the campaign %s compares nothing with %s",
                                result.settings().campaign(), good)
                        .orTry("give this search a folder of its own"));
    }

    /** The build to measure next; empty once the answer is there. */
    public Optional<String> next() {
        if (found().isPresent()) {
            return Optional.empty();
        }
        if (all().size() >= MOST_SESSIONS) {
            String likeliest = likeliest();
            throw new WrongUsage(
                            "after %d sessions %s is the likeliest build, at %s, and not sure",
                            all().size(), likeliest, Quantity.percent(likelihood(likeliest)))
                    .orTry(
                            "look at it by hand, or try a workload whose blocks lie less than %s apart",
                            Quantity.percent(within));
        }
        return Optional.of(builds.get(bisection.next()));
    }

    /** How many blocks the next one needs. */
    public int blocks() {
        return bisection.blocks(within, between);
    }

    /** The first bad build; empty before it is sure enough. */
    public Optional<String> found() {
        return bisection.found(RIGHT).stream().mapToObj(builds::get).findAny();
    }

    /** Whether the sessions of the ends show that there is a step at all. */
    boolean differs() {
        return bisection.differs();
    }

    /** The log ratio of the bad one to the good one. */
    double effect() {
        return bisection.effect();
    }

    List<Session> all() {
        return Stream.concat(ends.stream(), steps.stream()).toList();
    }

    double likelihood(String build) {
        return bisection.likelihood(builds.indexOf(build));
    }

    String likeliest() {
        return builds.get(bisection.likeliest());
    }

    /** The log ratios of blocks in which both could keep the rate. */
    private static double[] finite(Comparison each) {
        return each.logRatios().stream()
                .mapToDouble(ratio -> ratio)
                .filter(Double::isFinite)
                .toArray();
    }
}
