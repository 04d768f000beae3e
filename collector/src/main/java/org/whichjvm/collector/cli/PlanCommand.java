package org.whichjvm.collector.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.whichjvm.collector.decide.Comparison;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.model.CampaignReader;
import org.whichjvm.collector.plan.CampaignFolder;
import org.whichjvm.collector.plan.RequestBuilder;
import org.whichjvm.common.WrongUsage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code plan}: writes a new campaign's folder from the arguments of scripts/compare. */
@Command(name = "plan", description = "Plans a campaign from the arguments of scripts/compare, and prints its name.")
final class PlanCommand extends CollectorCommand {
    @Option(names = "--out", required = true, description = "Folder of all campaigns.")
    private Path out;

    @Option(names = "--runner", required = true, description = "What starts forks: docker or host.")
    private String runner;

    @Option(names = "--machine", required = true, description = "This host: amd64 or arm64.")
    private String machine;

    @Option(
            names = "--knows",
            paramLabel = "NAME=HOME",
            description = "A JVM that the runner knows, and its home here or the image that a person named, if any;"
                    + " once for each.")
    private Map<String, String> known = Map.of();

    @Option(names = "--usual", description = "A JVM to compare if none is named; once for each.")
    private List<String> usual = List.of();

    @Option(
            names = "--memory",
            paramLabel = "KIB",
            description = "What this host has for more processes; unknown if it is not given.")
    private Long memory;

    @Option(names = "--shm", paramLabel = "KIB", description = "What is free in /dev/shm; unknown if it is not given.")
    private Long shm;

    @Option(
            names = "--mounted",
            paramLabel = "[NAME]=DIR",
            description = "The whole path of the folder that a program sees: --mount's or the current one without a"
                    + " name, and that of each --app by its name.")
    private Map<String, String> mounted = Map.of();

    @Option(names = "--flag-sets", required = true, description = "The folder docker/flags.")
    private Path flagSets;

    @Option(names = "--studies", required = true, description = "The folder studies.")
    private Path studies;

    @Option(names = "--study-file", description = "The file of a study that is named by its path.")
    private Path studyFile;

    @Option(names = "--explains", paramLabel = "CAMPAIGN", description = "Plan one that explains this campaign.")
    private String explains;

    @Parameters(description = "Behind --: the arguments of scripts/compare as they are.")
    private List<String> arguments = List.of();

    @Override
    public Integer call() throws IOException {
        RequestBuilder.Runner host =
                new RequestBuilder.Runner(runner, machine, known, usual, bytes(memory), bytes(shm), mounted);
        Consumer<String> named = name -> {
            out().println(name);
            out().flush();
        };
        List<String> says = new ArrayList<>();
        try {
            if (explains != null) {
                CampaignFolder.explain(
                        CampaignReader.find(out, explains),
                        arguments,
                        host,
                        Instant.now(),
                        PlanCommand::clearest,
                        named);
            } else {
                CampaignFolder.plan(
                        out,
                        arguments,
                        host,
                        new CampaignFolder.Definitions(flagSets, studies, studyFile),
                        System.getenv().getOrDefault("JAVA_OPTS", ""),
                        Instant.now(),
                        named,
                        says);
            }
        } finally {
            says.forEach(line -> err().println(Escape.oneLine(line)));
        }
        return Exit.OK;
    }

    /** The contender whose difference from its baseline is decided with the least doubt. */
    private static List<String> clearest(Path folder) throws IOException {
        return Result.of(CampaignReader.read(folder), Instant.now()).comparisons().stream()
                .filter(each -> each.verdict().differs())
                .min(Comparator.comparingDouble(Comparison::adjustedP)
                        .thenComparingDouble(each -> -Math.abs(Math.log(each.ratio()))))
                .map(each -> List.of(each.contender(), each.baseline()))
                .orElseThrow(() -> new WrongUsage(
                        "%s has decided no difference; name the two contenders to explain", folder.getFileName()));
    }

    private static Long bytes(Long kib) {
        return kib == null ? null : Long.valueOf(kib << 10);
    }
}
