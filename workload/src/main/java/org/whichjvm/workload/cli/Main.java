package org.whichjvm.workload.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.whichjvm.common.Fixable;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.command.CommandFork;
import org.whichjvm.workload.doctor.Doctor;
import org.whichjvm.workload.fork.ExitCode;
import org.whichjvm.workload.fork.ForkId;
import org.whichjvm.workload.fork.JvmCost;
import org.whichjvm.workload.gc.GcSteal;
import org.whichjvm.workload.host.ThisJvm;
import org.whichjvm.workload.queue.QueueLatency;
import org.whichjvm.workload.queue.QueueRate;
import org.whichjvm.workload.retail.Retail;
import org.whichjvm.workload.service.Service;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * Entry point of the jar that is in every image: runs one fork of one workload.
 *
 * <p>Exit codes: 0 done; 2 wrong usage; 3 the fork failed, its file says why; 4 this host cannot run it; 130 and 143
 * interrupted, nothing is left behind.
 */
@Command(
        name = "whichjvm",
        description = "Runs one fork of a workload on this JVM; without a workload it is queue-latency.",
        subcommands = {
            QueueLatency.class,
            QueueRate.class,
            GcSteal.class,
            Retail.class,
            CommandFork.class,
            Service.class,
            Doctor.class,
            SelfCheck.class
        },
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class)
public final class Main {
    private static final String DEFAULT_WORKLOAD = "queue-latency";
    private static final List<String> OWN_OPTIONS = Arrays.asList("-h", "--help", "-V", "--version");

    private Main() {}

    public static void main(String[] args) {
        JvmCost.mainReached();
        System.exit(execute(args));
    }

    static int execute(String... args) {
        return new CommandLine(new Main())
                // An option that follows a preset's replaces it.
                .setOverwrittenOptionsAllowed(true)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .registerConverter(ForkId.class, ForkId::parse)
                .setExitCodeExceptionMapper(e -> ExitCode.FORK_FAILED)
                .setParameterExceptionHandler(Main::wrongUsage)
                .setExecutionExceptionHandler((e, command, parsed) -> {
                    if (e instanceof Fixable) {
                        ((Fixable) e).lines().forEach(System.err::println);
                    } else if (e instanceof IOException || e instanceof UncheckedIOException) {
                        System.err.println("error: a file could not be written or read: " + e.getMessage());
                        System.err.println("try: see the owner of the folder, and how full its disk is");
                    } else {
                        throw e;
                    }
                    return e instanceof WrongUsage ? ExitCode.WRONG_USAGE : ExitCode.CANNOT_RUN;
                })
                .execute(withWorkload(args));
    }

    /** The first argument is the workload unless it is an option. */
    static String[] withWorkload(String... args) {
        if (args.length > 0 && (!args[0].startsWith("-") || OWN_OPTIONS.contains(args[0]))) {
            return args;
        }
        return Stream.concat(Stream.of(DEFAULT_WORKLOAD), Arrays.stream(args)).toArray(String[]::new);
    }

    private static int wrongUsage(CommandLine.ParameterException exception, String... args) {
        System.err.println("error: " + exception.getMessage());
        System.err.println("try: " + exception.getCommandLine().getCommandSpec().qualifiedName() + " --help");
        return ExitCode.WRONG_USAGE;
    }

    /** The version in the jar's manifest, and the commit of an image. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String revision = ThisJvm.environment("WHICHJVM_REVISION");
            return new String[] {
                "whichjvm "
                        + Main.class.getPackage().getImplementationVersion()
                        + (revision == null ? "" : " (" + revision + ")")
            };
        }
    }
}
