package org.whichjvm.collector.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.whichjvm.common.SlowCause;

class ChartColorsTest {
  // Of the WCAG 2.2: 1.4.11 for what is drawn, 1.4.3 for text.
  private static final double DRAWN = 3;
  private static final double TEXT = 4.5;

  @Test
  void everyColourShowsOnBothBackgrounds() {
    for (final ChartColors.Shade shade : ChartColors.CONTENDERS) {
      contrast(shade, DRAWN);
    }
    for (final ChartColors.Shade shade : ChartColors.CAUSES) {
      contrast(shade, DRAWN);
    }
    assertEquals(SlowCause.values().length, ChartColors.CAUSES.size());
    contrast(ChartColors.FLOOR, DRAWN);
    contrast(ChartColors.INK, TEXT);
    contrast(ChartColors.MUTED, TEXT);
  }

  @Test
  void chartsCanBeRecolouredByTheLightOnes() {
    assertEquals(
        ChartColors.all().size(),
        ChartColors.all().stream()
            .map(ChartColors.Shade::light)
            .collect(Collectors.toSet())
            .size());
  }

  @Test
  void afterEightTheShapeIsAnother() {
    assertEquals(ChartColors.contender(0), ChartColors.contender(8));
    assertNotEquals(ChartColors.shape(0), ChartColors.shape(8));
  }

  private static void contrast(final ChartColors.Shade shade, final double least) {
    final double light = ratio(shade.light(), ChartColors.BACKGROUND.light());
    final double dark = ratio(shade.dark(), ChartColors.BACKGROUND.dark());
    assertTrue(light >= least, shade + " light " + light);
    assertTrue(dark >= least, shade + " dark " + dark);
  }

  private static double ratio(final String one, final String other) {
    final double a = luminance(one);
    final double b = luminance(other);
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }

  private static double luminance(final String hex) {
    final double[] weights = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
      final double part = Integer.parseInt(hex.substring(1 + 2 * i, 3 + 2 * i), 16) / 255.0;
      sum += weights[i] * (part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4));
    }
    return sum;
  }
}
