package org.whichjvm.collector.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.Comparison;
import org.whichjvm.collector.decide.Decision;
import org.whichjvm.collector.decide.Ranking;
import org.whichjvm.collector.decide.Ranking.RankedContender;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.decide.Verdict;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.Progress;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.stats.PairedTest;

/** The sentences that answer the question: who is the fastest, or why nothing was decided. */
record Headline(Result result, Ranking ranking) {
    // One sentence counts the rest.
    private static final int MOST_SENTENCES = 2;

    static String of(Result result, Ranking ranking) {
        Headline headline = new Headline(result, ranking);
        List<String> sentences = new ArrayList<>(
                switch (ranking.outcome()) {
                    case DECIDED ->
                        result.ofScores()
                                ? headline.ofScores()
                                : ranking.fastest().isEmpty() ? headline.unranked() : headline.ranked();
                    case ALONE -> List.of(headline.alone());
                    default -> List.of("Nothing was decided: " + headline.why());
                });
        // The licence of SPECjbb2015 demands this of results that do not follow its run rules.
        if (Json.shown(result.parameters(), "adapter").equals("specjbb2015")) {
            sentences.add("Research use: this is not a compliant SPECjbb2015 result, and not for publication as one.");
        }
        return String.join(" ", sentences);
    }

    private List<String> ranked() {
        RankedContender first = ranking.fastest().get(0);
        List<String> sentences = new ArrayList<>();
        if (ranking.fastest().size() > 1) {
            sentences.add(tied());
            sentences.addAll(others());
        } else if (hasVerdict(first, Verdict.FASTER)) {
            String than = label(first.comparison().baseline());
            sentences.add(
                    "%s is the fastest here, %s.".formatted(name(first), VerdictText.phrase(first.comparison(), than)));
        } else if (next(first).isPresent()) {
            RankedContender next = next(first).get();
            sentences.add("%s is the fastest here; the next, %s, %s."
                    .formatted(name(first), name(next), VerdictText.predicate(next.comparison(), "it")));
        } else {
            sentences.add("%s is the fastest here.".formatted(name(first)));
            sentences.addAll(others());
        }
        List<String> left = names(plain().filter(each -> each.runs() && Double.isNaN(each.level())));
        if (!left.isEmpty()) {
            sentences.add("Not compared, and not ranked: %s.".formatted(Words.jvms(left)));
        }
        return sentences;
    }

    private String tied() {
        String template = Double.isNaN(ranking.within())
                ? "No single winner: %s could not be separated."
                : ranking.within() <= result.margin()
                        ? "No single winner: %s are equivalent (at most %s apart)."
                        : "No single winner: %s could not be separated (at most %s apart).";
        return template.formatted(Words.jvms(names(ranking.fastest().stream())), Quantity.percent(ranking.within()));
    }

    /** The first one after it, if the table compares the two and finds it slower. */
    private Optional<RankedContender> next(RankedContender first) {
        return plain().filter(each -> each != first && each.comparison() != null)
                .filter(each -> each.comparison().baseline().equals(first.name()))
                .filter(each -> !Double.isNaN(each.level()))
                .findFirst()
                .filter(each -> hasVerdict(each, Verdict.SLOWER));
    }

    /** The contenders that are neither a control nor delayed. */
    private Stream<RankedContender> plain() {
        return ranking.places().stream()
                .filter(each -> Contender.of(each.name()).plain());
    }

    /**
     * What holds for a contender that is not the fastest.
     *
     * @param open those of the fastest from which it was not separated; empty if none is left
     */
    private record Other(String predicate, List<String> open) {
        String sentence(List<String> names) {
            String rest = open.isEmpty()
                    ? ""
                    : "; %s not separated from %s"
                            .formatted(names.size() == 1 ? "it was" : "they were", Words.jvms(open));
            return "%s %s %s%s.".formatted(Words.jvms(names), Words.are(names.size()), predicate, rest);
        }
    }

    /** A sentence for each group with the same predicate. None is slower that the table calls equivalent. */
    private List<String> others() {
        Map<Other, List<String>> said = plain().filter(
                        each -> each.runs() && !each.fastest() && !Double.isNaN(each.level()))
                .sorted(Comparator.comparing(each -> equivalent(each).isEmpty()))
                .collect(groupingBy(
                        each -> equivalent(each)
                                .map(alike -> new Other(alike, List.of()))
                                .orElseGet(() -> slower(each)),
                        LinkedHashMap::new,
                        mapping(RankedContender::name, toList())));
        List<String> sentences = new ArrayList<>();
        said.forEach((other, names) -> sentences.add(other.sentence(names)));
        return first(sentences, "Each other one is slower than at least one of these.");
    }

