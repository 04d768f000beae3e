package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.analysis.Reason;
import org.whichjvm.collector.analysis.Verdict;
import org.whichjvm.collector.campaign.Design;
import org.whichjvm.collector.campaign.EarlyStop;
import org.whichjvm.collector.campaign.Gate;
import org.whichjvm.collector.campaign.fork.Figure;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.common.Percentile;

/** Every reason of a decision has its sentence. */
final class ReasonTextTest {
  private static final Figure P99 = Figure.of(Latency.SERVICE, Percentile.P99);
  private static final Figure ADD = Figure.score("add", 2, "ns");

  private static final List<Reason> WITH_NUMBERS =
      List.of(
          new Reason.Undeclared(P99),
          new Reason.BeforeFirstLook(6),
          new Reason.OnlyEmulated("a"),
          excluded(Reason.Unit.BLOCKS, 1, 0),
          new Reason.TooFewEvents(2, 10, 50),
          new Reason.StartsOpen(Verdict.FASTER, 8, 12),
          new Reason.FallsApart(1.01, 1.57),
          new Reason.TooEarly(12),
          new Reason.TooFew(9, Reason.Unit.BLOCKS),
          new Reason.Possible(0.98, 1.06));

  @Test
  void noReasonIsWithoutWords() {
    final Set<Class<?>> here =
        Stream.concat(WITH_NUMBERS.stream(), Stream.of(Reason.Plain.values()))
            .map(Object::getClass)
            .collect(Collectors.toSet());
    assertEquals(Set.copyOf(Arrays.asList(Reason.class.getPermittedSubclasses())), here);
    Stream.concat(WITH_NUMBERS.stream(), Stream.of(Reason.Plain.values()))
        .forEach(reason -> assertFalse(ReasonText.of(reason).isBlank(), reason.toString()));
  }

  @Test
  void nothingToKnowIsNothingSaid() {
    assertEquals("", ReasonText.cell(null));
    assertEquals(".", ReasonText.end(null));
  }

  @Test
  void itNamesWhatIsNotDeclared() {
    assertEquals(
        "not among the scores that this campaign decides",
        ReasonText.of(new Reason.Undeclared(ADD)));
    assertEquals(
        "not among the percentiles that this campaign decides",
        ReasonText.of(new Reason.Undeclared(P99)));
  }

  @Test
  void itNamesTheGateThatExcludesTheMost() {
    final String gate = " by " + Gate.values()[0].option() + " (" + Gate.values()[0].what + ")";
    assertEquals(
        "gates exclude a fork of every block: the only one," + gate,
        ReasonText.of(excluded(Reason.Unit.BLOCKS, 1, 0)));
    assertEquals(
        "gates exclude every fork: all 5, mostly" + gate,
        ReasonText.of(excluded(Reason.Unit.FORKS, 5, 2)));
  }

  @Test
  void itSaysHowLongForksMustBeIfThatIsKnown() {
    assertEquals(
        "rests on 1 event in a typical fork, and needs 10: forks of some 1.7 min instead of 10.0 s",
        ReasonText.of(new Reason.TooFewEvents(1, 10, 100)));
    assertEquals(
        "rests on 0 events in a typical fork, and needs 10: longer forks",
        ReasonText.of(new Reason.TooFewEvents(0, 10, Double.NaN)));
  }

  @Test
  void aCampaignThatStoppedSaysWhatIsLeft() {
    assertEquals(
        "the time is up after block 14, 3 of 8 comparisons still open",
        ReasonText.of(new EarlyStop(14, true, 3, 8), Design.FIXED));
    assertEquals(
        "the time is up after block 7, and nothing could be compared yet",
        ReasonText.of(new EarlyStop(7, true, 0, 0), Design.FIXED));
  }

  @Test
  void itNamesTheLeastNumberOfForks() {
    assertEquals(
        "9 forks are the least that can decide it among all that this campaign compares",
        ReasonText.of(new Reason.TooFew(9, Reason.Unit.FORKS)));
  }

  private static Reason excluded(final Reason.Unit unit, final int most, final int second) {
    final Map<Gate, Integer> gates = new EnumMap<>(Gate.class);
    gates.put(Gate.values()[0], most);
    if (second > 0) {
      gates.put(Gate.values()[1], second);
    }
    return new Reason.AllExcluded(unit, most, gates);
  }
}
