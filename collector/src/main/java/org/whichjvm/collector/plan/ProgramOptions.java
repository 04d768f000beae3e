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
import org.whichjvm.common.WrongUsage;

/** The options of compare for somebody's own program. */
record ProgramOptions(CompareOptions options) {
    private static final String MOUNTED = "/app";

    /** In the environment of a command: the folder that its fork sees. */
    static final String MOUNT = "WHICHJVM_MOUNT";

    /** In the environment of a command: the services that run beside the fork. */
    static final String WITH = "WHICHJVM_WITH";

    /**
     * The words of a fork.
     *
     * @param load those on its load, if it has one
     */
    List<String> words(RequestBuilder.Runner runner, Workload workload, List<String> load, List<String> program) {
        if (program.isEmpty()) {
            throw new WrongUsage(
                    "--workload %s needs a program; write it behind --, such as -- java -jar app.jar", workload.text());
        }
        String adapter = options.text("--adapter");
        Optional<Adapter> known = Adapter.of(adapter);
        if (adapter != null && known.isEmpty()) {
            throw options.wrong("--adapter", "one of " + Adapter.choices());
        }
        if (adapter != null && options.has("--until")) {
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
        Values.wholeSeconds("--timeout", options.text("--timeout"));
        List<String> words = new ArrayList<>();
        if (options.has("--app") && options.has("--mount")) {
            throw new WrongUsage("--app names the program's folders, and --mount another; leave one of them out");
        }
        String folder = runner.mounted().get(RequestBuilder.Runner.OWN);
        if (folder != null) {
            words.addAll(List.of("--app", folder(runner.name(), folder)));
        }
        options.add(words, "--until");
        options.all("--metric").forEach(metric -> Values.add(words, "--metric", metric));
        options.add(words, "--adapter");
        // Null is that of any program, which the fork knows itself.
        String usual = workload == Workload.SERVICE
                ? "1m"
                : known.map(each -> each.timeout).orElse(null);
        Values.add(words, "--timeout", options.text("--timeout", usual));
        options.add(words, "--cpus");
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
        for (String app : options.all("--app")) {
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
        if (options.has("--adapter") || options.has("--metric")) {
            throw new WrongUsage(
                    "by --interleave turns a program is frozen while others run, and its clocks run on, so"
                            + " that its own scores are wrong; leave out %s, or --interleave turns",
                    options.has("--metric") ? "--metric" : "--adapter");
        }
    }

    /** The memory, network and folders of the program's containers that others do not have. */
    Map<String, String> confines(RequestBuilder.Runner runner) {
        Map<String, String> confines = new LinkedHashMap<>();
        String folder = runner.mounted().get(RequestBuilder.Runner.OWN);
        if (folder != null) {
            confines.put(MOUNT, folder);
        }
        for (String option : List.of("--memory", "--network", "--with")) {
            if (runner.name().equals("host") && options.has(option)) {
                throw new WrongUsage("%s is for containers; use --runner docker, or leave it out", option);
            }
        }
        if (options.has("--memory")) {
            long bytes = Values.bytes("--memory", options.text("--memory"), 0);
            if (bytes < 64L << 20) {
                throw options.wrong("--memory", "at least 64m, such as 2g");
            }
            confines.put("WHICHJVM_MEMORY", Long.toString(bytes));
        }
        if (options.has("--network")) {
            confines.put("WHICHJVM_NETWORK", "bridge");
        }
        if (options.has("--with")) {
            if (options.has("--network")) {
                throw new WrongUsage("--with gives the program a network of its own; leave out --network");
            }
            String with = options.text("--with");
            // Whoever starts the containers has the file.
            confines.put(WITH, with.substring(with.lastIndexOf(':') + 1));
        }
        return confines;
    }
}
