package org.whichjvm.workload.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rates at which service levels are met. */
class CurveTest {
    private static final long MILLI = 1_000_000;

    @Test
    void betweenTwoRatesTheLogarithmDecides() {
        // 10 ms is half-way between 1 ms and 100 ms, on a logarithmic scale.
        Curve curve = curve(300, 1, 1, 100);
        assertEquals(250, curve.rateAt(10 * MILLI).getAsDouble(), 0.5);
        assertEquals(300, curve.rateAt(100 * MILLI).getAsDouble(), 0.5);
    }

    @Test
    void whatIsAlwaysInTimeIsMetAtTheGreatestRate() {
        Curve curve = curve(300, 1, 2, 3);
        assertEquals(300, curve.rateAt(10 * MILLI).getAsDouble());
        assertEquals(300, curve.critical().getAsDouble(), 1e-9);
    }

    @Test
    void theGeometricMeanIsOfAllLevels() {
        Curve curve = curve(400, 1, 10, 50, 200);
        double product = 1;
        for (long level : LoadPlan.USUAL_LEVELS) {
            product *= curve.rateAt(level).getAsDouble();
        }
        assertEquals(Math.pow(product, 0.2), curve.critical().getAsDouble(), 1e-9);
        assertEquals(200, curve.rateAt(10 * MILLI).getAsDouble(), 0.5);
        assertEquals(300, curve.rateAt(50 * MILLI).getAsDouble(), 0.5);
    }

    @Test
    void whatIsNeverInTimeHasNoCriticalThroughput() {
        Curve curve = curve(300, 20, 30, 40);
        assertFalse(curve.rateAt(10 * MILLI).isPresent());
        assertFalse(curve.critical().isPresent());
        // The schema of a fork's file has numbers only.
        assertEquals("[25ms, 50ms, 75ms, 100ms]", curve.json().keySet().toString());
    }

    @Test
    void aStallAtALowRateDoesNotEndTheCurve() {
        // 12 ms and 3 ms are averaged to 6 ms, which is below 10 ms.
        Curve curve = curve(400, 2, 12, 3, 100);
        assertTrue(
                curve.rateAt(10 * MILLI).getAsDouble() > 300,
                curve.rateAt(10 * MILLI).getAsDouble() + "");
    }

    private static Curve curve(double max, int... millis) {
        List<RateStep> steps = new ArrayList<>();
        for (int i = 0; i < millis.length; i++) {
            RateStep step = new RateStep(100 * (i + 1), 1);
            step.responses.recordValue(millis[i] * MILLI);
            steps.add(step);
        }
        return new Curve(steps, max, LoadPlan.USUAL_LEVELS);
    }
}
