package org.whichjvm.collector.html.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.whichjvm.common.SlowCause;

class ChartStyleTest {
    // Of the WCAG 2.2: 1.4.11 for what is drawn, 1.4.3 for text.
    private static final double DRAWN = 3;
    private static final double TEXT = 4.5;

    @Test
    void everyColourShowsOnBothBackgrounds() {
        for (ChartStyle.Shade shade : ChartStyle.CONTENDERS) {
            contrast(shade, DRAWN);
        }
        for (ChartStyle.Shade shade : ChartStyle.CAUSES) {
            contrast(shade, DRAWN);
        }
        assertEquals(SlowCause.values().length, ChartStyle.CAUSES.size());
        contrast(ChartStyle.FLOOR, DRAWN);
        contrast(ChartStyle.INK, TEXT);
        contrast(ChartStyle.MUTED, TEXT);
    }

    @Test
    void chartsCanBeRecolouredByTheLightOnes() {
        assertEquals(
                ChartStyle.all().size(),
                ChartStyle.all().stream()
                        .map(ChartStyle.Shade::light)
                        .collect(Collectors.toSet())
                        .size());
    }

    @Test
    void afterEightTheShapeIsAnother() {
        assertEquals(ChartStyle.contender(0), ChartStyle.contender(8));
        assertNotEquals(ChartStyle.shape(0), ChartStyle.shape(8));
    }

    private static void contrast(ChartStyle.Shade shade, double least) {
        double light = ratio(shade.light(), ChartStyle.BACKGROUND.light());
        double dark = ratio(shade.dark(), ChartStyle.BACKGROUND.dark());
        assertTrue(light >= least, shade + " light " + light);
        assertTrue(dark >= least, shade + " dark " + dark);
    }

    private static double ratio(String one, String other) {
        double a = luminance(one);
        double b = luminance(other);
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }

    private static double luminance(String hex) {
        double[] weights = {0.2126, 0.7152, 0.0722};
        double sum = 0;
        for (int i = 0; i < 3; i++) {
            double part = Integer.parseInt(hex.substring(1 + 2 * i, 3 + 2 * i), 16) / 255.0;
            sum += weights[i] * (part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4));
        }
        return sum;
    }
}
