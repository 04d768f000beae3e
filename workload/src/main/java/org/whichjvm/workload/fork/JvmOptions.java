package org.whichjvm.workload.fork;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.Kernel;
import org.whichjvm.workload.host.ThisJvm;

/**
 * The values of HotSpot's options in this JVM. A runtime without the module jdk.management, such as
 * one that jlink made, is asked by a second JVM with the same arguments.
 */
public final class JvmOptions {
  /** {@code bool UseG1GC = true {product} {ergonomic}}; 8 has := where a value was set. */
  private static final Pattern LINE = Pattern.compile("^\\s*\\S+\\s+(\\w+)\\s*:?=\\s*(\\S+)\\s.*");

  /** An option that is on or off: others a JVM may round. */
  private static final Pattern SWITCH = Pattern.compile("-XX:([+-])(\\w+)");

  private JvmOptions() {}

  /** Its value, given or chosen, or null if this JVM has no such option or does not tell. */
  public static String value(final String name) {
    return ThisJvm.hasModuleManagement() ? Bean.value(name) : Printed.VALUES.get(name);
  }

  /** The options of the flag set that this JVM was given and, perhaps silently, went on without. */
  static List<String> ignored() {
    final String flags = ThisJvm.environment("WHICHJVM_FLAGS");
    // Of a JVM that tells nothing of its options nothing is known.
    if (flags == null || value("MaxHeapSize") == null) {
      return new ArrayList<>();
    }
    final List<String> given = ManagementFactory.getRuntimeMXBean().getInputArguments();
    return ignored(Arrays.asList(flags.split(" ")), given, JvmOptions::value);
  }

  /** The options of a set that a JVM was given and whose value, null if it has none, is another. */
  static List<String> ignored(
      final List<String> set, final List<String> given, final UnaryOperator<String> value) {
    final List<String> ignored = new ArrayList<>();
    for (final String option : set) {
      final Matcher matcher = SWITCH.matcher(option);
      if (matcher.matches() && given.contains(option)) {
        final String wanted = String.valueOf(matcher.group(1).equals("+"));
        if (!wanted.equals(value.apply(matcher.group(2)))) {
          ignored.add(option);
        }
      }
    }
    return ignored;
  }

  /** Reads the output of {@code -XX:+PrintFlagsFinal}: name to value. */
  public static Map<String, String> parse(final Iterable<String> lines) {
    final Map<String, String> values = new HashMap<>();
    for (final String line : lines) {
      final Matcher matcher = LINE.matcher(line);
      if (matcher.matches()) {
        values.put(matcher.group(1), matcher.group(2));
      }
    }
    return values;
  }

  /** Linked only where its class is. */
  private static final class Bean {
    public static String value(final String name) {
      final HotSpotDiagnosticMXBean bean =
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
      try {
        return bean == null ? null : bean.getVMOption(name).getValue();
      } catch (final IllegalArgumentException | UnsupportedOperationException e) {
        // Not every JVM has every option, and OpenJ9 has none of HotSpot's.
        return null;
      }
    }
  }

  /**
   * Has another JVM, with these options, print the values of all; the lines, warnings among them,
   * are for {@link #parse}. {@link CannotRun} if it refuses the options, or is not there.
   */
  public static List<String> print(final String java, final List<String> options)
      throws InterruptedException {
    final List<String> command = new ArrayList<>(options);
    command.add(0, java);
    command.add("-XX:+PrintFlagsFinal");
    command.add("-version");
    try {
      final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      final BufferedReader reader =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      final List<String> lines = reader.lines().collect(Collectors.toList());
      final int exit = process.waitFor();
      if (exit == 128 + Kernel.SIGKILL) {
        throw new CannotRun(
            "this JVM was killed when it was asked for its options, as the kernel does where memory is"
                + " short; give its container more (--memory)");
      }
      if (exit != 0 && !options.isEmpty()) {
        throw new CannotRun(
            "this JVM refuses %s: %s",
            String.join(" ", options),
            lines.stream().filter(line -> !line.isEmpty()).findFirst().orElse("it says nothing"));
      }
      return lines;
    } catch (final IOException e) {
      throw new CannotRun("there is no java on the PATH: %s", e.getMessage());
    }
  }

  /** The options of a second JVM, which is started once and only if somebody asks. */
  private static final class Printed {
    static final Map<String, String> VALUES = values();

    private static Map<String, String> values() {
      // The second JVM would begin this JVM's logs anew.
      final List<String> options =
          ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
              .filter(each -> !each.startsWith("-Xlog") && !each.startsWith("-agent"))
              .collect(Collectors.toList());
      // It touches no heap, so that it costs no time.
      options.add("-XX:-AlwaysPreTouch");
      try {
        return parse(print(System.getProperty("java.home") + "/bin/java", options));
      } catch (final CannotRun e) {
        // Then none is known, as in a JVM that has no such options.
        return new HashMap<>();
      } catch (final InterruptedException e) {
        Thread.currentThread().interrupt();
        return new HashMap<>();
      }
    }
  }
}
