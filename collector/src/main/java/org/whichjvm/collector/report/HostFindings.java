package org.whichjvm.collector.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toSet;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.ContenderResult;
import org.whichjvm.collector.decide.ExclusionCount;
import org.whichjvm.collector.decide.Modes;
import org.whichjvm.collector.decide.Ranking;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.ContenderForks;
import org.whichjvm.collector.model.ExclusionRule;
import org.whichjvm.collector.model.fork.Contender;

/** What the images and the host did: options, what exclusion rules exclude, moves of the CPUs, the clock. */
final class HostFindings extends Findings {
    HostFindings(Result result) {
        super(result);
    }

    @Override
    void rows() {
        environmentOptions();
        exclusionRules();
        modes();
        moved();
        cpus();
    }

    private void environmentOptions() {
        Map<String, List<String>> names = result.contenders().stream()
                .filter(each -> each.jvm().size() > 0)
                .collect(groupingBy(
                        each -> JvmTables.environmentOptions(each).replaceFirst("^$", "none"),
                        LinkedHashMap::new,
                        mapping(ContenderResult::name, toList())));
        if (names.size() > 1) {
            List<String> options = new ArrayList<>();
            names.forEach((given, to) -> options.add(Words.list(to) + ": " + given));
            warning(
                    "The images or the environment give the JVMs different options: %s."
                            .formatted(String.join("; ", options)),
                    "The ratios compare these options too. Remove them, or give all contenders the same.");
        } else if (names.size() == 1 && !names.containsKey("none")) {
            note(
                    "The images or the environment give all JVMs the same options: %s."
                            .formatted(names.keySet().iterator().next()),
                    "No action needed if you meant them.");
        }
    }

    /** The forks of a contender, or their turns, that exclusion rules leave out. */
    private record Excluded(String of, String unit, int excluded, int all, List<ExclusionRule> by) {
        double share() {
            return (double) excluded / Math.max(1, all);
        }

        String counts() {
            return "%s of %s %s of %s".formatted(excluded, all, unit, of);
        }
    }

    private static Excluded forks(ContenderForks of) {
        return new Excluded(
                of.name(),
                "forks",
                of.excluded().size(),
                of.all().size(),
                by(rule -> of.blocksExcludedBy(rule).size()));
    }

    private static Excluded turns(ContenderForks of) {
        return new Excluded(of.name(), "turns", of.turnsExcluded(), of.turns(), by(of::turnsExcludedBy));
    }

    private static List<ExclusionRule> by(ToIntFunction<ExclusionRule> excluded) {
        return Stream.of(ExclusionRule.values())
                .filter(rule -> excluded.applyAsInt(rule) > 0)
                .toList();
    }

    private void exclusionRules() {
        List<ContenderForks> contenders = result.campaign().contenders();
        List<Excluded> forks = contenders.stream().map(HostFindings::forks).toList();
        List<Excluded> turns = contenders.stream().map(HostFindings::turns).toList();
        excluded(forks, ExclusionCount::forks, "More blocks run again with --retries N.");
        excluded(
                turns, each -> each.gate().ofRounds() ? 0 : each.turns(), "More rounds (--duration) make up for them.");
        List<String> names = contenders.stream().map(ContenderForks::name).toList();
        for (int i = 0; i < names.size(); i++) {
            int base = names.indexOf(Contender.baselineOf(names.get(i), names, result.baseline()));
            lopsided(forks.get(i), forks.get(base), 0.25);
            // A host disturbs all contenders alike, and each has hundreds of turns.
            lopsided(turns.get(i), turns.get(base), 0.1);
        }
    }

