package org.whichjvm.collector.model.fork;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;

/**
 * A contender by its name, {@code VARIANT(+SUFFIX)*}. A suffix names other memory for the queue, another wait strategy,
 * another rate, a flag set, a version of a program, a size of its container or a known delay; or it says that the
 * contender is another one once more (the A' of an A/A comparison). Each kind is there at most once, but for flag sets,
 * in any order. A name with any other suffix is a variant of that name.
 *
 * @param variant the JVM
 * @param suffixes what each kind of suffix that is there says, see {@link SuffixKind#says}
 */
public record Contender(String variant, Map<SuffixKind, String> suffixes) {
    /** The workload's parameter that a delay is recorded in. */
    public static final String DELAY_NANOS = "delayNanos";

    /** The workload's parameter that the wait strategy is recorded in. */
    public static final String WAIT = "wait";

    private static final String FLAG_SET = "flagSet";

    /** The limits of a container, by the fields of a fork's host that have them: bytes, and CPUs. */
    private static final Map<SuffixKind, String> SIZES = Map.of(
            SuffixKind.CONTAINER_MEMORY, "memoryLimitBytes",
            SuffixKind.CONTAINER_CPUS, "cpuLimit");

    /** The suffixes that a contender shares with the one of other flags or of another app. */
    private static final Set<SuffixKind> CIRCUMSTANCES = EnumSet.of(
            SuffixKind.MEMORY,
            SuffixKind.WAIT,
            SuffixKind.RATE,
            SuffixKind.CONTAINER_MEMORY,
            SuffixKind.CONTAINER_CPUS);

    public static Contender of(String name) {
        String[] words = name.split("\\+", -1);
        Map<SuffixKind, String> suffixes = new EnumMap<>(SuffixKind.class);
        for (int i = 1; i < words.length; i++) {
            Optional<SuffixKind> suffix = SuffixKind.of(words[i]);
            if (suffix.isEmpty() || suffix.get() != SuffixKind.FLAGS && suffixes.containsKey(suffix.get())) {
                return new Contender(name, Map.of());
            }
            suffixes.merge(suffix.get(), suffix.get().says(words[i]), Contender::sets);
        }
        return new Contender(words[0], suffixes);
    }

    /** The flag sets of both: in one order, so that contenders with the same sets are equal. */
    private static String sets(String some, String more) {
        return Stream.of(some.split("\\+"), more.split("\\+"))
                .flatMap(Arrays::stream)
                .sorted()
                .collect(Collectors.joining("+"));
    }

    /** Whether it is a contender of the campaign once more, unchanged. */
    public boolean again() {
        return suffixes.containsKey(SuffixKind.AGAIN);
    }

    /** The delay that is added to each message on purpose, in ns; 0 for none. */
    public long delayNanos() {
        return Long.parseLong(suffixes.getOrDefault(SuffixKind.DELAY, "0ns").replace("ns", ""));
    }

    /** The memory of the queue as the workload calls it, such as huge; null if it is not named. */
    public String memory() {
        return suffixes.get(SuffixKind.MEMORY);
    }

    /** Such as park:1000, as the workload calls it; null if it is not named. */
    public String waitStrategy() {
        return suffixes.get(SuffixKind.WAIT);
    }

    public String rate() {
        return suffixes.get(SuffixKind.RATE);
    }

    /** The names of its sets of JVM options, in alphabetical order. */
    public List<String> flagSets() {
        return hasFlags() ? List.of(suffixes.get(SuffixKind.FLAGS).split("\\+")) : List.of();
    }

    public boolean hasFlags() {
        return suffixes.containsKey(SuffixKind.FLAGS);
    }

    public String app() {
        return suffixes.get(SuffixKind.APP);
    }

    /** The memory limit of its container, in bytes; null if its name has none. */
    public Long containerBytes() {
        String bytes = suffixes.get(SuffixKind.CONTAINER_MEMORY);
        return bytes == null ? null : Long.valueOf(bytes);
    }

    /** The CPU time that its container may use, in CPUs; null if its name has no limit. */
    public Double containerCpus() {
        String cpus = suffixes.get(SuffixKind.CONTAINER_CPUS);
        return cpus == null ? null : Double.valueOf(cpus);
    }

    /** Whether both have the same limits of a container by their names. */
    public boolean sizedAs(Contender other) {
        return SIZES.keySet().stream().allMatch(kind -> Objects.equals(suffixes.get(kind), other.suffixes.get(kind)));
    }

    private Contender without(Set<SuffixKind> kinds) {
        Map<SuffixKind, String> fewer = new EnumMap<>(SuffixKind.class);
        fewer.putAll(suffixes);
        fewer.keySet().removeAll(kinds);
        return new Contender(variant, fewer);
    }

