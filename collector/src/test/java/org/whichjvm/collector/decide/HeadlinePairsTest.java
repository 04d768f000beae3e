package org.whichjvm.collector.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.html.PageFixture;
import org.whichjvm.collector.model.ContenderForks;
import org.whichjvm.collector.model.Design;
import org.whichjvm.collector.model.Progress;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.report.Conclusion;
import org.whichjvm.collector.stats.Family;

/** Every pair that a headline speaks of, held against the pairs that were compared. */
class HeadlinePairsTest {
    private static final int CAMPAIGNS = 600;
    private static final Pattern SLOWER = Pattern.compile(
            "(v[0-9v, and]*)(?: more)? (?:is|are) slower than ([^.;]*)(?:; (?:it was|they were) not separated from ([^.]*))?\\.");

    private final long seed = Long.getLong("seed", 20_261_127);
    private final Random random = new Random(seed);

    @Test
    void whoIsSlowerIsSlowerThanEachThatIsNamed() {
        int named = 0;
        for (int i = 0; i < CAMPAIGNS; i++) {
            named += check(result());
        }
        System.out.printf("%d pairs were spoken of (seed %d)%n", named, seed);
        assertTrue(named > CAMPAIGNS, named + " pairs, seed " + seed);
    }

    private Result result() {
        int number = 3 + random.nextInt(4);
        int blocks = 10 + random.nextInt(8);
        List<String> names = IntStream.range(0, number).mapToObj(i -> "v" + i).toList();
        double[] effects = IntStream.range(0, number)
                .mapToDouble(i -> 0.02 * random.nextInt(5))
                .toArray();
        Simulation.Noise noise = new Simulation.Noise(
                0.01 + 0.02 * random.nextDouble(),
                List.of(0.0),
                Simulation.SLOWER_BY,
                0,
                false,
                Set.of(Metric.HEADLINE.key()));
        List<ContenderForks> forks = new Simulation(random, number, noise).campaign(blocks, effects);
        Progress progress = new Progress(Design.FIXED.deciding(Set.of(Metric.HEADLINE.key())), blocks, null);
        Family family = new Family();
        List<Comparison> comparisons = new Decision(forks, "v0", progress, family).comparisons();
        Result plain = PageFixture.result(names, blocks);
        return new Result(
                plain.campaign(),
                plain.created(),
                plain.workload(),
                plain.parameters(),
                plain.host(),
                plain.contenders(),
                plain.forks(),
                plain.excluded(),
                plain.gates(),
                comparisons,
                Best.of(forks, "v0", comparisons, progress, family),
                List.of(),
                List.of(),
                Map.of(),
                null,
                List.of());
    }

    /** Returns of how many pairs it spoke. */
    private int check(Result result) {
        String said = headline(result);
        List<String> fastest = result.best().fastest();
        if (fastest.isEmpty()) {
            return 0;
        }
        int pairs = 0;
        Matcher matcher = SLOWER.matcher(said);
        while (matcher.find()) {
            for (String one : names(matcher.group(1))) {
                for (String other : names(matcher.group(2))) {
                    assertTrue(slower(result, one, other), one + " than " + other + ": " + said + " seed " + seed);
                    pairs++;
                }
                for (String other : names(matcher.group(3) == null ? "" : matcher.group(3))) {
                    assertFalse(
                            known(result, one, other) && slower(result, one, other),
                            one + " and " + other + ": " + said + " seed " + seed);
                    assertTrue(fastest.contains(other), said);
                    pairs++;
                }
            }
        }
        Matcher next =
                Pattern.compile("the next, (v[0-9]), is .* slower than it").matcher(said);
        if (next.find()) {
            assertTrue(slower(result, next.group(1), fastest.get(0)), said);
            pairs++;
        }
        Matcher faster =
                Pattern.compile("^(v[0-9]) is the .* faster than (v[0-9])").matcher(said);
        if (faster.find()) {
            assertTrue(slower(result, faster.group(2), faster.group(1)), said);
            pairs++;
        }
        Matcher same = Pattern.compile("equivalent to (v[0-9])").matcher(said);
        while (same.find()) {
            assertTrue(fastest.contains(same.group(1)), said);
        }
        return pairs;
    }

    private static String headline(Result result) {
        return Conclusion.of(result).headline();
    }

    private static List<String> names(String text) {
        return Arrays.stream(text.split("[^v0-9]+|(?<![0-9])(?=v)"))
                .filter(each -> each.matches("v[0-9]"))
                .toList();
    }

    /** By a pair itself, its comparison with the baseline, or by way of another contender. */
    private static boolean slower(Result result, String one, String other) {
        return shown(result, one, other)
                || result.contenders().stream()
                        .map(ContenderResult::name)
                        .anyMatch(each -> shown(result, one, each) && shown(result, each, other));
    }

    /** With too few blocks for an interval of the pair, only comparisons with the baseline separate two. */
    private static boolean known(Result result, String one, String other) {
        return result.best().direct().stream()
                .filter(each -> List.of(each.contender(), each.other()).containsAll(List.of(one, other)))
                .noneMatch(each -> Double.isNaN(each.low()));
    }

    private static boolean shown(Result result, String one, String other) {
        for (Best.Direct each : result.best().direct()) {
            if (each.contender().equals(one) && each.other().equals(other)) {
                return each.differ() && each.ratio() > 1;
            }
            if (each.contender().equals(other) && each.other().equals(one)) {
                return each.differ() && each.ratio() < 1;
            }
        }
        for (Comparison each : result.comparisons()) {
            if (each.headline()
                    && each.contender().equals(one)
                    && each.baseline().equals(other)) {
                return each.low() > 1;
            }
            if (each.headline()
                    && each.contender().equals(other)
                    && each.baseline().equals(one)) {
                return each.high() < 1;
            }
        }
        return false;
    }

    @Test
    void namesAreReadOutOfASentence() {
        assertEquals(List.of("v1", "v2", "v3"), names("v1, v2 and v3"));
    }
}
