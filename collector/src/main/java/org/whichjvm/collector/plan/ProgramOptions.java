package org.whichjvm.collector.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.whichjvm.collector.model.fork.Workload;
import org.whichjvm.common.WrongUsage;

/** What a fork is told of somebody's own program, and what its container may. */
record ProgramOptions(Request request) {
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
    List<String> words(List<String> load) {
        if (request.words().isEmpty()) {
            throw new WrongUsage(
                    "--workload %s needs a program; write it behind --, such as -- java -jar app.jar",
                    request.workload());
        }
        Request.Program program = request.program();
        Optional<Adapter> adapter = Adapter.of(program.adapter());
        Long free = request.host().memoryBytes();
        if (free != null && free < adapter.map(each -> each.leastBytes).orElse(0L)) {
            throw new CannotRunHere(
                    "--adapter %s needs %.0f GB of memory, and this host has %.1f GB free; end what takes it, or"
                            + " use a larger host",
                    program.adapter(), adapter.get().leastBytes / 1e9, free / 1e9);
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

    /** The memory, network and folders of the program's containers that others do not have. */
    Map<String, String> confines() {
        Map<String, String> confines = new LinkedHashMap<>();
        String folder = request.host().mounted().get(Request.Host.OWN);
        if (folder != null) {
            confines.put(MOUNT, folder);
        }
        if (request.program().memoryBytes() != null) {
            confines.put("WHICHJVM_MEMORY", request.program().memoryBytes().toString());
        }
        if (request.program().network()) {
            confines.put("WHICHJVM_NETWORK", "bridge");
        }
        if (request.program().with() != null) {
            confines.put(WITH, request.program().with());
        }
        return confines;
    }
}
