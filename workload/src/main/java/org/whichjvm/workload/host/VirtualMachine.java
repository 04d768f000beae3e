package org.whichjvm.workload.host;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The kinds of virtual machine, and what each calls in its own way: its compiler, its threads, its memory, and a pause
 * in its log. A new kind is a constant here, and a line in {@link #of} and in {@link #compiler(UnaryOperator, String)};
 * {@code launch} gives it its options and its log.
 */
public enum VirtualMachine {
    /** Whatever is not known otherwise is taken for one. */
    HOTSPOT(
            "C1 |C2 |JVMCI|[Ll]ibgraal",
            "GC |G1 |Shenandoah|Z(Director|Driver|Worker|Stat|Uncommit|Unmap|NMethod|Relocat|Collect)"
                    + "|X(Driver|Worker|Director)|Concurrent Mark",
            "VM |Signal|Service Thread|Monitor Defl|Sweeper|Notification|Attach List|Common-Cleaner"
                    + "|Finalizer|Reference Hand",
            "Code.*",
            "Metaspace|Compressed Class Space",
            // 9 and newer: GC(3) Pause Young (Allocation Failure) 64M->2M(128M) 1.234ms
            // ZGC with generations: GC(3) Y: Pause Mark Start (Major) 0.012ms
            // 8: 0.5: [GC (Allocation Failure) 65536K->2048K(131072K), 0.0012340 secs]
            "(GC\\(\\d+\\) (\\w: )?Pause|\\[(Full )?GC (?!concurrent).*,).* (?<pause>\\d+[.,]\\d+)(?<unit>ms| secs\\])\\s*$"),
    OPENJ9(
            "JIT ",
            "GC |Concurrent Mark",
            "VM |Finalizer",
            // By its sources: J9VM_MANAGEMENT_NONHEAPPOOL_NAME_JITCODE.
            "JIT code cache",
            "class storage",
            // <exclusive-end id="13" timestamp="…" durationms="31.984" />, the end of each stop-the-world pause (its
            // documentation, "Verbose garbage collection logs").
            "<exclusive-end .*duration(?<unit>ms)=\"(?<pause>\\d+[.,]\\d+)\"");

    /** How the names of its compilers' threads begin, of its garbage collectors' and of what else is its own. */
    final String compilerThreads;

    final String gcThreads;
    final String ownThreads;

    /** The names of its memory pools for compiled code, and of those for classes and their metadata. */
    public final String codePools;

    public final String classPools;
    private final Pattern pause;

    VirtualMachine(
            String compilerThreads,
            String gcThreads,
            String ownThreads,
            String codePools,
            String classPools,
            String pause) {
        this.compilerThreads = compilerThreads;
        this.gcThreads = gcThreads;
        this.ownThreads = ownThreads;
        this.codePools = codePools;
        this.classPools = classPools;
        this.pause = Pattern.compile(pause);
    }

    /** The kind of this process's. */
    public static VirtualMachine own() {
        return of(System.getProperty("java.vm.name"));
    }

    /** The kind that calls itself so. */
    static VirtualMachine of(String name) {
        return name.contains("OpenJ9") ? OPENJ9 : HOTSPOT;
    }

    /**
     * The best compiler that a virtual machine of a name uses with its options, by name: {@code C2}, {@code Graal},
     * {@code C1} or {@code none}, or that of another virtual machine.
     */
    public static String compiler(UnaryOperator<String> options, String name) {
        if (of(name) == OPENJ9) {
            return "OpenJ9"; // Its compiler, Testarossa, has no other name in any of its answers.
        }
        if (name.contains("Zing")) {
            return "Falcon";
        }
        if (!name.contains("Server VM") && !name.contains("HotSpot")) {
            return name;
        }
        if ("false".equals(options.apply("UseCompiler"))) {
            return "none";
        }
        String level = options.apply("TieredStopAtLevel");
        if ("true".equals(options.apply("TieredCompilation")) && level != null) {
            if (level.equals("0")) {
                return "none";
            }
            if (level.matches("[1-3]") || "quick-only".equals(options.apply("CompilationMode"))) {
                return "C1";
            }
        }
        return "true".equals(options.apply("UseJVMCICompiler")) ? "Graal" : "C2";
    }

    /** The pauses that its log tells, in ms; all kinds, but no concurrent phase. */
    public double[] pauseMillis(String log) {
        return Arrays.stream(log.split("\n"))
                .map(pause::matcher)
                .filter(Matcher::find)
                .mapToDouble(VirtualMachine::millis)
                .toArray();
    }

    private static double millis(Matcher pause) {
        // Some locales write a comma.
        double number = Double.parseDouble(pause.group("pause").replace(',', '.'));
        return pause.group("unit").equals("ms") ? number : number * 1e3;
    }
}
