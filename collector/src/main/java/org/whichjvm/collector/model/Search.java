package org.whichjvm.collector.model;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.common.WrongUsage;

/**
 * A race: a search for the fastest of many contenders, and what fresh blocks say of the one that it found. The two are
 * a campaign each, so that the second has seen nothing of the first.
 *
 * @param within what a contender must keep to win
 * @param found by an earlier campaign, whose winner this one confirms; null while it is looked for
 */
public record Search(List<Within> within, Found found) {
    /**
     * The contender that a search found, {@code race.json}. Its ratio flatters it: of many that are about as fast the
     * one that was lucky wins.
     *
     * @param contenders how many were in it
     * @param against the baseline of the search
     * @param figure that it was by, in words
     * @param ratio of the winner to the baseline in the search, below 1 if the winner is faster
     * @param seconds that the search took
     * @param forkSeconds that a fork of its typical block took; 0 if nobody measured it
     */
    public record Found(
            String schema,
            String campaign,
            int contenders,
            String winner,
            String against,
            String figure,
            double ratio,
            double seconds,
            double forkSeconds) {
        public static final String SCHEMA = "whichjvm.race/1";

        public static Found read(Path folder) throws IOException {
            Path file = folder.resolve(Names.RACE_JSON);
            if (!Files.exists(file)) {
                throw new WrongUsage(
                        "%s is no race that has found a winner; name one that has, or run it to its end with"
                                + " --resume %s",
                        folder.getFileName(), folder.getFileName());
            }
            try {
                return of(Json.read(file, SCHEMA));
            } catch (UnusableFile exception) {
                throw new WrongUsage(file + " " + exception.getMessage() + "; run the race again");
            }
        }

        private static Found of(JsonObject json) throws UnusableFile {
            Found found = Json.record(json, Found.class);
            if (found.winner == null
                    || !Names.isContender(found.winner)
                    || found.against == null
                    || !Names.isContender(found.against)
                    || !(found.ratio > 0 && found.seconds >= 0 && found.forkSeconds >= 0)) {
                throw new UnusableFile("lacks a winner, what it is compared with, or how long that took");
            }
            return found;
        }

        /** The winner, the baseline of the search, and the winner without each one of its flag sets. */
        public List<String> confirming() {
            Set<String> all = new LinkedHashSet<>(List.of(winner, against));
            Contender.of(winner).flagSets().forEach(set -> all.add(without(set)));
            return List.copyOf(all);
        }

        public String without(String flagSet) {
            return Arrays.stream(winner.split("\\+"))
                    .filter(word -> !word.equals(flagSet))
                    .collect(Collectors.joining("+"));
        }
    }

    public boolean searching() {
        return found == null;
    }

    static Search read(JsonObject json) throws UnusableFile {
        JsonObject search = Json.object(json, "search");
        if (search.size() == 0) {
            return null;
        }
        JsonObject found = Json.object(search, "found");
        try {
            return new Search(
                    Json.texts(search, "within").stream().map(Within::of).toList(),
                    found.size() == 0 ? null : Found.of(found));
        } catch (WrongUsage exception) {
            throw new UnusableFile("its search is of no race: %s", exception.getMessage());
        }
    }

    JsonObject json() {
        JsonObject json = new JsonObject();
        json.add("within", Json.tree(within.stream().map(Within::text).toList()));
        json.add("found", Json.tree(found));
        return json;
    }
}
