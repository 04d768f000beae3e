package org.whichjvm.collector.plan;

import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.whichjvm.collector.model.CampaignSettings.FlagSet;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.collector.model.fork.SuffixKind;
import org.whichjvm.collector.model.fork.Workload;
import org.whichjvm.common.WrongUsage;

/** The names of contenders that people write, and the suffixes that options make of them. */
record ContenderNames(Map<String, FlagSet> flagSets, Set<String> apps) {
    private static final Set<SuffixKind> OF_SCORES = EnumSet.of(SuffixKind.AGAIN, SuffixKind.FLAGS, SuffixKind.APP);
    private static final Pattern RATE = Pattern.compile("[1-9][0-9]{0,5}k?|[1-9][0-9]{6,8}");

    /** Refuses a name whose suffixes are unknown, too many, contrary, or not for the workload. */
    void check(String name, Workload workload) {
        Names.checkContender(name);
        Map<SuffixKind, String> seen = new EnumMap<>(SuffixKind.class);
        List<String> words = List.of(name.split("\\+", -1));
        for (String word : words.subList(1, words.size())) {
            SuffixKind suffix = SuffixKind.of(word)
                    .filter(each -> each != SuffixKind.FLAGS || flagSets.containsKey(word))
                    .orElseThrow(() -> unknown(name, word));
            String twin = seen.put(suffix, word);
            if (twin != null && (suffix != SuffixKind.FLAGS || twin.equals(word))) {
                throw new WrongUsage("the contender '" + name + "' has both +" + twin + " and +" + word + "; give one");
            }
            String app = word.substring(word.indexOf('-') + 1);
            if (suffix == SuffixKind.APP && !apps.contains(app)) {
                throw new WrongUsage("the contender '%s' has +%s; give its folder with --app %s=DIR", name, word, app);
            }
            if (workload.hasScores() && !OF_SCORES.contains(suffix)) {
                throw new WrongUsage(
                        "the contender '%s' has +%s, which --workload %s does not take; it takes +again and flag sets",
                        name, word, workload.typed());
            }
        }
        FlagSets.checkTogether(name, flagSets);
    }

    private WrongUsage unknown(String name, String word) {
        return new WrongUsage(
                "the contender '%s' has the unknown suffix '+%s'%s; it takes +again, +again2 to +again99, +delay30ns,"
                        + " +delay30ns-2 to +delay30ns-99 (1 to 1000000 ns), +huge, a wait strategy (+yield,"
                        + " +park1000ns), a rate (+rate50k), a heap (+heap512m), or a flag set: %s",
                name,
                word,
                Values.nearest(word, "+", flagSets.keySet()),
                String.join(
                        " ", flagSets.keySet().stream().map(each -> "+" + each).toList()));
    }

    static boolean isRate(String text) {
        return RATE.matcher(text).matches();
    }

    /** The values of --rate. */
    static List<String> rates(String value) {
        String takes = "messages a second, or several, as 10k,50k,100k";
        List<String> rates = Values.list("--rate", value, takes);
        if (!rates.stream().allMatch(ContenderNames::isRate)) {
            throw Values.wrong("--rate", value, takes);
        }
        return rates;
    }

    /** Each contender with each version of a program, unless it names one. */
    static List<String> ofApps(List<String> contenders, Collection<String> apps) {
        return contenders.stream()
                .flatMap(name -> Contender.of(name).app() != null
                        ? Stream.of(name)
                        : apps.stream().map(app -> name + "+app-" + app))
                .toList();
    }
}
