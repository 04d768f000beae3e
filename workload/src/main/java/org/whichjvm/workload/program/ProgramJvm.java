package org.whichjvm.workload.program;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.whichjvm.workload.fork.JvmInfo;
import org.whichjvm.workload.fork.JvmOptions;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.Cgroups;
import org.whichjvm.workload.host.HostFiles;
import org.whichjvm.workload.host.JsonArrays;
import org.whichjvm.workload.host.ThisJvm;
import org.whichjvm.workload.host.VirtualMachine;

/** The JVM of a program, as it tells of itself before there is a fork. */
public final class ProgramJvm {
    /** {@code java.home = /usr/lib/jvm/17}, of {@code -XshowSettings}. */
    private static final Pattern PROPERTY = Pattern.compile("^ {4}(java\\.[\\w.]+) = (.*)$");

    /** Where HotSpot looks last for options. */
    private static final String LAST = "_JAVA_OPTIONS";

    private static final String NO_TOUCH = "-XX:-AlwaysPreTouch";

    /** Whether it reads control groups, which HotSpot does from 10 on, and in 8 from update 191 on. */
    private static final String READS_LIMITS = "UseContainerSupport";

    private static final int LAST_WITHOUT_LIMITS = 9;

    private static final List<String> TELLS = Arrays.asList(JvmOptions.PRINT, "-XshowSettings:properties");

    private final List<String> flags;
    private final Map<String, String> values;
    private final Map<String, String> properties = new HashMap<>();

    /** The CPUs that it sizes its threads by. */
    private final int processors;

    private ProgramJvm(List<String> flags, List<String> lines) {
        this.flags = new ArrayList<>(flags);
        JvmOptions.given(lines).stream()
                .filter(each -> !flags.contains(each) && !each.equals(NO_TOUCH))
                .forEach(this.flags::add);
        values = JvmOptions.parse(lines);
        lines.stream()
                .map(PROPERTY::matcher)
                .filter(Matcher::matches)
                .forEach(each -> properties.put(each.group(1), each.group(2)));
        Long told = HostFiles.toNumber(values.get("ActiveProcessorCount"));
        processors = told == null || told <= 0 ? processors() : told.intValue();
    }

    /** It sees what this thread may use, and if it reads control groups no more than their quota, rounded up. */
    private int processors() {
        int allowed = Runtime.getRuntime().availableProcessors();
        Double quota = new Cgroups(HostFiles.HOST).cpuLimit();
        boolean tells = values.containsKey(READS_LIMITS);
        boolean reads = tells ? Boolean.parseBoolean(values.get(READS_LIMITS)) : ThisJvm.major() > LAST_WITHOUT_LIMITS;
        return quota == null || !reads ? allowed : Math.min(allowed, (int) Math.ceil(quota));
    }

    /**
     * Asks it, with the options that are known by now and the fork's own copies of argument files and jars, and shows
     * its warnings; {@link CannotRun} if it refuses them.
     */
    public static ProgramJvm ask(ProgramLine program, WorkFolder folder) throws InterruptedException {
        ProgramLine known = program.known().in(folder);
        JvmOptions.Answer answer = answer(known, known.dryRun(TELLS), folder);
        if (JvmOptions.parse(answer.lines).isEmpty()) {
            answer = answer(known, known.version(TELLS), folder);
        }
        if (JvmOptions.parse(answer.lines).isEmpty()) {
            answer.check(known.flags());
        }
        answer.lines.stream().filter(line -> line.contains("warning")).forEach(System.err::println);
        return new ProgramJvm(known.flags(), answer.lines);
    }

    private static JvmOptions.Answer answer(ProgramLine program, List<String> words, WorkFolder folder)
            throws InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(words).directory(folder.folder.toFile());
        program.environment(builder.environment());
        // The last option of all: it takes no time and no memory, which this process would count.
        builder.environment().merge(LAST, NO_TOUCH, (theirs, ours) -> theirs + " " + ours);
        return JvmOptions.print(builder);
    }

    /**
     * Puts what the program's JVM tells of itself in place of what this JVM, which only watches, tells of its own.
     * Options that a script adds are not known.
     */
    public void describe(JsonObject jvm) {
        jvm.add("flags", JsonArrays.of(flags));
        jvm.addProperty("processors", processors);
        jvm.remove("maxHeapBytes");
        tell(jvm);
        String version = properties.get("java.runtime.version");
        if (version != null) {
            jvm.addProperty("version", version);
            jvm.addProperty("vendor", JvmInfo.vendor(properties::get));
            jvm.addProperty("major", ThisJvm.major(properties.get("java.specification.version")));
            jvm.addProperty("home", properties.get("java.home"));
            jvm.addProperty("name", properties.get("java.vm.name"));
        }
        jvm.addProperty(
                "compiler", VirtualMachine.compiler(values::get, jvm.get("name").getAsString()));
    }

    /** Its garbage collector, and how large its heap may become, if that is known. */
    public void tell(JsonObject told) {
        told.addProperty(
                "garbageCollector", JvmInfo.garbageCollector(values::get).orElse("not told"));
        Long heap = HostFiles.toNumber(values.get("MaxHeapSize"));
        if (heap != null && heap > 0) {
            told.addProperty("maxHeapBytes", heap);
        }
    }
}
