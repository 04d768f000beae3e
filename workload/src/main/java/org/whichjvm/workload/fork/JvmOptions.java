package org.whichjvm.workload.fork;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.whichjvm.common.OptionsVariable;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.Kernel;
import org.whichjvm.workload.host.ThisJvm;
import org.whichjvm.workload.host.VirtualMachine;

/**
 * The values of HotSpot's options in this JVM. A runtime without the module jdk.management, such as one that jlink
 * made, is asked by a second JVM with the same arguments.
 */
public final class JvmOptions {
    /** {@code bool UseG1GC = true {product} {ergonomic}}; 8 has := where a value was set. */
    private static final Pattern LINE = Pattern.compile("^\\s*\\S+\\s+(\\w+)\\s*:?=\\s*(\\S+)\\s.*");

    /** Newer ones tell who set it: neither the JVM's build nor the JVM by what it found. */
    private static final Pattern GIVEN = Pattern.compile("^\\s*(\\S+)\\s+(\\w+)\\s*=\\s*(.*?)\\s*\\{[^}]*\\}\\s*"
            + "\\{(?:command line|environment|config file|management|jimage)\\}\\s*$");

    private static final String PRINTS = "PrintFlagsFinal";

    /** The option with which a JVM prints all that it has, and their values. */
    public static final String PRINT = "-XX:+" + PRINTS;

    /** An option that is on or off: others a JVM may round. */
    private static final Pattern SWITCH = Pattern.compile("-XX:([+-])(\\w+)");

    /** Where a JVM or its launcher finds options in the environment. */
    private static final List<String> VARIABLES = Arrays.asList(
            "JAVA_TOOL_OPTIONS", "OPENJ9_JAVA_OPTIONS", "IBM_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    /** The launcher keeps them so for a program, from the JVM that only watches it. */
    private static final String KEPT = "WHICHJVM_PROGRAM_";

    /** How long a JVM may take to print its options: one that waits for a debugger never does. */
    private static final long PRINT_SECONDS = 60;

    /** What a JVM writes, or runs, as soon as it starts: one that is only asked is not given these. */
    private static final Pattern ACTS =
            Pattern.compile("-Xlog.*|-Xloggc.*|-Xrun.*|-agent.*|-javaagent.*|-XX:[+-]?(LogCompilation|LogFile"
                    + "|AutoCreateSharedArchive|SharedArchiveFile|ArchiveClassesAtExit|AOTCache"
                    + "|AOTCacheOutput|AOTConfiguration|AOTMode|StartFlightRecording|FlightRecorderOptions"
                    + ")([=:].*)?");

    private JvmOptions() {}

    /** Whether a JVM that starts with this option writes a file or runs an agent. */
    public static boolean acts(String option) {
        return ACTS.matcher(option).matches();
    }

    /** The options that an image or a person's environment brings to the JVM that is measured, by variable. */
    static Map<String, String> ofEnvironment(Map<String, String> environment, int major, VirtualMachine vm) {
        Map<String, String> all = new LinkedHashMap<>();
        Map<String, String> programs = new HashMap<>(environment);
        restore(programs);
        for (String name : VARIABLES) {
            String value = programs.getOrDefault(name, "").trim();
            boolean read = name.equals("JDK_JAVA_OPTIONS")
                    ? OptionsVariable.of(major).equals(name)
                    : vm == VirtualMachine.OPENJ9 || !name.endsWith("J9_JAVA_OPTIONS") && !name.startsWith("IBM");
            if (read && !value.isEmpty()) {
                all.put(name, value);
            }
        }
        return all;
    }

    /** Gives an environment the options back that the launcher kept from this JVM. */
    public static void restore(Map<String, String> environment) {
        for (String name : VARIABLES) {
            String value = environment.remove(KEPT + name);
            if (value != null) {
                environment.put(name, value);
            }
        }
    }

    /** Its value, given or chosen, or null if this JVM has no such option or does not tell. */
    public static String value(String name) {
        return ThisJvm.hasModuleManagement() ? Bean.value(name) : Printed.VALUES.get(name);
    }

    /** The options of the flag set that this JVM was given and, perhaps silently, went on without. */
    static List<String> ignored() {
        String flags = ThisJvm.environment("WHICHJVM_FLAGS");
        // Of a JVM that tells nothing of its options nothing is known.
        if (flags == null || value("MaxHeapSize") == null) {
            return new ArrayList<>();
        }
        List<String> given = ManagementFactory.getRuntimeMXBean().getInputArguments();
        return ignored(Arrays.asList(flags.split(" ")), given, JvmOptions::value);
    }

    /** The options of a set that a JVM was given and whose value, null if it has none, is another. */
    static List<String> ignored(List<String> set, List<String> given, UnaryOperator<String> value) {
        List<String> ignored = new ArrayList<>();
        for (String option : set) {
            Matcher matcher = SWITCH.matcher(option);
            if (matcher.matches() && given.contains(option)) {
                String wanted = String.valueOf(matcher.group(1).equals("+"));
                if (!wanted.equals(value.apply(matcher.group(2)))) {
                    ignored.add(option);
                }
            }
        }
        return ignored;
    }

    /** Reads the output of {@code -XX:+PrintFlagsFinal}: name to value. */
    public static Map<String, String> parse(Iterable<String> lines) {
        Map<String, String> values = new HashMap<>();
        for (String line : lines) {
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches()) {
                values.put(matcher.group(1), matcher.group(2));
            }
        }
        return values;
    }

