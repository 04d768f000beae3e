package org.whichjvm.collector.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.whichjvm.collector.model.CampaignReader;
import org.whichjvm.collector.model.fork.Names;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The campaign that a command looks at. */
final class OneCampaign {
    @Option(names = "--out", defaultValue = "out", description = "Folder of all campaigns.")
    private Path out;

    @Parameters(
            arity = "0..1",
            paramLabel = "CAMPAIGN",
            defaultValue = Names.LATEST,
            description = "The campaign; without one, the newest.")
    private String name;

    Path folder() throws IOException {
        return CampaignReader.find(out, name);
    }
}
