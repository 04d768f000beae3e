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

  /**
   * Those of the flag set's options that this JVM was given and went on without: it has them
   * otherwise, or does not have them. Not every JVM that does so says it.
   */
  static List<String> ignored() {
    final String flags = ThisJvm.environment("WHICHJVM_FLAGS");
    // Of a JVM that tells nothing of its options nothing is known.
    if (flags == null || value("MaxHeapSize") == null) {
      return new ArrayList<>();
    }
    final List<String> given = ManagementFactory.getRuntimeMXBean().getInputArguments();
    return ignored(Arrays.asList(flags.split(" ")), given, JvmOptions::value);
  }

  /**
   * The options of a flag set that a JVM was given and went on without.
   *
   * @param set options of a flag set
   * @param given those that the JVM was given
   * @param value of an option; null if the JVM does not have it
   */
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

  /**
   * Reads the output of {@code -XX:+PrintFlagsFinal}.
   *
   * @return name to value
   */
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

  /** The options of a second JVM, which is started once and only if somebody asks. */
  private static final class Printed {
    static final Map<String, String> VALUES = values();

    private static Map<String, String> values() {
      final List<String> command = new ArrayList<>();
      command.add(System.getProperty("java.home") + "/bin/java");
      for (final String argument : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
        // The second JVM would begin this JVM's logs anew.
        if (!argument.startsWith("-Xlog") && !argument.startsWith("-agent")) {
          command.add(argument);
        }
      }
      // It touches no heap, so that it costs no time.
      command.add("-XX:-AlwaysPreTouch");
      command.add("-XX:+PrintFlagsFinal");
      command.add("-version");
      final List<String> lines = new ArrayList<>();
      try {
        final Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (BufferedReader reader =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
          for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            lines.add(line);
          }
        }
      } catch (final IOException e) {
        // Then none is known, as in a JVM that has no such options.
        return new HashMap<>();
      }
      return parse(lines);
    }
  }
}
