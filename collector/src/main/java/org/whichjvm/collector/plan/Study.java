package org.whichjvm.collector.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.whichjvm.common.WrongUsage;

/**
 * A question as a file, studies/NAME.study: a comment that asks it, then lines of KEY VALUE. Keys are options of
 * scripts/compare without their dashes, and {@code variants}, {@code options} (the workload's) and {@code machine}.
 *
 * @param arguments its lines as options of scripts/compare, without contrasts and contenders
 * @param contrasts its contrasts as options
 * @param machine arm64 or amd64 if it can be answered on such a machine alone; else null
 */
record Study(
        String name,
        String asks,
        List<String> arguments,
        List<String> contrasts,
        List<String> contenders,
        List<String> workloadOptions,
        String machine) {
    private static final String END = ".study";

    private static final Set<String> OWN = Set.of("variants", "options", "machine");

    /** Options that belong to a question; the others belong to who asks it. */
    private static final List<String> OPTIONS = Values.words(
            "adapter baseline blocks decide duration interleave margin max-time precision preset queue-memory"
                    + " rate retries service-level turn wait workload");

    /**
     * Reads a study of a folder by its name, or the file where the name has a / in it; a WrongUsage says that there is
     * none, or which of its lines is wrong.
     */
    static Study read(Path folder, String name, Path file) throws IOException {
        String plain = name.substring(name.lastIndexOf('/') + 1).replaceAll("\\.study$", "");
        Path path = name.contains("/") ? file : folder.resolve(name + END);
        if (!plain.matches("[a-z][a-z0-9-]*") || path == null || !Files.isRegularFile(path)) {
            List<String> names = Values.names(folder, END);
            throw new WrongUsage(
                    "there is no study '%s'%s; there are: %s, or a file's path with a / in it",
                    name, Values.nearest(plain, "", names), String.join(" ", names));
        }
        String shown = name.contains("/") ? name : "studies/" + name + END;
        List<String> asks = new ArrayList<>();
        List<String> arguments = new ArrayList<>();
        List<String> contrasts = new ArrayList<>();
        Map<String, String> own = new HashMap<>();
        Set<String> seen = new HashSet<>();
        int number = 0;
        for (String line : Values.lines(path, shown)) {
            number++;
            String[] words = line.strip().split("\\s+", 2);
            String key = words[0];
            String value = words.length > 1 ? words[1] : "";
            if (line.startsWith("#")) {
                if (asks.size() == number - 1) {
                    asks.add(line.replaceFirst("^# ?", ""));
                }
                continue;
            }
            if (key.isEmpty()) {
                continue;
            }
            String wrong = wrong(key, value, seen);
            if (!wrong.isEmpty()) {
                throw new WrongUsage("%s, line %s: %s", shown, number, wrong);
            }
            if (key.equals("contrast")) {
                contrasts.addAll(List.of("--contrast", value));
            } else if (OWN.contains(key)) {
                own.put(key, value);
            } else {
                arguments.addAll(key.equals("control") ? List.of("--" + key) : List.of("--" + key, value));
            }
        }
        if (asks.isEmpty()) {
            throw new WrongUsage("%s, line 1: it does not begin with a comment; say there what the study asks", shown);
        }
        return new Study(
                plain,
                String.join(" ", asks),
                arguments,
                contrasts,
                Values.words(own.getOrDefault("variants", "")),
                Values.words(own.getOrDefault("options", "")),
                own.get("machine"));
    }

    /** A sentence on what is wrong with a line; empty if nothing is. */
    private static String wrong(String key, String value, Set<String> seen) {
        if (!seen.add(key) && !key.equals("contrast")) {
            return key + " is there twice; give it once, with all its values";
        }
        if (value.isEmpty() != key.equals("control")) {
            return value.isEmpty()
                    ? key + " has no value"
                    : "control has the value '" + value + "' and takes none; leave that out, or the line";
        }
        if (key.equals("machine") && !value.equals("arm64") && !value.equals("amd64")) {
            return "machine is '" + value + "'; it is arm64 or amd64";
        }
        return OPTIONS.contains(key)
                        || OWN.contains(key)
                        || List.of("contrast", "control").contains(key)
                ? ""
                : "'%s' is no key of a study; there are: %s contrast control variants options machine"
                        .formatted(key, String.join(" ", OPTIONS));
    }
}
