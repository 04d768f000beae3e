package org.whichjvm.collector.html;

import java.util.List;
import org.whichjvm.collector.html.chart.ChartStyle;

/** The colour and shape of each contender on a page, by its place among the labels. */
public record ContenderMarks(List<String> labels) {
  public static final ContenderMarks NONE = new ContenderMarks(List.of());

  public boolean knows(final String label) {
    return labels.contains(label);
  }

  public String swatch(final String label) {
    final int index = labels.indexOf(label);
    return "swatch "
        + ChartStyle.contender(index).name()
        + (index < ChartStyle.CONTENDERS.size() ? "" : " again");
  }

  /** The CSS variable of a contender's colour; that of the text if it is no contender. */
  public String colour(final String label) {
    return knows(label) ? ChartStyle.contender(labels.indexOf(label)).variable() : "--ink";
  }
}
