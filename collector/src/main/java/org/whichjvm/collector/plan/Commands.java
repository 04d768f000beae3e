package org.whichjvm.collector.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.model.Execution;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.collector.model.fork.Slices;
import org.whichjvm.collector.model.fork.Workload;

/** The commands of a campaign: that of each contender, and the one that checks what can run. */
public record Commands(CampaignRequest asked, long deadlineSeconds) {
    /** The service of compose.yaml that has an image which a person names. */
    private static final String CUSTOM = "custom";

    /**
     * Writes the command of a contender, or the one that only checks what a fork could run with, into the campaign's
     * folder.
     */
    void write(Path campaign, String contender, boolean check) throws IOException {
        Path folder = campaign.resolve(Names.COMMANDS);
        Files.createDirectories(folder);
        AtomicFiles.ownedLike(folder, campaign);
        AtomicFiles.write(folder.resolve(contender), command(contender, check));
    }

    /**
     * A command as a file: environment and arguments, each ended by NUL, with an empty entry between them, so that a
     * value may have any character but NUL. Whoever starts it adds what belongs to the one fork: {@code --fork
     * CAMPAIGN/BLOCK-CONTENDER}, WHICHJVM_STEP, and where contenders take turns WHICHJVM_MEMBERS, WHICHJVM_MEMBER and
     * WHICHJVM_TURNS.
     */
    private String command(String name, boolean check) {
        Contender contender = Contender.of(name);
        List<String> arguments = arguments(contender, check);
        if (asked.workload() == Workload.SERVICE && execution().runner().equals("host")) {
            // Servers of a host are side by side; in containers each has a network of its own.
            arguments.addAll(arguments.indexOf("--"), List.of(ServiceOptions.PORT, port(name)));
        }
        StringBuilder text = new StringBuilder();
        environment(contender, arguments)
                .forEach((key, value) ->
                        text.append(key).append('=').append(value).append('\0'));
        text.append('\0');
        arguments.forEach(each -> text.append(each).append('\0'));
        return text.toString();
    }

    /**
     * By how much longer a fork may take because it is frozen while others of its block run: as many times as there are
     * contenders; 1 of a fork that runs in one piece.
     */
    static int frozen(CampaignRequest asked) {
        return isSliced(asked) ? Math.max(1, asked.contenders().size()) : 1;
    }

    /** Whether programs are let run one at a time. */
    static boolean isSliced(CampaignRequest asked) {
        return asked.workload() == Workload.COMMAND && asked.byTurns();
    }

    /** The port of a contender's own; a control that is not named has the one behind all others. */
    private String port(String name) {
        int at = asked.contenders().indexOf(name);
        int first =
                Integer.parseInt(Values.last(ServiceOptions.PORT, execution().options()));
        return Integer.toString(first + (at < 0 ? asked.contenders().size() : at));
    }

    private List<String> arguments(Contender contender, boolean check) {
        boolean ofProgram = asked.workload().ofProgram();
        List<String> arguments = new ArrayList<>();
        arguments.add(execution().workload());
        if (check && ofProgram) {
            arguments.add("--check"); // The program comes last.
        }
        if (contender.app() != null) {
            String folder = execution().apps().get(contender.app());
            arguments.addAll(List.of("--app", ProgramOptions.folder(execution().runner(), folder)));
        }
        arguments.addAll(execution().options());
        if (frozen(asked) > 1) {
            double seconds = Estimate.programTimeout(execution().options());
            // Behind the person's own.
            arguments.addAll(arguments.indexOf("--"), List.of("--timeout", Math.round(seconds * frozen(asked)) + "s"));
        }
        // The contender's own come last, so they win.
        contender
                .suffixes()
                .forEach((suffix, value) ->
                        suffix.option().ifPresent(option -> arguments.addAll(List.of(option, value))));
        if (check && !ofProgram) {
            arguments.add("--check");
        }
        return arguments;
    }

    private Map<String, String> environment(Contender contender, List<String> arguments) {
        Map<String, String> environment = new LinkedHashMap<>();
        // The JVM that is to run it: a service of compose.yaml, or a JVM of this host.
        environment.put("WHICHJVM_JVM", contender.variant());
        environment.put("JAVA_OPTS", execution().javaOptions());
        environment.putAll(asked.confines());
        if (contender.app() != null) {
            environment.put(ProgramOptions.MOUNT, execution().apps().get(contender.app()));
        }
        if (isSliced(asked)) {
            environment.put("WHICHJVM_SLICE", Double.toString(Slices.SECONDS));
        }
        environment.put("WHICHJVM_DEADLINE", Long.toString(deadlineSeconds));
        ForkMemory.heapOf(asked, contender)
                .ifPresent(heap -> environment.putIfAbsent("WHICHJVM_HEAP", Long.toString(heap)));
        if (execution().runner().equals("docker")) {
            ForkMemory.limits(asked, contender, isForeign(contender)).forEach(environment::putIfAbsent);
        }
        if (contender.hasFlags()) {
            environment.put("WHICHJVM_FLAG_SET", String.join("+", contender.flagSets()));
            environment.put("WHICHJVM_FLAGS", execution().flags(contender));
        }
        if ("huge".equals(Values.last("--queue-memory", arguments))) {
            environment.put("WHICHJVM_QUEUE_IS_HUGE", "1"); // The runner has to mount huge pages.
        }
        return environment;
    }

    private Execution execution() {
        return asked.execution();
    }

    /** Whether a program, or the image of a JVM, is not the project's own. */
    private boolean isForeign(Contender contender) {
        String jvm = contender.variant();
        String image = asked.runner().known().get(jvm);
        return asked.workload().ofProgram() || jvm.equals(CUSTOM) || image != null && !image.isEmpty();
    }
}
