package org.whichjvm.collector.model.fork;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.whichjvm.collector.io.UnusableFile;

/**
 * When the program of a fork ran, in a block whose programs run one at a time. The process that froze the others
 * recorded it. Clocks go on while a program is frozen, so its time is the part that lies in its slices. Each slice has
 * its begin and end, in µs since 1970.
 *
 * @param freezer what froze the others, {@code kernel} or {@code engine}; empty if unknown
 */
public record Slices(Optional<String> freezer, List<long[]> slices) {
    public static final double SECONDS = 0.2;

    private static final Pattern FREEZER = Pattern.compile("^by (kernel|engine)$", Pattern.MULTILINE);

    private static final Pattern LINE = Pattern.compile("([0-9]{1,3}) ([0-9]{1,17}) ([0-9]{1,17})");

    /** The times that a program has of its own, from its start to its end or to a line. */
    private static final Set<String> TIMES = Set.of("wall", "until");

    /**
     * Reads the slices of the commands of a step, by their numbers: each line has the number of the command from 0,
     * begin and end in µs. One line says who froze the programs: {@code by} and the word.
     */
    public static Map<Integer, Slices> read(String text) {
        Optional<String> freezer =
                FREEZER.matcher(text).results().map(line -> line.group(1)).findFirst();
        return text.lines()
                .map(LINE::matcher)
                .filter(Matcher::matches)
                .collect(Collectors.groupingBy(
                        line -> Integer.valueOf(line.group(1)),
                        Collectors.collectingAndThen(
                                Collectors.mapping(
                                        line -> new long[] {Long.parseLong(line.group(2)), Long.parseLong(line.group(3))
                                        },
                                        Collectors.toList()),
                                slices -> new Slices(freezer, slices))));
    }

    /** The time between two moments that lies in slices, in µs. */
    long within(long from, long to) {
        return slices.stream()
                .mapToLong(each -> Math.max(0, Math.min(to, each[1]) - Math.max(from, each[0])))
                .sum();
    }

    /** Makes the time of a fork's program, whose begin and end it must tell, that of its slices. */
    public void apply(JsonObject fork) throws UnusableFile {
        ForkFile file = ForkFile.of(fork);
        Long from = file.program().startedMicros();
        Long to = file.program().endedMicros();
        if (from == null || to == null) {
            throw new UnusableFile("has a program of which it does not say when it ran");
        }
        long ran = within(from, to);
        if (ran == 0) {
            throw new UnusableFile("has a program that no slice let run");
        }
        JsonObject program = fork.getAsJsonObject("program");
        program.addProperty("frozenSeconds", (to - from - ran) / 1e6);
        program.addProperty("slices", slices.size());
        freezer.ifPresent(who -> program.addProperty("freezer", who));
        for (int i = 0; i < file.scores().size(); i++) {
            if (TIMES.contains(file.scores().get(i).name())) {
                fork.getAsJsonArray("scores").get(i).getAsJsonObject().addProperty("score", ran / 1e3);
            }
        }
    }
}
