package org.whichjvm.workload.host;

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

/** What a virtual machine is, by the name that it gives itself, and how it calls its memory. */
class VirtualMachineTest {
    @ParameterizedTest
    @CsvSource({
        "OpenJDK 64-Bit Server VM, HOTSPOT, C2",
        "Java HotSpot(TM) 64-Bit Server VM, HOTSPOT, C2",
        "Eclipse OpenJ9 VM, OPENJ9, OpenJ9",
        "Zing 64-Bit Tiered VM, ZING, Falcon",
        "Some VM, OTHER, Some VM"
    })
    void kindAndCompilerFollowFromTheNameOfTheVm(String name, VirtualMachine kind, String compiler) {
        assertEquals(kind, VirtualMachine.of(name));
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
                Arrays.asList("JIT code cache"),
                which(OPENJ9, name -> name.matches(VirtualMachine.OPENJ9.compiledCode)));
        assertEquals(
                Arrays.asList("class storage"), which(OPENJ9, name -> name.matches(VirtualMachine.OPENJ9.classes)));
    }

    @Test
    void noPoolOfThisJvmIsBothCodeAndClassesAndEachIsTold() {
        List<String> pools = ManagementFactory.getMemoryPoolMXBeans().stream()
                .map(MemoryPoolMXBean::getName)
                .collect(Collectors.toList());
        List<String> code = which(pools, name -> name.matches(VirtualMachine.own().compiledCode));
        List<String> classes = which(pools, name -> name.matches(VirtualMachine.own().classes));
        assertFalse(code.isEmpty() || classes.isEmpty(), pools::toString);
        assertEquals(Arrays.asList(), which(code, classes::contains));
    }
}
