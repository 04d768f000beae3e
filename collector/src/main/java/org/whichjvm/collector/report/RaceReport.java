package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.Comparison;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.decide.Sieve;
import org.whichjvm.collector.decide.Verdict;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.Search;
import org.whichjvm.collector.model.Within;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.common.OptionsVariable;

/** What a race found: who leads its search, or what fresh blocks say of the one that led. */
public record RaceReport(Result result, Sieve sieve) {
    /** Where a program's command line has the options of the JVM. */
    private static final String FLAGS = "{flags}";

    /** An option, before which the versions may stand that it is for, as the launcher reads it. */
    private static final Pattern FOR_VERSIONS = Pattern.compile("(?:([0-9]{1,3})-([0-9]{0,3}):)?(.*)");

    private Search search() {
        return result.settings().search();
    }

    public Document document() {
        Document document = new Document();
        document.heading("whichjvm race: " + result.settings().campaign());
        if (search().searching()) {
            document.paragraph(leads());
            document.table(places());
        } else {
            document.items(answer());
            document.tables(List.of(ablation(), kept()));
            document.items(List.of("To copy: " + line(toCopy())));
        }
        return document;
    }

    private String leads() {
        Optional<Sieve.Place> leader = sieve.leader();
        if (leader.isEmpty()) {
            return search().within().isEmpty()
                    ? "No contender leads: none has a fork that can be compared with the baseline."
                    : "No contender keeps "
                            + Words.list(
                                    search().within().stream().map(Within::text).toList())
                            + ".";
        }
        Sieve.Place first = leader.get();
        String leads = "%s leads %s: %s times the %s of %s, in %s."
                .formatted(
                        first.contender(),
                        Words.count(result.settings().contenders().size(), "contender"),
                        Quantity.ratio(first.ratio()),
                        metric(),
                        result.settings().baseline(),
                        Words.count(first.blocks(), "block"));
        return first.ratio() < 1
                ? leads + " This is no verdict: who leads a search is the fastest, or was lucky. Fresh blocks tell."
                : leads + " So none was faster than the baseline, and there is nothing to confirm.";
    }

    private String metric() {
        return sieve.metric()
                .map(Words::place)
                .map(each -> each.replaceFirst("^the ", ""))
                .orElse("");
    }

    private Table<?> places() {
        Table<Sieve.Place> table = new Table<>("Contenders of the race, the best first", sieve.places())
                .words("contender", Sieve.Place::contender)
                .numbers(metric() + "\nratio", each -> Quantity.ratio(each.ratio()))
                .numbers("blocks", each -> Quantity.count(each.blocks()));
        for (int i = 0; i < search().within().size(); i++) {
            int at = i;
            table.numbers(search().within().get(i).text(), each -> value(each, at));
        }
        return table.words("left", each -> left(each.contender()))
                .note(
                        "Ratio to "
                                + result.settings().baseline()
                                + ", above 1 is slower. Contenders left because they were in the slower half, which is no verdict.");
    }

    private String left(String contender) {
        Integer block = result.progress().left().get(contender);
        return block == null ? "" : "after block " + block;
    }

    /** What a winner must keep, as it was measured; with a mark where it is not kept. */
    private String value(Sieve.Place place, int at) {
        Within within = search().within().get(at);
        double value = at < place.values().size() ? place.values().get(at) : Double.NaN;
        return Double.isNaN(value)
                ? Quantity.NONE
                : Quantity.ratio(value)
                        + (within.times() ? "x" : "")
                        + (place.broken().contains(within) ? " (not kept)" : "");
    }

    private Optional<Comparison> comparison(String contender) {
        return result.comparisons().stream()
                .filter(each -> each.contender().equals(contender))
                .filter(each -> sieve.metric().filter(each.metric()::equals).isPresent())
                .findFirst();
    }

    private boolean confirmed() {
        return comparison(search().found().against())
                .filter(each -> each.verdict() == Verdict.SLOWER)
                .isPresent();
    }

    /** The limits that the winner does not keep in fresh blocks. */
    private List<String> broken() {
        return sieve.of(search().found().winner())
                .map(each -> each.broken().stream().map(Within::text).toList())
                .orElse(List.of());
    }

    private String toCopy() {
        return confirmed() && broken().isEmpty()
                ? search().found().winner()
                : search().found().against();
    }

    private List<String> answer() {
        Search.Found found = search().found();
        List<String> lines = new ArrayList<>();
        lines.add(comparison(found.against())
                .map(each -> (confirmed()
                                ? "Confirmed: "
                                : each.verdict() == Verdict.INCONCLUSIVE ? "Not confirmed: " : "Not faster: ")
                        + VerdictText.sentence(each))
                .orElse("Not confirmed: no block has a fork of both that counts."));
        sieve.of(found.winner())
                .filter(each -> !Double.isNaN(each.ratio()))
                .ifPresent(each -> lines.add(
                        "The search of %s had seen %s times the %s of %s, and blocks that it has not seen have %s: %s."
                                .formatted(
                                        Words.count(found.contenders(), "contender"),
                                        Quantity.ratio(found.ratio()),
                                        found.metric(),
                                        found.against(),
                                        Quantity.ratio(each.ratio()),
                                        luck(each.ratio() / found.ratio() - 1))));
        if (!broken().isEmpty()) {
            lines.add("It does not keep %s in these blocks, so %s stays."
                    .formatted(Words.list(broken()), found.against()));
        }
        return lines;
    }

