package org.whichjvm.collector.html;

import gg.jte.html.HtmlTemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.whichjvm.collector.html.chart.ChartStyle;
import org.whichjvm.collector.html.chart.ChartStyle.Shade;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.report.Document;

/**
 * A template writes into this output. Every text that is not the template's own comes to stand on
 * one line, without control characters and cut if it is very long, and is escaped for its place.
 */
public final class PageOutput extends OwaspHtmlTemplateOutput {
  private PageOutput(final StringOutput page) {
    super(page);
  }

  public static String of(final Consumer<HtmlTemplateOutput> template) {
    final StringOutput page = new StringOutput();
    template.accept(new PageOutput(page));
    return page.toString();
  }

  public static String of(final String title, final Document document) {
    return of(out -> JteplainGenerated.render(out, null, title, document));
  }

  @Override
  public void writeUserContent(final String text) {
    super.writeUserContent(text == null ? null : Escape.prose(text));
  }

  /** The style sheet of every page: colours, light and dark, rules for drawings, its own rules. */
  public static String rules() {
    return """
            :root{%s}
            @media screen and (prefers-color-scheme:dark){:root{%s}}
            """
            .formatted(ChartStyle.variables(Shade::light), ChartStyle.variables(Shade::dark))
        + ChartStyle.rules()
        + ChartStyle.CONTENDERS.stream()
            .map(each -> ".%s{background:var(%s)}\n".formatted(each.name(), each.variable()))
            .collect(Collectors.joining())
        + resource(PageOutput.class, "page.css");
  }

  public static String resource(final Class<?> beside, final String name) {
    try (InputStream stream = beside.getResourceAsStream(name)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (final IOException exception) {
      throw new UncheckedIOException(exception);
    }
  }
}
