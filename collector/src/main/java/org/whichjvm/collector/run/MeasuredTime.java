package org.whichjvm.collector.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.io.BoundedFile;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.fork.Names;

/**
 * The time that the steps of each block took: {@code seconds.tsv}, a line for each step. The program that runs the
 * steps measures it, by a clock that stands still while the machine sleeps. A fork's account of its own time cannot end
 * a campaign.
 */
public final class MeasuredTime {
    // 10,000 blocks of a hundred steps.
    private static final int MAX_BYTES = 32 << 20;

    private static final Pattern LINE = Pattern.compile("([0-9]{1,6})\t([0-9]{1,9}\\.[0-9]{3})");

    private final Path file;
    private final Map<Integer, Double> blocks = new HashMap<>();
    private double sum;

    /** Reads the folder's file; a line that a power cut has torn is skipped. */
    public MeasuredTime(Path folder) throws IOException {
        file = folder.resolve(Names.SECONDS_TSV);
        try {
            new String(BoundedFile.read(file, MAX_BYTES), StandardCharsets.UTF_8)
                    .lines()
                    .map(LINE::matcher)
                    .filter(Matcher::matches)
                    .forEach(line -> estimate(Integer.parseInt(line.group(1)), Double.parseDouble(line.group(2))));
        } catch (UnusableFile exception) {
            // A campaign of which nothing has run yet has no file; one that cannot be used counts as
            // none.
        }
    }

    public boolean has(int block) {
        return blocks.containsKey(block);
    }

    public double seconds() {
        return sum;
    }

    /** The time of these blocks, in s. */
    public double seconds(int from, int to) {
        return IntStream.rangeClosed(from, to)
                .mapToDouble(each -> blocks.getOrDefault(each, 0.0))
                .sum();
    }

    /** Counts time of a block without writing it. */
    public void estimate(int block, double seconds) {
        blocks.merge(block, seconds, Double::sum);
        sum += seconds;
    }

    /** Counts and writes the time of a step of a block, in s. */
    public void add(int block, double seconds) throws IOException {
        estimate(block, seconds);
        // The line before may be torn.
        String line = String.format(Locale.ROOT, "\n%d\t%.3f\n", block, seconds);
        Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND, StandardOpenOption.DSYNC);
        AtomicFiles.ownedLike(file, file.getParent());
    }
}
