package org.whichjvm.workload.fork;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.whichjvm.workload.host.HostFiles;
import org.whichjvm.workload.host.VirtualMachine;

/** What JVMs print of their options and Linux of a process, as they wrote it. */
class JvmOptionsTest {
    @Test
    void optionsAreReadAsEveryVersionPrintsThem() {
        Map<String, String> values = JvmOptions.parse(Arrays.asList(
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
    void whoSetAnOptionIsRead() {
        assertEquals(
                Arrays.asList(
                        "-XX:+UseSerialGC",
                        "-XX:-UsePerfData",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:OnOutOfMemoryError=kill -9 %p"),
                JvmOptions.given(Arrays.asList(
                        "     bool UseSerialGC      = true        {product} {command line}",
                        "     bool UsePerfData      = false       {product} {environment}",
                        "     bool PrintFlagsFinal  = true        {product} {command line}",
                        "     intx TieredStopAtLevel = 1          {C2 pd product} {jimage}",
                        "ccstrlist OnOutOfMemoryError = kill -9 %p  {product} {command line}",
                        "     bool UseG1GC          = false       {product} {default}",
                        "   size_t MaxHeapSize      = 314572800   {product} {ergonomic}",
                        "   size_t MaxNewSize       = 104857600   {product} {command line, ergonomic}",
                        "    uintx MaxHeapSize     := 314572800   {product}")));
    }

    @Test
    void optionsOfTheEnvironmentAreThoseThatThisJvmReads() {
        Map<String, String> environment = new HashMap<>();
        environment.put("JDK_JAVA_OPTIONS", "-Da=1");
        environment.put("IBM_JAVA_OPTIONS", "-Db=1");
        environment.put("JAVA_TOOL_OPTIONS", " ");
        environment.put("WHICHJVM_PROGRAM__JAVA_OPTIONS", "-Dc=1");
        assertEquals("{_JAVA_OPTIONS=-Dc=1}", told(environment, 8, VirtualMachine.HOTSPOT));
        assertEquals("{JDK_JAVA_OPTIONS=-Da=1, _JAVA_OPTIONS=-Dc=1}", told(environment, 9, VirtualMachine.HOTSPOT));
        assertEquals("{IBM_JAVA_OPTIONS=-Db=1, _JAVA_OPTIONS=-Dc=1}", told(environment, 8, VirtualMachine.OPENJ9));
    }

    private static String told(Map<String, String> environment, int major, VirtualMachine vm) {
        return JvmOptions.ofEnvironment(environment, major, vm).toString();
    }

    @Test
    void thisJvmTellsItsOptionsAndNoOthers() {
        assertTrue(Long.parseLong(JvmOptions.value("MaxHeapSize")) > 0);
        assertNull(JvmOptions.value("NoSuchOption"));
    }

    @Test
    void anOptionThatAJvmGoesOnWithoutIsFound() {
        List<String> set = Arrays.asList("-XX:+UseA", "-XX:-UseB", "-XX:+UseC", "-XX:+UseD", "-Xmx1g", "-XX:N=3");
        Map<String, String> values = new HashMap<>();
        values.put("UseA", "false");
        values.put("UseB", "false");
        values.put("UseD", "false");
        values.put("N", "4");
        // C is no option of it; D was not given to it.
        assertEquals(
                Arrays.asList("-XX:+UseA", "-XX:+UseC"),
                JvmOptions.ignored(
                        set, Arrays.asList("-XX:+UseA", "-XX:-UseB", "-XX:+UseC", "-Xmx1g", "-XX:N=3"), values::get));
    }

    @Test
    void ticksAreThoseOfBothModesWhateverTheProcessIsCalled() {
        assertEquals(
                1_234 + 56,
                HostFiles.ticks("4711 (a) b (c) S 1 4711 4711 0 -1 4194304 100 0 0 0 1234 56 7 8 20 0 18 0 99"));
    }
}
