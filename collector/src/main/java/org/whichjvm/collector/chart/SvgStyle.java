package org.whichjvm.collector.chart;

/** The style sheet of drawings: on the page and in a file of their own. */
public final class SvgStyle {
  private SvgStyle() {}

  /** Rules for drawings, wherever the variables are set. */
  public static String rules() {
    return """
        .chart{display:block;width:100%%;height:auto}
        .chart text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;\
        font-size:%1$dpx;fill:var(--muted);font-variant-numeric:tabular-nums}
        .chart .axis-title-x,.chart .axis-title-y{font-size:%2$dpx}
        .chart .legend-item{fill:var(--ink)}
        .chart .heading{font-size:17px;font-weight:600}
        """
            .formatted(ChartSpec.TEXT_SIZE, ChartSpec.TITLE_SIZE)
        + ChartColors.recolouring()
        + "\n";
  }

  /** For an SVG file: rules and variables, dark where the reader's system is. */
  static String standalone() {
    return ".chart{%s}\n@media (prefers-color-scheme:dark){.chart{%s}}\n"
            .formatted(ChartColors.lightVariables(), ChartColors.darkVariables())
        + rules();
  }
}
