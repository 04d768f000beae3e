package org.whichjvm.collector.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.model.Design;
import org.whichjvm.collector.model.EarlyStop;
import org.whichjvm.collector.model.Gate;
import org.whichjvm.collector.model.fork.Figure;
import org.whichjvm.collector.model.fork.Latency;
import org.whichjvm.common.Percentile;

/** The reasons of decisions in words. */
final class ReasonTest {
  @Test
  void nothingToKnowIsNothingSaid() {
    assertEquals(".", Reason.end(null));
    assertEquals("; " + Reason.NO_COMMON_BLOCK + ".", Reason.end(Reason.NO_COMMON_BLOCK));
  }

  @Test
  void itNamesWhatIsNotDeclared() {
    assertEquals(
        "not among the scores that this campaign decides",
        Reason.undeclared(Figure.score("add", 2, "ns")));
    assertEquals(
        "not among the percentiles that this campaign decides",
        Reason.undeclared(Figure.of(Latency.SERVICE, Percentile.P99)));
  }

  @Test
  void itNamesTheGateThatExcludesTheMost() {
    final String gate = " by " + Gate.values()[0].option() + " (" + Gate.values()[0].what + ")";
    final Map<Gate, Integer> gates = new EnumMap<>(Map.of(Gate.values()[0], 1));
    assertEquals(
        "gates exclude a fork of every block: the only one," + gate,
        Reason.allExcluded("a fork of every block", 1, gates));
    gates.putAll(Map.of(Gate.values()[0], 5, Gate.values()[1], 2));
    assertEquals(
        "gates exclude every fork: all 5, mostly" + gate,
        Reason.allExcluded("every fork", 5, gates));
  }

  @Test
  void itSaysHowLongForksMustBeIfThatIsKnown() {
    assertEquals(
        "rests on 1 event in a typical fork, and needs 10: forks of some 1.7 min instead of 10.0 s",
        Reason.tooFewEvents(1, 10));
    assertEquals(
        "rests on 0 events in a typical fork, and needs 10: longer forks",
        Reason.tooFewEvents(0.4, 10));
    assertEquals(
        "rests on 2 events in a typical fork, and needs 10: longer forks",
        Reason.tooFewEvents(2, Double.NaN));
  }

  @Test
  void itTellsWhatIsStillPossible() {
    assertEquals("it lies between 2.0 % faster and 6.0 % slower", Reason.possible(0.98, 1.06));
    assertEquals(
        "it lies between 1.0 % slower and too slow to keep the rate",
        Reason.possible(1.01, Double.POSITIVE_INFINITY));
  }

  @Test
  void aCampaignThatStoppedSaysWhatIsLeft() {
    assertEquals(
        "the time is up after block 14, 3 of 8 comparisons still open",
        Reason.of(new EarlyStop(14, true, 3, 8), Design.FIXED));
    assertEquals(
        "the time is up after block 7, and nothing could be compared yet",
        Reason.of(new EarlyStop(7, true, 0, 0), Design.FIXED));
  }

  @Test
  void itNamesTheLeastNumberOfForks() {
    assertEquals(
        "9 forks are the least that can decide it among all that this campaign compares",
        Reason.tooFew(9, "fork"));
  }
}
