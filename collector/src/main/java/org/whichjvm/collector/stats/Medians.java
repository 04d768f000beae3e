package org.whichjvm.collector.stats;

import java.util.Collection;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.descriptive.Median;

/** The median of whatever there is, which stays in its order: the library's own moves it. */
public final class Medians {
    /** Makes the median distance from the centre a standard deviation, of a normal distribution. */
    public static final double TO_DEVIATION = 1.4826;

    /** The median of the numbers that are known; NaN without any. */
    public static <T> double known(Collection<T> all, ToDoubleFunction<T> number) {
        return of(all.stream().mapToDouble(number).filter(each -> !Double.isNaN(each)));
    }

    /** The median; NaN without a value. */
    public static double of(DoubleStream values) {
        return Median.withDefaults().evaluate(values.toArray());
    }
}
