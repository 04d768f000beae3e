package org.whichjvm.collector.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Values that fall apart into groups of like size, with a wide gap between them. */
public final class Groups {
    /**
     * Groups lie at least so far apart, as a logarithm: JIT modes lie 30 % and more apart where they were seen, and
     * noise between forks is a few per cent.
     */
    public static final double LEAST_GAP = Math.log(1.10);

    // Neighbours in one group of noise lie closer than this many of its typical deviations.
    private static final double DEVIATIONS = 4;

    /**
     * Splits things into groups, from small values to large ones, between two neighbours that lie at least 10 % and
     * four typical deviations of the largest group apart on a logarithmic scale.
     *
     * @param value of each, above 0
     */
    public static <T> List<List<T>> of(Collection<T> all, ToDoubleFunction<T> value) {
        List<T> sorted = all.stream().sorted(Comparator.comparingDouble(value)).toList();
        List<List<T>> groups = new ArrayList<>();
        int from = 0;
        for (double[] logs :
                ofLogs(sorted.stream().mapToDouble(value).map(Math::log).toArray())) {
            groups.add(sorted.subList(from, from + logs.length));
            from += logs.length;
        }
        return groups;
    }

    /** Logarithms in groups, split by the same rule. */
    public static List<double[]> ofLogs(double[] logs) {
        double[] sorted = Arrays.stream(logs).sorted().toArray();
        double gap = LEAST_GAP;
        List<double[]> groups = split(sorted, gap);
        // The largest group shows the noise of one; wide noise is one group, however it is split.
        while (groups.size() > 1 && DEVIATIONS * deviation(groups) > gap) {
            gap = DEVIATIONS * deviation(groups);
            groups = split(sorted, gap);
        }
        return groups;
    }

    private static List<double[]> split(double[] sorted, double gap) {
        List<double[]> groups = new ArrayList<>();
        int from = 0;
        for (int i = 1; i <= sorted.length; i++) {
            if (i == sorted.length || sorted[i] - sorted[i - 1] >= gap) {
                groups.add(Arrays.copyOfRange(sorted, from, i));
                from = i;
            }
        }
        return groups;
    }

    /** The deviation of the largest group; where several are as large, of the one nearest to 0. */
    private static double deviation(List<double[]> groups) {
        double[] group = groups.stream()
                .max(Comparator.comparingInt(each -> each.length))
                .orElseThrow();
        double median = Medians.of(Arrays.stream(group));
        return Medians.TO_DEVIATION * Medians.of(Arrays.stream(group).map(each -> Math.abs(each - median)));
    }
}
