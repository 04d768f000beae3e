package org.whichjvm.collector.model.fork;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.whichjvm.common.WaitStrategy;

/** The kinds of suffixes of a contender's name, by what they change. */
public enum SuffixKind {
    AGAIN(null, "again([2-9]|[1-9][0-9])?"),
    DELAY("--delay", "delay([1-9][0-9]{0,5}|1000000)ns(-([2-9]|[1-9][0-9]))?", "delayNanos"),
    MEMORY("--queue-memory", "huge", "queueMemory", "queueDir"),
    /** A thread that has nothing to do does something else. */
    WAIT("--wait", null, "wait"),
    /** Messages are sent at another rate: this many a second, k being thousands. */
    RATE("--rate", "rate[1-9][0-9]{0,5}k?", "rate"),
    APP(null, "app-[a-z0-9][a-z0-9-]*", "app"),
    /** The memory limit of a program's container. */
    CONTAINER_MEMORY(null, "memory[1-9][0-9]{0,5}[mg]"),
    /** The CPU time that a program's container may use, in CPUs. */
    CONTAINER_CPUS(null, "cpus(0\\.[1-9]|[1-9][0-9]{0,2}(\\.[1-9])?)"),
    FLAGS(null, "[a-z][a-z0-9-]*");

    private final String option;
    private final Pattern form;
    private final List<String> parameters;

    SuffixKind(String option, String form, String... parameters) {
        this.option = option;
        this.parameters = List.of(parameters);
        this.form = form == null ? null : Pattern.compile(form);
    }

    /** The kind of a suffix; a word that may name a flag set is one. Empty if it is no suffix. */
    public static Optional<SuffixKind> of(String word) {
        for (SuffixKind each : values()) {
            if (each == WAIT
                    ? !word.isEmpty() && WaitStrategy.ofSuffix(word).isPresent()
                    : each.form.matcher(word).matches()) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /** The parameters of a fork that it changes; the first of them has its value. */
    public List<String> parameters() {
        return parameters;
    }

    /** The workload's option that takes the value; empty if the workload is not told. */
    public Optional<String> option() {
        return Optional.ofNullable(option);
    }

    /**
     * The value of a suffix of this kind, in the workload's words: a delay with its unit, a wait strategy, messages a
     * second, a name, bytes, CPUs. Suffixes that differ only in a number that counts contenders have the same value.
     */
    String says(String word) {
        return switch (this) {
            case AGAIN -> "";
            case DELAY -> word.substring("delay".length(), word.indexOf("ns") + 2);
            case WAIT -> WaitStrategy.ofSuffix(word).orElseThrow().toString();
            case RATE -> rateNumber(word.substring("rate".length()));
            case APP -> word.substring("app-".length());
            case CONTAINER_MEMORY -> bytes(word.substring("memory".length()));
            case CONTAINER_CPUS -> Double.toString(Double.parseDouble(word.substring("cpus".length())));
            case MEMORY, FLAGS -> word;
        };
    }

    /** Of a number that ends with m or g. */
    private static String bytes(String size) {
        long number = Long.parseLong(size.substring(0, size.length() - 1));
        return Long.toString(number << (size.endsWith("g") ? 30 : 20));
    }

    /** Messages a second, from a number that may end with k. */
    private static String rateNumber(String text) {
        return text.endsWith("k") ? text.substring(0, text.length() - 1) + "000" : text;
    }
}
