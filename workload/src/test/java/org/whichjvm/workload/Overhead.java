package org.whichjvm.workload;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The harness measured: the same exchange on one JVM as a bare loop, under whichjvm and under JLBH,
 * in interleaved blocks of forks, all started by the same launcher with the same flags.
 */
@Command(name = "scripts/overhead", mixinStandardHelpOptions = true, sortOptions = false)
final class Overhead implements Callable<Integer> {
  @Option(names = "--forks", defaultValue = "12", description = "Blocks; 12 by default.")
  private int forks;

  @Option(
      names = "--duration",
      converter = Units.Duration.class,
      defaultValue = "1s",
      description = "What each fork measures; 1s by default.")
  private long durationNanos;

  @Option(
      names = "--warmup",
      converter = Units.Duration.class,
      defaultValue = "1s",
      description = "Paced warm-up of each fork; 1s by default.")
  private long warmupNanos;

  @Option(names = "--seed", description = "Of the order in each block; the time by default.")
  private Long seed;

  @Option(names = "--launcher", required = true, hidden = true)
  private Path launcher;

  @Option(names = "--jar", required = true, hidden = true)
  private Path jar;

  private static final long RATE = 100_000;

  private final List<Integer> cpus = Cpus.choose(Cpus.effective(), null, 2).cpus();
  private final Map<Harness, List<Fork>> results = new EnumMap<>(Harness.class);
  private Path scratch;

