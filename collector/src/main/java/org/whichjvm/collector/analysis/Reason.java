package org.whichjvm.collector.analysis;

import java.util.Map;
import org.whichjvm.collector.campaign.Gate;
import org.whichjvm.collector.campaign.fork.Figure;

/**
 * The reason why a comparison or a contrast has no better verdict, or a caution about the one it
 * has. It holds the facts alone; the report puts them into words.
 */
public sealed interface Reason {
  /** The units of a test: the blocks that two contenders share, or the forks of one. */
  enum Unit {
    BLOCKS,
    FORKS
  }

  /** A reason that needs no number and no name. */
  enum Plain implements Reason {
    /** A fork has too few pauses for this score: it is shown, and not decided. */
    FEW_PAUSES,
    /** No block has a fork of both contenders that counts. */
    NO_COMMON_BLOCK,
    /** Both took turns together, but no block has enough rounds that are compared. */
    TOO_FEW_ROUNDS,
    /** An earlier interim look found a difference, and the last interval does not confirm it. */
    NOT_CONFIRMED
  }

  /** The campaign does not decide this figure, whatever was measured. */
  record Undeclared(Figure figure) implements Reason {}

  /**
   * Nothing is decided before the first interim look.
   *
   * @param block after which it comes
   */
  record BeforeFirstLook(int block) implements Reason {}

  /** A contender has no other forks than those of an emulated CPU. */
  record OnlyEmulated(String contender) implements Reason {}

  /**
   * Gates exclude all that could be compared.
   *
   * @param unit of what they exclude: blocks that lack one of two forks, or forks
   * @param number of these, at least 1
   * @param gates how many of them each gate excludes, not empty; one may be several gates'
   */
  record AllExcluded(Unit unit, int number, Map<Gate, Integer> gates) implements Reason {}

  /**
   * The percentile rests on too few separate events.
   *
   * @param events of a typical fork
   * @param seconds that a fork measured; NaN if unknown
   * @param secondsNeeded how long a fork must measure to have enough events; NaN if unknown
   */
  record TooFewEvents(long events, double seconds, double secondsNeeded) implements Reason {
    /**
     * A percentile of a typical fork must rest on so many events: a stall of 10 ms is 1,000
     * messages but one event. With ten, its rank is known to about a third (1/√10); with one or two
     * it is the length of whatever stall came along.
     */
    public static final int LEAST = 10;
  }

  /**
   * The shift would have a verdict, but the contender may start slow too often for it.
   *
   * @param shift that verdict
   * @param blocks in which both have a fork
   * @param least blocks that tell, if none has a slow start
   */
  record StartsOpen(Verdict shift, int blocks, int least) implements Reason {}

  /**
   * The blocks fall apart into groups, and which of them has the typical start is not known: the
   * interval reaches over all that may have it.
   *
   * @param low lower end of that interval
   * @param high its upper end
   */
  record FallsApart(double low, double high) implements Reason {}

  /**
   * No result could be significant yet.
   *
   * @param nextLook the block of the next interim look
   */
  record TooEarly(int nextLook) implements Reason {}

  /**
   * No result could be significant with so few, and no interim look is to come.
   *
   * @param least how many are needed
   * @param unit of these
   */
  record TooFew(int least, Unit unit) implements Reason {}

  /**
   * The interval leaves both directions open.
   *
   * @param low its lower end, a ratio
   * @param high its upper end
   */
  record Possible(double low, double high) implements Reason {}
}
