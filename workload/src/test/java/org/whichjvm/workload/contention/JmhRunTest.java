package org.whichjvm.workload.contention;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.Cpus;
import org.whichjvm.workload.score.Score;
import org.whichjvm.workload.score.ScoreWindow;

class JmhRunTest {
  private static final long SHORT = 100_000_000;

  private final JmhRun jmh = new JmhRun(SHORT, SHORT);
  private final List<Integer> oneCpu = Cpus.effective().subList(0, 1);
  private final ScoreWindow window = new ScoreWindow(oneCpu);

  @Test
  void aBenchmarkThatThrowsFailsTheForkWithWhatItThrew() {
    final ForkFailure failure =
        assertThrows(ForkFailure.class, () -> run("FailingBenchmarks.throwing", oneCpu));
    assertEquals(
        "the benchmark x ended: java.lang.IllegalStateException: the cell is gone",
        failure.getMessage());
  }

  @Test
  void aBenchmarkThatIsMissingFailsTheFork() {
    final ForkFailure failure =
        assertThrows(ForkFailure.class, () -> run("FailingBenchmarks.none", oneCpu));
    assertTrue(failure.getMessage().contains("No benchmarks to run"), failure.getMessage());
  }

  @Test
  void aHostThatCannotRunItIsNotAFailedFork() {
    final CannotRun cannot =
        assertThrows(CannotRun.class, () -> run("FailingBenchmarks.cannotPin", oneCpu));
    assertEquals("no such CPU", cannot.getMessage());
  }

  @Test
  void aScoreIsTheMeanOfItsIterationsAndJmhsOwnJsonIsKept() {
    final JsonObject score = run("FailingBenchmarks.onlyPins", oneCpu).json();
    assertEquals("ns/op", score.get("unit").getAsString());
    assertEquals(10, score.getAsJsonArray("iterations").size());
    double sum = 0;
    for (int i = 0; i < 10; i++) {
      sum += score.getAsJsonArray("iterations").get(i).getAsDouble();
    }
    assertEquals(sum / 10, score.get("score").getAsDouble(), 0.01);
    assertEquals(
        FailingBenchmarks.class.getName() + ".onlyPins",
        jmh.json().get(0).getAsJsonObject().get("benchmark").getAsString());
  }

  @Test
  void aWarmUpIsNeitherAScoreNorInTheWindow() {
    jmh.warmUp("x", nameOf("FailingBenchmarks.onlyPins"), oneCpu);
    assertEquals(0, jmh.json().size());
    assertEquals(0, window.seconds());
    run("FailingBenchmarks.onlyPins", oneCpu);
    final double once = window.seconds();
    assertTrue(once >= SHORT / 1e9 / 2, once + " s");
    run("FailingBenchmarks.onlyPins", oneCpu);
    assertTrue(window.seconds() > once, window.seconds() + " s after " + once + " s");
    assertEquals(2, jmh.json().size());
  }

  @Test
  void theWindowTellsWhatTheCompilersTook() {
    run("FailingBenchmarks.onlyPins", oneCpu);
    final JsonObject helpers = window.disturbances().getAsJsonObject("helpers");
    // 8 names no threads.
    assertTrue(helpers.has("compiler") || helpers.has("other"), helpers.toString());
  }

  private Score run(final String method, final List<Integer> cpus) {
    return jmh.run("x", nameOf(method), cpus, window);
  }

  private static String nameOf(final String method) {
    return JmhRunTest.class.getPackage().getName() + "." + method;
  }
}
