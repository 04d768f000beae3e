package org.whichjvm.workload.jvmlog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a HotSpot JVM logs of its optimizing compiler, from made-up logs and from one of this JVM.
 */
class CompilationLogTest {
  @TempDir Path folder;

  private String lines(final String... log) throws IOException {
    final Path file = folder.resolve("a.log");
    Files.write(file, Arrays.asList(log));
    final CompilationLog compilations = new CompilationLog();
    compilations.read(file);
    return compilations.lines();
  }

  private static String[] task(final String head, final String... inner) {
    final List<String> lines = new ArrayList<>();
    lines.add("<task compile_id='7' method='a.Root run (I)V' bytes='9'" + head + " stamp='1.0'>");
    lines.add("<klass id='1' name='a.Root' flags='1'/>");
    lines.add("<klass id='2' name='b/Other' flags='1'/>");
    lines.add("<method id='10' holder='1' name='run' return='3' bytes='9'/>");
    lines.add("<method id='11' holder='2' name='&lt;init&gt;' return='3' bytes='9'/>");
    lines.add("<method id='12' holder='2' name='small' return='3' bytes='9'/>");
    lines.addAll(Arrays.asList(inner));
    lines.add("</task>");
    return lines.toArray(new String[0]);
  }

  private static final String[] INNER = {
    "<parse method='10' uses='1.0' stamp='1.0'>",
    "<call method='11' count='5' prof_factor='1.0' inline='1'/>",
    "<inline_success reason='inline (hot)'/>",
    "<parse method='11' uses='1.0' stamp='1.0'>",
    "<call method='12' count='5' prof_factor='1.0' inline='1'/>",
    "<inline_fail reason='too big &amp; cold'/>",
    "</parse>",
    "</parse>",
    "<task_done success='1' nmsize='100' count='5' stamp='1.1'/>"
  };

  @Test
  void whatWasInlinedAndWhatNotIsToldWithItsCallerAndReason() throws IOException {
    assertEquals(
        "compiled\ta/Root.run\t\t\t\n"
            + "inlined\ta/Root.run\tb/Other.<init>\ta/Root.run\tinline (hot)\n"
            + "called\ta/Root.run\tb/Other.small\tb/Other.<init>\ttoo big & cold\n",
        lines(task("", INNER)));
  }

  @Test
  void theFastCompilerAndWhatFailedDecideNothing() throws IOException {
    assertEquals("", lines(task(" level='3'", INNER)));
    final String[] failed = INNER.clone();
    failed[8] = "<task_done success='0' nmsize='0' count='5' stamp='1.1'/>";
    assertEquals("", lines(task("", failed)));
  }

  @Test
  void aLoopThatWasEnteredIsCodeOfItsOwn() throws IOException {
    assertTrue(
        lines(task(" osr_bci='14'", INNER))
            .startsWith("compiled\ta/Root.run (loop at 14)\t\t\t\n"));
  }

  @Test
  void theLastCompilationCounts() throws IOException {
    final List<String> both = new ArrayList<>(Arrays.asList(task("", INNER)));
    both.addAll(
        Arrays.asList(
            task(
                "",
                "<parse method='10' uses='1.0' stamp='2.0'>",
                "<call method='12' count='5' prof_factor='1.0' inline='1'/>",
                "</parse>",
                "<failure reason='retry'/>",
                "<parse method='10' uses='1.0' stamp='2.0'>",
                "<call method='11' count='5' prof_factor='1.0' inline='1'/>",
                "<intrinsic id='_init' nodes='3'/>",
                "</parse>",
                "<task_done success='1' nmsize='100' count='5' stamp='2.1'/>")));
    assertEquals(
        "compiled\ta/Root.run\t\t\t\n"
            + "intrinsic\ta/Root.run\tb/Other.<init>\ta/Root.run\t_init\n",
        lines(both.toArray(new String[0])));
  }

  @Test
  void codeThatWasThrownAwayIsToldWithThePlace() throws IOException {
    assertEquals(
        "thrown away\ta/Root.run\t\t\tunstable_if in b/Other.small\n",
        lines(
            "<nmethod compile_id='7' compiler='c2' level='4' size='9' method='a.Root run (I)V'/>",
            "<uncommon_trap thread='4' reason='unstable_if' action='reinterpret' compile_id='7' level='4' stamp='1.5'>",
            "<jvms bci='3' method='b.Other small ()V' bytes='9'/>",
            "<jvms bci='8' method='a.Root run (I)V' bytes='9'/>",
            "</uncommon_trap>",
            "<make_not_entrant thread='4' compile_id='7' compiler='c2' level='4' stamp='1.5'/>",
            "<make_not_entrant thread='4' compile_id='8' compiler='c1' level='3' stamp='1.5'/>"));
  }

  @Test
  void aLogOfSomebodyElseIsReadAsFarAsItCanBe() throws IOException {
    assertEquals(
        "",
        lines(
            "<nmethod level='4' compile_id='1' method=' '/>",
            "<task method=' '>",
            "<parse>",
            "<method/>",
            "<call/>",
            "<inline_success/>",
            "<parse method='1'>",
            "</parse>",
            "<task_done/>"));
  }

  /** A program whose loop the optimizing compiler compiles. */
  public static final class Busy {
    private Busy() {}

    static int small(final int number) {
      return number * 31 + 7;
    }

    static int kept(final int number) {
      return number * 37 + 5;
    }

    static int loop(final int from) {
      int sum = from;
      for (int i = 0; i < 1_000; i++) {
        sum = small(sum) + kept(sum);
      }
      return sum;
    }

    public static void main(final String[] args) {
      int sum = 0;
      for (int i = 0; i < 100_000; i++) {
        sum = loop(sum);
      }
      System.out.println(sum);
    }
  }

  @Test
  void aRealJvmTellsWhatItWasToldNotToInline() throws Exception {
    final List<String> words = new ArrayList<>();
    words.add(Paths.get(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(CompilationLog.options(folder.resolve("real-%p.log")));
    words.add("-XX:CompileCommand=quiet");
    words.add("-XX:CompileCommand=dontinline," + Busy.class.getName() + "::kept");
    words.addAll(Arrays.asList("-cp", "target/test-classes", Busy.class.getName()));
    final Process process =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("said").toFile())
            .start();
    assertEquals(0, process.waitFor(), () -> "see " + folder);
    final CompilationLog log = new CompilationLog();
    for (final Path file : Files.newDirectoryStream(folder, "real-*.log")) {
      log.read(file);
    }
    final String name = Busy.class.getName().replace('.', '/');
    final String in = "\t" + name + ".loop\t" + name;
    final String lines = log.lines();
    assertTrue(lines.contains("inlined" + in + ".small\t"), lines);
    assertTrue(lines.contains("called" + in + ".kept\t"), lines);
    assertTrue(
        Arrays.stream(lines.split("\n"))
            .anyMatch(
                line -> line.contains(".kept\t") && line.endsWith("disallowed by CompileCommand")),
        lines);
  }
}
