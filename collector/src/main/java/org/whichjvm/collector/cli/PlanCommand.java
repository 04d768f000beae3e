package org.whichjvm.collector.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.whichjvm.collector.decide.Comparison;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.CampaignReader;
import org.whichjvm.collector.model.fork.Metric;
import org.whichjvm.collector.plan.CampaignFolder;
import org.whichjvm.common.WrongUsage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code plan}: writes a new campaign's folder from the request on its stdin. */
@Command(
        name = "plan",
        description = "Plans a campaign from the request.json on its stdin, and prints the campaign's name.")
final class PlanCommand extends CollectorCommand {
    private static final int MOST_BYTES = 1 << 20;

    @Option(names = "--out", required = true, description = "Folder of all campaigns.")
    private Path out;

    @Override
    public Integer call() throws IOException {
        try {
            byte[] request = System.in.readNBytes(MOST_BYTES + 1);
            if (request.length > MOST_BYTES) {
                throw new UnusableFile("is over 1 MB");
            }
            CampaignFolder.plan(out, Json.parse(request), Instant.now(), PlanCommand::clearest, this::print);
        } catch (UnusableFile exception) {
            throw new WrongUsage("the request on stdin %s", exception.getMessage())
                    .orTry("report this as a defect of whichjvm");
        }
        return Exit.OK;
    }

    private void print(String name) {
        out().println(name);
        out().flush();
    }

    /** The contender whose difference from its baseline is decided with the least doubt. */
    private static List<String> clearest(Path folder, boolean ofMemory) throws IOException {
        return Result.of(CampaignReader.read(folder), Instant.now()).comparisons().stream()
                .filter(each -> !ofMemory || each.metric().name().equals(Metric.PEAK_MEMORY))
                .filter(each -> each.verdict().differs())
                .min(Comparator.comparingDouble(Comparison::adjustedP)
                        .thenComparingDouble(each -> -Math.abs(Math.log(each.ratio()))))
                .map(each -> List.of(each.contender(), each.baseline()))
                .orElseThrow(() -> new WrongUsage(
                                "%s has decided no difference%s", folder.getFileName(), ofMemory ? " in memory" : "")
                        .orTry("name the two contenders to explain"));
    }
}
