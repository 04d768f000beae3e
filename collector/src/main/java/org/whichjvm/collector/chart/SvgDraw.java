package org.whichjvm.collector.chart;

import org.jetbrains.letsPlot.commons.encoding.UnsupportedRGBEncoder;
import org.jetbrains.letsPlot.core.util.PlotSvgExportCommon;

/** Has lets-plot draw a chart. */
final class SvgDraw {
  private SvgDraw() {}

  /** The drawing inside its outermost element, cleaned. */
  static String body(final String name, final ChartSpec spec) {
    final String svg =
        PlotSvgExportCommon.INSTANCE.buildSvgImageFromRawSpecs(
            spec.toMap(), null, new UnsupportedRGBEncoder(), true);
    return new SvgCleaner(name).clean(svg);
  }
}
