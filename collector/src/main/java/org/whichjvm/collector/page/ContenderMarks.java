package org.whichjvm.collector.page;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.whichjvm.collector.chart.ChartStyle;

/** The colour and shape by which a reader follows a contender through a page. */
public final class ContenderMarks {
  public static final ContenderMarks NONE = new ContenderMarks(List.of());

  private final Map<String, Integer> indexes = new HashMap<>();

  /** The labels come in the order of the campaign. */
  public ContenderMarks(final Collection<String> labels) {
    labels.forEach(each -> indexes.put(each, indexes.size()));
  }

  public boolean knows(final String label) {
    return indexes.containsKey(label);
  }

  public String swatch(final String label) {
    final int index = indexes.get(label);
    return "swatch "
        + ChartStyle.contender(index).name()
        + (index < ChartStyle.CONTENDERS.size() ? "" : " again");
  }

  /** The CSS variable of a contender's colour; that of the text if it is no contender. */
  public String colour(final String label) {
    return knows(label) ? ChartStyle.contender(indexes.get(label)).variable() : "--ink";
  }
}
