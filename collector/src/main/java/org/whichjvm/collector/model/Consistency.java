package org.whichjvm.collector.model;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.KeptJson;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.ForkName;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.model.fork.SuffixKind;

/** Whether a fork may be pooled with those accepted before it: same campaign, settings, machine. */
public final class Consistency {
    /** A JVM of a contender is the same build while these of it are the same. */
    public static final List<String> JVM = List.of("vendor", "version", "compiler", "garbageCollector");

    private static final List<String> HOST = List.of("cpuModel", "arch");

    /** The parameters that contenders may differ by: their names tell it. */
    public static final List<String> MODS = Arrays.stream(SuffixKind.values())
            .filter(kind -> kind != SuffixKind.DELAY)
            .flatMap(kind -> kind.parameters().stream())
            .toList();

    /** How many contenders a block has, which blocks differ by where memory is short. */
    public static final String MEMBERS = "members";

    private static final Pattern FILE =
            Pattern.compile("(?<=^-Xloggc:|^-XX:LogFile=|^-XX:ErrorFile=|^-XX:HeapDumpPath=|^-Djava\\.io\\.tmpdir=).*"
                    + "|(?<=[:=,]file=|[:=,]filename=)[^:,]*");

    private final CampaignSettings settings;
    private final Map<String, Fork> firstOfContender = new HashMap<>();
    private final Map<String, Fork> firstOfScore = new HashMap<>();
    private final KeptJson kept;
    private Fork first;
    private Fork rival;
    private int accepted;
    private int others;

    /**
     * A check of one campaign. What forks share is kept in {@code kept}, whose room they fill; others are to be like
     * {@code model}, or, where it is null, like the first that comes.
     */
    Consistency(CampaignSettings settings, KeptJson kept, Fork model) {
        this.settings = settings;
        this.kept = kept;
        this.first = model;
        if (model != null) {
            model.scores().keySet().forEach(each -> firstOfScore.put(each.key(), model));
        }
    }

    /**
     * The first fork that was refused for its workload, parameters or host, if more were than were accepted: then the
     * first accepted one was the odd one. Empty otherwise.
     */
    Optional<Fork> rival() {
        return Optional.ofNullable(rival).filter(each -> others > accepted);
    }

    /** Refuses a fork that the plan does not have. */
    void checkPlanned(ForkName name) throws UnusableFile {
        if (settings.planned() && !settings.contenders().contains(name.contender())) {
            throw new UnusableFile("is of a contender that campaign.json does not have");
        }
        int most = settings.blocks() + settings.gates().retries();
        if (settings.planned() && name.block() > most) {
            throw new UnusableFile("is of a block beyond the " + most + " of campaign.json");
        }
    }

    /** Accepts an ok fork as one of the pool and returns it as it is kept, or says why not. */
    Fork accept(Fork fork) throws UnusableFile {
        check(fork);
        Fork small = fork.keptIn(kept); // last, because a refused fork must take no room
        first = first == null ? small : first;
        firstOfContender.putIfAbsent(small.name().contender(), small);
        small.scores().keySet().forEach(each -> firstOfScore.putIfAbsent(each.key(), small));
        accepted++;
        return small;
    }

    private void check(Fork fork) throws UnusableFile {
        Contender.check(fork);
        if (first != null) {
            try {
                checkLike(first, fork);
                checkUnits(fork);
            } catch (UnusableFile exception) {
                others++;
                rival = rival == null ? fork : rival;
                throw exception;
            }
        }
        Fork sibling = firstOfContender.get(fork.name().contender());
        if (sibling != null) {
            checkSame("parameters", MODS, sibling, fork);
            checkSame("jvm", JVM, sibling, fork);
            checkFlags(sibling, fork);
        }
    }

    /**
     * Compares the flags of two forks' JVMs in their order, for the last of two wins. They may differ by the name of a
     * file alone.
     */
    private static void checkFlags(Fork model, Fork fork) throws UnusableFile {
        List<String> these = flags(model.setup().jvm());
        List<String> those = flags(fork.setup().jvm());
        for (int i = 0; i < Math.max(these.size(), those.size()); i++) {
            String one = i < these.size() ? these.get(i) : "nothing more";
            String other = i < those.size() ? those.get(i) : "nothing more";
            if (!one.equals(other)) {
                throw new UnusableFile(
                        "its jvm.flags have %s where %s is in %s: JAVA_OPTS were others",
                        other, one, model.name().json());
            }
        }
    }

    private static List<String> flags(JsonObject jvm) {
        return jvm.get("flags") instanceof JsonArray flags
                ? flags.asList().stream()
                        .map(flag -> FILE.matcher(flag.getAsString()).replaceAll("FILE"))
                        .toList()
                : List.of();
    }

    private static void checkLike(Fork first, Fork fork) throws UnusableFile {
        if (!Objects.equals(first.setup().workload(), fork.setup().workload())) {
            throw new UnusableFile(
                    "ran " + fork.setup().workload() + ", not " + first.setup().workload());
        }
        if (first.ofScores() != fork.ofScores()) {
            throw new UnusableFile(
                    "has %s, and %s has none",
                    fork.ofScores() ? "scores" : "latencies", first.name().json());
        }
        Set<String> keys = new TreeSet<>(first.setup().parameters().keySet());
        keys.addAll(fork.setup().parameters().keySet());
        Contender one = Contender.of(first.name().contender());
        Contender other = Contender.of(fork.name().contender());
        for (SuffixKind kind : SuffixKind.values()) {
            // A delay is checked with its fork.
            if (kind == SuffixKind.DELAY
                    || !Objects.equals(
                            one.suffixes().get(kind), other.suffixes().get(kind))) {
                kind.parameters().forEach(keys::remove);
            }
        }
        keys.remove(MEMBERS);
        keys.remove("port"); // servers that are side by side on a host have a port each
        keys.remove("unpacedMessages"); // a long delay has fewer, or its warm-up would take minutes
        checkSame("parameters", keys, first, fork);
        checkSame("host", HOST, first, fork);
    }

    private void checkUnits(Fork fork) throws UnusableFile {
        for (Metric score : fork.scores().keySet()) {
            Fork known = firstOfScore.getOrDefault(score.key(), fork);
            if (!known.scores().containsKey(score)) {
                String unit = known.scores().keySet().stream()
                        .filter(each -> each.key().equals(score.key()))
                        .map(Metric::unit)
                        .collect(Collectors.joining());
                throw new UnusableFile(
                        "its score %s is in %s, but in %s in %s",
                        score.key(), score.unit(), unit, known.name().json());
            }
        }
    }

    private static void checkSame(String part, Iterable<String> keys, Fork model, Fork fork) throws UnusableFile {
        JsonObject wanted = part(part, model);
        JsonObject actual = part(part, fork);
        for (String key : keys) {
            if (!Objects.equals(wanted.get(key), actual.get(key))) {
                throw new UnusableFile(
                        "its %s.%s is %s, but %s in %s",
                        part,
                        key,
                        shown(actual, key),
                        shown(wanted, key),
                        model.name().json());
            }
        }
    }

    private static JsonObject part(String part, Fork fork) {
        return switch (part) {
            case "parameters" -> fork.setup().parameters();
            case "host" -> fork.setup().host();
            default -> fork.setup().jvm();
        };
    }

    private static String shown(JsonObject json, String key) {
        String text = Json.shown(json, key);
        return text.isEmpty() ? "absent" : text;
    }
}
