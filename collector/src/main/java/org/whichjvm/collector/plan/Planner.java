package org.whichjvm.collector.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.model.CampaignFile;
import org.whichjvm.collector.model.CampaignSettings;
import org.whichjvm.collector.model.CampaignSettings.FlagSet;
import org.whichjvm.collector.model.Design;
import org.whichjvm.collector.model.ExclusionRules;
import org.whichjvm.collector.model.Execution;
import org.whichjvm.collector.model.PlannedBlocks;
import org.whichjvm.collector.model.Race;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.ForkName;
import org.whichjvm.collector.model.fork.ForkReader;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.collector.model.fork.Slices;
import org.whichjvm.collector.stats.InterimAnalyses;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.LoadTimes;

/**
 * Plans the campaign that is measured from the request and from the checks of what can run here;
 * {@link CampaignFolder#begin} says what the components are. {@code skipped} is told who is not in the campaign, and
 * why.
 */
record Planner(
        Path folder,
        CampaignRequest asked,
        Map<String, String> missing,
        Set<String> substitutes,
        boolean unchecked,
        List<String> says,
        Map<String, String> skipped) {
    /** A calibration delays messages by this share of the p50. */
    private static final double EFFECT = 0.05;

    /** Begins the campaign; returns whether it is planned to decide what was asked for. */
    boolean begin(Instant now) throws IOException {
        List<String> contenders = ready();
        List<String> options = asked.execution().options();
        // Behind -- it is a program's own.
        boolean help = options.contains("--help") && !options.contains("--");
        if (help && !contenders.isEmpty() && !unchecked) {
            // The check has printed the workload's help, which is all that was asked for.
            throw new Check.Refused(
                    Check.read(folder, contenders.get(0)).orElseThrow().output(), 0);
        }
        if (contenders.isEmpty()) {
            throw new CannotRunHere("none of the contenders can run%s", because())
                    .orTry("whichjvm list, which names JVMs that are here");
        }
        String baseline = baseline(contenders);
        CampaignFile.Calibration calibration = calibration(baseline);
        if (calibration != null) {
            contenders = calibrated(baseline, calibration);
        } else if (asked.control()) {
            contenders = withControl(contenders, baseline);
        }
        enoughForStudy(contenders);
        boolean searches = asked.searches();
        if (searches && contenders.size() < 2) {
            throw new CannotRunHere(
                            "a race needs two contenders at least, and only %s can run%s", contenders.get(0), because())
                    .orTry("name another contender too");
        }
        ProgramTurns programs = ProgramTurns.read(folder, asked.runsFirst() ? contenders : List.of());
        Planner chosen = asked.choosesTurns() ? withTurns(choose(programs, contenders)) : this;
        return chosen.plan(contenders, baseline, calibration, programs, now);
    }

    private Planner withTurns(CampaignRequest shared) {
        return new Planner(folder, shared, missing, substitutes, unchecked, says, skipped);
    }

    /** Programs take turns, are started several times in a block, or run one after another, and why. */
    private CampaignRequest choose(ProgramTurns programs, List<String> contenders) {
        Optional<Starts> starts = programs.starts(contenders);
        if (starts.isPresent()) {
            return asked.with(asked.execution()
                    .withStarts(starts.get().starts(), starts.get().slotNanos()));
        }
        Optional<String> whyNot = unchecked
                ? Optional.of("a dry run has no first runs, which tell whether they may take turns")
                : programs.whyNot(contenders, asked.runner().memoryBytes());
        whyNot.ifPresent(why -> says.add("the programs run one after another, because " + why));
        return asked.with(whyNot.map(asked.execution()::withForks)
                .orElseGet(() -> asked.execution().withTurns(Slices.SECONDS)));
    }

    /** The time of each check that does what a fork does. */
    private Map<String, Double> alone(List<String> contenders) throws IOException {
        Map<String, Double> alone = new LinkedHashMap<>();
        for (String name : contenders) {
            if (asked.runsFirst() || asked.workload().underLoad()) {
                Check.ofContender(folder, name)
                        .filter(check -> check.seconds() > 0)
                        .ifPresent(check -> alone.put(name, check.seconds()));
            }
        }
        return alone;
    }

    private boolean plan(
            List<String> all, String baseline, CampaignFile.Calibration calibration, ProgramTurns programs, Instant now)
            throws IOException {
        List<String> contenders = all;
        Map<String, Double> alone = alone(all);
        boolean searches = asked.searches();
        boolean stops = asked.limits().precision() != null;
        boolean fillsTheTime = stops && asked.limits().blocks() == null;
        if (asked.usual() && fillsTheTime && calibration == null && !searches) {
            contenders = decidable(contenders, baseline, alone);
        }
        List<List<String>> groups = ForkMemory.groups(asked, contenders, baseline, says);
        if (searches && groups.size() > 1) {
            throw new CannotRunHere("a race has all its contenders in each block, and they do not fit")
                    .orTry("name fewer, or free memory");
        }
        if (Commands.isSliced(asked.execution())) {
            for (List<String> group : groups) {
                programs.tooLarge(group, asked.runner().memoryBytes()).ifPresent(why -> {
                    throw new CannotRunHere("programs cannot take turns, because " + why)
                            .orTry("--interleave forks, or a smaller heap");
                });
            }
        }
        Estimate estimate = estimate(groups, alone);
        int blocks = asked.limits().blocks() != null
                ? Math.min(ForkNames.MAX_BLOCKS, asked.limits().blocks() * groups.size())
                : searches ? Estimate.MOST_BLOCKS : estimate.blocks();
        List<String> failed = asked.runsFirst() && !unchecked ? programs.failed(contenders) : List.of();
        // Others go on, and who always fails leaves.
        boolean nothingToCompare = !failed.isEmpty() && contenders.size() - failed.size() < 2;
        if (fillsTheTime && nothingToCompare && blocks > Estimate.LEAST_BLOCKS) {
            blocks = Estimate.LEAST_BLOCKS;
            says.add("the program failed in its first run on %s: %s blocks show whether it always does"
                    .formatted(String.join(", ", failed), blocks));
        }
        List<Integer> analyses = searches ? List.of(blocks) : InterimAnalyses.plan(blocks, estimate.level());
        Design design = design(asked, analyses, estimate.race());
        ExclusionRules rules =
                ExclusionRules.of(asked.rules().gates(), asked.limits().retries(), blocks, stops);
        says.add(searches ? estimate.wordsOfRace() : estimate.words(blocks));
        if (!stops && calibration == null && blocks > 1) {
            estimate.tooFew(blocks).ifPresent(says::add);
        }
        Optional<String> tooShort = !stops || searches
                ? Optional.empty()
                : fillsTheTime ? estimate.tooShort() : estimate.shorterThanABlock();
        tooShort.ifPresent(says::add);
        if (fillsTheTime && !searches && tooShort.isEmpty()) {
            estimate.finds(analyses).ifPresent(says::add);
        }
        if (rules.retries() > 0) {
            says.add("at most %s more, for those of which a rule excludes a fork"
                    .formatted(Estimate.counted(rules.retries(), "block")));
        }
        CampaignRequest measured = withRates(contenders, baseline);
        CampaignSettings settings =
                settings(measured, contenders, baseline, groups, blocks, design, rules, skipped, estimate.deadline());
        CampaignFolder.write(folder, settings, calibration, now);
        return tooShort.isEmpty();
    }

    /**
     * As many of the usual contenders, in their order, as the time can tell apart: a campaign that nobody named a
     * contender for is never planned to decide nothing. The others are named. The baseline and its control stay.
     */
    private List<String> decidable(List<String> all, String baseline, Map<String, Double> alone) {
        List<String> some = new ArrayList<>(all);
        List<String> others = new ArrayList<>(all);
        others.removeIf(each -> each.equals(baseline) || !Contender.of(each).plain());
        while (others.size() > 1 && estimate(List.of(some), alone).tooShort().isPresent()) {
            some.remove(others.remove(others.size() - 1));
        }
        List<String> left = new ArrayList<>(all);
        left.removeAll(some);
        if (!left.isEmpty()) {
            String why = "%s cannot be told apart in %s; --max-time %sm is enough for all"
                    .formatted(
                            Estimate.counted(all.size(), "contender"),
                            Estimate.time(asked.limits().maxSeconds()),
                            estimate(List.of(all), alone).leastMinutes());
            says.add("left out: %s, because %s".formatted(String.join(", ", left), why));
            left.forEach(each -> skipped.put(each, why));
        }
        return some;
    }

    private Estimate estimate(List<List<String>> groups, Map<String, Double> alone) {
        return new Estimate(asked, groups, substitutes, alone);
    }

    /** The request with the rates of its load, if it has load; those that are given are checked. */
    private CampaignRequest withRates(List<String> contenders, String baseline) throws IOException {
        Execution execution = asked.execution();
        if (!asked.workload().underLoad()) {
            return asked;
        }
        String given = Values.last(LoadTimes.RATE, execution.options());
        if (Values.last(LoadTimes.RATES, execution.options()) != null) {
            return asked; // A person has given a ladder, or the campaign that this one explains.
        }
        if (unchecked) {
            if (given == null) {
                says.add("a dry run has no checks, which tell the rates: the commands of forks have no --rates yet");
            }
            return asked;
        }
        double fastest = 0;
        for (String name : contenders) {
            fastest = Math.max(
                    fastest, Check.read(folder, name).map(Check::busyRate).orElse(0.0));
        }
        Ladder ladder = new Ladder(baseline, Check.read(folder, baseline).orElseThrow(), fastest);
        if (given != null) {
            ladder.check(List.of(given.split(",")));
            return asked;
        }
        List<String> rates = ladder.rates((int) Values.number(LoadTimes.POINTS, execution.options(), 0));
        says.add("load: %s a second in steps of %s%s"
                .formatted(
                        rates.get(rates.size() - 1),
                        rates.get(0),
                        ladder.endsByGenerator() ? ", as much as the load generator sends in time" : ""));
        return asked.with(execution.withRates(rates));
    }

    /** The settings of the campaign that was requested, with groups of contenders that its blocks have in turn. */
    static CampaignSettings settings(
            CampaignRequest asked,
            List<String> contenders,
            String baseline,
            List<List<String>> groups,
            int blocks,
            Design design,
            ExclusionRules rules,
            Map<String, String> skipped,
            long deadlineSeconds) {
        return new CampaignSettings(
                asked.campaign(),
                asked.seed(),
                asked.execution(),
                asked.purpose().study(),
                contenders,
                baseline,
                blocks,
                PlannedBlocks.of(contenders, groups, design.firstPlanned(blocks), List.of()),
                design,
                rules,
                asked.rules().contrasts(),
                asked.purpose().search(),
                skipped,
                asked.start(contenders, deadlineSeconds));
    }

    /** How a campaign decides; analyses and race are for one that stops by itself. */
    static Design design(CampaignRequest asked, List<Integer> analyses, Race race) {
        CampaignRequest.Rules rules = asked.rules();
        return asked.limits().precision() == null
                ? Design.FIXED.withMargin(rules.margin()).deciding(rules.decide())
                : new Design(
                        rules.margin(),
                        rules.decide(),
                        asked.limits().precision(),
                        asked.limits().maxSeconds(),
                        analyses,
                        race);
    }

    /** Those that can run; the others are skipped, but for usual ones. */
    private List<String> ready() throws IOException {
        List<String> ready = new ArrayList<>();
        Map<String, List<String>> unfit = new LinkedHashMap<>();
        Check refused = null;
        for (String name : asked.contenders()) {
            String absent = missing.get(Contender.of(name).variant());
            if (absent != null) {
                // The runner has said why, and nobody asked for a usual one by its name.
                if (!asked.usual()) {
                    skipped.put(name, absent);
                }
            } else if (asked.needsFirstFork()) {
                ready.add(name); // The fork that is run first says whether it can run.
            } else {
                Optional<String> misfit = misfit(name);
                Optional<Check> check = Check.read(folder, name);
                Optional<String> problem = misfit.or(() -> check.flatMap(Check::problem));
                if (problem.isEmpty()) {
                    ready.add(name);
                } else if (!asked.hasOwn(name)) {
                    throw check.orElseThrow().refusal();
                } else {
                    unfit.computeIfAbsent(problem.get(), reason -> new ArrayList<>())
                            .add(name);
                    skipped.put(name, problem.get());
                    refused = refused == null && misfit.isEmpty() ? check.orElseThrow() : refused;
                }
            }
        }
        unfit.forEach((reason, names) -> says.add("skipped " + String.join(", ", names) + ": " + reason));
        if (ready.isEmpty() && refused != null && !refused.passed()) {
            throw refused.refusal();
        }
        return ready;
    }

    private Optional<String> misfit(String name) throws IOException {
        for (String flagSet : Contender.of(name).flagSets()) {
            FlagSet set = asked.execution().flagSets().get(flagSet);
            if (set.needs() == null) {
                continue;
            }
            Optional<String> misfit = Check.read(folder, Contender.of(name).variant())
                    .filter(check -> check.java() > 0)
                    .flatMap(check -> FlagSets.misfit(flagSet, set, check.java(), check.arch()));
            if (misfit.isPresent()) {
                return misfit;
            }
        }
        return Optional.empty();
    }

    /** Why not all contenders can run, as the end of a sentence. */
    private String because() {
        String reasons = Stream.concat(skipped.values().stream(), missing.values().stream())
                .distinct()
                .collect(Collectors.joining("; "));
        return reasons.isEmpty() ? "" : ": " + reasons;
    }

    private String baseline(List<String> ready) {
        String named = asked.baseline();
        if (named != null) {
            if (!ready.contains(named)) {
                throw new CannotRunHere("the baseline %s cannot run%s", named, because())
                        .orTry("another --baseline, such as %s", ready.get(0));
            }
            return named;
        }
        return ready.contains(RequestBuilder.USUAL_JVM)
                ? RequestBuilder.USUAL_JVM
                : ready.stream()
                        .filter(each -> each.startsWith(RequestBuilder.USUAL_JVM + "+"))
                        .findFirst()
                        .orElse(ready.get(0));
    }

    private static List<String> withControl(List<String> ready, String baseline) {
        RequestBuilder.checkControl(baseline);
        return Stream.concat(ready.stream(), Stream.of(baseline + "+again"))
                .distinct()
                .toList();
    }

    private CampaignFile.Calibration calibration(String jvm) throws IOException {
        if (!asked.needsFirstFork()) {
            return asked.purpose().calibration();
        }
        Long effect = unchecked ? Long.valueOf(1) : effect(jvm);
        says.add("effect: " + effect + " ns, 5 % of the p50 service time of a first fork");
        return new CampaignFile.Calibration(
                effect, asked.purpose().calibration().contenders());
    }

    /** 5 % of the p50 service time of a first fork, at least 1 ns, unless it failed. */
    private Long effect(String contender) throws IOException {
        ForkName name = new ForkName(0, contender);
        Path file = folder.resolve(Names.FORKS).resolve(name.json());
        if (!Files.exists(file)) {
            throw new CannotRunHere("there is no first fork to take 5 % of its p50").orTry("--effect NS");
        }
        if (Check.isIn(file)) {
            throw Check.read(folder, contender).orElseThrow().refusal();
        }
        ForkReader.Read read = ForkReader.read(
                folder.resolve(Names.FORKS), name, folder.getFileName().toString());
        if (read.isBroken()) {
            throw new CannotRunHere("the first fork " + read.problem().getMessage())
                    .orTry("--effect NS, or the same command again");
        }
        Fork fork = read.fork();
        if (!Fork.OK.equals(fork.end().status())) {
            throw new CannotRunHere(
                            "the first fork failed (" + fork.end().reason() + "), so there is no p50 to take 5 % of")
                    .orTry("fix that, or give --effect NS");
        }
        return Math.max(1, Math.round(fork.p50() * EFFECT));
    }

    private static List<String> calibrated(String jvm, CampaignFile.Calibration calibration) {
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= calibration.contenders(); i++) {
            names.add(jvm + (i == 1 ? "" : i == 2 ? "+again" : "+again" + (i - 1)));
            names.add(jvm + "+delay" + calibration.effect() + "ns" + (i == 1 ? "" : "-" + i));
        }
        return names;
    }

    /** One contender answers a study that compares scores within it; profiles need a control too. */
    private void enoughForStudy(List<String> ready) {
        int least = asked.execution().explains() ? 3 : asked.rules().contrasts().isEmpty() ? 2 : 1;
        if (asked.purpose().study() != null && ready.size() < least) {
            throw new CannotRunHere(
                            "the study %s compares %s at least, and only %s can run%s",
                            asked.purpose().study().name(),
                            Estimate.counted(least, "contender"),
                            String.join(" ", ready),
                            because())
                    .orTry("name contenders that can run here, or --jdk NAME=PATH for one of them");
        }
    }
}
