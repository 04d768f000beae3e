package org.whichjvm.workload.doctor;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.whichjvm.common.Units;
import org.whichjvm.workload.fork.ExitCode;
import org.whichjvm.workload.fork.ForkOptions;
import org.whichjvm.workload.host.CpuChoice;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.host.HostFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Looks at this host and says how fit it is to measure on; changes nothing. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Says how fit this host is, the weightiest first: pass, warn or fail, what was found, and"
                + " what to do. Changes nothing.",
        footer = "Exit codes: 0 nothing failed, 2 wrong usage, 4 something did.")
public final class Doctor implements Callable<Integer> {
    /** Producer and consumer. */
    private static final int THREADS = 2;

    @Option(names = "--json", description = "One JSON document in place of lines.")
    private boolean json;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where results would go (default: /out in a container, else ./out).")
    private Path out;

    @Override
    public Integer call() throws InterruptedException {
        HostFiles host = HostFiles.HOST;
        List<Integer> allowed = Cpus.effective(host);
        CpuChoice choice = choice(host, allowed);
        List<DoctorLine> lines = new DoctorChecks(host, choice.cpus, allowed).lines(ForkOptions.orDefault(out));
        System.out.println(json ? asJson(lines, choice) : asText(lines, choice));
        return count(lines, DoctorLine.Status.FAIL) == 0 ? 0 : ExitCode.CANNOT_RUN;
    }

    /** Chooses all CPUs where there are too few, so that the rest can be told. */
    static CpuChoice choice(HostFiles files, List<Integer> allowed) {
        return new CpuChoice(files, allowed, Math.min(THREADS, allowed.size()), 0);
    }

    static String asText(List<DoctorLine> lines, CpuChoice choice) {
        List<String> text = new ArrayList<>();
        lines.forEach(line -> text.add(line.toString()));
        text.add(choice.reason);
        text.add(Arrays.stream(DoctorLine.Status.values())
                .map(status -> Units.text("%d %s", count(lines, status), status))
                .collect(Collectors.joining(", ")));
        return String.join(System.lineSeparator(), text);
    }

    static String asJson(List<DoctorLine> lines, CpuChoice choice) {
        Gson gson = new GsonBuilder().setPrettyPrinting().serializeNulls().create();
        JsonObject cpus = new JsonObject();
        cpus.add("chosen", gson.toJsonTree(choice.cpus));
        cpus.addProperty("reason", choice.reason);
        JsonObject document = new JsonObject();
        document.add("checks", gson.toJsonTree(lines));
        document.add("cpus", cpus);
        return gson.toJson(document);
    }

    private static long count(List<DoctorLine> lines, DoctorLine.Status status) {
        return lines.stream().filter(line -> line.status == status).count();
    }
}
