package org.whichjvm.collector.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.whichjvm.collector.model.Campaign;
import org.whichjvm.collector.model.CampaignReader;
import org.whichjvm.collector.model.fork.Names;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that says something of one campaign. */
abstract class CampaignCommand extends CollectorCommand {
    @Option(names = "--out", defaultValue = "out", description = "Folder of all campaigns.")
    private Path out;

    @Parameters(
            arity = "0..1",
            paramLabel = "CAMPAIGN",
            defaultValue = Names.LATEST,
            description = "The campaign; without one, the newest.")
    private String name;

    @Override
    public final Integer call() throws IOException {
        Path folder = CampaignReader.find(out, name);
        report(CampaignReader.read(folder), folder);
        return Exit.OK;
    }

    abstract void report(Campaign campaign, Path folder) throws IOException;
}
