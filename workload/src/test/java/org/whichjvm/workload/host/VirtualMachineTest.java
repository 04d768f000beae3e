package org.whichjvm.workload.host;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a virtual machine is, by the name that it gives itself, how it calls its memory, and what it logs. */
class VirtualMachineTest {
    @ParameterizedTest
    @CsvSource({
        "OpenJDK 64-Bit Server VM, C2",
        "Java HotSpot(TM) 64-Bit Server VM, C2",
        "Eclipse OpenJ9 VM, OpenJ9",
        "Zing 64-Bit Tiered VM, Falcon",
        "Some VM, Some VM"
    })
    void theCompilerFollowsFromTheNameOfTheVm(String name, String compiler) {
        assertEquals(
                compiler.equals("OpenJ9") ? VirtualMachine.OPENJ9 : VirtualMachine.HOTSPOT, VirtualMachine.of(name));
        assertEquals(compiler, VirtualMachine.compiler(option -> null, name));
    }

    @ParameterizedTest
    @CsvSource({
        "TieredStopAtLevel=4, C2",
        "TieredStopAtLevel=1, C1",
        "TieredStopAtLevel=0, none",
        "UseCompiler=false, none",
        "CompilationMode=quick-only TieredStopAtLevel=4, C1",
        "TieredCompilation=false TieredStopAtLevel=1, C2",
        "UseJVMCICompiler=true TieredStopAtLevel=4, Graal",
        "UseJVMCICompiler=true TieredStopAtLevel=1, C1"
    })
    void theCompilerIsTheBestThatTheOptionsLeave(String options, String compiler) {
        Map<String, String> values = new HashMap<>();
        values.put("TieredCompilation", "true");
        for (String option : options.split(" ")) {
            values.put(option.split("=")[0], option.split("=")[1]);
        }
        assertEquals(compiler, VirtualMachine.compiler(values::get, "OpenJDK 64-Bit Server VM"));
    }

    /** Those of a server on OpenJ9, as its metrics print them. */
    private static final List<String> OPENJ9 = Arrays.asList(
            "nursery-allocate",
            "nursery-survivor",
            "tenured-LOA",
            "tenured-SOA",
            "class storage",
            "JIT code cache",
            "JIT data cache",
            "miscellaneous non-heap storage");

    private static List<String> which(List<String> pools, Predicate<String> predicate) {
        return pools.stream().filter(predicate).collect(Collectors.toList());
    }

    @Test
    void anotherVirtualMachineHasOtherNamesForTheSameMemory() {
        assertEquals(
                Arrays.asList("JIT code cache"), which(OPENJ9, name -> name.matches(VirtualMachine.OPENJ9.codePools)));
        assertEquals(
                Arrays.asList("class storage"), which(OPENJ9, name -> name.matches(VirtualMachine.OPENJ9.classPools)));
    }

    @Test
    void noPoolOfThisJvmIsBothCodeAndClassesAndEachIsTold() {
        List<String> pools = ManagementFactory.getMemoryPoolMXBeans().stream()
                .map(MemoryPoolMXBean::getName)
                .collect(Collectors.toList());
        List<String> code = which(pools, name -> name.matches(VirtualMachine.own().codePools));
        List<String> classes = which(pools, name -> name.matches(VirtualMachine.own().classPools));
        assertFalse(code.isEmpty() || classes.isEmpty(), pools::toString);
        assertEquals(Arrays.asList(), which(code, classes::contains));
    }

    @Test
    void pausesOfNineAndNewer() {
        assertArrayEquals(
                new double[] {12.345, 3.210, 0.567, 45.678},
                VirtualMachine.HOTSPOT.pauseMillis(String.join(
                        "\n",
                        "[1.234s] GC(0) Pause Young (Allocation Failure) 128M->20M(491M) 12.345ms",
                        "[1.300s] GC(1) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(512M) 3.210ms",
                        "[1.310s] GC(2) Concurrent Mark Cycle 101.001ms",
                        "[1.320s] GC(2) Pause Remark 30M->30M(512M) 0.567ms",
                        "[1.330s] GC(3) Pause Full (Ergonomics) 320M->20M(491M) 45,678ms",
                        "[1.340s] Using Parallel",
                        "[1.350s] GC(4) Pause Young (Nor")));
    }

    @Test
    void pausesOfZgcAreThoseOfItsPhases() {
        assertArrayEquals(
                new double[] {0.008, 0.012, 0.009},
                VirtualMachine.HOTSPOT.pauseMillis(String.join(
                        "\n",
                        "[1.156s][info][gc,phases] GC(0) Pause Mark Start 0.008ms",
                        "[0.835s][info][gc,phases] GC(0) Y: Pause Mark Start (Major) 0.012ms",
                        "[0.836s][info][gc,phases] GC(0) Y: Concurrent Mark 20.123ms",
                        "[0.835s][info][gc,phases] GC(1) y: Pause Mark End 0.009ms")));
    }

    @Test
    void pausesOfEight() {
        assertArrayEquals(
                new double[] {17.5, 3.25, 100},
                VirtualMachine.HOTSPOT.pauseMillis(String.join(
                        "\n",
                        "OpenJDK 64-Bit Server VM (25.504-b01) for linux-amd64 JRE (1.8.0_504)",
                        "0.512: [GC (Allocation Failure)  131072K->20384K(502784K), 0.0175000 secs]",
                        "0.530: Total time for which application threads were stopped: 0.0176000 seconds,"
                                + " Stopping threads took: 0.0000200 seconds",
                        "0.600: [GC pause (G1 Evacuation Pause) (young) 24M->4096K(512M), 0.0032500 secs]",
                        "0.700: [GC concurrent-mark-start]",
                        "0.800: [GC concurrent-mark-end, 0.0123000 secs]",
                        "0.900: [Full GC (Ergonomics)  320M->20M(491M), 0,1000000 secs]")),
                1e-9);
    }

    /** A pause may hold several increments; what threads waited for is the whole of it. */
    @Test
    void pausesOfOpenJ9() {
        assertArrayEquals(
                new double[] {31.984, 157.314},
                VirtualMachine.OPENJ9.pauseMillis(String.join(
                        "\n",
                        "<exclusive-start id=\"2\" timestamp=\"2020-10-18T13:27:09.603\" intervalms=\"414.0\">",
                        "<gc-end id=\"8\" type=\"scavenge\" contextid=\"4\" durationms=\"31.459\">",
                        "<exclusive-end id=\"13\" timestamp=\"2020-10-18T13:27:09.635\" durationms=\"31.984\" />",
                        "<concurrent-kickoff id=\"14\" timestamp=\"2020-10-18T13:27:09.640\">",
                        "<exclusive-end id=\"344\" timestamp=\"2020-11-13T06:32:27.010\" durationms=\"157,314\" />",
                        "<exclusive-end id=\"345\" timest")));
    }
}