    /** Only the first sentences, and then one for the rest. */
    private static List<String> first(List<String> sentences, String rest) {
        return sentences.size() <= MOST_SENTENCES
                ? sentences
                : Stream.concat(sentences.stream().limit(MOST_SENTENCES), Stream.of(rest))
                        .toList();
    }

    /** Of several that may be the fastest: those that it is slower than, and those from which it was not separated. */
    private Other slower(RankedContender other) {
        List<String> fastest = names(ranking.fastest().stream());
        if (fastest.size() == 1) {
            return new Other("slower than " + Words.jvms(fastest), List.of());
        }
        List<String> faster = result.best().fasterThan(other.name());
        List<String> than = faster.isEmpty() ? result.best().slowerThan().get(other.name()) : faster;
        List<String> open =
                fastest.stream().filter(each -> !faster.contains(each)).toList();
        return new Other("slower than " + Words.jvms(than), open);
    }

    /**
     * That the table calls it equivalent to one that may be the fastest, or each of these to it; empty if it does not.
     * A row may be open for how often it starts slow, while its typical start is equivalent.
     */
    private Optional<String> equivalent(RankedContender other) {
        List<RankedContender> fastest = ranking.fastest();
        boolean open =
                hasVerdict(other, Verdict.INCONCLUSIVE) && other.comparison().shift() == Verdict.EQUIVALENT;
        boolean alike = open || hasVerdict(other, Verdict.EQUIVALENT);
        boolean toIt = fastest.stream()
                .allMatch(each -> hasVerdict(each, Verdict.EQUIVALENT)
                        && each.comparison().baseline().equals(other.name()));
        return fastest.stream()
                .filter(each -> toIt || alike && other.comparison().baseline().equals(each.name()))
                .findFirst()
                .map(each -> names(toIt ? fastest.stream() : Stream.of(each)))
                .map(names -> "equivalent to %s %swithin the margin of %s"
                        .formatted(
                                Words.jvms(names),
                                open ? "in the typical start, " : "",
                                Quantity.percent(result.margin())));
    }

    /** The verdicts themselves, where the baseline cannot rank the contenders. */
    private List<String> unranked() {
        List<String> sentences = plain().filter(
                        each -> each.comparison() != null && !hasVerdict(each, Verdict.INCONCLUSIVE))
                .map(each -> "%s %s."
                        .formatted(
                                name(each),
                                VerdictText.predicate(
                                        each.comparison(),
                                        label(each.comparison().baseline()))))
                .toList();
        return first(sentences, "The table has %s more.".formatted(sentences.size() - MOST_SENTENCES));
    }

    private static boolean hasVerdict(RankedContender one, Verdict verdict) {
        return one.comparison() != null && one.comparison().verdict() == verdict;
    }

    private String alone() {
        RankedContender only = ranking.places().get(0);
        return "%s ran alone%s: there is nothing to compare it with. %s"
                .formatted(
                        name(only),
                        Double.isNaN(only.typicalNs())
                                ? ""
                                : ", with a p50 service time of " + Quantity.time(only.typicalNs()),
                        result.settings().skipped().isEmpty()
                                ? "Name two variants: whichjvm compare A B."
                                : "The others were skipped; the warnings say why.");
    }

    /** Why nothing was decided, and what to do. */
    private String why() {
        Progress progress = result.progress();
        int planned = progress.timeIsUp()
                ? progress.completeBlocks()
                : result.settings().blocks();
        String more = moreBlocks(result, 2 * Math.max(1, planned));
        return switch (ranking.outcome()) {
            case NOTHING_COUNTS ->
                fits() == 0
                        ? "no contender has enough memory. Give them more: +memory1g, or a larger heap."
                        : "no fork counts. report.html has the reason of each; correct it and run the campaign again.";
            case ONE_LEFT ->
                (fits() == 1
                                ? "only %s has enough memory, and the others do not fit."
                                : "only %s has forks that count. report.html says what became of the others; run them again.")
                        .formatted(Words.jvms(names(ranking.places().stream().filter(RankedContender::runs))));
            case NO_BASELINE ->
                "the baseline %s has no fork that counts. Choose another one with --baseline, or run it again."
                        .formatted(label(result.baseline()));
            case TOO_EARLY ->
                "the first interim analysis comes after block %s. Continue with whichjvm compare --resume %s."
                        .formatted(
                                progress.design().looks().get(0),
                                result.settings().campaign());
            case TOO_FEW_BLOCKS ->
                "%s %s too few for an interval. Run more: %s."
                        .formatted(
                                blocks("common block"),
                                Words.are(Ranking.blocks(result)),
                                moreBlocks(result, 2 * PairedTest.leastPairs(Decision.ALPHA)));
            case FLOOR_MOVED ->
                "the core-to-core latency was not the same for every contender, which hides small differences. Run more blocks: %s."
                        .formatted(more);
            default -> notFound(more);
        };
    }

