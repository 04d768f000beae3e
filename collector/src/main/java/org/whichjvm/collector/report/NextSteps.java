package org.whichjvm.collector.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.Ranking;
import org.whichjvm.collector.decide.Ranking.RankedContender;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.decide.Verdict;
import org.whichjvm.collector.model.fork.Contender;

/** What a person may ask next of the queue, and the command that answers it. */
final class NextSteps {
    private static final int MOST_JVMS = 4;
    private static final String NAMED = "[0-9]+|(jdk|graalvm|oracle-graalvm)[a-z0-9-]*";

    private NextSteps() {}

    /** Commands by what they answer; empty of other workloads, whose program would have to be typed again. */
    static Map<String, String> of(Result result, Ranking ranking) {
        Map<String, String> steps = new LinkedHashMap<>();
        List<String> jvms = Stream.concat(
                        ranking.fastest().stream().map(RankedContender::name), Stream.of(result.baseline()))
                .filter(Objects::nonNull)
                .filter(each -> Contender.of(each).plain())
                .distinct()
                .map(NextSteps::typed)
                .limit(MOST_JVMS)
                .toList();
        boolean asks = "queue-latency".equals(result.workload())
                && ranking.outcome() == Ranking.Outcome.DECIDED
                && !result.ofScores()
                && !result.settings().execution().explains()
                && result.settings().study() == null;
        // What has a name of its own would need --jdk again.
        if (!asks || jvms.size() < 2 || !jvms.stream().allMatch(each -> each.matches(NAMED))) {
            return steps;
        }
        ranking.places().stream()
                .filter(each -> each.comparison() != null && each.comparison().verdict() == Verdict.INCONCLUSIVE)
                .filter(each -> Contender.of(each.name()).plain())
                .findFirst()
                .ifPresent(each -> steps.put(
                        "settle " + Words.jvms(List.of(each.name())),
                        "whichjvm compare --precision 1%% --max-time 30m %s %s"
                                .formatted(typed(each.comparison().baseline()), typed(each.name()))));
        String all = String.join(" ", jvms);
        steps.put("your own program", "whichjvm compare " + all + " -- java -jar app.jar");
        steps.put("does it last?", "whichjvm sessions --out out/sessions --count 6 " + all);
        return steps;
    }

    /** As short as a person types it. */
    private static String typed(String name) {
        return name.replaceFirst("^jdk([0-9]+)-temurin$", "$1");
    }
}
