package org.whichjvm.collector.model;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.io.Field.Whole;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.io.Records;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.common.ForkNames;

/**
 * The end of a campaign before its last planned block: {@code stopped.json} in its folder.
 *
 * @param block the last that counts
 * @param timeUp whether this was its last interim analysis, which may spend what is left
 * @param open comparisons that were neither decided nor known precisely enough
 * @param comparisons of the campaign that could be decided, and contrasts
 */
public record EarlyStop(
        @Whole(least = 1, most = ForkNames.MAX_BLOCKS) int block,
        boolean timeUp,
        @Whole int open,
        @Whole int comparisons) {
    static final String SCHEMA = "whichjvm.stopped/1";

    public void write(Path folder) throws IOException {
        JsonObject json = Records.write(this);
        json.addProperty("schema", SCHEMA);
        AtomicFiles.write(folder.resolve(Names.STOPPED_JSON), Json.write(json));
    }

    /** As in "the time is up after block 14, 3 of 8 comparisons still open". */
    public String why(Design design) {
        if (!timeUp && comparisons == 0) {
            return "after block %s nothing can be compared: forks fail or do not fit".formatted(block);
        }
        if (!timeUp) {
            return "after block %s every comparison is decided or known to ± %s"
                    .formatted(block, Quantity.percent(design.precision()));
        }
        String left = comparisons == 0
                ? ", and nothing could be compared yet"
                : ", %s of %s comparisons still open".formatted(open, comparisons);
        return "the time is up after block " + block + (design.race() == Race.SEARCH ? "" : left);
    }

    /** Reads the folder's; empty if the campaign has not stopped, or may not. */
    public static Optional<EarlyStop> read(Path folder, Design design) throws UnusableFile, IOException {
        Path file = folder.resolve(Names.STOPPED_JSON);
        if (!design.stops() || Files.notExists(file)) {
            return Optional.empty();
        }
        return Optional.of(Records.EXACT.read(Json.read(file, SCHEMA), EarlyStop.class));
    }
}
