package org.whichjvm.workload.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.MalformedURLException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.whichjvm.common.OptionsVariable;
import org.whichjvm.common.WrongUsage;

/** Where the JVM's options and the mounted folder go in a program. */
class ProgramLineTest {
  private static final List<String> FLAGS = List.of("-XX:+UseZGC", "-Xmx1g");

  @Test
  void flagsAreWordsOfTheirOwnWhereTheyStandAlone() {
    assertEquals(
        List.of("java", "-XX:+UseZGC", "-Xmx1g", "-jar", "a.jar"),
        line(FLAGS, "java", "{flags}", "-jar", "a.jar").words());
    assertEquals(
        List.of("java", "-jar", "a.jar"),
        line(List.of(), "java", "{flags}", "-jar", "a.jar").words());
  }

  @Test
  void insideAWordTheyAreText() {
    assertEquals(
        List.of("sh", "-c", "java -XX:+UseZGC -Xmx1g -jar /app/a.jar"),
        line(FLAGS, "sh", "-c", "java {flags} -jar {app}/a.jar").words());
  }

  @Test
  void aScriptGetsThemByTheEnvironment() {
    final Map<String, String> environment = new HashMap<>(Map.of("JAVA_OPTS", "-Xmx1g"));
    environment.put("WHICHJVM_FLAGS", "-XX:+UseZGC");
    environment.put("WHICHJVM_QUEUE_ID", "7");
    environment.put("WHICHJVM_PADDING", "  ");
    line(FLAGS, "./run.sh").environment(environment);
    assertEquals("-XX:+UseZGC -Xmx1g", environment.get("JDK_JAVA_OPTIONS"));
    assertTrue(environment.containsKey("JAVA_HOME"));
    assertEquals("7", environment.get("WHICHJVM_QUEUE_ID"));
    assertEquals("  ", environment.get("WHICHJVM_PADDING"));
    assertEquals(4, environment.size(), environment.toString());
  }

  @Test
  void behindTheFirstJavaTheyNeedNoPlace() {
    assertEquals(
        List.of("java", "-XX:+UseZGC", "-Xmx1g", "-jar", "a.jar"),
        line(FLAGS, "java", "-jar", "a.jar").words());
    assertEquals(
        List.of("env", "A=1", "/jdk/bin/java", "-XX:+UseZGC", "-Xmx1g", "-cp", "java", "Main"),
        line(FLAGS, "env", "A=1", "/jdk/bin/java", "-cp", "java", "Main").words());
    final Map<String, String> environment = new HashMap<>();
    line(FLAGS, "env", "java", "-version").environment(environment);
    assertEquals(List.of("JAVA_HOME"), List.copyOf(environment.keySet()));
  }

  @Test
  void aScriptOfJavaEightGetsThemByTheVariableThatItReads() {
    assertEquals("JAVA_TOOL_OPTIONS", OptionsVariable.of(8));
    assertEquals("JDK_JAVA_OPTIONS", OptionsVariable.of(9));
  }

  @Test
  void aProgramThatIsNoneIsRefused() {
    assertThrows(WrongUsage.class, () -> line(FLAGS));
    final WrongUsage wrong =
        assertThrows(WrongUsage.class, () -> new ProgramLine(List.of("{app}/x"), null, List.of()));
    assertTrue(wrong.getMessage().contains("no folder is mounted"), wrong.getMessage());
  }

  @Test
  void aJarMayLieInAFolderWithAnyName() throws MalformedURLException {
    final Path jar = Paths.get("/my jars/50% µ+1/workload.jar");
    assertEquals(jar.toString(), ProgramLine.path(jar.toUri().toURL()));
  }

  private static ProgramLine line(final List<String> flags, final String... words) {
    return new ProgramLine(List.of(words), Paths.get("/app"), flags);
  }
}