    /** Linked only where its class is. */
    private static final class Bean {
        public static String value(String name) {
            HotSpotDiagnosticMXBean bean = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
            try {
                return bean == null ? null : bean.getVMOption(name).getValue();
            } catch (IllegalArgumentException | UnsupportedOperationException e) {
                // Not every JVM has every option, and OpenJ9 has none of HotSpot's.
                return null;
            }
        }
    }

    /**
     * The options that were set by whom it was started, as a command line has them, from the output of
     * {@code -XX:+PrintFlagsFinal}; empty of a Java 8, which does not tell who set an option.
     */
    public static List<String> given(Iterable<String> lines) {
        List<String> given = new ArrayList<>();
        for (String line : lines) {
            Matcher matcher = GIVEN.matcher(line);
            if (matcher.matches() && !matcher.group(2).equals(PRINTS)) {
                boolean isSwitch = matcher.group(1).equals("bool");
                String value = matcher.group(3);
                given.add("-XX:"
                        + (isSwitch
                                ? (value.equals("true") ? "+" : "-") + matcher.group(2)
                                : matcher.group(2) + "=" + value));
            }
        }
        return given;
    }

    /** What a JVM that was to print its options said, warnings among it, and its exit code. */
    public static final class Answer {
        public final List<String> lines;
        public final int exit;

        Answer(List<String> lines, int exit) {
            this.lines = lines;
            this.exit = exit;
        }

        /** Refuses one that did not start, naming the options that were given to it. */
        public void check(List<String> options) {
            if (exit == 128 + Kernel.SIGKILL) {
                throw new CannotRun(
                                "this JVM was killed when it was asked for its options, as the kernel does where memory is short")
                        .orTry("give its container more (--memory)");
            }
            if (exit != 0 && !options.isEmpty()) {
                throw new CannotRun(
                                "this JVM refuses %s: %s",
                                String.join(" ", options),
                                lines.stream()
                                        .filter(line -> !line.isEmpty() && !line.contains("Picked up "))
                                        .findFirst()
                                        .orElse("it says nothing"))
                        .orTry("leave out what it refuses, or name a JVM that takes it");
            }
        }
    }

    /**
     * Has another JVM print the values of its options; the lines are for {@link #parse}. {@link CannotRun} if it is not
     * there.
     */
    public static Answer print(ProcessBuilder builder) throws InterruptedException {
        try {
            Process process = builder.redirectErrorStream(true)
                    .redirectInput(new File("/dev/null"))
                    .start();
            AtomicBoolean late = new AtomicBoolean();
            Thread deadline = new Thread(() -> endLate(process, late), "deadline");
            deadline.setDaemon(true);
            deadline.start();
            BufferedReader reader =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            List<String> lines = reader.lines().collect(Collectors.toList());
            int exit = process.waitFor();
            if (late.get()) {
                throw new CannotRun("this JVM did not print its options in %d s", PRINT_SECONDS)
                        .orTry("see what it waits for, such as a debugger (suspend=y)");
            }
            return new Answer(lines, exit);
        } catch (IOException | UncheckedIOException e) {
            throw new CannotRun("there is no java on the PATH: %s", e.getMessage())
                    .orTry("put a JDK 8 or newer on the PATH");
        }
    }

    private static void endLate(Process process, AtomicBoolean late) {
        try {
            if (!process.waitFor(PRINT_SECONDS, TimeUnit.SECONDS)) {
                late.set(true);
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The options of a second JVM, which is started once and only if somebody asks. */
    private static final class Printed {
        static final Map<String, String> VALUES = values();

        private static Map<String, String> values() {
            // With the options that act, the second JVM would overwrite this JVM's logs.
            List<String> options = ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                    .filter(each -> !acts(each))
                    .collect(Collectors.toList());
            // It touches no heap, so that it costs no time.
            options.addAll(Arrays.asList("-XX:-AlwaysPreTouch", PRINT, "-version"));
            options.add(0, System.getProperty("java.home") + "/bin/java");
            try {
                Answer answer = print(new ProcessBuilder(options));
                return answer.exit == 0 ? parse(answer.lines) : new HashMap<>();
            } catch (CannotRun e) {
                // Then none is known, as in a JVM that has no such options.
                return new HashMap<>();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return new HashMap<>();
            }
        }
    }
}
