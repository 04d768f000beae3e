package org.whichjvm.collector.plan;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.whichjvm.collector.model.CampaignSettings.FlagSet;
import org.whichjvm.collector.model.Search;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Workload;

/**
 * The contenders of a campaign by their whole names, from what a person, a study, lists of flag sets or a race names.
 *
 * @param all each once, in the order of the report
 * @param usual whether they are all that the runner has, because nobody named one
 * @param baseline that was named; null for the usual one
 * @param flagSets all that there are, with those of heaps that contenders name
 */
record NamedContenders(List<String> all, boolean usual, String baseline, Map<String, FlagSet> flagSets) {
    /**
     * Names them; a WrongUsage says which is none.
     *
     * @param options those of the study, if there is one, and of the person
     * @param own those of the person alone, which win
     * @param says is told what the person should know
     */
    static NamedContenders of(
            CompareOptions options,
            CompareOptions own,
            Study study,
            Search.Found found,
            RequestBuilder.Runner runner,
            Map<String, FlagSet> flagSets,
            List<String> says) {
        JvmNames jvms = new JvmNames(runner.name(), runner.known().keySet());
        List<String> typed = jvms.contenders(found == null ? own.contenders() : found.confirming()).stream()
                .map(each -> FlagSets.wholeNames(each, flagSets.keySet()))
                .toList();
        List<String> named =
                study == null ? typed : known(typed.isEmpty() ? study.contenders() : typed, study, runner, says);
        boolean usual = typed.isEmpty() && (study == null || study.contenders().isEmpty());
        List<String> names = named.isEmpty() ? usual(runner, options.isCalibration()) : named;
        String baseline = baseline(options, own, found, typed, jvms, flagSets.keySet());
        Set<String> apps = options.program().appNames();
        if (found == null) { // What confirms a race has its names already.
            if (options.workload() == Workload.QUEUE_LATENCY && options.has("--rate")) {
                names = ofRates(names, ContenderNames.rates(options.text("--rate")));
            }
            if (options.isRace() && options.has("--flags") && baseline == null) {
                // The JVM as people run it, which a grid need not have.
                baseline = names.contains(RequestBuilder.USUAL_JVM) ? RequestBuilder.USUAL_JVM : names.get(0);
            }
            List<String> suffixes = FlagSets.grid(options.text("--flags"));
            names = names.stream()
                    .flatMap(name -> suffixes.stream().map(name::concat))
                    .toList();
            names = apps.isEmpty() ? names : ContenderNames.ofApps(names, apps);
        }
        Set<String> all = new LinkedHashSet<>();
        names.forEach(each -> all.add(FlagSets.wholeNames(each, flagSets.keySet())));
        if (baseline != null) {
            if (!apps.isEmpty()) {
                // Without a version of its own it has the first.
                baseline = ContenderNames.ofApps(List.of(baseline), apps).get(0);
            }
            all.add(baseline);
        }
        Map<String, FlagSet> sets = new TreeMap<>(flagSets);
        FlagSets.addHeaps(all, sets);
        ContenderNames checks = new ContenderNames(sets, apps);
        all.forEach(each -> checks.check(each, options.workload()));
        if (options.has("--control") && baseline != null) {
            RequestBuilder.checkControl(baseline);
        }
        return new NamedContenders(List.copyOf(all), usual, baseline, sets);
    }

    /** All that the runner has; of a calibration one of them. */
    private static List<String> usual(RequestBuilder.Runner runner, boolean calibrates) {
        List<String> names = runner.usual();
        return calibrates
                ? List.of(names.contains(RequestBuilder.USUAL_JVM) ? RequestBuilder.USUAL_JVM : names.get(0))
                : names;
    }

    /** The person's baseline, else the study's, unless the person has left it out. */
    private static String baseline(
            CompareOptions options,
            CompareOptions own,
            Search.Found found,
            List<String> typed,
            JvmNames jvms,
            Set<String> flagSets) {
        if (found != null) {
            return found.winner();
        }
        String named = options.text("--baseline");
        boolean others = !own.has("--baseline") && !typed.isEmpty() && !typed.contains(named);
        return named == null || options != own && others ? null : FlagSets.wholeNames(jvms.contender(named), flagSets);
    }

    /** Each contender at each of several rates; a single one is an option of all forks. */
    private static List<String> ofRates(List<String> contenders, List<String> rates) {
        return rates.size() < 2
                ? contenders
                : contenders.stream()
                        .flatMap(name -> rates.stream().map(rate -> name + "+rate" + rate))
                        .toList();
    }

    /** A study's contenders that this runner does not know are left out, and the person is told. */
    private static List<String> known(
            List<String> names, Study study, RequestBuilder.Runner runner, List<String> says) {
        List<String> kept = new ArrayList<>();
        for (String name : names) {
            String jvm = Contender.of(name).variant();
            if (runner.known().containsKey(jvm)) {
                kept.add(name);
            } else {
                says.add(("skipped %s: there is no JVM %s for --runner %s; give one with --jdk %s=PATH,"
                                + " or use the runner docker")
                        .formatted(name, jvm, runner.name(), jvm));
            }
        }
        if (kept.isEmpty() && !names.isEmpty()) {
            throw new CannotRunHere(
                    "none of the JVMs of the study %s can be had (the lines above say why)", study.name());
        }
        return kept;
    }
}
