package org.whichjvm.collector.report;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.whichjvm.collector.model.Execution;
import org.whichjvm.common.Profiling;

/** Explanations in the folder of the campaign that they explain: two files for each event. */
public final class ExplanationFiles {
    /** The page of an explanation. */
    public static String html(String event) {
        return "explain-" + event + ".html";
    }

    /** The Markdown of an explanation. */
    public static String md(String event) {
        return "explain-" + event + ".md";
    }

    /** The explanations in a campaign's folder, as links of a report have them. */
    public static Map<String, String> links(Path folder) {
        Map<String, String> links = new LinkedHashMap<>();
        Stream.concat(
                        Stream.of(Execution.STAGES_OF_MESSAGES),
                        Arrays.stream(Profiling.values()).map(Profiling::text))
                .filter(each -> Files.isRegularFile(folder.resolve(html(each)), LinkOption.NOFOLLOW_LINKS))
                .forEach(each -> links.put(each, "explain-" + each + ".*"));
        return links;
    }
}
