package org.whichjvm.collector.chart;

import org.whichjvm.collector.io.HtmlText;

/**
 * A chart as drawn.
 *
 * @param name of its file, without an extension, and of its place on the page
 * @param title what it shows, in a few words
 * @param note how to read it, in a sentence or two
 * @param alternative what it shows, for those who cannot see it
 * @param width in its own pixels
 * @param height in its own pixels
 * @param body the drawing, as {@link ChartSpec} makes it
 */
public record Chart(
    String name,
    String title,
    String note,
    String alternative,
    int width,
    int height,
    String body) {
  private static final int HEAD = 44;

  /** Whether there is room for two of its width beside each other. */
  public boolean half() {
    return width < ChartSpec.WIDTH;
  }

  /** Part of a page, whose style sheet it needs. */
  public String inline() {
    return open("", 0) + body + "</svg>\n";
  }

  /** A file of its own, with its title above the drawing. */
  String file() {
    return open(" xmlns=\"http://www.w3.org/2000/svg\"", HEAD)
        + "<style>"
        + SvgStyle.standalone()
        + "</style>\n<rect class=\"sheet\" x=\"0\" y=\"-%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>"
            .formatted(HEAD, width, height + HEAD, ChartColors.BACKGROUND.light())
        + "<text class=\"heading\" x=\"14\" y=\"-16\" fill=\"%s\">%s</text>"
            .formatted(ChartColors.INK.light(), HtmlText.escape(title))
        + body
        + "</svg>\n";
  }

  private String open(final String namespace, final int head) {
    return """
        <svg%s class="chart" viewBox="0 -%d %d %d" role="img" aria-labelledby="%s-title %s-alternative">
        <title id="%s-title">%s</title>
        <desc id="%s-alternative">%s</desc>
        """
        .formatted(
            namespace,
            head,
            width,
            height + head,
            name,
            name,
            name,
            HtmlText.escape(title),
            name,
            // Not as one text: longer ones than a name may be are cut.
            alternative);
  }
}