    /** This contender with the other's suffixes of these kinds, also where it has none. */
    private Contender with(Set<SuffixKind> kinds, Contender other) {
        Contender with = without(kinds);
        kinds.stream()
                .filter(other.suffixes::containsKey)
                .forEach(kind -> with.suffixes.put(kind, other.suffixes.get(kind)));
        return with;
    }

    public static String withoutRate(String contender) {
        return contender.replaceFirst("\\+rate[1-9][0-9]{0,5}k?", "");
    }

    /** Its name without the JVM, as in +huge+yield; empty if there is no suffix. */
    public static String mods(String contender) {
        int plus = contender.indexOf('+');
        return plus < 0 ? "" : contender.substring(plus);
    }

    private Contender once() {
        return without(Set.of(SuffixKind.AGAIN));
    }

    /**
     * The name of the contender of a campaign that another one is compared with: a contender with flag sets with the
     * same contender without, unless the baseline is that JVM with others; one of another version of a program with the
     * same JVM and the baseline's version, one with other memory, another wait strategy, another rate or a container of
     * another size with the baseline in the same circumstances, and any else with the baseline.
     */
    public static String baselineOf(String name, List<String> contenders, String baseline) {
        Contender contender = of(name);
        Contender base = of(baseline);
        List<Contender> alike = new ArrayList<>();
        if (contender.hasFlags() && !(base.hasFlags() && base.variant.equals(contender.variant))) {
            alike.add(contender.without(Set.of(SuffixKind.FLAGS)));
        }
        if (contender.app() != null && !contender.app().equals(base.app())) {
            alike.add(contender.with(Set.of(SuffixKind.APP), base));
        }
        if (contender.suffixes.keySet().stream().anyMatch(CIRCUMSTANCES::contains)) {
            alike.add(base.with(CIRCUMSTANCES, contender));
        }
        return alike.stream()
                .flatMap(each -> find(each, contenders, baseline).stream())
                .filter(found -> !found.equals(name))
                .findFirst()
                .orElse(baseline);
    }

    /** The name of an equal contender that is no control. */
    private static Optional<String> find(Contender contender, List<String> contenders, String baseline) {
        return Stream.concat(Stream.of(baseline), contenders.stream())
                .filter(each -> of(each).equals(contender.once()))
                .findFirst();
    }

    /** Refuses a fork that did not run as its contender's name tells. */
    public static void check(Fork fork) throws UnusableFile {
        Contender contender = of(fork.name().contender());
        checkDelay(contender.delayNanos(), fork.setup().parameters());
        for (SuffixKind kind : CIRCUMSTANCES) {
            boolean ofHost = SIZES.containsKey(kind);
            String named = contender.suffixes.get(kind);
            String key = ofHost ? SIZES.get(kind) : kind.parameters().get(0);
            String actual =
                    Json.shown(ofHost ? fork.setup().host() : fork.setup().parameters(), key);
            if (named != null && !named.equals(actual)) {
                throw new UnusableFile(
                        "its %s.%s is %s, but its contender's name says %s",
                        ofHost ? "host" : "parameters", key, actual.isEmpty() ? "absent" : actual, named);
            }
        }
        String flagSet = Json.shown(fork.setup().jvm(), FLAG_SET);
        String named = contender.suffixes.getOrDefault(SuffixKind.FLAGS, "");
        if (!flagSet.equals(named)) {
            throw new UnusableFile(
                    "its jvm.flagSet is %s, but its contender's name says %s",
                    flagSet.isEmpty() ? "none" : flagSet, named.isEmpty() ? "none" : named);
        }
    }

    private static void checkDelay(long named, JsonObject parameters) throws UnusableFile {
        long actual = parameters.has(DELAY_NANOS) ? (long) Json.number(parameters, DELAY_NANOS) : 0;
        if (actual != named) {
            throw new UnusableFile(
                    "its messages were delayed by %s ns on purpose, but its contender's name %s",
                    actual, named == 0 ? "does not say so" : "says " + named + " ns");
        }
    }

    /** Whether it is a JVM as it is, and no control of another contender or with a known effect. */
    public boolean plain() {
        return !again() && delayNanos() == 0;
    }

    /** Whether the two differ in nothing but their name: a difference between them is a false one. */
    public boolean sameAs(Contender other) {
        return once().equals(other.once());
    }

    /** Whether the other is the same but for a delay, which this one has not. */
    public boolean delayedIn(Contender other) {
        return delayNanos() == 0
                && other.delayNanos() > 0
                && once().equals(other.without(Set.of(SuffixKind.AGAIN, SuffixKind.DELAY)));
    }
}
