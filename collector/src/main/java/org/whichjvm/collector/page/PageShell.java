package org.whichjvm.collector.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.whichjvm.collector.chart.ChartColors;
import org.whichjvm.collector.chart.SvgStyle;
import org.whichjvm.collector.io.HtmlText;

/** What every page has around its content: title, policy, colours and style. */
public final class PageShell {
  // Nothing is loaded and nothing runs, even if a name of unknown origin were not escaped
  // somewhere.
  private static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

  private PageShell() {}

  /**
   * A whole page.
   *
   * @param title of any origin
   * @param body HTML
   */
  public static String of(final String title, final String body) {
    return of(title, "", body);
  }

  /**
   * A whole page with rules of its own.
   *
   * @param title of any origin
   * @param rules more of the style sheet
   * @param body HTML
   */
  public static String of(final String title, final String rules, final String body) {
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        + "<meta http-equiv=\"Content-Security-Policy\" content=\""
        + POLICY
        + "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        + "<meta name=\"color-scheme\" content=\"light dark\">\n<title>"
        + HtmlText.escape(title)
        + "</title>\n<style>\n"
        + style()
        + rules
        + "</style>\n</head>\n<body>\n"
        + body
        + "</body>\n</html>\n";
  }

  private static String style() {
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
        + resource("page.css");
  }

  /** A file that comes with the code. */
  static String resource(final String name) {
    try (InputStream stream = PageShell.class.getResourceAsStream(name)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (final IOException exception) {
      throw new UncheckedIOException(exception);
    }
  }
}
