package org.whichjvm.collector.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.common.WrongUsage;

/**
 * Short names of JVMs. One is some of the words of a name, where 17 stands for jdk17 too: 17, 21-corretto, zulu. Of the
 * names that have all of its words those with the fewest others are meant, and of several of these the one of
 * {@link #USUAL_VENDOR}.
 */
record JvmNames(String runner, Collection<String> known) {
    private static final String USUAL_VENDOR = "temurin";

    private static final int MISSES = Integer.MAX_VALUE;

    /** So many names fit into a sentence. */
    private static final int FEW = 4;

    List<String> contenders(Collection<String> typed) {
        return typed.stream().map(this::contender).collect(Collectors.toCollection(ArrayList::new));
    }

    /** A contender by its whole name; a WrongUsage says where no JVM is meant, or several may be. */
    String contender(String typed) {
        Names.checkContender(typed);
        String jvm = typed.substring(0, typed.length() - Contender.mods(typed).length());
        return jvm(jvm) + Contender.mods(typed);
    }

    private String jvm(String typed) {
        if (known.contains(typed)) {
            return typed;
        }
        int fewest = known.stream().mapToInt(name -> others(name, typed)).min().orElse(MISSES);
        List<String> meant = known.stream()
                .filter(name -> others(name, typed) == fewest)
                .sorted()
                .toList();
        List<String> usual =
                meant.stream().filter(name -> name.endsWith("-" + USUAL_VENDOR)).toList();
        if (fewest == MISSES) {
            List<String> few = Values.byDistance(typed, known).limit(FEW).toList();
            throw new WrongUsage(
                    "there is no variant '%s'%s for --runner %s; it knows: %s%s",
                    typed,
                    Values.nearest(typed, "", known),
                    runner,
                    String.join(" ", few),
                    known.size() > FEW ? " and %d more; whichjvm list prints them".formatted(known.size() - FEW) : "");
        }
        if (meant.size() > 1 && usual.size() != 1) {
            throw new WrongUsage(
                    "'%s' may be %s or %s; name one of them",
                    typed, String.join(", ", meant.subList(0, meant.size() - 1)), meant.get(meant.size() - 1));
        }
        return meant.size() > 1 ? usual.get(0) : meant.get(0);
    }

    /** How many words a name has that were not typed; {@link #MISSES} if it lacks one that was. */
    private static int others(String name, String typed) {
        List<String> words = new ArrayList<>(List.of(name.split("[-._]")));
        for (String word : typed.split("[-._]")) {
            if (!words.remove(word) && !words.remove("jdk" + word)) {
                return MISSES;
            }
        }
        return words.size();
    }
}
