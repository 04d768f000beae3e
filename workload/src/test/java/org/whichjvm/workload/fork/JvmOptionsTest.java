package org.whichjvm.workload.fork;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What JVMs print of their options and Linux of a process, as they wrote it. */
class JvmOptionsTest {
  @Test
  void optionsAreReadAsEveryVersionPrintsThem() {
    final Map<String, String> values =
        JvmOptions.parse(
            Arrays.asList(
                "[Global flags]",
                "    uintx MaxHeapSize                              := 536870912                           {product}",
                "   size_t MinHeapSize                              = 8388608                                   {product} {ergonomic}",
                "     bool UseG1GC                                  = true                                 {product} {command line}",
                "ccstrlist CompileCommand                           =                                           {product} {default}",
                "openjdk version \"11.0.7\" 2020-04-14 LTS"));
    assertEquals("536870912", values.get("MaxHeapSize"));
    assertEquals("8388608", values.get("MinHeapSize"));
    assertEquals("true", values.get("UseG1GC"));
    assertNull(values.get("UseZGC"));
  }

  @Test
  void thisJvmTellsItsOptionsAndNoOthers() {
    assertTrue(Long.parseLong(JvmOptions.value("MaxHeapSize")) > 0);
    assertNull(JvmOptions.value("NoSuchOption"));
  }

  @Test
  void ticksAreThoseOfBothModesWhateverTheProcessIsCalled() {
    assertEquals(
        1_234 + 56,
        JvmActivity.ticks(
            "4711 (a) b (c) S 1 4711 4711 0 -1 4194304 100 0 0 0 1234 56 7 8 20 0 18 0 99"));
  }
}
