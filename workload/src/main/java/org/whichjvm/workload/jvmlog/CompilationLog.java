package org.whichjvm.workload.jvmlog;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.whichjvm.common.JitDecision;

/**
 * What HotSpot's optimizing compiler has decided, from the log of {@code -XX:+LogCompilation}: of
 * each method that it compiled, the last time, what was inlined and what was not, and whether code
 * was thrown away.
 *
 * <p>The log has an element a line. It is read line by line, as text: it is long, and a JVM that
 * was killed leaves it without an end. First comes what happened while the program ran, then what
 * each compiler's thread did.
 */
public final class CompilationLog {
  private static final Pattern ELEMENT = Pattern.compile("<(/?[a-z_]+)( [^>]*)?>");
  private static final Pattern ATTRIBUTE = Pattern.compile(" ([a-z_0-9]+)='([^']*)'");

  /** Of the levels of HotSpot's compilers the highest: C2's, or that of Graal in its place. */
  private static final String OPTIMIZED = "4";

  /**
   * The options by which a HotSpot JVM writes such a log when it ends.
   *
   * @param file in whose name %p is the number of the process
   */
  public static List<String> options(final Path file) {
    return Arrays.asList(
        "-XX:+UnlockDiagnosticVMOptions", "-XX:+LogCompilation", "-XX:LogFile=" + file);
  }

  /**
   * Of each method that was compiled its decisions: the first three parts of a line, which occur
   * once, and the rest of it.
   */
  private final Map<String, Map<String, String>> decisions = new TreeMap<>();

  /** Methods by the numbers of their optimized code. */
  private final Map<String, String> compiled = new HashMap<>();

  /** Why code is about to be thrown away, by its number. */
  private final Map<String, String> traps = new HashMap<>();

  /** A trap whose place the next line tells: the number of its code, and its reason. */
  private String[] trap;

  // Of the task that is being read:
  private String root;
  private String rootId;
  private Map<String, String> task;
  private String call;
  private final Map<String, String> classes = new HashMap<>();
  private final Map<String, String> methods = new HashMap<>();
  private final Deque<String> parsed = new ArrayDeque<>();

  /** Adds the log of a JVM. */
  public void read(final Path log) throws IOException {
    try (BufferedReader reader = Files.newBufferedReader(log, StandardCharsets.ISO_8859_1)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        final Matcher matcher = ELEMENT.matcher(line);
        if (matcher.lookingAt()) {
          final Map<String, String> of = attributes(matcher.group(2));
          if (root == null) {
            lookAtRun(matcher.group(1), of);
          } else {
            lookAtTask(matcher.group(1), of);
          }
        }
      }
    }
    compiled.clear();
    traps.clear();
    endTask();
  }

  /**
   * All decisions, a line each; see {@link JitDecision}.
   *
   * @return empty if nothing was compiled
   */
  public String lines() {
    return decisions.values().stream()
        .flatMap(all -> all.entrySet().stream())
        .map(each -> each.getKey() + "\t" + each.getValue() + "\n")
        .collect(Collectors.joining());
  }

  private void lookAtRun(final String element, final Map<String, String> of) {
    final String id = of.get("compile_id");
    switch (element) {
      case "nmethod":
        if (OPTIMIZED.equals(of.get("level"))) {
          compiled.put(id, named(of));
        }
        break;
      case "uncommon_trap":
        trap = new String[] {id, of.get("reason")};
        break;
      case "jvms":
        // The first is the innermost.
        if (trap != null) {
          traps.put(trap[0], trap[1] + " in " + method(of.get("method")));
          trap = null;
        }
        break;
      case "make_not_entrant":
        trap = null;
        if (traps.containsKey(id) && compiled.containsKey(id)) {
          final String method = compiled.get(id);
          of(method).put(key(JitDecision.THROWN_AWAY, method, ""), "\t" + traps.remove(id));
        }
        break;
      case "task":
        // Those of the fast compiler have a level.
        if (OPTIMIZED.equals(of.getOrDefault("level", OPTIMIZED))) {
          root = named(of);
          task = new LinkedHashMap<>();
        }
        break;
      default:
    }
  }

  private void lookAtTask(final String element, final Map<String, String> of) {
    switch (element) {
      case "klass":
        classes.put(of.get("id"), of.get("name"));
        break;
      case "method":
        methods.put(of.get("id"), method(classes.get(of.get("holder")) + " " + of.get("name")));
        break;
      case "parse":
        parse(String.valueOf(of.get("method")));
        break;
      case "/parse":
        parsed.poll();
        break;
      case "call":
        call = methods.get(of.get("method"));
        break;
      case "inline_success":
        decide(JitDecision.INLINED, of.get("reason"));
        break;
      case "inline_fail":
        decide(JitDecision.CALLED, of.get("reason"));
        break;
      case "intrinsic":
        decide(JitDecision.INTRINSIC, of.get("id"));
        break;
      case "task_done":
        if ("1".equals(of.get("success"))) {
          final Map<String, String> all = of(root);
          // Code that is compiled again is decided about again.
          all.keySet().retainAll(Collections.singleton(key(JitDecision.THROWN_AWAY, root, "")));
          all.put(key(JitDecision.COMPILED, root, ""), "\t");
          all.putAll(task);
        }
        break;
      case "/task":
        endTask();
        break;
      default:
    }
  }

  private void parse(final String id) {
    if (rootId == null) {
      rootId = id;
    } else if (parsed.isEmpty() && rootId.equals(id)) {
      // The compiler has begun once more.
      task.clear();
    }
    parsed.push(id);
  }

  private void decide(final JitDecision decision, final String why) {
    if (call != null) {
      final String caller = methods.getOrDefault(parsed.peek(), "");
      task.put(key(decision, root, call), caller + "\t" + (why == null ? "" : why));
      call = null;
    }
  }

  private void endTask() {
    root = null;
    rootId = null;
    task = null;
    call = null;
    classes.clear();
    methods.clear();
    parsed.clear();
  }

  private static String key(
      final JitDecision decision, final String compiled, final String method) {
    return decision.text() + "\t" + compiled + "\t" + method;
  }

  private Map<String, String> of(final String method) {
    return decisions.computeIfAbsent(method, each -> new LinkedHashMap<>());
  }

  /** The method that is compiled; its loop alone if it was entered there. */
  private static String named(final Map<String, String> of) {
    final String loop = of.get("osr_bci");
    return method(of.get("method")) + (loop == null ? "" : " (loop at " + loop + ")");
  }

  /** From {@code java.util.HashMap get (Ljava/lang/Object;)Ljava/lang/Object;}. */
  private static String method(final String text) {
    final String[] words = String.valueOf(text).split(" ");
    return words.length < 2 ? String.valueOf(text) : words[0].replace('.', '/') + "." + words[1];
  }

  private static Map<String, String> attributes(final String text) {
    final Map<String, String> attributes = new HashMap<>();
    if (text != null) {
      final Matcher matcher = ATTRIBUTE.matcher(text);
      while (matcher.find()) {
        attributes.put(matcher.group(1), unescaped(matcher.group(2)));
      }
    }
    return attributes;
  }

  private static String unescaped(final String text) {
    return text.indexOf('&') < 0
        ? text
        : text.replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&apos;", "'")
            .replace("&amp;", "&");
  }
}
