package org.whichjvm.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Collections;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a real fork writes, as {@code launch} starts it, fits its schema. */
class ForkSchemaTest {
  @TempDir Path out;

  private String javaOptions = "-XX:-AlwaysPreTouch";

  @BeforeEach
  void twoCpus() {
    assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "a fork needs two CPUs");
  }

  @Test
  void aForkThatIsOk() throws Exception {
    assertEquals(0, fork("--rate", "10000"));
    final String json = Files.readString(out.resolve("c/forks/002-1-a.json"));
    assertEquals(Collections.emptyList(), Schemas.validate(Schemas.FORK, json));
    assertTrue(json.contains("\"ok\""), json);
    assertTrue(json.contains("\"histogram\": \"HISTFAAA"), json);
    assertTrue(Files.exists(out.resolve("c/forks/002-1-a.hlog")));
  }

  @Test
  void aForkThatFailed() throws Exception {
    // More than any CPU exchanges: it is overloaded.
    assertEquals(3, fork("--rate", "10000000"));
    final String json = Files.readString(out.resolve("c/forks/002-1-a.json"));
    assertEquals(Collections.emptyList(), Schemas.validate(Schemas.FORK, json));
    assertTrue(json.contains("\"failed\""), json);
  }

  @Test
  void aForkOfAPair() throws Exception {
    final String[] both = {"--rate", "1000", "--pair", String.valueOf(System.nanoTime())};
    final Process producer = launch("producer", with(both, "--role", "producer")).start();
    assertEquals(0, fork(with(both, "--role", "consumer")));
    assertEquals(0, producer.waitFor(), () -> read(out.resolve("producer")));
    final String json = Files.readString(out.resolve("c/forks/002-1-a-to-a.json"));
    assertEquals(Collections.emptyList(), Schemas.validate(Schemas.FORK, json));
    assertTrue(json.contains("\"producerJvm\""), json);
  }

  @Test
  void aForkOfContention() throws Exception {
    assertEquals(0, fork("contention", "--benchmark", "cas,adjacent", "--threads", "1,2"));
    final String json = Files.readString(out.resolve("c/forks/002-1-a.json"));
    assertEquals(Collections.emptyList(), Schemas.validate(Schemas.FORK, json));
    assertTrue(json.contains("\"adjacent\""), json);
  }

  @Test
  void aForkOfGcSteal() throws Exception {
    javaOptions += " -Xms32m -Xmx32m";
    assertEquals(0, fork("gc-steal"));
    final String json = Files.readString(out.resolve("c/forks/002-1-a.json"));
    assertEquals(Collections.emptyList(), Schemas.validate(Schemas.FORK, json));
    assertTrue(json.contains("\"pause-p50\""), json);
  }

  @Test
  void aForkOfGcStealThatFailed() throws Exception {
    // Less is allocated than a young generation holds.
    javaOptions = "-XX:-AlwaysPreTouch -Xms2g -Xmx2g -Xmn1900m";
    assertEquals(3, fork("gc-steal", "--live", "1m"));
    final String json = Files.readString(out.resolve("c/forks/002-1-a.json"));
    assertEquals(Collections.emptyList(), Schemas.validate(Schemas.FORK, json));
    assertTrue(json.contains("no garbage was collected"), json);
  }

  private int fork(final String... options) throws IOException, InterruptedException {
    final int code = launch("said", options).start().waitFor();
    assertTrue(code == 0 || code == 3, () -> code + ": " + read(out.resolve("said")));
    return code;
  }

  private static String[] with(final String[] options, final String... more) {
    return Stream.of(options, more).flatMap(Arrays::stream).toArray(String[]::new);
  }

  private ProcessBuilder launch(final String said, final String... options) throws IOException {
    final ProcessBuilder launch =
        new ProcessBuilder(Paths.get("launch").toAbsolutePath().toString());
    launch.command().addAll(Arrays.asList(options));
    launch
        .command()
        .addAll(Arrays.asList("--duration", "100ms", "--warmup", "100ms", "--fork", "c/2-1"));
    launch.environment().put("WHICHJVM_JAR", jar().toString());
    launch.environment().put("WHICHJVM_OUT", out.toString());
    launch.environment().put("WHICHJVM_VARIANT", "a");
    // Nothing is measured here, so another fork on this host does no harm.
    launch.environment().put("WHICHJVM_LOCK_HELD", "1");
    launch.environment().put("JAVA_OPTS", javaOptions);
    launch
        .environment()
        .merge(
            "PATH",
            System.getProperty("java.home") + "/bin",
            (path, java) -> java + File.pathSeparator + path);
    launch.redirectErrorStream(true).redirectOutput(out.resolve(said).toFile());
    return launch;
  }

  /** A jar that only names the others: the real one is packaged after the tests. */
  private Path jar() throws IOException {
    final Manifest manifest = new Manifest();
    final Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.MAIN_CLASS, Main.class.getName());
    attributes.put(
        Attributes.Name.CLASS_PATH,
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(entry -> Paths.get(entry).toUri())
            .map(URI::toString)
            .collect(Collectors.joining(" ")));
    final Path jar = out.resolve("workload.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream closed = new JarOutputStream(file, manifest)) {
      closed.finish();
    }
    return jar;
  }

  private static String read(final Path file) {
    try {
      return Files.readString(file);
    } catch (final IOException exception) {
      return exception.toString();
    }
  }
}
