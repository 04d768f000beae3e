package org.whichjvm.collector.plan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.whichjvm.collector.model.fork.Workload;
import org.whichjvm.common.WrongUsage;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * What a person gives to compare. Which options there are {@code options.txt} declares; {@link Values} says what their
 * values may be.
 *
 * @param given the values of each option that was given, none of one that takes none
 * @param workloadOptions the words behind {@code --}; the last one of an option counts
 */
record CompareOptions(Map<String, List<String>> given, List<String> contenders, List<String> workloadOptions) {
    /** What an explanation takes beside its own options: its size, where JVMs are, what is granted. */
    private static final List<String> OF_EXPLANATIONS =
            Values.words("--blocks --gate --retries --jdk --bases --mount --app --with --network");

    /** Parses arguments; a WrongUsage names what is no option, or lacks its value. */
    static CompareOptions parse(List<String> arguments) {
        int end = arguments.contains("--") ? arguments.indexOf("--") : arguments.size();
        CommandSpec spec = CommandSpec.create();
        HelpTopic.options().forEach(each -> spec.addOption(option(each)));
        spec.addPositional(PositionalParamSpec.builder()
                .type(List.class)
                .auxiliaryTypes(String.class)
                .build());
        try {
            ParseResult parsed = new CommandLine(spec)
                    .setOverwrittenOptionsAllowed(true)
                    .setExpandAtFiles(false)
                    .parseArgs(arguments.subList(0, end).toArray(String[]::new));
            Map<String, List<String>> given = new HashMap<>();
            parsed.matchedOptions()
                    .forEach(
                            each -> values(each.getValue()).ifPresent(values -> given.put(each.longestName(), values)));
            return new CompareOptions(
                    given,
                    parsed.matchedPositionalValue(0, List.of()),
                    arguments.subList(Math.min(end + 1, arguments.size()), arguments.size()));
        } catch (ParameterException exception) {
            throw new WrongUsage(exception.getMessage() + "; whichjvm help lists the topics of options");
        }
    }

    private static OptionSpec option(HelpTopic.Entry declared) {
        OptionSpec.Builder option = OptionSpec.builder(declared.names().toArray(String[]::new));
        if (declared.value().isEmpty()) {
            return option.type(boolean.class)
                    .usageHelp(declared.name().equals("--help"))
                    .build();
        }
        option.arity("1").paramLabel(declared.value());
        return declared.has("again")
                ? option.type(List.class).auxiliaryTypes(String.class).build()
                : option.type(String.class).build();
    }

    /** The values of an option that was given; empty if it says false. */
    @SuppressWarnings("unchecked")
    private static Optional<List<String>> values(Object value) {
        if (value instanceof Boolean flag) {
            return flag ? Optional.of(List.of()) : Optional.empty();
        }
        return Optional.of(value instanceof List<?> several ? (List<String>) several : List.of((String) value));
    }

    boolean has(String option) {
        return given.containsKey(checked(option));
    }

    /** The value of an option; null if it was not given. */
    String text(String option) {
        return has(option) ? given.get(option).get(0) : null;
    }

    String text(String option, String usual) {
        return has(option) ? text(option) : usual;
    }

    /** All values of an option that a person may give several times. */
    List<String> all(String option) {
        return given.getOrDefault(checked(option), List.of());
    }

    private static String checked(String option) {
        if (HelpTopic.options().stream().noneMatch(each -> each.name().equals(option))) {
            throw new IllegalArgumentException(option + " is not in options.txt");
        }
        return option;
    }

    Optional<Integer> whole(String option, int least, int most) {
        return Values.whole(option, text(option), least, most);
    }

    Optional<Double> share(String option) {
        return Values.share(option, text(option));
    }

    WrongUsage wrong(String option, String takes) {
        return Values.wrong(option, text(option), takes);
    }

    /** Adds an option with its value to words, if it was given. */
    void add(List<String> words, String option) {
        Values.add(words, option, text(option));
    }

    ProgramOptions program() {
        return new ProgramOptions(this);
    }

    ServiceOptions service() {
        return new ServiceOptions(this);
    }

    boolean isRace() {
        return "race".equals(text("--verb"));
    }

    boolean isCalibration() {
        return "calibrate".equals(text("--verb"));
    }

    private boolean hasProgram() {
        return !workloadOptions.isEmpty() && !workloadOptions.get(0).startsWith("-");
    }

    /**
     * The workload that is asked for. A program behind {@code --} needs no option, and the greatest rate of messages is
     * looked for by a workload of its own.
     */
    Workload workload() {
        if (has("--workload")) {
            Workload asked = Workload.of(text("--workload"));
            return asked == Workload.QUEUE_LATENCY && isGreatestRate() ? Workload.QUEUE_RATE : asked;
        }
        if (!has("--study") && has("--service")) {
            return Workload.SERVICE;
        }
        if (!has("--study") && hasProgram()) {
            return Workload.COMMAND;
        }
        return isGreatestRate() ? Workload.QUEUE_RATE : Workload.QUEUE_LATENCY;
    }

    private boolean isGreatestRate() {
        return Workload.MAX_RATE.equals(text("--rate"));
    }

    void refuseThoseOfOtherWorkloads() {
        Workload asked = workload();
        for (HelpTopic.Entry option : HelpTopic.options()) {
            List<Workload> takers = option.workloads();
            boolean asksForGreatest =
                    option.name().equals("--rate") && asked == Workload.QUEUE_RATE && isGreatestRate();
            if (!takers.isEmpty() && !takers.contains(asked) && !asksForGreatest && has(option.name())) {
                throw new WrongUsage(
                        "%s is for --workload %s, and this is %s: leave it out",
                        option.name(),
                        takers.stream().map(Workload::typed).distinct().collect(Collectors.joining(", ")),
                        asked.text());
            }
        }
    }

    /** Refuses options that an explanation has as the campaign had them that it explains. */
    void refuseThoseOfTheExplained() {
        for (HelpTopic.Entry option : HelpTopic.options()) {
            String name = option.name();
            if (has(name)
                    && !option.topic().equals("explain")
                    && (!option.topic().equals("running") || name.equals("--cpus"))
                    && !OF_EXPLANATIONS.contains(name)) {
                throw new WrongUsage("%s cannot be other than in the campaign that is explained; leave it out", name);
            }
        }
    }
}
