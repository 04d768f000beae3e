package org.whichjvm.workload.fork;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class JvmCostTest {
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
        assertEquals(Arrays.asList("JIT code cache"), which(OPENJ9, name -> name.matches(JvmCost.COMPILED_CODE)));
        assertEquals(Arrays.asList("class storage"), which(OPENJ9, name -> name.matches(JvmCost.CLASSES)));
    }

    @Test
    void noPoolOfThisJvmIsBothCodeAndClassesAndEachIsTold() {
        List<String> pools = ManagementFactory.getMemoryPoolMXBeans().stream()
                .map(MemoryPoolMXBean::getName)
                .collect(Collectors.toList());
        List<String> code = which(pools, name -> name.matches(JvmCost.COMPILED_CODE));
        List<String> classes = which(pools, name -> name.matches(JvmCost.CLASSES));
        assertFalse(code.isEmpty() || classes.isEmpty(), pools::toString);
        assertEquals(Arrays.asList(), which(code, classes::contains));
    }

    @Test
    void theArchiveOfClassesIsTheOneThatIsInTheJvmsMemory() {
        String jdk = "7f00-7f10 rw-p 00001000 fe:00 12 /opt/jdk/lib/server/classes.jsa";
        String own = "7f10-7f20 rw-p 00001000 fe:00 13 /opt/whichjvm/class-data.jsa";
        String other = "7f20-7f30 r-xp 00000000 fe:00 14 /opt/jdk/lib/server/libjvm.so";
        assertEquals("workload", JvmCost.classData(String.join("\n", jdk, own, other)));
        assertEquals("workload", JvmCost.classData(String.join("\n", jdk, other, own)));
        assertEquals("jdk", JvmCost.classData(String.join("\n", other, jdk)));
        assertEquals("none", JvmCost.classData(other));
        assertNull(JvmCost.classData(null));
    }
}
