package org.whichjvm.collector.stats;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How often hosts are called different, over fleets of many kinds. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class TrimmedWelchRatesTest {
  private static final double LEVEL = 0.05;

  private final long seed = Long.getLong("seed", 20_261_123);
  private final Random random = new Random(seed);

  /**
   * A kind of fleet. The standard deviation of the blocks' log ratios goes from 1 % on the first
   * host to 4 % on the last.
   *
   * @param slow how often either JVM of a block starts slow
   * @param slower by how much, as a log ratio
   * @param apart standard deviation of the hosts' true log ratios
   * @param least at least so often are hosts called different
   * @param most at most so often
   */
  record Row(
      int hosts,
      int blocks,
      double slow,
      double slower,
      double apart,
      int fleets,
      double least,
      double most) {}

  static Stream<Row> rows() {
    return Stream.of(
        same(6, 12, 0, 0),
        same(6, 12, 0.15, 0.1),
        same(6, 12, 0.15, 0.45),
        new Row(2, 6, 0, 0, 0, 3_000, 0, 0.075),
        same(6, 6, 0.15, 0.45),
        same(12, 8, 0, 0),
        same(3, 40, 0.15, 0.1),
        new Row(200, 12, 0, 0, 0, 400, 0, 0.085),
        new Row(200, 6, 0.15, 0.45, 0, 400, 0, 0.085),
        new Row(6, 12, 0, 0, 0.05, 500, 0.9, 1),
        new Row(6, 12, 0.15, 0.45, 0.08, 500, 0.8, 1));
  }

  private static Row same(
      final int hosts, final int blocks, final double slow, final double slower) {
    return new Row(hosts, blocks, slow, slower, 0, 3_000, 0, 0.065);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void differs(final Row row) {
    int found = 0;
    int byF = 0;
    for (int i = 0; i < row.fleets(); i++) {
      final TrimmedWelch test = TrimmedWelch.of(fleet(row), 0.2);
      found += test.p() <= LEVEL ? 1 : 0;
      byF += TrimmedWelchTest.pByF(test) <= LEVEL ? 1 : 0;
    }
    final double share = (double) found / row.fleets();
    System.out.printf(
        Locale.ROOT,
        "%s: different %.3f, by F %.3f (seed %d)%n",
        row,
        share,
        (double) byF / row.fleets(),
        seed);
    assertTrue(share >= row.least() && share <= row.most(), row + ": " + share);
  }

  private List<double[]> fleet(final Row row) {
    final List<double[]> hosts = new ArrayList<>();
    for (int host = 0; host < row.hosts(); host++) {
      final double noise = 0.01 + 0.03 * host / (row.hosts() - 1);
      final double shift = row.apart() * random.nextGaussian();
      final double[] blocks = new double[row.blocks()];
      for (int i = 0; i < blocks.length; i++) {
        blocks[i] = shift + noise * random.nextGaussian() + start(row) - start(row);
      }
      hosts.add(blocks);
    }
    return hosts;
  }

  private double start(final Row row) {
    return random.nextDouble() < row.slow() ? row.slower() : 0;
  }
}
