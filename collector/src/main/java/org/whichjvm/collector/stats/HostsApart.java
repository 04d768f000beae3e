package org.whichjvm.collector.stats;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.FDistribution;

/**
 * Whether the log ratios of several hosts are one, by the sessions of each: the analysis of variance of Brown and
 * Forsythe ("The small sample behavior of some statistics which test the equality of several means", Technometrics 16,
 * 1974) with the degrees of freedom of Mehrotra ("Improving the Brown-Forsythe solution to the generalized
 * Behrens-Fisher problem", Communications in Statistics, Simulation and Computation 26, 1997). Sessions of one host may
 * lie farther apart than those of another one: where half of the hosts spread four times as much, those that do not
 * differ are told apart in at most 6 of 100 cases, from two sessions each on. Welch's test tells twenty of them apart
 * in 60 of 100 cases.
 */
public final class HostsApart {
    /** Of fewer sessions the interval of a host, Student's with one degree of freedom, says nothing. */
    public static final int LEAST = 3;

    /**
     * The probability of means that lie as far apart if all hosts have one.
     *
     * @param hosts the log ratios of each host's sessions, two or more
     * @return NaN with fewer than two hosts, or if no session differs from another of its host
     */
    public static double p(List<double[]> hosts) {
        double all = hosts.stream().mapToInt(each -> each.length).sum();
        double[] share = hosts.stream().mapToDouble(each -> each.length / all).toArray();
        double[] mean = hosts.stream().mapToDouble(OverSessions::mean).toArray();
        double[] variance = hosts.stream()
                .mapToDouble(each -> OverSessions.variance(List.of(each)))
                .toArray();
        double centre = IntStream.range(0, share.length)
                .mapToDouble(i -> share[i] * mean[i])
                .sum();
        double between = 0;
        double within = 0;
        double squares = 0;
        double weighted = 0;
        double weightedSquares = 0;
        for (int i = 0; i < share.length; i++) {
            between += hosts.get(i).length * Math.pow(mean[i] - centre, 2);
            within += (1 - share[i]) * variance[i];
            squares += variance[i] * variance[i];
            weighted += share[i] * variance[i];
            weightedSquares += share[i] * variance[i] * variance[i];
        }
        if (share.length < 2 || !(within > 0)) {
            return Double.NaN;
        }
        double perFreedom = 0;
        for (int i = 0; i < share.length; i++) {
            perFreedom += Math.pow((1 - share[i]) * variance[i] / within, 2) / (hosts.get(i).length - 1.0);
        }
        return FDistribution.of(within * within / (squares + weighted * weighted - 2 * weightedSquares), 1 / perFreedom)
                .survivalProbability(between / within);
    }
}
