package org.whichjvm.collector.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.whichjvm.collector.chart.ChartColors;
import org.whichjvm.collector.chart.SvgStyle;

/** The style sheet that every page has in it. */
public final class PageStyle {
  private PageStyle() {}

  /** Colours, light and dark, rules for drawings, and those of the page. */
  public static String rules() {
    return ":root{"
        + ChartColors.lightVariables()
        + "}\n@media screen and (prefers-color-scheme:dark){:root{"
        + ChartColors.darkVariables()
        + "}}\n"
        + SvgStyle.rules()
        + ChartColors.CONTENDERS.stream()
            .map(each -> ".%s{background:var(%s)}".formatted(each.name(), each.variable()))
            .collect(Collectors.joining("\n"))
        + "\n"
        + resource(PageStyle.class, "page.css");
  }

  /** A file that lies beside a class. */
  public static String resource(final Class<?> beside, final String name) {
    try (InputStream stream = beside.getResourceAsStream(name)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (final IOException exception) {
      throw new UncheckedIOException(exception);
    }
  }
}
