package org.whichjvm.collector.page;

import gg.jte.html.HtmlTemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import gg.jte.output.StringOutput;
import java.util.function.Consumer;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.report.Document;

/**
 * What a template writes into. Every text that is not the template's own comes to stand on one
 * line, without control characters and cut if it is very long, and is escaped for its place.
 */
public final class PageOutput extends OwaspHtmlTemplateOutput {
  private PageOutput(final StringOutput page) {
    super(page);
  }

  /** The page that a template writes. */
  public static String of(final Consumer<HtmlTemplateOutput> template) {
    final StringOutput page = new StringOutput();
    template.accept(new PageOutput(page));
    return page.toString();
  }

  /** A page that has the parts of a report and nothing else. */
  public static String of(final String title, final Document document) {
    return of(out -> JteplainGenerated.render(out, null, title, document));
  }

  @Override
  public void writeUserContent(final String text) {
    super.writeUserContent(text == null ? null : Escape.oneLine(text));
  }
}
