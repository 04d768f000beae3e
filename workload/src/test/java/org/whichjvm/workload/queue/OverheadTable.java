package org.whichjvm.workload.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What the harnesses took, each in the order of the blocks, side by side, and the ratios between them. */
record OverheadTable(Map<Harness, List<HarnessFork>> results) {
    void print(String header, double recordingNs) {
        System.out.printf("%s%n%n", header);
        System.out.printf("%-10s %12s %18s %12s%n", "", "median p50", "p50 of the forks", "median floor");
        results.forEach((harness, list) -> System.out.printf(
                Locale.ROOT,
                "%-10s %9.0f ns %11.0f–%.0f ns %9.0f ns%n",
                harness,
                quantile(list, 0.5, HarnessFork::p50),
                quantile(list, 0, HarnessFork::p50),
                quantile(list, 1, HarnessFork::p50),
                quantile(list, 0.5, HarnessFork::floor)));
        System.out.println();
        ratio(Harness.WHICHJVM, Harness.BARE);
        ratio(Harness.WHICHJVM, Harness.JLBH);
        ratio(Harness.JLBH, Harness.BARE);
        // JLBH's time starts where its spin ends: after the due time, before another clock reading.
        System.out.printf(
                Locale.ROOT,
                "%-18s ratio of medians %.3f, response being from the due time%n",
                "response / jlbh",
                quantile(results.get(Harness.WHICHJVM), 0.5, HarnessFork::responseP50)
                        / quantile(results.get(Harness.JLBH), 0.5, HarnessFork::p50));
        System.out.printf(Locale.ROOT, "%nrecording costs %.1f ns a message%n", recordingNs);
    }

    /** Both ways to compare: the medians, and the ratios inside each block. */
    private void ratio(Harness one, Harness other) {
        List<HarnessFork> ratios = new ArrayList<>();
        for (int i = 0; i < results.get(one).size(); i++) {
            ratios.add(new HarnessFork(
                    results.get(one).get(i).p50() / results.get(other).get(i).p50(), 0, 0));
        }
        System.out.printf(
                Locale.ROOT,
                "%-18s ratio of medians %.3f; ratio in a block: median %.3f, quartiles %.3f–%.3f%n",
                one + " / " + other,
                quantile(results.get(one), 0.5, HarnessFork::p50) / quantile(results.get(other), 0.5, HarnessFork::p50),
                quantile(ratios, 0.5, HarnessFork::p50),
                quantile(ratios, 0.25, HarnessFork::p50),
                quantile(ratios, 0.75, HarnessFork::p50));
    }

    private static double quantile(List<HarnessFork> forks, double quantile, ToDoubleFunction<HarnessFork> value) {
        double[] sorted = forks.stream().mapToDouble(value).sorted().toArray();
        double index = quantile * (sorted.length - 1);
        double low = sorted[(int) Math.floor(index)];
        return low + (sorted[(int) Math.ceil(index)] - low) * (index - Math.floor(index));
    }
}
