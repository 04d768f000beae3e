package org.whichjvm.collector.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.whichjvm.collector.io.Field.About;
import org.whichjvm.collector.io.Field.Text;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Records;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.common.ForkNames;
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
     * @param metric that it was by, in words
     * @param ratio of the winner to the baseline in the search, below 1 if the winner is faster
     * @param seconds that the search took
     * @param forkSeconds that a fork of its typical block took; 0 if nobody measured it
     */
    public record Found(
            String schema,
            String campaign,
            int contenders,
            @Text(ForkNames.CONTENDER) String winner,
            @Text(ForkNames.CONTENDER) String against,
            String metric,
            double ratio,
            @About("That the search took.") double seconds,

            @About("That a fork of its typical block took; 0 if unknown.")
            double forkSeconds) {
        public static final String SCHEMA = "whichjvm.race/1";

        public static Found read(Path folder) throws IOException {
            Path file = folder.resolve(Names.RACE_JSON);
            if (!Files.exists(file)) {
                throw new WrongUsage("%s is no race that has found a winner", folder.getFileName())
                        .orTry("name one that has, or run it to its end with --resume %s", folder.getFileName());
            }
            try {
                return Records.EXACT.read(Json.read(file, SCHEMA), Found.class).checked();
            } catch (UnusableFile exception) {
                throw new WrongUsage(file + " " + exception.getMessage()).orTry("run the race again");
            }
        }

        private Found checked() throws UnusableFile {
            if (!(ratio > 0 && seconds >= 0 && forkSeconds >= 0)) {
                throw new UnusableFile("lacks the winner's ratio, or how long that took");
            }
            return this;
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

    static Search of(CampaignFile.PartOfRace part) throws UnusableFile {
        try {
            return new Search(
                    part.within().stream().map(Within::of).toList(),
                    part.found() == null ? null : part.found().checked());
        } catch (WrongUsage exception) {
            throw new UnusableFile("its search is of no race: %s", exception.getMessage());
        }
    }

    CampaignFile.PartOfRace file() {
        return new CampaignFile.PartOfRace(within.stream().map(Within::text).toList(), found);
    }
}
