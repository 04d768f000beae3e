package org.whichjvm.collector.across;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.whichjvm.collector.io.HtmlText;
import org.whichjvm.collector.page.HtmlFormat;
import org.whichjvm.collector.page.PageShell;
import org.whichjvm.collector.report.Table;

/** Writes {@code fleet.html}: one file that opens from disk, without a network or a script. */
public final class FleetPage {
  private static final int MOST_ROWS = 500;
  private static final int MOST_VALUES = 20;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("d MMMM yyyy, HH:mm 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private final Fleet fleet;
  private final Matrix matrix;
  private final HtmlFormat format;
  private final StringBuilder html = new StringBuilder();

  private FleetPage(final Fleet fleet) {
    this.fleet = fleet;
    this.matrix = fleet.matrix();
    final Map<String, Integer> contenders = new HashMap<>();
    matrix.contenders().values().forEach(label -> contenders.put(label, contenders.size()));
    this.format = new HtmlFormat(contenders);
  }

  /** The page. */
  public static String of(final Fleet fleet) {
    return new FleetPage(fleet).page();
  }

  private String page() {
    head();
    html.append("<main>\n");
    section("matrix", "Host by host", new FleetMatrixHtml(matrix, format).html());
    section("agreement", "Do the hosts agree?", agreement());
    section("findings", "What to know", findings());
    section("hosts", "The hosts", format.table(limited(FleetTables.hosts(fleet.hosts()))));
    section("numbers", "The numbers", numbers());
    html.append("</main>\n");
    return PageShell.of("whichjvm fleet: " + fleet.name(), style(), html.toString());
  }

  private void head() {
    html.append("<header>\n<p class=\"eyebrow\">whichjvm fleet ")
        .append(HtmlText.escape(fleet.name()))
        .append("</p>\n<h1>Is it the same on every host?</h1>\n<p class=\"answer\">")
        .append(HtmlText.escapeLong(FleetText.headline(matrix)))
        .append("</p>\n<p class=\"meta\">")
        .append(HtmlText.escape(measured()))
        .append("<br>")
        .append(HtmlText.escape(TIME.format(fleet.created())));
    told("cluster", fleet.context());
    told("image", fleet.image());
    told("arguments", fleet.arguments());
    html.append("</p>\n<nav aria-label=\"Contents\"><a href=\"#matrix\">Ratios</a> ")
        .append("<a href=\"#agreement\">Agreement</a> <a href=\"#findings\">To know</a> ")
        .append("<a href=\"#hosts\">Hosts</a> <a href=\"#numbers\">Numbers</a></nav>\n</header>\n");
  }

  private void told(final String what, final String value) {
    if (value != null) {
      html.append("<br>").append(what).append(": ").append(HtmlText.escape(value));
    }
  }

  private String measured() {
    final long whole = fleet.hosts().stream().filter(FleetHost::whole).count();
    return Sentences.hosts(fleet.hosts().size())
        + (whole == fleet.hosts().size()
            ? fleet.hosts().size() == 1 ? "" : ", each"
            : ", " + whole + " of them")
        + " with a whole campaign";
  }

  private void section(final String id, final String title, final String content) {
    if (!content.isEmpty()) {
      html.append("<section id=\"").append(id).append("\">\n");
      html.append(format.heading(title)).append(content).append("</section>\n");
    }
  }

  private String agreement() {
    if (matrix.rows().isEmpty()) {
      return "";
    }
    final List<String> sentences = new ArrayList<>();
    if (matrix.hosts().size() <= Fleet.MOST_COLUMNS) { // else they are in the matrix
      sentences.addAll(FleetText.agreement(matrix));
    }
    sentences.addAll(FleetText.heterogeneity(matrix));
    final String list = format.items(sentences.stream().limit(MOST_ROWS).toList());
    return (sentences.size() > 2 * Fleet.MOST_COLUMNS
            ? format.folded("Every contender in a sentence", list)
            : list)
        + format.table(limited(new FleetTables(matrix).agreement()));
  }

  private String findings() {
    return "<ul class=\"findings\">\n"
        + level("not whole", fleet.notMeasured())
        + level("warning", fleet.warnings())
        + level("note", FleetText.notes(matrix))
        + "</ul>\n";
  }

  private static String level(final String level, final List<String> sentences) {
    final boolean note = level.equals("note");
    return sentences.stream()
        .map(
            each ->
                "<li class=\"%s\"><b>%s</b> <span>%s</span></li>\n"
                    .formatted(note ? "level-note" : "level-warning", level, HtmlText.escape(each)))
        .collect(Collectors.joining());
  }

  private String numbers() {
    final FleetTables tables = new FleetTables(matrix);
    final Table others = tables.others();
    final List<Table> values = tables.values();
    final int left = values.size() - MOST_VALUES;
    return values.stream()
            .limit(MOST_VALUES)
            .map(each -> format.table(limited(each)))
            .collect(Collectors.joining())
        + (left > 0 ? format.paragraph(left + " more scores are in fleet.json.") : "")
        + (others == null ? "" : format.table(limited(others)));
  }

  /** A table of so many rows that the page keeps its size. */
  private static Table limited(final Table table) {
    final int left = table.rows.size() - MOST_ROWS;
    if (left > 0) {
      table.rows.subList(MOST_ROWS, table.rows.size()).clear();
      table.footnotes.add(left + " more are in fleet.json.");
    }
    return table;
  }

  private static String style() {
    try (InputStream stream = FleetPage.class.getResourceAsStream("fleet.css")) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (final IOException exception) {
      throw new UncheckedIOException(exception);
    }
  }
}
