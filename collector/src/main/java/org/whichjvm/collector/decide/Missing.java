package org.whichjvm.collector.decide;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.io.Field.About;
import org.whichjvm.collector.io.Field.Nullable;
import org.whichjvm.collector.io.Field.Text;
import org.whichjvm.collector.io.Field.Whole;
import org.whichjvm.collector.model.Campaign;
import org.whichjvm.collector.model.ContenderForks;
import org.whichjvm.collector.model.Design;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.common.ForkNames;

/**
 * A score that forks of a contender lack, though they ended well: other forks have it and it is usually or here
 * decided, or these say that its benchmark failed. By the score's name, because the number of threads may be a
 * contender's own.
 *
 * @param forks that lack it, 1 or more
 * @param of how many of the contender's forks ended well
 * @param reason as a fork tells it, of unknown origin; null if none does
 * @param failure whether something failed: a fork gives a reason, or no fork may lack the score
 */
public record Missing(
        @Text(ForkNames.CONTENDER) String contender,

        @Text(ForkNames.BENCHMARK) @About("Its name, without threads.")
        String score,

        @Whole(least = 1) @About("Forks of the contender that lack it.")
        int forks,

        @Whole(least = 1) @About("Forks of the contender that ended well.")
        int of,

        @Nullable @About("The exception that ended its benchmark, as a fork gives it; null if none does.")
        String reason,

        @About("Whether something failed: a fork gives a reason, or no fork may lack this score.")
        boolean failure) {
    /** Programs may invent names, and result.json has to stay readable. */
    private static final int MOST = 1_000;

    /** Failures first, and then in the order of contenders and of their scores. */
    static List<Missing> of(Campaign campaign) {
        Map<String, Boolean> expected = expected(campaign);
        return campaign.contenders().stream()
                .flatMap(each -> of(each, expected))
                .sorted(Comparator.comparing(each -> !each.failure))
                .limit(MOST)
                .toList();
    }

    /** The scores that forks have or lack, and whether none may lack one. */
    private static Map<String, Boolean> expected(Campaign campaign) {
        Design design = campaign.progress().design();
        Map<String, Boolean> expected = new LinkedHashMap<>();
        campaign.contenders().stream()
                .flatMap(each -> each.all().stream())
                .flatMap(fork -> fork.scores().keySet().stream())
                .filter(score -> score.usual() || design.decides(score))
                .forEach(score -> expected.merge(score.name(), !score.optional(), Boolean::logicalOr));
        return expected;
    }

    private static Stream<Missing> of(ContenderForks contender, Map<String, Boolean> expected) {
        int all = contender.all().size();
        Map<String, Integer> having = new HashMap<>();
        Map<String, String> failed = new LinkedHashMap<>();
        for (Fork fork : contender.all()) {
            Set<String> names =
                    fork.scores().keySet().stream().map(Metric::name).collect(Collectors.toSet());
            names.forEach(name -> having.merge(name, 1, Integer::sum));
            fork.measured().failed().entrySet().stream()
                    .filter(each -> !names.contains(each.getKey()))
                    .forEach(each -> failed.putIfAbsent(each.getKey(), each.getValue()));
        }
        return Stream.concat(expected.keySet().stream(), failed.keySet().stream())
                .distinct()
                .filter(name -> having.getOrDefault(name, 0) < all)
                .map(name -> new Missing(
                        contender.name(),
                        name,
                        all - having.getOrDefault(name, 0),
                        all,
                        failed.get(name),
                        failed.containsKey(name) || expected.get(name)));
    }
}
