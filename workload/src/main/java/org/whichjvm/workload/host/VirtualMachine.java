package org.whichjvm.workload.host;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The kinds of virtual machine, and what each does in its own way: how it calls itself, its threads and its memory,
 * which compiler it has, and how it logs a pause. A new kind is a constant here; {@code launch} gives it its options
 * and its log.
 */
public enum VirtualMachine {
    HOTSPOT(
            "Server VM|HotSpot",
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
            "OpenJ9",
            "JIT ",
            "GC |Concurrent Mark",
            "VM |Finalizer",
            // By its sources: J9VM_MANAGEMENT_NONHEAPPOOL_NAME_JITCODE.
            "JIT code cache",
            "class storage",
            // <exclusive-end id="13" timestamp="…" durationms="31.984" />, the end of each stop-the-world pause (its
            // documentation, "Verbose garbage collection logs").
            "<exclusive-end .*duration(?<unit>ms)=\"(?<pause>\\d+[.,]\\d+)\""),
    ZING("Zing", HOTSPOT),
    OTHER("", HOTSPOT);

    /** How the names of its compilers' threads begin, of its garbage collectors' and of what else is its own. */
    final String compilerThreads;

    final String gcThreads;
    final String ownThreads;

    /** The names of its memory pools for compiled code. */
    public final String compiledCode;

    /** The names of its memory pools for classes and their metadata. */
    public final String classes;

    private final Pattern name;
    private final Pattern pause;

    VirtualMachine(
            String name,
            String compilerThreads,
            String gcThreads,
            String ownThreads,
            String compiledCode,
            String classes,
            String pause) {
        this.name = Pattern.compile(name);
        this.compilerThreads = compilerThreads;
        this.gcThreads = gcThreads;
        this.ownThreads = ownThreads;
        this.compiledCode = compiledCode;
        this.classes = classes;
        this.pause = Pattern.compile(pause);
    }

    /** One that calls all but itself as another does. */
    VirtualMachine(String name, VirtualMachine like) {
        this(
                name,
                like.compilerThreads,
                like.gcThreads,
                like.ownThreads,
                like.compiledCode,
                like.classes,
                like.pause.pattern());
    }

    /** The kind that calls itself so, in {@code java.vm.name}. */
    public static VirtualMachine of(String name) {
        return Arrays.stream(values())
                .filter(each -> each.name.matcher(name).find())
                .findFirst()
                .orElse(OTHER);
    }

    /** The kind of this process's. */
    public static VirtualMachine own() {
        return of(System.getProperty("java.vm.name"));
    }

    /**
     * The best compiler that a virtual machine of a name uses with its options, by name: {@code C2}, {@code Graal},
     * {@code C1} or {@code none}, or that of another virtual machine.
     */
    public static String compiler(UnaryOperator<String> options, String name) {
        switch (of(name)) {
            case HOTSPOT:
                return hotSpotCompiler(options);
            case OPENJ9:
                return "OpenJ9"; // Its compiler, Testarossa, has no other name in any of its answers.
            case ZING:
                return "Falcon";
            default:
                return name;
        }
    }

    private static String hotSpotCompiler(UnaryOperator<String> options) {
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

    /** The pause that a line of its log tells, in ms; empty if it tells of none, or of a concurrent phase. */
    public OptionalDouble pauseMillis(String line) {
        Matcher found = pause.matcher(line);
        if (!found.find()) {
            return OptionalDouble.empty();
        }
        // Some locales write a comma.
        double number = Double.parseDouble(found.group("pause").replace(',', '.'));
        return OptionalDouble.of(found.group("unit").equals("ms") ? number : number * 1e3);
    }
}
