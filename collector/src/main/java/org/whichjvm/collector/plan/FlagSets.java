package org.whichjvm.collector.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.whichjvm.collector.model.CampaignSettings.FlagSet;

/**
 * Which JVMs a flag set is for. It needs, as in {@code aarch64 11-: WHY}, that os.arch and that major version or a
 * newer one; -16 is that version or an older one, 11-16 from the one to the other.
 */
final class FlagSets {
    private static final Pattern NEED =
            Pattern.compile("(?:(aarch64|amd64)(?= |:|$) ?)?(?:([0-9]*)-([0-9]*))?(?:: (.*))?");

    private FlagSets() {}

    /** Why a flag set is not for a JVM of that major version and os.arch; empty if it is. */
    static Optional<String> misfit(String name, FlagSet set, int major, String arch) {
        Matcher need = NEED.matcher(set.needs() == null ? "" : set.needs());
        if (!need.matches()) {
            return Optional.empty(); // The scripts have checked it.
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
}
