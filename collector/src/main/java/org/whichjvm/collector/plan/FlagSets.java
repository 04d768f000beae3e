package org.whichjvm.collector.plan;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.whichjvm.collector.model.CampaignSettings.FlagSet;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.SuffixKind;
import org.whichjvm.common.WrongUsage;

/**
 * The files docker/flags/NAME.options: comments that say what the set changes, then a JVM option a line. The comment
 * {@code # needs: aarch64 11-: WHY} says that it is for that os.arch and for that major version or a newer one; -16 is
 * that version or an older one, 11-16 from the one to the other. An option that only some versions have is written
 * behind these, as in {@code 21-22: -XX:+ZGenerational}.
 */
final class FlagSets {
    private static final String END = ".options";
    private static final String NEEDS = "# needs: ";
    private static final Pattern NEED =
            Pattern.compile("(?:(aarch64|amd64)(?= |:|$) ?)?(?:([0-9]*)-([0-9]*))?(?:: (.*))?");

    /** An option may begin with the versions that it is for: the launcher leaves it out on others. */
    private static final Pattern OPTION = Pattern.compile("(?:[0-9]{1,3}-[0-9]{0,3}: )?-[^\\s\\\\\"'*?\\[]+");

    /** The heap of a JVM, as a suffix: both its size at the start and the most that it may have. */
    private static final Pattern HEAP = Pattern.compile("heap([1-9][0-9]{0,5}[mg])");

    /** What a list of {@code --flags} begins with that has heaps. */
    private static final String HEAPS = "heap=";

    private static final Pattern GRID_WORD = Pattern.compile("-|[a-z][a-z0-9-]*(\\+[a-z][a-z0-9-]*)*");

    /** What options set of which a JVM takes one, in the words of a sentence, and their values. */
    private static final List<Map.Entry<String, Pattern>> SETTINGS = List.of(
            Map.entry("the garbage collector", Pattern.compile("-XX:\\+Use(\\w+)GC")),
            Map.entry("interpreting or compiling", Pattern.compile("-X(int|comp|mixed)")),
            Map.entry("%s", Pattern.compile("-XX:([+-])(?<name>\\w+)")),
            Map.entry("-XX:%s", Pattern.compile("-XX:(?<name>\\w+)=(.*)")),
            Map.entry("-%s", Pattern.compile("-(?<name>Xm[xsn]|Xss|Xshare:)(.*)")),
            Map.entry("-D%s", Pattern.compile("-D(?<name>[^=]+)=?(.*)")));

    /** A contender's name with whole names of flag sets: parallel is parallelgc if it is no other. */
    static String wholeNames(String contender, Set<String> sets) {
        String[] words = contender.split("\\+", -1);
        for (int i = 1; i < words.length; i++) {
            String word = words[i];
            List<String> meant =
                    sets.stream().filter(each -> each.startsWith(word)).toList();
            if (meant.size() == 1
                    && SuffixKind.of(word).filter(SuffixKind.FLAGS::equals).isPresent()
                    && !sets.contains(word)) {
                words[i] = meant.get(0);
            }
        }
        return String.join("+", words);
    }

    /** Adds the flag sets of the heaps that contenders name, as in 25+heap512m. */
    static void addHeaps(Collection<String> contenders, Map<String, FlagSet> sets) {
        for (String contender : contenders) {
            for (String word : contender.split("\\+", -1)) {
                Matcher heap = HEAP.matcher(word);
                if (heap.matches()) {
                    String size = heap.group(1);
                    sets.putIfAbsent(
                            word,
                            new FlagSet(
                                    "-Xms" + size + " -Xmx" + size, "A heap of " + size + " from the start.", null));
                }
            }
        }
    }

    /** Refuses a contender whose flag sets exclude one another. */
    static void checkTogether(String contender, Map<String, FlagSet> sets) {
        Map<String, Map.Entry<String, String>> said = new HashMap<>();
        for (String set : Contender.of(contender).flagSets()) {
            for (String option : sets.get(set).options().split(" ")) {
                Map.Entry<String, String> setting = setting(option.replaceFirst("^[0-9-]+:", ""));
                var other = said.putIfAbsent(setting.getKey(), Map.entry(set, setting.getValue()));
                if (other != null && !other.getValue().equals(setting.getValue())) {
                    throw new WrongUsage(
                            "the contender '%s' has +%s and +%s, and both set %s; give one",
                            contender, other.getKey(), set, setting.getKey());
                }
            }
        }
    }

    /** What an option sets, and to which value. An option of another form sets itself. */
    private static Map.Entry<String, String> setting(String option) {
        for (var each : SETTINGS) {
            Matcher matcher = each.getValue().matcher(option);
            if (matcher.matches()) {
                boolean named = each.getKey().contains("%s");
                return Map.entry(named ? each.getKey().formatted(matcher.group("name")) : each.getKey(), option);
            }
        }
        return Map.entry(option, option);
    }

