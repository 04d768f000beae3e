package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.whichjvm.collector.decide.ContenderResult;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.LoadCurve;
import org.whichjvm.collector.stats.Medians;

/** Response times and memory at each rate of a load, the contenders of a rate side by side. */
public final class LoadTable {
    /** Points of one rate, of a contender's forks. */
    private record Row(double rate, ContenderResult contender, List<LoadCurve.Point> points) {
        String median(ToDoubleFunction<LoadCurve.Point> of) {
            return Quantity.time(Medians.known(points, of));
        }

        String memory() {
            double bytes = Medians.known(points, LoadCurve.Point::residentBytes);
            return bytes > 0 ? Quantity.count(Math.round(bytes / 1e6)) + " MB" : Quantity.NONE;
        }
    }

    /** The points of these forks, which were under load, at each rate that all of them have. */
    public static List<List<LoadCurve.Point>> byRate(List<Fork> forks) {
        List<List<LoadCurve.Point>> curves =
                forks.stream().map(fork -> fork.measured().load().curve()).toList();
        return IntStream.range(0, curves.stream().mapToInt(List::size).min().orElse(0))
                .mapToObj(i -> curves.stream().map(curve -> curve.get(i)).toList())
                .toList();
    }

    /** The table; empty if no fork that counts was under load. */
    static Table<?> of(Result result) {
        List<Row> rows = new ArrayList<>();
        for (ContenderResult contender : result.contenders()) {
            List<Fork> forks = result.forksOf(contender.name()).stream()
                    .filter(fork -> result.counts(fork) && fork.measured().load() != null)
                    .toList();
            for (List<LoadCurve.Point> points : byRate(forks)) {
                rows.add(new Row(Medians.known(points, LoadCurve.Point::rate), contender, points));
            }
        }
        if (rows.isEmpty()) {
            return new Table<>("", rows);
        }
        // The sort keeps the contenders' order.
        rows.sort(Comparator.comparingDouble(Row::rate));
        return new Table<>("By rate: response times and memory, medians of the forks", rows)
                .numbers(
                        LoadCurve.requests(result.workload()) + "\na second",
                        each -> Quantity.count(Math.round(each.rate)))
                .words("contender", each -> Words.contender(each.contender))
                .numbers("p50", each -> each.median(LoadCurve.Point::p50Nanos))
                .numbers("p95", each -> each.median(LoadCurve.Point::p95Nanos))
                .numbers("p99", each -> each.median(LoadCurve.Point::p99Nanos))
                .numbers("memory", Row::memory)
                .note("Response times count from the intended send time. Memory is what was resident.");
    }
}
