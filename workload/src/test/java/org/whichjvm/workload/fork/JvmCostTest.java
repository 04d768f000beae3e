package org.whichjvm.workload.fork;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class JvmCostTest {
  /** Those of a server on OpenJ9, as its metrics print them. */
  private static final List<String> OPENJ9 =
      Arrays.asList(
          "nursery-allocate",
          "nursery-survivor",
          "tenured-LOA",
          "tenured-SOA",
          "class storage",
          "JIT code cache",
          "JIT data cache",
          "miscellaneous non-heap storage");

  private static List<String> which(final List<String> pools, final Predicate<String> predicate) {
    return pools.stream().filter(predicate).collect(Collectors.toList());
  }

  @Test
  void anotherVirtualMachineHasOtherNamesForTheSameMemory() {
    assertEquals(Arrays.asList("JIT code cache"), which(OPENJ9, JvmCost::holdsCompiledCode));
    assertEquals(Arrays.asList("class storage"), which(OPENJ9, JvmCost::holdsClasses));
  }

  @Test
  void noPoolOfThisJvmIsBothCodeAndClassesAndEachIsTold() {
    final List<String> pools =
        ManagementFactory.getMemoryPoolMXBeans().stream()
            .map(MemoryPoolMXBean::getName)
            .collect(Collectors.toList());
    final List<String> code = which(pools, JvmCost::holdsCompiledCode);
    final List<String> classes = which(pools, JvmCost::holdsClasses);
    assertFalse(code.isEmpty() || classes.isEmpty(), pools::toString);
    assertEquals(Arrays.asList(), which(code, classes::contains));
  }
}
