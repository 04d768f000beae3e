package org.whichjvm.collector.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.whichjvm.collector.io.Field.Absent;
import org.whichjvm.collector.model.CampaignSettings;
import org.whichjvm.collector.model.Execution;
import org.whichjvm.collector.model.ForkStart;
import org.whichjvm.collector.model.Interleave;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.ForkName;
import org.whichjvm.collector.model.fork.Slices;
import org.whichjvm.collector.model.fork.Workload;

/**
 * What the forks of a campaign are started with: it follows from what was decided.
 *
 * @param contenders in the order of the report
 * @param checks whether forks only check what they could run with
 * @param runsFirst whether the checks of contenders run their program once
 */
record Commands(
        String campaign,
        Execution execution,
        List<String> contenders,
        ForkStart start,
        boolean checks,
        boolean runsFirst) {
    /**
     * A step with all that the host needs to start its forks.
     *
     * @param probe whether the host tries to freeze it a few times; null if not
     * @param slice how long a program is let run at a time while the others are frozen, in s; null if none is frozen
     */
    record Told(
            int block,
            int number,
            @Absent Boolean probe,
            @Absent Double slice,
            long deadlineSeconds,
            List<ToldFork> forks) {}

    /**
     * A fork that is to be started.
     *
     * @param jvm a service of compose.yaml, or a JVM of this host
     * @param cpus of CPU time that its container may use; null for no limit
     * @param hugeQueue whether the runner has to mount huge pages; null if not
     */
    record ToldFork(
            String contender,
            String jvm,
            Map<String, String> environment,
            List<String> arguments,
            @Absent Long memoryBytes,
            @Absent Double cpus,
            @Absent Long shmBytes,
            @Absent Boolean hugeQueue,
            @Absent String mount,
            @Absent String network,
            @Absent String with,
            @Absent String event) {}

    static Commands of(CampaignSettings settings) {
        return new Commands(
                settings.campaign(), settings.execution(), settings.contenders(), settings.start(), false, false);
    }

    Told told(Blocks.Step step) {
        boolean sliced = step.block() > 0 && isSliced(execution);
        int members = sliced ? 1 : step.contenders().size();
        return new Told(
                step.block(),
                step.number(),
                step.contenders().stream().anyMatch(this::runsFirst) ? Boolean.TRUE : null,
                sliced ? Double.valueOf(Slices.SECONDS) : null,
                start.deadlineSeconds(),
                IntStream.range(0, step.contenders().size())
                        .mapToObj(i -> fork(
                                new ForkName(step.block(), step.contenders().get(i)), members, i))
                        .toList());
    }

    private ToldFork fork(ForkName name, int members, int member) {
        Contender contender = Contender.of(name.contender());
        ForkStart.Memory memory = start.memory().getOrDefault(name.contender(), ForkStart.Memory.UNLIMITED);
        List<String> arguments = arguments(name, contender);
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("JAVA_OPTS", execution.javaOptions());
        if (contender.hasFlags()) {
            environment.put("WHICHJVM_FLAG_SET", String.join("+", contender.flagSets()));
            environment.put("WHICHJVM_FLAGS", execution.flags(contender));
        }
        if (memory.heapBytes() != null) {
            environment.put("WHICHJVM_HEAP", memory.heapBytes().toString());
        }
        if (members > 1) {
            environment.put("WHICHJVM_MEMBERS", Integer.toString(members));
            environment.put("WHICHJVM_MEMBER", Integer.toString(member));
        }
        String app = contender.app();
        return new ToldFork(
                name.contender(),
                contender.variant(),
                environment,
                arguments,
                memory.memoryBytes(),
                contender.containerCpus(),
                memory.shmBytes(),
                "huge".equals(Values.last("--queue-memory", arguments)) ? Boolean.TRUE : null,
                app == null ? start.granted().mount() : execution.apps().get(app),
                start.granted().network(),
                start.granted().with(),
                start.granted().event());
    }

    /** A JVM may be checked alone, which is no contender, for one whose flags it may refuse. */
    private boolean runsFirst(String name) {
        return runsFirst && contenders.contains(name);
    }

    /** How many times longer a fork may take because it is frozen while others of its block run. */
    static int frozen(Execution execution, int contenders) {
        return isSliced(execution) ? Math.max(1, contenders) : 1;
    }

    /** Whether programs are let run one at a time from outside. Several starts of a fork are turns of its own. */
    static boolean isSliced(Execution execution) {
        return Workload.COMMAND.text().equals(execution.workload())
                && execution.interleave() == Interleave.TURNS
                && execution.starts() == 1;
    }

    private List<String> arguments(ForkName name, Contender contender) {
        Workload workload = Workload.of(execution.workload());
        List<String> arguments = new ArrayList<>();
        arguments.add(execution.workload());
        // The program comes last.
        arguments.addAll(List.of("--fork", "%s/%03d-%s".formatted(campaign, name.block(), name.contender())));
        if (checks && workload.ofProgram()) {
            arguments.add("--check");
            if (runsFirst(name.contender())) {
                arguments.add("--first-run");
            }
        }
        if (contender.app() != null) {
            String folder = execution.apps().get(contender.app());
            arguments.addAll(List.of("--app", ProgramOptions.folder(execution.runner(), folder)));
        }
        arguments.addAll(execution.options());
        int frozen = frozen(execution, contenders.size());
        if (frozen > 1) {
            double seconds = Estimate.programTimeout(execution.options());
            // Behind the person's own.
            arguments.addAll(arguments.indexOf("--"), List.of("--timeout", Math.round(seconds * frozen) + "s"));
        }
        // The contender's own come last, so they win.
        contender
                .suffixes()
                .forEach((suffix, value) ->
                        suffix.option().ifPresent(option -> arguments.addAll(List.of(option, value))));
        if (checks && !workload.ofProgram()) {
            arguments.add("--check");
        }
        if (workload == Workload.SERVICE && execution.runner().equals("host")) {
            // Servers of a host are side by side; in containers each has a network of its own.
            arguments.addAll(arguments.indexOf("--"), List.of(ServiceOptions.PORT, port(name.contender())));
        }
        return arguments;
    }

    /** The port of a contender's own; a control that is not named has the one behind all others. */
    private String port(String name) {
        int at = contenders.indexOf(name);
        int first = Integer.parseInt(Values.last(ServiceOptions.PORT, execution.options()));
        return Integer.toString(first + (at < 0 ? contenders.size() : at));
    }
}
