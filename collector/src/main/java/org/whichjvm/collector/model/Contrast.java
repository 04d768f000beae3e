package org.whichjvm.collector.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.common.ForkNames;

/**
 * Two scores of the same fork, one over the other: by their names, with each number of threads that both have, as in
 * adjacent and padded; or by their keys, as in add@2 and add@1.
 */
public record Contrast(String score, String against) {
    public static final String SCORE = ForkNames.BENCHMARK + "(?:@[1-9][0-9]{0,3})?";
    private static final Pattern PATTERN = Pattern.compile("(" + SCORE + ")/(" + SCORE + ")");

    /** Whether it is of two keys: each with its own number of threads. */
    public boolean ofKeys() {
        return score.indexOf('@') > 0;
    }

    String text() {
        return score + "/" + against;
    }

    private static Optional<Contrast> of(String text) {
        Matcher matcher = PATTERN.matcher(text);
        return Optional.of(matcher)
                .filter(Matcher::matches)
                .map(found -> new Contrast(found.group(1), found.group(2)))
                .filter(found -> !found.score.equals(found.against))
                .filter(found -> found.ofKeys() == found.against.indexOf('@') > 0);
    }

    /** Those of a file, each once; null for none. */
    public static List<Contrast> of(List<String> texts) throws UnusableFile {
        List<Contrast> contrasts = new ArrayList<>();
        for (String each : texts == null ? List.<String>of() : texts) {
            Optional<Contrast> contrast = of(each);
            if (contrast.isEmpty() || contrasts.contains(contrast.get())) {
                throw new UnusableFile("has a contrast " + each + ", which is none or there twice");
            }
            contrasts.add(contrast.get());
        }
        return List.copyOf(contrasts);
    }
}