    /** Reads all of a folder; a WrongUsage names the line of one that is none. */
    static Map<String, FlagSet> read(Path folder) throws IOException {
        Map<String, FlagSet> sets = new TreeMap<>();
        for (String name : Values.names(folder, END)) {
            sets.put(name, one(folder.resolve(name + END), name));
        }
        return sets;
    }

    private static FlagSet one(Path file, String name) throws IOException {
        String shown = "docker/flags/" + name + END;
        if (SuffixKind.of(name).filter(SuffixKind.FLAGS::equals).isEmpty()) {
            throw new WrongUsage(shown
                    + " cannot be the name of a flag set; it takes a-z, 0-9 and -, a letter first, and no"
                    + " word that contenders have already, such as huge or yield");
        }
        List<String> options = new ArrayList<>();
        List<String> says = new ArrayList<>();
        String needs = null;
        for (String line : Values.lines(file, shown)) {
            if (line.startsWith(NEEDS)) {
                String need = line.substring(NEEDS.length());
                if (needs != null || need.isEmpty() || !NEED.matcher(need).matches()) {
                    throw new WrongUsage(
                            "%s has '%s'; once it may have # needs: with aarch64 or amd64, with versions as "
                                    + "11-, -16 or 11-16, or both, and : and why",
                            shown, line);
                }
                needs = need;
            } else if (line.startsWith("#")) {
                says.add(line.replaceFirst("^# ?", ""));
            } else if (OPTION.matcher(line).matches()) {
                options.add(line.replaceFirst(": ", ":"));
            } else if (!line.isBlank()) {
                throw new WrongUsage(
                        "%s has '%s'; a line is one JVM option, such as -XX:+UseZGC, without blanks, "
                                + "quotes, backslashes, * ? and [, before which the versions may stand that it is "
                                + "for, as 21-22: or 24-:, or a comment that begins with #",
                        shown, line);
            }
        }
        if (options.isEmpty()) {
            throw new WrongUsage(shown + " has no JVM option; write one a line, or remove the file");
        }
        return new FlagSet(String.join(" ", options), String.join(" ", says), needs);
    }

    /** Why a flag set is not for a JVM of that major version and os.arch; empty if it is. */
    static Optional<String> misfit(String name, FlagSet set, int major, String arch) {
        Matcher need = NEED.matcher(set.needs() == null ? "" : set.needs());
        if (!need.matches()) {
            return Optional.empty(); // It was checked when it was read.
        }
        boolean arched = need.group(1) == null || need.group(1).equals(arch);
        boolean young = blank(need.group(2)) || Integer.parseInt(need.group(2)) <= major;
        boolean old = blank(need.group(3)) || Integer.parseInt(need.group(3)) >= major;
        if (arched && young && old) {
            return Optional.empty();
        }
        return Optional.of("the flag set %s needs %s, and this JVM is Java %s on %s%s"
                .formatted(name, words(need), major, arch, need.group(4) == null ? "" : ": " + need.group(4)));
    }

    private static String words(Matcher need) {
        List<String> words = new ArrayList<>();
        if (need.group(1) != null) {
            words.add(need.group(1));
        }
        if (!blank(need.group(2)) || !blank(need.group(3))) {
            words.add(
                    blank(need.group(3))
                            ? "Java " + need.group(2) + " or newer"
                            : blank(need.group(2))
                                    ? "Java " + need.group(3) + " or older"
                                    : "Java " + need.group(2) + " to " + need.group(3));
        }
        return String.join(" and ", words);
    }

    private static boolean blank(String text) {
        return text == null || text.isEmpty();
    }

    /**
     * What stands behind each JVM's name by {@code --flags}, which may be null: of each of its lists, between which is
     * an ×, a contender has one flag set, as in {@code zgc,serial × compact-headers,- × heap=512m,2g}. A dash is none
     * of the list.
     */
    static List<String> grid(String value) {
        List<String> suffixes = List.of("");
        for (String each : value == null ? new String[0] : value.split(" *× *| +x +", -1)) {
            String list = each.strip();
            boolean heaps = list.startsWith(HEAPS);
            List<String> words = new ArrayList<>();
            for (String word : list.substring(heaps ? HEAPS.length() : 0).split(" *, *", -1)) {
                boolean heap = heaps && !word.equals("-");
                String set = heap ? "heap" + word : word;
                if (!(heap ? HEAP : GRID_WORD).matcher(set).matches()) {
                    throw Values.wrong(
                            "--flags",
                            list,
                            "lists of flag sets with × or x between, as in 'g1,zgc x compact-headers,- x"
                                    + " heap=512m,2g', a dash being none; whichjvm list flags prints them");
                }
                words.add(set.equals("-") ? "" : "+" + set);
            }
            suffixes = suffixes.stream()
                    .flatMap(front -> words.stream().map(front::concat))
                    .toList();
        }
        return suffixes;
    }
}
