package org.whichjvm.collector.model;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.io.BoundedFile;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.fork.Names;

/**
 * {@code plan.tsv}: the forks to run, in their order. All lines of one step are started together, and steps follow one
 * another. Block 0 checks what can run before anything is measured.
 */
public final class PlanFile {
    private static final String HEADER = "block\tstep\tcontender\n";

    // 10,000 blocks of a hundred contenders with names of a hundred letters, or so.
    private static final int MAX_BYTES = 256 << 20;

    /**
     * One fork, whose command is the file of its contender in {@code commands/}.
     *
     * @param block from 0, which checks
     * @param step from 1, over all blocks
     */
    public record Line(int block, int step, String contender) {
        private String text() {
            return block + "\t" + step + "\t" + contender + "\n";
        }
    }

    public static void write(Path folder, List<Line> lines) throws IOException {
        String text = lines.stream().map(Line::text).collect(Collectors.joining("", HEADER, ""));
        AtomicFiles.write(folder.resolve(Names.PLAN_TSV), text);
    }

    public static List<Line> read(Path folder) throws UnusableFile, IOException {
        List<Line> lines = new ArrayList<>();
        byte[] bytes = BoundedFile.read(folder.resolve(Names.PLAN_TSV), MAX_BYTES);
        for (String text : new String(bytes, StandardCharsets.UTF_8).split("\n")) {
            if (lines.isEmpty() && (text + "\n").equals(HEADER)) {
                continue;
            }
            String[] cells = text.split("\t", -1);
            try {
                if (cells.length == 3) {
                    lines.add(new Line(Integer.parseInt(cells[0]), Integer.parseInt(cells[1]), cells[2]));
                    continue;
                }
            } catch (NumberFormatException exception) {
                // The sentence below says it.
            }
            throw new UnusableFile("has the line '" + text + "', which is no line of a plan");
        }
        return lines;
    }
}
