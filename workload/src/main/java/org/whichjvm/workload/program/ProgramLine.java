package org.whichjvm.workload.program;

import com.google.gson.JsonObject;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.common.OptionsVariable;
import org.whichjvm.common.WrongUsage;
import org.whichjvm.workload.fork.JvmOptions;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.CpuTopology;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.host.HostFiles;
import org.whichjvm.workload.host.JsonArrays;
import org.whichjvm.workload.host.ThisJvm;

/**
 * The program as a person wrote it, with {@code {flags}} where the JVM's options go, {@code {app}} for the mounted
 * folder and {@code {jar}} for this project's own jar. Without {@code {flags}} they go behind the first word that is
 * java, and where there is none into the environment. An option of a flag set may have {@code {scratch}}, a folder of
 * the fork.
 */
public final class ProgramLine {
    // Of this project's own variables what belongs to the program too: its name for what it leaves
    // behind, and the length of its environment.
    private static final List<String> KEPT = Arrays.asList("WHICHJVM_QUEUE_ID", "WHICHJVM_PADDING");

    private static final String FLAGS = "{flags}";
    private static final String APP = "{app}";
    private static final String SCRATCH = "{scratch}";

    /** A JVM from 25 on writes what it learned to the one, and begins with the other (JEP 514). */
    private static final String AOT_OUTPUT = "-XX:AOTCacheOutput=";

    private static final String AOT_CACHE = "-XX:AOTCache=";

    /** Programs that run what follows them, so that a JVM behind them can be asked through them. */
    private static final Set<String> RUNNERS =
            new HashSet<>(Arrays.asList("env", "taskset", "numactl", "nice", "ionice", "chrt", "setarch", "stdbuf"));

    /** Options of a Java 8, which alone is asked by them, that have a value in the next word. */
    private static final Set<String> WITH_VALUE = new HashSet<>(Arrays.asList("-cp", "-classpath"));

    private final List<String> words;
    private final Path app;
    private final List<String> flags;

    /** Takes at least one word, the mounted folder or null, and the JVM's options. */
    public ProgramLine(List<String> words, Path app, List<String> flags) {
        this.words = placed(words);
        this.app = app;
        this.flags = flags;
        if (words.isEmpty()) {
            throw new WrongUsage("there is no program").orTry("write it after --, such as -- java -jar app.jar");
        }
        if (app == null && mentions(APP)) {
            throw new WrongUsage("the program has {app}, and no folder is mounted").orTry("give --mount DIR");
        }
    }

    /** The program with a place for the options of the JVM, where it has one. */
    private static List<String> placed(List<String> words) {
        List<String> placed = new ArrayList<>(words);
        int java = java(words);
        if (java >= 0 && words.stream().noneMatch(word -> word.contains(FLAGS))) {
            placed.add(java + 1, FLAGS);
        }
        return placed;
    }

    /** Which word is java; negative if none is. */
    private static int java(List<String> words) {
        for (int i = 0; i < words.size(); i++) {
            if (words.get(i).equals("java") || words.get(i).endsWith("/java")) {
                return i;
            }
        }
        return -1;
    }

    /** The options that the launcher was given: the person's, then the flag set's, which win. */
    public static List<String> flagsOfEnvironment() {
        return Stream.of("JAVA_OPTS", "WHICHJVM_FLAGS")
                .map(ThisJvm::environment)
                .filter(Objects::nonNull)
                .flatMap(value -> Arrays.stream(value.trim().split("\\s+")))
                .collect(Collectors.toList());
    }

    /**
     * Into a fork's parameters: the words, the folder, the services that run beside the program, if there are any, and
     * its CPUs by kind, if these are several.
     */
    public static void describe(JsonObject parameters, List<String> words, Path app, List<Integer> cpus) {
        parameters.add("program", JsonArrays.of(words));
        parameters.addProperty("app", app == null ? null : app.toString());
        String with = ThisJvm.environment("WHICHJVM_WITH");
        if (with != null) {
            parameters.addProperty("with", with);
        }
        List<List<Integer>> kinds = new CpuTopology(HostFiles.HOST).kinds(cpus);
        if (kinds.size() > 1) {
            parameters.add(
                    "cpuKinds", JsonArrays.of(kinds.stream().map(Cpus::join).collect(Collectors.toList())));
        }
    }

    private boolean mentions(String place) {
        return words.stream().anyMatch(word -> word.contains(place));
    }

    public List<String> words() {
        List<String> all = new ArrayList<>();
        for (String word : words) {
            if (word.equals(FLAGS)) {
                all.addAll(flags);
            } else {
                String flagged = word.replace(FLAGS, String.join(" ", flags)).replace("{jar}", jar());
                all.add(app == null ? flagged : flagged.replace(APP, app.toString()));
            }
        }
        return all;
    }

    /** The file that this program is in. */
    public static String jar() {
        return path(ProgramLine.class.getProtectionDomain().getCodeSource().getLocation());
    }

    /** The path of a file, whatever is in its name. */
    static String path(URL location) {
        return new File(URI.create(location.toString())).getPath();
    }

    /** This program in a fork that has the folder: {@code {app}} is its own copy. */
    public ProgramLine in(WorkFolder folder) {
        return new ProgramLine(words, app == null ? null : folder.folder, replaced(SCRATCH, folder.scratch.toString()));
    }