    /** How much a search flattered its winner: of many that are alike the luckiest wins. */
    private static String luck(double share) {
        return share > 0
                ? "the search flattered its winner by " + Quantity.percent(share)
                : "the search did not flatter its winner";
    }

    private Table<?> ablation() {
        Function<String, Optional<Comparison>> without =
                set -> comparison(search().found().without(set));
        List<String> sets = Contender.of(search().found().winner()).flagSets();
        return new Table<>("What each flag set of the winner brings", sets)
                .words("flag set", set -> set)
                .words("options", set -> result.settings().flagSets().get(set).options())
                .words("without it", search().found()::without)
                .numbers("ratio", set -> shown(without.apply(set), RatioInterval::shown))
                .numbers("95 % interval", set -> shown(without.apply(set), RatioInterval::interval))
                .words("it", set -> without.apply(set).map(RaceReport::brings).orElse("not measured"))
                .note("Ratio of the winner without it to the winner, above 1 is slower.");
    }

    private static String shown(Optional<Comparison> comparison, Function<RatioInterval, String> part) {
        return comparison.map(RatioInterval::of).map(part).orElse(Quantity.NONE);
    }

    private static String brings(Comparison without) {
        return switch (without.verdict()) {
            case SLOWER -> "makes it faster";
            case FASTER -> "makes it slower";
            case EQUIVALENT -> "changes nothing";
            case SLOWER_AT_TIMES -> "makes slow starts rarer";
            case FASTER_AT_TIMES -> "makes slow starts more frequent";
            case INCONCLUSIVE -> "is open: " + ReasonText.of(without);
        };
    }

    private Table<?> kept() {
        Optional<Sieve.Place> winner = sieve.of(search().found().winner());
        List<Integer> rows = winner.isEmpty()
                ? List.of()
                : IntStream.range(0, winner.get().values().size()).boxed().toList();
        return new Table<>("What the winner must keep, in fresh blocks", rows)
                .words("limit", each -> search().within().get(each).text())
                .numbers("winner", each -> value(winner.orElseThrow(), each));
    }

    /** How to start the program with the options of a contender, as a shell takes it. */
    private String line(String contender) {
        Contender parsed = Contender.of(contender);
        int major = major(parsed);
        List<String> flags = options(parsed, major);
        String options = String.join(" ", flags);
        String each = flags.stream().map(RaceReport::quoted).collect(Collectors.joining(" "));
        List<String> words = result.settings().execution().options();
        int end = words.indexOf("--");
        List<String> program = end < 0 ? List.of() : words.subList(end + 1, words.size());
        if (program.isEmpty()) {
            return parsed.variant() + (options.isEmpty() ? "" : " with " + options);
        }
        List<String> line = new ArrayList<>(List.of(parsed.variant() + ":"));
        boolean given = options.isEmpty() || program.stream().anyMatch(word -> word.contains(FLAGS));
        for (String word : program) {
            line.add(word.equals(FLAGS) ? each : quoted(word.replace(FLAGS, options)));
            if (!given && (word.equals("java") || word.endsWith("/java"))) {
                line.add(each);
                given = true;
            }
        }
        if (!given) {
            line.add(1, OptionsVariable.of(major) + "=" + quoted(options));
        }
        return String.join(" ", line);
    }

    /** A word as a shell takes it. */
    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_@%+=:,./{}-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** The version of a contender's Java; 0 if no fork says it. */
    private int major(Contender contender) {
        return result.contenders().stream()
                .filter(each -> Contender.of(each.name()).variant().equals(contender.variant()))
                .map(each -> Json.shown(each.jvm(), "major"))
                .filter(each -> each.matches("[0-9]{1,3}"))
                .mapToInt(Integer::parseInt)
                .findFirst()
                .orElse(0);
    }

    /** The JVM options of a contender: of those that only some versions have, its own. */
    private List<String> options(Contender contender, int major) {
        return Stream.of(
                        result.settings().execution().javaOptions(),
                        result.settings().execution().flags(contender))
                .flatMap(each -> Arrays.stream(each.split(" ")))
                .map(each -> FOR_VERSIONS.matcher(each))
                .filter(each -> each.matches() && fits(each, major))
                .map(each -> each.group(3))
                .filter(each -> !each.isEmpty())
                .toList();
    }

    private static boolean fits(Matcher option, int major) {
        return option.group(1) == null
                || major >= Integer.parseInt(option.group(1))
                        && (option.group(2).isEmpty() || major <= Integer.parseInt(option.group(2)));
    }
}
