package org.whichjvm.collector.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The help of compare, from which bash and completion know its options. */
class CompareHelpTest {
    // As in scripts/lib/common.sh.
    private static final Pattern DECLARES = Pattern.compile("^  (?:-[a-z], )?(--[a-z-]+)( [^ ]+)?(?: |$)");

    private static List<HelpTopic.Entry> options() {
        return HelpTopic.options().stream()
                .filter(option -> !option.has("hidden"))
                .toList();
    }

    /** The lines of a topic's screen. */
    private static List<String> screen(String topic) {
        return List.of(CompareHelp.text().split("(?m)^== ")).stream()
                .filter(screen -> screen.startsWith(topic + ": "))
                .findAny()
                .orElseThrow()
                .lines()
                .toList();
    }

    private static Map<String, Boolean> declared(List<String> lines) {
        Map<String, Boolean> found = new TreeMap<>();
        for (String line : lines) {
            Matcher matcher = DECLARES.matcher(line);
            if (matcher.find()) {
                found.put(matcher.group(1), matcher.group(2) != null);
            }
        }
        return found;
    }

    @Test
    void bashFindsEveryOptionAndWhetherItHasAValue() {
        Map<String, Boolean> wanted = new TreeMap<>();
        for (HelpTopic.Entry option : options()) {
            wanted.put(option.name(), !option.value().isEmpty());
        }
        assertEquals(wanted, declared(CompareHelp.text().lines().toList()));
    }

    @Test
    void everyOptionIsUnderItsTopic() {
        for (HelpTopic.Entry option : options()) {
            assertTrue(declared(screen(option.topic())).containsKey(option.name()), option.name());
        }
    }

    @Test
    void whatMostPeopleNeedIsOneScreen() {
        List<String> lines = screen(CompareHelp.COMPARE);
        assertTrue(declared(lines).size() <= 20, declared(lines).keySet().toString());
        assertTrue(lines.size() <= 40, lines.size() + " lines");
    }

    @Test
    void aLineHasAHundredColumnsAtMost() {
        CompareHelp.text().lines().forEach(line -> assertTrue(line.length() <= 100, line));
    }

    @Test
    void theFileThatBashReadsIsThisText() throws IOException {
        assertEquals(
                Files.readString(Path.of("..", "scripts", "lib", "help.txt")),
                CompareHelp.text(),
                "run scripts/generate-help");
    }
}