    public List<String> flags() {
        return Collections.unmodifiableList(flags);
    }

    public ProgramLine with(List<String> options) {
        List<String> more = new ArrayList<>(flags);
        more.addAll(options);
        return instead(more);
    }

    /** This program with other options of its JVM. */
    public ProgramLine instead(List<String> options) {
        return new ProgramLine(words, app, options);
    }

    /** Whether it begins with what an earlier run of it has learned. */
    public boolean learns() {
        return flags.stream().anyMatch(flag -> flag.startsWith(AOT_CACHE));
    }

    public ProgramLine learning() {
        return instead(replaced(AOT_CACHE, AOT_OUTPUT));
    }

    private List<String> replaced(String what, String by) {
        return flags.stream().map(flag -> flag.replace(what, by)).collect(Collectors.toList());
    }

    /** This program without what its JVM would write or run when it is only asked. */
    ProgramLine known() {
        return new ProgramLine(asking(words), app, asking(flags));
    }

    private static List<String> asking(List<String> words) {
        return words.stream()
                .filter(word -> !word.contains(SCRATCH) && !JvmOptions.acts(word))
                .collect(Collectors.toList());
    }

    /**
     * The command that has its JVM load the program and not run it, with these options beside its own; where no word is
     * java, one that starts a JVM in the program's environment.
     */
    List<String> dryRun(List<String> options) {
        List<String> asked = asked();
        asked.addAll(java(asked) + 1, options);
        asked.add(java(asked) + 1, "--dry-run");
        return asked;
    }

    /**
     * The same of a Java 8, whose launcher has no such option: its version stands in for the program, behind all
     * options. It knows no files of arguments either.
     */
    List<String> version(List<String> options) {
        List<String> asked = asked();
        int end = java(asked) + 1;
        while (end < asked.size() && asked.get(end).matches("-(?!jar$|version$).*")) {
            end += WITH_VALUE.contains(asked.get(end)) ? 2 : 1;
        }
        List<String> version = new ArrayList<>(asked.subList(0, Math.min(end, asked.size())));
        version.addAll(options);
        version.add("-version");
        return version;
    }

    /** From the first word that starts a JVM, with the options for it. */
    private List<String> asked() {
        List<String> all = words();
        int java = java(all);
        if (java < 0) {
            List<String> only = new ArrayList<>();
            only.add("java");
            if (mentions(FLAGS)) {
                only.addAll(flags);
            }
            only.add("-version");
            return only;
        }
        String first = all.get(0).substring(all.get(0).lastIndexOf('/') + 1);
        return RUNNERS.contains(first) ? all : new ArrayList<>(all.subList(java, all.size()));
    }

    public String shown() {
        return words.stream()
                .map(word -> word.matches("[\\w@%+=:,./{}-]+") ? word : "'" + word + "'")
                .collect(Collectors.joining(" "));
    }

    /** What starts it, in an environment of its own. */
    public ProcessBuilder builder() {
        ProcessBuilder builder = new ProcessBuilder(words());
        environment(builder.environment());
        return builder;
    }

    /** Changes the environment of this process into that of the program. */
    void environment(Map<String, String> environment) {
        JvmOptions.restore(environment);
        environment.keySet().removeIf(name -> name.startsWith("WHICHJVM_") && !KEPT.contains(name));
        // Scripts of others read it too; where it belongs it is in the words, or below.
        environment.remove("JAVA_OPTS");
        // A JDK 8 has the JVM in a folder of its own.
        environment.put("JAVA_HOME", System.getProperty("java.home").replaceFirst("/jre$", ""));
        if (!flags.isEmpty() && !mentions(FLAGS)) {
            // Behind those of the image: the last of two wins.
            environment.merge(
                    OptionsVariable.of(ThisJvm.major()),
                    String.join(" ", flags),
                    (theirs, ours) -> theirs + " " + ours);
        }
    }

    /** Looks whether it could be started; {@link CannotRun} if not. */
    public void check() {
        if (app != null) {
            checkApp();
        }
        String first = words().get(0);
        boolean found = first.contains("/")
                ? isProgram(app == null ? new File(first) : app.resolve(first).toFile())
                : Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                        .anyMatch(folder -> isProgram(new File(folder, first)));
        if (!found) {
            throw new CannotRun("there is no program '%s' here", first)
                    .orTry("a program on the PATH, or with a / in its name one of the mounted folder (--mount DIR)");
        }
    }

    private void checkApp() {
        File[] entries = app.toFile().listFiles();
        if (entries == null) {
            throw new CannotRun("the mounted folder %s is missing or cannot be read by %s", app, user())
                    .orTry("let everybody read it (chmod -R a+rX)");
        }
        for (File entry : entries) {
            // A link to nowhere is no file that anybody reads.
            if (entry.exists() && !entry.canRead()) {
                throw new CannotRun("%s in the mounted folder cannot be read by %s", entry, user())
                        .orTry("let everybody read it (chmod -R a+rX)");
            }
        }
    }

    /** By number: in a container it seldom has a name. */
    private static String user() {
        try {
            return "user " + Files.getAttribute(Paths.get("/proc/self"), "unix:uid");
        } catch (IOException | UnsupportedOperationException e) {
            return "this user";
        }
    }

    private static boolean isProgram(File file) {
        return file.isFile() && file.canExecute();
    }
}
