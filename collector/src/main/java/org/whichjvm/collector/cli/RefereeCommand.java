package org.whichjvm.collector.cli;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.whichjvm.collector.plan.Values;
import org.whichjvm.collector.run.Referee;
import org.whichjvm.collector.run.RefereeThread;
import org.whichjvm.common.RefereeFiles;
import org.whichjvm.common.WrongUsage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code referee}: lets the contenders of one block take turns; another program starts them. */
@Command(
        name = "referee",
        description = "Decides for the contenders of one block when each warms up and when the first round starts;"
                + " ends once that is decided. Contender M, from 0, gets WHICHJVM_TURNS=DIR/M,"
                + " WHICHJVM_MEMBER=M and WHICHJVM_MEMBERS=N.")
final class RefereeCommand implements Callable<Integer> {
    @Option(
            names = "--turns",
            required = true,
            paramLabel = "DIR",
            description = "A folder for this block alone; it is made if it is not there.")
    private Path turns;

    @Option(names = "--members", required = true, paramLabel = "N", description = "How many contenders the block has.")
    private String members;

    @Option(
            names = "--warm-up",
            required = true,
            paramLabel = "T",
            description = "The --warmup that the contenders are started with, such as 2s.")
    private String warmUp;

    @Override
    public Integer call() throws IOException, InterruptedException {
        int count =
                Values.whole("--members", members, 1, RefereeFiles.MOST_MEMBERS).orElseThrow();
        long warmUpNanos = Values.nanos("--warm-up", warmUp);
        Path folder = turns.resolve(RefereeFiles.REFEREE);
        Files.createDirectories(turns);
        try {
            Files.createDirectory(folder);
        } catch (FileAlreadyExistsException e) {
            throw new WrongUsage("--turns %s was another block's: it has a %s", turns, RefereeFiles.REFEREE)
                    .orTry("give another folder");
        }
        List<Path> own = RefereeThread.folders(turns, count);
        RefereeThread.start(new Referee(own, folder, warmUpNanos)).await();
        return Exit.OK;
    }
}
