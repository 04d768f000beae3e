package org.whichjvm.collector.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.whichjvm.collector.model.ForkStart;
import org.whichjvm.collector.model.fork.Workload;

/** What a fork is told of somebody's own program, and what its container may. */
record ProgramOptions(Request request) {
    private static final String MOUNTED = "/app";

    /**
     * The words of a fork.
     *
     * @param load those on its load, if it has one
     */
    List<String> words(List<String> load) {
        Request.Program program = request.program();
        Optional<Adapter> adapter = Adapter.of(program.adapter());
        Long free = request.host().memoryBytes();
        if (free != null && free < adapter.map(each -> each.leastBytes).orElse(0L)) {
            throw new CannotRunHere(
                            "--adapter %s needs %.0f GB of memory, and this host has %.1f GB free",
                            program.adapter(), adapter.get().leastBytes / 1e9, free / 1e9)
                    .orTry("end what takes it, or use a larger host");
        }
        List<String> words = new ArrayList<>();
        String folder = request.host().mounted().get(Request.Host.OWN);
        if (folder != null) {
            words.addAll(List.of("--app", folder(request.host().runner(), folder)));
        }
        Values.add(words, "--until", program.until());
        program.metrics().forEach(metric -> Values.add(words, "--metric", metric));
        Values.add(words, "--adapter", program.adapter());
        // Null is that of any program, which the fork knows itself.
        String usual = request.ofWorkload() == Workload.SERVICE
                ? "1m"
                : adapter.map(each -> each.timeout).orElse(null);
        Values.add(words, "--timeout", program.timeout() == null ? usual : program.timeout());
        Values.add(words, "--cpus", request.cpus());
        words.addAll(load);
        words.add("--");
        words.addAll(request.words());
        return words;
    }

    static String folder(String runner, String folder) {
        return runner.equals("host") ? folder : MOUNTED;
    }

    /** The folder of the program, and the network and services of its containers. */
    ForkStart.Granted granted() {
        return new ForkStart.Granted(
                request.host().mounted().get(Request.Host.OWN),
                request.program().network() ? "bridge" : null,
                request.program().with(),
                null);
    }

    /** The memory of the program's containers, if the person limits it. */
    ForkStart.Memory memory() {
        return new ForkStart.Memory(request.program().memoryBytes(), null, null);
    }
}