    private void excluded(List<Excluded> each, ToIntFunction<ExclusionCount> counted, String advice) {
        int excluded = each.stream().mapToInt(Excluded::excluded).sum();
        int all = each.stream().mapToInt(Excluded::all).sum();
        double notQuiet = 0.25;
        if (excluded == 0) {
            return;
        }
        ExclusionRule most = result.gates().stream()
                .max(Comparator.comparingInt(counted))
                .orElseThrow()
                .gate();
        String unit = each.get(0).unit;
        String what = "Rules excluded %s of %s %s, mostly %s: %s."
                .formatted(Quantity.count(excluded), Quantity.count(all), unit, most.option(), most.what);
        if (excluded > notQuiet * all) {
            warning(what, "This host is not quiet: whichjvm doctor says what to do. " + advice);
        } else if (unit.equals("forks")) {
            note(what, "No verdict uses them; the table Excluded by rules counts them.");
        }
    }

    /** If exclusion rules exclude much more of one side than of the other, that side may have caused it. */
    private void lopsided(Excluded one, Excluded base, double least) {
        Excluded most = one.excluded > base.excluded ? one : base;
        int fewerMayBeChance = 3;
        if (Math.min(one.all, base.all) > 0
                && Math.abs(one.excluded - base.excluded) >= fewerMayBeChance
                && Math.abs(one.share() - base.share()) >= least) {
            warning(
                    "Rules excluded %s, but %s: the JVM itself may be the cause."
                            .formatted(most.counts(), (most == one ? base : one).counts()),
                    "If it is, repeat the campaign without the rule (%s): --gate NAME=off."
                            .formatted(
                                    most.by.stream().map(ExclusionRule::option).collect(joining(", "))));
        }
    }

    private void modes() {
        for (Modes modes : result.modes()) {
            Modes.Group usual = modes.usual();
            String groups = modes.groups().stream()
                    .filter(each -> each != usual && !each.elsewhere(usual))
                    .map(each -> "%s started in a %s JIT mode (%s against %s)"
                            .formatted(
                                    forks(each.forks(), modes),
                                    each.p50Ns() > usual.p50Ns() ? "slower" : "faster",
                                    Quantity.time(each.p50Ns()),
                                    Quantity.time(usual.p50Ns())))
                    .collect(joining("; "));
            if (!groups.isEmpty()) {
                warning(
                        groups + ".",
                        "Its merged percentiles mix these groups; the ratio is that of the median block. More blocks tell how often each comes.");
            }
        }
    }

    private static int forks(List<Modes.Group> groups, Predicate<Modes.Group> which) {
        return groups.stream().filter(which).mapToInt(Modes.Group::forks).sum();
    }

    private void elsewhere(List<Modes.Group> groups, Modes.Group usual, Modes.Group far) {
        Set<Integer> blocks = groups.stream()
                .filter(each -> each.elsewhere(usual))
                .flatMap(each -> each.blocks().stream())
                .collect(toSet());
        warning(
                "In %s the CPUs were %s apart, not %s (p50 about %s, not %s)."
                        .formatted(
                                ofAll(blocks),
                                Quantity.time(far.floorNs()),
                                Quantity.time(usual.floorNs()),
                                Quantity.time(far.p50Ns()),
                                Quantity.time(usual.p50Ns())),
                MOVED);
    }

    private String ofAll(Set<Integer> blocks) {
        return "%s of %s".formatted(blocks.size(), Words.count(blocksRun(), "block"));
    }

    private int blocksRun() {
        return (int) result.forks().stream()
                .map(fork -> fork.name().block())
                .distinct()
                .count();
    }

    private static String forks(int some, Modes modes) {
        return "%s of %s forks of %s".formatted(some, modes.forks(), modes.contender());
    }

    private static final String MOVED =
            "The host did that. Changes compare JVMs in the same moments; merged percentiles mix both.";

