package org.whichjvm.collector.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.common.JitDecision;

/** What compilers decide in another way, from made-up forks: 12 of each, the control included. */
class CompilersExplainedTest {
  private static final int EACH = 12;
  private static final String QUEUE = "net/openhft/Queue.";

  private final Decisions decisions = new Decisions();
  private final List<Double> levels = new ArrayList<>();

  private static String line(
      final String what, final String root, final String caller, final String method) {
    return String.join("\t", what, QUEUE + root, QUEUE + method, QUEUE + caller, "why") + "\n";
  }

  /** Adds a fork whose write is compiled with copy in it, as told, and what copy calls. */
  private void fork(final double level, final String copied) throws UnusableFile {
    String lines = "compiled\t" + QUEUE + "write\t\t\t\n" + line(copied, "write", "write", "copy");
    if (copied.equals("inlined")) {
      lines += line("inlined", "write", "copy", "check");
    }
    // Where forks differ by chance.
    lines += line(levels.size() % 2 == 0 ? "inlined" : "called", "write", "write", "other");
    decisions.add(levels.size(), lines);
    levels.add(level);
  }

  private CompilersExplained explained(final Map<String, Double> millis) {
    final List<BitSet> groups = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      groups.add(new BitSet());
      groups.get(i).set(i * levels.size() / 3, (i + 1) * levels.size() / 3);
    }
    return CompilersExplained.of("a", "b", decisions, groups, levels, millis, List.of());
  }

  @Test
  void whatDiffersIsNamedOnceAndWhatFollowsFromItIsNot() throws UnusableFile {
    for (int i = 0; i < 3 * EACH; i++) {
      fork(500 + i % 3, i < EACH ? "called" : "inlined");
    }
    final CompilersExplained explained = explained(Map.of());
    assertEquals(1, explained.differ().size(), explained.differ().toString());
    final CompilersExplained.Place place = explained.differ().get(0);
    assertEquals(QUEUE + "copy", place.site().method());
    assertEquals(
        new CompilersExplained.Most(Optional.of(JitDecision.CALLED), 12, 12, "why"), place.some());
    assertEquals(Optional.of(JitDecision.INLINED), place.others().decision());
    assertTrue(place.p() < 1e-5);
    assertEquals(0, explained.control());
    assertEquals(
        List.of(0, 0), explained.starts().stream().map(CompilersExplained.Starts::slow).toList());
  }

  @Test
  void whatGoesWithSlowStartsIsNamed() throws UnusableFile {
    for (int i = 0; i < 3 * EACH; i++) {
      final boolean slow = i >= EACH && i % 3 == 0;
      fork(slow ? 700 : 500 + i % 3, slow ? "called" : "inlined");
    }
    final CompilersExplained explained = explained(Map.of());
    assertEquals(List.of(), explained.differ());
    final CompilersExplained.Starts starts = explained.starts().get(1);
    assertEquals(8, starts.slow());
    assertEquals(24, starts.forks());
    assertEquals(1.4, starts.by(), 0.01);
    assertEquals(
        List.of(QUEUE + "copy"), starts.with().stream().map(each -> each.site().method()).toList());
  }

  @Test
  void aHostThatSlowsAWholeBlockMakesNoSlowStart() {
    assertEquals(
        List.of(1.0, 1.1, 1.0, 1.0, 1.0, 1.5),
        CompilersExplained.withinBlocks(
            List.of(1, 1, 1, 2, 2, 2), List.of(200.0, 220.0, 200.0, 700.0, 700.0, 1_050.0)));
  }

  @Test
  void aForkWhoseLevelIsUnknownMakesNoOtherSlow() throws UnusableFile {
    assertEquals(
        List.of(Double.NaN, 0.5, 1.5),
        CompilersExplained.withinBlocks(List.of(1, 1, 1), List.of(Double.NaN, 100.0, 300.0)));
    for (int i = 0; i < 3 * EACH; i++) {
      fork(i == 5 || i / EACH > 0 ? Double.NaN : 500 + i % 3, "inlined");
    }
    final List<CompilersExplained.Starts> starts = explained(Map.of()).starts();
    assertEquals(EACH - 1, starts.get(0).forks());
    assertEquals(0, starts.get(0).slow());
    assertEquals(0, starts.get(1).forks());
  }

  @Test
  void whatTellsTwoApartIsShownAndNotWhatBothDoBeside() throws UnusableFile {
    for (int i = 0; i < 3 * EACH; i++) {
      // Inlined at one call by all, and left a call at another by the first ones.
      final String called = i < EACH ? line("called", "write", "write", "copy") : "";
      decisions.add(i, line("inlined", "write", "write", "copy") + called);
      levels.add(1.0);
    }
    final CompilersExplained.Place place = explained(Map.of()).differ().get(0);
    assertEquals(Optional.of(JitDecision.CALLED), place.some().decision());
    assertEquals(Optional.of(JitDecision.INLINED), place.others().decision());
  }

  @Test
  void ofProgramsOnlyWhatTakesTimeIsAskedAboutAndTheMostFirst() throws UnusableFile {
    for (int i = 0; i < 3 * EACH; i++) {
      final String what = i < EACH ? "called" : "intrinsic";
      decisions.add(
          i,
          "%s\tR.r\tA.a\tR.r\t_x\n%s\tR.r\tB.b\tR.r\t_y\n%s\tQ.q\tC.c\tQ.q\t\n"
              .formatted(what, what, what));
      levels.add(100.0);
    }
    final CompilersExplained explained = explained(Map.of("A.a", 3.0, "B.b", 80.0));
    assertEquals(
        List.of("B.b", "A.a"),
        explained.differ().stream().map(each -> each.site().method()).toList());
  }

  @Test
  void aFileThatIsRefusedHasDecidedNothing() throws UnusableFile {
    assertThrows(
        UnusableFile.class,
        () -> decisions.add(0, line("called", "write", "write", "copy") + "rubbish\n"));
    for (int i = 0; i < 3 * EACH; i++) {
      decisions.add(i, "compiled\t" + QUEUE + "write\t\t\t\n");
      levels.add(1.0);
    }
    assertEquals(1, explained(Map.of()).asked());
  }

  @Test
  void jvmsThatLogNothingAreToldAndNotACrash() {
    final CompilersExplained explained = explained(Map.of());
    assertEquals(0, explained.asked());
    assertEquals(List.of(), explained.differ());
  }

  @Test
  void anotherFileIsRefused() {
    assertThrows(UnusableFile.class, () -> decisions.add(0, "inlined\tA.a\n"));
    assertThrows(UnusableFile.class, () -> decisions.add(0, "eaten\tA.a\tB.b\tA.a\t\n"));
  }
}
