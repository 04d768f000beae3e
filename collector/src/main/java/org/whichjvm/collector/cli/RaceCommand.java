package org.whichjvm.collector.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.decide.Sieve;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.model.Campaign;
import org.whichjvm.collector.model.CampaignSettings;
import org.whichjvm.collector.model.Search;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.collector.report.Document;
import org.whichjvm.collector.report.RaceReport;
import org.whichjvm.collector.run.MeasuredTime;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.common.WrongUsage;
import picocli.CommandLine.Command;

/** {@code race}: names the leader of a race's search, or reports the verdicts of fresh blocks on its winner. */
@Command(
        name = "race",
        description = {
            "Names the leader of a race's search. If the search has ended, writes race.json, from which the leader"
                    + " is confirmed. During the confirmation, reports its blocks."
        })
final class RaceCommand extends CampaignCommand {
    @Override
    void report(Campaign campaign, Path folder) throws IOException {
        CampaignSettings settings = campaign.settings();
        Search search = settings.search();
        if (search == null) {
            throw new WrongUsage(settings.campaign() + " is no part of a race")
                    .orTry("whichjvm report %s", settings.campaign());
        }
        Sieve sieve = Sieve.of(
                campaign,
                search.searching() ? settings.baseline() : search.found().against(),
                search.within());
        Document document = new RaceReport(Result.of(campaign, Instant.now()), sieve).document();
        if (search.searching() && campaign.progress().stopped() != null) {
            Optional<Sieve.Place> leader = sieve.leader().filter(each -> each.ratio() < 1);
            if (leader.isPresent()) {
                AtomicFiles.write(
                        folder.resolve(Names.RACE_JSON),
                        Json.write(Json.tree(found(folder, campaign, sieve, leader.get()))));
            }
        }
        show(document, folder.resolve(Names.RACE_MD));
    }

    private static Search.Found found(Path folder, Campaign campaign, Sieve sieve, Sieve.Place leader)
            throws IOException {
        CampaignSettings settings = campaign.settings();
        MeasuredTime time = new MeasuredTime(folder);
        // Of the typical block: one that hung says nothing of the others.
        DoubleStream each = IntStream.rangeClosed(1, campaign.progress().completeBlocks())
                .mapToDouble(block ->
                        time.seconds(block, block) / settings.plan().of(block).size());
        return new Search.Found(
                Search.Found.SCHEMA,
                settings.campaign(),
                settings.contenders().size(),
                leader.contender(),
                settings.baseline(),
                sieve.metric().orElseThrow().label(),
                leader.ratio(),
                time.seconds(),
                Medians.of(each));
    }
}