    /** The host moves its CPUs for all contenders: that is one sentence. */
    private void moved() {
        List<Modes.Group> groups =
                result.modes().stream().flatMap(each -> each.groups().stream()).toList();
        if (!groups.isEmpty()) {
            Modes.Group usual = groups.stream()
                    .max(Comparator.comparingInt(of -> forks(groups, each -> !each.elsewhere(of))))
                    .orElseThrow();
            groups.stream()
                    .filter(each -> each.elsewhere(usual))
                    .max(Comparator.comparingInt(Modes.Group::forks))
                    .ifPresent(far -> elsewhere(groups, usual, far));
        }
        Set<Integer> meanwhile = new HashSet<>();
        result.modes().forEach(each -> meanwhile.addAll(each.moved()));
        if (!meanwhile.isEmpty()) {
            warning("In %s the core-to-core latency changed between turns.".formatted(ofAll(meanwhile)), MOVED);
        }
        DoubleSummaryStatistics moves = new DoubleSummaryStatistics();
        result.together().values().forEach(moves::combine);
        if (moves.getCount() > 0) {
            List<String> blocks =
                    result.together().keySet().stream().map(String::valueOf).toList();
            note(
                    "In %s %s all contenders moved together, by %s to %s."
                            .formatted(
                                    blocks.size() == 1 ? "block" : "blocks",
                                    Words.list(blocks),
                                    change(moves.getMin()),
                                    change(moves.getMax())),
                    "The host did that, and no JIT mode; ratios compare within a block.");
        }
        List<ContenderResult> measured = result.contenders().stream()
                .filter(each -> each.floorNs() > 0)
                .sorted(Comparator.comparingDouble(ContenderResult::floorNs))
                .toList();
        if (measured.isEmpty()) {
            return;
        }
        ContenderResult low = measured.get(0);
        ContenderResult high = measured.get(measured.size() - 1);
        if (high.floorNs() > Ranking.FLOORS_APART * low.floorNs()) {
            warning(
                    "The core-to-core latency was not the same for all: %s beside %s, %s beside %s."
                            .formatted(
                                    Quantity.time(low.floorNs()),
                                    low.name(),
                                    Quantity.time(high.floorNs()),
                                    high.name()),
                    "A virtual machine's CPUs may have been moved. Compare p50 ÷ floor in table 3, and take more blocks: their median evens it out.");
        }
    }

    private static String change(double log) {
        return (log > 0 ? "+" : "−") + Quantity.percent(Math.abs(Math.expm1(log)));
    }

    private void cpus() {
        JsonObject host = result.campaign().contenders().stream()
                .flatMap(contender -> contender.all().stream())
                .map(fork -> fork.setup().host())
                .findFirst()
                .orElse(new JsonObject());
        String governor = Json.shown(host, "governor");
        if (!governor.isEmpty() && !governor.equals("performance")) {
            warning(
                    "The CPUs' clock is governed by " + governor + ".",
                    "Let the host run at a fixed clock: cpupower frequency-set --governor performance.");
        }
        boolean scores = result.campaign().ofScores();
        if (host.size() > 0 && Json.shown(host, "isolatedCpus").isEmpty()) {
            note(
                    scores
                            ? "No CPU of this host is isolated: other programs change every score."
                            : "No CPU of this host is isolated: other programs add to p99.9 and beyond.",
                    scores
                            ? "More blocks even that out; isolated CPUs (isolcpus=, nohz_full=) keep them away."
                            : "For the tail, isolate two CPUs (isolcpus=, nohz_full=) and give them with --cpus.");
        }
        result.forks().stream()
                .map(fork -> Json.shown(fork.setup().parameters(), "cpuKinds"))
                .filter(kinds -> !kinds.isEmpty())
                .findFirst()
                .map(kinds -> kinds.replace("\",\"", " and the slower CPU ").replaceAll("[\\[\\]\"]", ""))
                .ifPresent(
                        kinds -> warning(
                                "The programs ran on CPUs of several kinds: CPU " + kinds + ".",
                                "Their times depend on where the kernel puts them: give CPUs of one kind (--cpus, or WHICHJVM_CPUSET in containers)."));
    }
}