    /** How many contenders have enough memory, as far as is known. */
    private long fits() {
        return ranking.places().stream()
                .filter(each -> each.status() != RankedContender.Status.DOES_NOT_FIT)
                .count();
    }

    /** The option that gives this number of blocks. A campaign that its time ended needs more time. */
    static String moreBlocks(Result result, int blocks) {
        Progress progress = result.progress();
        if (!progress.timeIsUp()) {
            return "--blocks " + blocks;
        }
        double minutes = progress.design().maxSeconds() / 60.0;
        double more = Math.max(2, (double) blocks / Math.max(1, progress.completeBlocks()));
        return "--max-time %sm".formatted((long) Math.ceil(minutes * more));
    }

    private String notFound(String more) {
        if (result.contrasts().isEmpty()
                && result.comparisons().stream()
                        .noneMatch(each -> Contender.of(each.contender()).plain())) {
            return "no other JVM is compared with %s, only itself. Name another variant."
                    .formatted(label(result.baseline()));
        }
        double largest = // NaN if one is
                Stream.concat(result.comparisons().stream(), result.contrasts().stream())
                        .filter(each -> each.headline() || result.ofScores() && each.decidable())
                        .mapToDouble(Comparison::mde)
                        .max()
                        .orElse(Double.NaN);
        return Double.isNaN(largest)
                ? "%s are too few to decide all that this campaign compares. Run more: %s."
                        .formatted(blocks("block"), more)
                : "%s find only differences above %s. Run more: %s."
                        .formatted(blocks("block"), Quantity.percent(largest), more);
    }

    /** The number of blocks compared, or of forks if only contrasts inside them are compared. */
    private String blocks(String unit) {
        return Words.count(Ranking.blocks(result), result.comparisons().isEmpty() ? "fork" : unit);
    }

    private String label(String name) {
        return Words.jvms(List.of(name));
    }

    private static String name(RankedContender place) {
        return Words.jvms(List.of(place.name()));
    }

    private static List<String> names(Stream<RankedContender> places) {
        return places.map(RankedContender::name).toList();
    }

    private List<String> ofScores() {
        List<String> sentences = new ArrayList<>();
        result.contrasts().stream()
                .filter(each -> each.verdict() != Verdict.INCONCLUSIVE)
                .limit(1)
                .forEach(each -> sentences.add(VerdictText.contrast(result, each)));
        List<Comparison> plain = ranking.scores().stream()
                .filter(each -> Contender.of(each.contender()).plain())
                .toList();
        Map<String, List<Comparison>> scores =
                plain.stream().collect(groupingBy(Comparison::contender, LinkedHashMap::new, toList()));
        if (scores.size() > MOST_SENTENCES) {
            String template = VerdictTables.elsewhere(result)
                    ? "%s contenders are compared, with %s or what the table names: %s."
                    : "%s contenders are compared with %s: %s.";
            sentences.add(template.formatted(scores.size(), label(result.baseline()), counts(plain)));
            return sentences;
        }
        scores.forEach((contender, all) -> sentences.add("%s against %s: %s."
                .formatted(label(contender), label(all.get(0).baseline()), counts(all))));
        return sentences;
    }

    /** Reads as in "slower at 3 of 9 scores (most at adjacent@2: 1.88), faster at 0, open at 1". */
    private static String counts(List<Comparison> scores) {
        List<Comparison> slower =
                scores.stream().filter(each -> each.verdict().worse()).toList();
        List<Comparison> faster =
                scores.stream().filter(each -> each.verdict().better()).toList();
        long open = scores.stream()
                .filter(each -> each.verdict() == Verdict.INCONCLUSIVE)
                .count();
        return "slower at %s of %s%s, faster at %s%s%s"
                .formatted(
                        slower.size(),
                        Words.count(scores.size(), "score"),
                        slower.isEmpty() ? "" : most(slower.get(0)),
                        faster.size(),
                        faster.isEmpty() ? "" : most(faster.get(faster.size() - 1)),
                        open == 0 ? "" : ", open at " + open);
    }

    private static String most(Comparison each) {
        return " (most at %s: %s)"
                .formatted(each.metric().label(), RatioInterval.of(each).both());
    }
}