  public static void main(final String[] args) {
    System.exit(new CommandLine(new Overhead()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    if (forks < 1) {
      throw new CommandLine.ParameterException(
          new CommandLine(this), "--forks is " + forks + "; it is 1 or more");
    }
    final Random random = new Random(seed == null ? seed = System.currentTimeMillis() : seed);
    scratch = Files.createTempDirectory(Paths.get("/dev/shm"), "whichjvm-overhead");
    final Thread cleanUp = new Thread(() -> delete(scratch));
    Runtime.getRuntime().addShutdownHook(cleanUp);
    for (int block = 1; block <= forks; block++) {
      final List<Harness> order = Arrays.asList(Harness.values());
      Collections.shuffle(order, random);
      for (final Harness harness : order) {
        final Fork fork = run(harness);
        results.computeIfAbsent(harness, h -> new ArrayList<>()).add(fork);
        System.err.printf(
            Locale.ROOT,
            "block %d/%d, %s: p50 %.0f ns, floor %.0f ns%n",
            block,
            forks,
            harness,
            fork.p50,
            fork.floor);
      }
    }
    print(Double.parseDouble(start(pathingJar(RecordingCost.class)).trim()));
    return 0;
  }

  private Fork run(final Harness harness) throws IOException, InterruptedException {
    final Path folder = Files.createTempDirectory(scratch, "queue");
    try {
      return harness == Harness.WHICHJVM ? whichjvm(folder) : loop(harness.main, folder);
    } finally {
      delete(folder);
    }
  }

  private Fork loop(final Class<?> main, final Path folder)
      throws IOException, InterruptedException {
    final String[] words =
        start(
                pathingJar(main),
                folder.toString(),
                cpus.get(0).toString(),
                cpus.get(1).toString(),
                String.valueOf(messages(warmupNanos)),
                String.valueOf(messages(durationNanos)),
                String.valueOf(1_000_000_000L / RATE))
            .trim()
            .split(" ");
    return new Fork(
        Double.parseDouble(words[0]), Double.parseDouble(words[1]), Double.parseDouble(words[0]));
  }

  private Fork whichjvm(final Path folder) throws IOException, InterruptedException {
    start(
        jar,
        "queue-latency",
        "--duration=" + durationNanos / 1_000_000 + "ms",
        "--warmup=" + warmupNanos / 1_000_000 + "ms",
        "--cpus=" + Cpus.join(cpus),
        "--queue-dir=" + folder,
        "--out=" + folder,
        "--fork=overhead/1-1");
    final Path json;
    try (Stream<Path> files = Files.walk(folder)) {
      json = files.filter(file -> file.toString().endsWith(".json")).findFirst().orElseThrow();
    }
    try (Reader reader = Files.newBufferedReader(json)) {
      final JsonObject fork = JsonParser.parseReader(reader).getAsJsonObject();
      final JsonObject floor = fork.getAsJsonObject("floorNs");
      return new Fork(
          fork.getAsJsonObject("service").get("p50").getAsDouble(),
          floor.get("after").getAsDouble(),
          fork.getAsJsonObject("response").get("p50").getAsDouble());
    }
  }

  private static long messages(final long nanos) {
    return (long) (Units.seconds(nanos) * RATE);
  }

  /** Runs a jar by the launcher, so with its flags; returns what it printed. */
  private String start(final Path main, final String... args)
      throws IOException, InterruptedException {
    final List<String> command = new ArrayList<>();
    command.add(launcher.toString());
    command.addAll(Arrays.asList(args));
    final ProcessBuilder builder = new ProcessBuilder(command).redirectError(scratchFile("err"));
    builder.environment().put("WHICHJVM_JAR", main.toString());
    builder.environment().put("WHICHJVM_LOCK_HELD", "1");
    final Process process = builder.start();
    final String printed;
    try (InputStream out = process.getInputStream()) {
      printed = new String(out.readAllBytes(), StandardCharsets.UTF_8);
    }
    if (process.waitFor() != 0) {
      throw new IOException(
          String.join(" ", command)
              + " ended with "
              + process.exitValue()
              + ":\n"
              + Files.readString(scratch.resolve("err")));
    }
    return printed;
  }

  private Redirect scratchFile(final String name) {
    return Redirect.to(scratch.resolve(name).toFile());
  }

  /** A jar with nothing but a main class and this JVM's class path: what a launcher can start. */
  private Path pathingJar(final Class<?> main) throws IOException {
    final Path path = scratch.resolve(main.getSimpleName() + ".jar");
    if (Files.exists(path)) {
      return path;
    }
    final Manifest manifest = new Manifest();
    final Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.MAIN_CLASS, main.getName());
    attributes.put(
        Attributes.Name.CLASS_PATH,
        Arrays.stream(System.getProperty("java.class.path").split(":"))
            .map(entry -> Paths.get(entry).toUri().toString())
            .collect(Collectors.joining(" ")));
    try (OutputStream file = Files.newOutputStream(path);
        JarOutputStream empty = new JarOutputStream(file, manifest)) {
      empty.finish();
    }
    return path;
  }

  private void print(final double recordingNs) {
    System.out.printf(
        Locale.ROOT,
        "%s %s, %d forks each in random blocks, seed %d, %,d messages a second, %.1f s%n%n",
        JvmInfo.vendor(),
        System.getProperty("java.runtime.version"),
        forks,
        seed,
        RATE,
        Units.seconds(durationNanos));
    System.out.printf(
        "%-10s %12s %18s %12s%n", "", "median p50", "p50 of the forks", "median floor");
    results.forEach(
        (harness, list) ->
            System.out.printf(
                Locale.ROOT,
                "%-10s %9.0f ns %11.0f–%.0f ns %9.0f ns%n",
                harness,
                quantile(list, 0.5, fork -> fork.p50),
                quantile(list, 0, fork -> fork.p50),
                quantile(list, 1, fork -> fork.p50),
                quantile(list, 0.5, fork -> fork.floor)));
    System.out.println();
    ratio(Harness.WHICHJVM, Harness.BARE);
    ratio(Harness.WHICHJVM, Harness.JLBH);
    ratio(Harness.JLBH, Harness.BARE);
    // JLBH's time starts where its spin ends: after the due time, before another clock reading.
    System.out.printf(
        Locale.ROOT,
        "%-18s ratio of medians %.3f, response being from the due time%n",
        "response / jlbh",
        quantile(results.get(Harness.WHICHJVM), 0.5, fork -> fork.responseP50)
            / quantile(results.get(Harness.JLBH), 0.5, fork -> fork.p50));
    System.out.printf(Locale.ROOT, "%nrecording costs %.1f ns a message%n", recordingNs);
  }

  /** Both ways to compare: the medians, and the ratios inside each block. */
  private void ratio(final Harness one, final Harness other) {
    final List<Fork> ratios = new ArrayList<>();
    for (int i = 0; i < forks; i++) {
      ratios.add(new Fork(results.get(one).get(i).p50 / results.get(other).get(i).p50, 0, 0));
    }
    System.out.printf(
        Locale.ROOT,
        "%-18s ratio of medians %.3f; ratio in a block: median %.3f, quartiles %.3f–%.3f%n",
        one + " / " + other,
        quantile(results.get(one), 0.5, fork -> fork.p50)
            / quantile(results.get(other), 0.5, fork -> fork.p50),
        quantile(ratios, 0.5, fork -> fork.p50),
        quantile(ratios, 0.25, fork -> fork.p50),
        quantile(ratios, 0.75, fork -> fork.p50));
  }

  private static double quantile(
      final List<Fork> forks,
      final double quantile,
      final java.util.function.ToDoubleFunction<Fork> value) {
    final double[] sorted = forks.stream().mapToDouble(value).sorted().toArray();
    final double index = quantile * (sorted.length - 1);
    final double low = sorted[(int) Math.floor(index)];
    return low + (sorted[(int) Math.ceil(index)] - low) * (index - Math.floor(index));
  }

  private static void delete(final Path folder) {
    try (Stream<Path> tree = Files.walk(folder)) {
      tree.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
    } catch (final IOException e) {
      System.err.println("could not remove " + folder + ": " + e.getMessage());
    }
  }

  /** What is compared. */
  private enum Harness {
    BARE(BareLoop.class),
    WHICHJVM(null),
    JLBH(JlbhLoop.class);

    private final Class<?> main;

    Harness(final Class<?> main) {
      this.main = main;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** One fork's median latency and floor, in ns. */
  private static final class Fork {
    private final double p50;
    private final double floor;
    private final double responseP50;

    Fork(final double p50, final double floor, final double responseP50) {
      this.p50 = p50;
      this.floor = floor;
      this.responseP50 = responseP50;
    }
  }
}
