package org.whichjvm.collector.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.whichjvm.collector.model.fork.SuffixKind;
import org.whichjvm.collector.model.fork.Workload;
import org.whichjvm.collector.plan.HelpTopic.About;
import org.whichjvm.common.WrongUsage;
import picocli.CommandLine.Option;

/** The options of compare for somebody's own program. */
final class ProgramOptions {
    private static final String MOUNTED = "/app";
    private static final String ADAPTERS = "jmh|renaissance|dacapo|specjbb2015";

    /** In the environment of a command: the folder that its fork sees. */
    static final String MOUNT = "WHICHJVM_MOUNT";

    /** In the environment of a command: the services that run beside the fork. */
    static final String WITH = "WHICHJVM_WITH";

    @About(value = HelpTopic.PROGRAM, common = true)
    @Option(
            names = "--mount",
            paramLabel = "DIR",
            description = {
                "The program's folder, read-only (default: the current one).",
                "A folder that is / or holds your home folder must be named, and each of --workload command."
            })
    String mount;

    @About(HelpTopic.PROGRAM)
    @Option(
            names = "--app",
            paramLabel = "NAME=DIR",
            description = {
                "A version of the program, such as old=./v1, and again new=./v2; each JVM" + " runs each.",
                "Contenders are called +app-old and +app-new, and each is compared with the"
                        + " same JVM and the version of the baseline."
            })
    List<String> apps = new ArrayList<>();

    @About(value = HelpTopic.PROGRAM, workloads = Workload.COMMAND)
    @Option(
            names = "--until",
            paramLabel = "REGEX",
            description = "Measure start-up, the time to the first line of the output that matches; the"
                    + " program is then ended.")
    String until;

    @About(value = HelpTopic.PROGRAM, workloads = Workload.COMMAND)
    @Option(
            names = "--metric",
            paramLabel = "NAME=REGEX",
            description =
                    "A number from the output, the first group of REGEX. Its unit follows it (ns, us, ms, s, ops/s), or ,more or ,less behind REGEX says what is better. Of 41,7 and 1,234 a last ,decimal-comma or ,decimal-point says what the comma is; may be given again.")
    List<String> metrics = new ArrayList<>();

    @About(value = HelpTopic.PROGRAM, workloads = Workload.COMMAND)
    @Option(
            names = "--adapter",
            paramLabel = ADAPTERS,
            description = "The scores of a harness. A fork of specjbb2015 takes two hours and 8 GB.")
    String adapter;

    @About(HelpTopic.PROGRAM)
    @Option(
            names = "--timeout",
            paramLabel = "T",
            description = "A program that takes longer fails (10m), or a server not ready by then (1m).")
    String timeout;

    @About(HelpTopic.PROGRAM)
    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            description = "In containers: the memory limit of each, such as 2g.")
    String memory;

    @About(HelpTopic.PROGRAM)
    @Option(names = "--network", description = "In containers: allow the engine's network (default: none).")
    boolean network;

    @About(
            value = HelpTopic.PROGRAM,
            workloads = {Workload.COMMAND, Workload.SERVICE})
    @Option(
            names = "--with",
            paramLabel = "FILE:SERVICE[,SERVICE]",
            description = {
                "In containers: services of your compose file that the program needs, such as compose.yaml:db.",
                "Each contender has its own beside it, under their names, in a network without a way out."
            })
    String with;

    /**
     * The words of a fork.
     *
     * @param load those on its load, if it has one
     */
    List<String> words(
            RequestBuilder.Runner runner, String cpus, Workload workload, List<String> load, List<String> program) {
        if (program.isEmpty()) {
            throw new WrongUsage(
                    "--workload %s needs a program; write it behind --, such as -- java -jar app.jar", workload.text());
        }
        Optional<Adapter> known = Adapter.of(adapter);
        if (adapter != null && known.isEmpty()) {
            throw Values.wrong("--adapter", adapter, "one of " + ADAPTERS.replace("|", ", "));
        }
        if (adapter != null && until != null) {
            throw new WrongUsage(
                    "--until ends the program before the scores of --adapter %s are there; give one of the two",
                    adapter);
        }
        Long free = runner.memoryBytes();
        if (free != null && free < known.map(each -> each.leastBytes).orElse(0L)) {
            throw new CannotRunHere(
                    "--adapter %s needs %.0f GB of memory, and this host has %.1f GB free; end what takes it, or"
                            + " use a larger host",
                    adapter, known.get().leastBytes / 1e9, free / 1e9);
        }
        Values.wholeSeconds("--timeout", timeout);
        List<String> words = new ArrayList<>();
        if (!apps.isEmpty() && mount != null) {
            throw new WrongUsage("--app names the program's folders, and --mount another; leave one of them out");
        }
        String folder = runner.mounted().get(RequestBuilder.Runner.OWN);
        if (folder != null) {
            words.addAll(List.of("--app", folder(runner.name(), folder)));
        }
        Values.add(words, "--until", until);
        metrics.forEach(metric -> Values.add(words, "--metric", metric));
        Values.add(words, "--adapter", adapter);
        // Null is that of any program, which the fork knows itself.
        String usual = workload == Workload.SERVICE
                ? "1m"
                : known.map(each -> each.timeout).orElse(null);
        Values.add(words, "--timeout", timeout == null ? usual : timeout);
        Values.add(words, "--cpus", cpus);
        words.addAll(load);
        words.add("--");
        words.addAll(program);
        return words;
    }

    static String folder(String runner, String folder) {
        return runner.equals("host") ? folder : MOUNTED;
    }

    Set<String> appNames() {
        Set<String> names = new LinkedHashSet<>();
        for (String app : apps) {
            String name = app.split("=", 2)[0];
            if (!app.contains("=")
                    || !SuffixKind.of("app-" + name).equals(Optional.of(SuffixKind.APP))
                    || !names.add(name)) {
                throw Values.wrong("--app", app, "NAME=DIR, each name once, such as old=./v1");
            }
        }
        return names;
    }

    /** Refuses scores of the program's own where it is frozen while others run. */
    void checkSlices() {
        if (adapter != null || !metrics.isEmpty()) {
            throw new WrongUsage(
                    "by --interleave turns a program is frozen while others run, and its clocks run on, so"
                            + " that its own scores are wrong; leave out %s, or --interleave turns",
                    metrics.isEmpty() ? "--adapter" : "--metric");
        }
    }

    /** The memory, network and folders of the program's containers that others do not have. */
    Map<String, String> confines(RequestBuilder.Runner runner) {
        Map<String, String> confines = new LinkedHashMap<>();
        String folder = runner.mounted().get(RequestBuilder.Runner.OWN);
        if (folder != null) {
            confines.put(MOUNT, folder);
        }
        if (runner.name().equals("host") && (memory != null || network || with != null)) {
            throw new WrongUsage(
                    "%s is for containers; use --runner docker, or leave it out",
                    memory != null ? "--memory" : network ? "--network" : "--with");
        }
        if (memory != null) {
            long bytes = Values.bytes("--memory", memory, 0);
            if (bytes < 64L << 20) {
                throw Values.wrong("--memory", memory, "at least 64m, such as 2g");
            }
            confines.put("WHICHJVM_MEMORY", Long.toString(bytes));
        }
        if (network) {
            confines.put("WHICHJVM_NETWORK", "bridge");
        }
        if (with != null) {
            if (network) {
                throw new WrongUsage("--with gives the program a network of its own; leave out --network");
            }
            // Whoever starts the containers has the file.
            confines.put(WITH, with.substring(with.lastIndexOf(':') + 1));
        }
        return confines;
    }
}
