package org.whichjvm.collector.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.whichjvm.collector.decide.Verdict;
import org.whichjvm.collector.html.chart.ChartStyle;
import org.whichjvm.collector.html.chart.ChartStyle.Shade;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.io.HtmlText;
import org.whichjvm.collector.report.Document;
import org.whichjvm.collector.report.Finding;
import org.whichjvm.collector.report.Table;

/**
 * One file that opens from disk, light or dark, on paper too. Nothing is loaded and nothing runs, even if a text of
 * unknown origin were not escaped somewhere.
 */
public final class HtmlFormat implements Document.Format {
    // A reader unfolds more.
    private static final int FIRST_ROWS = 20;
    private static final int MOST_OPEN = 10;
    // A drawn cell takes some 900 characters of the 3 MB that a page may have.
    private static final int MOST_DRAWN = 2_500;
    // Longer names may break over lines.
    private static final int LONG_NAME = 32;

    private final List<String> labels;
    private final List<String> sections = new ArrayList<>();
    private boolean inSection;
    private int drawn;

    private HtmlFormat(List<String> labels) {
        this.labels = labels;
    }

    /**
     * A page.
     *
     * @param labels the contenders' names, in the order of their colours
     */
    public static String page(Document document, List<String> labels) {
        HtmlFormat format = new HtmlFormat(labels);
        String body = document.render(format);
        int first = Math.max(0, body.indexOf("<section "));
        String title = document.parts.get(0) instanceof Document.Heading heading ? heading.text() : "whichjvm";
        return """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>%s</title>
        <style>
        %s</style>
        </head>
        <body>
        <main>
        %s%s%s</main>
        </body>
        </html>
        """.formatted(text(title), rules(), body.substring(0, first), format.contents(), body.substring(first));
    }

    /** Colours, light and dark, rules for drawings, and the page's own rules. */
    private static String rules() {
        String swatches = ChartStyle.CONTENDERS.stream()
                .map(each -> ".%s{background:var(%s)}\n".formatted(each.name(), each.variable()))
                .collect(Collectors.joining());
        try (InputStream css = HtmlFormat.class.getResourceAsStream("page.css")) {
            return """
            :root{%s}
            @media screen and (prefers-color-scheme:dark){:root{%s}}
            %s%s%s""".formatted(
                            ChartStyle.variables(Shade::light),
                            ChartStyle.variables(Shade::dark),
                            ChartStyle.rules(),
                            swatches,
                            new String(css.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException exception) {
            throw new UncheckedIOException(exception);
        }
    }

    /** Every text that is not this class's own comes to the page through here. */
    private static String text(String text) {
        return HtmlText.markup(Escape.prose(text));
    }

    private static String element(String tag, String style, String content) {
        return "<%s%s>%s</%s>\n".formatted(tag, style.isEmpty() ? "" : " class=\"" + style + "\"", content, tag);
    }

    private String contents() {
        return sections.isEmpty()
                ? ""
                : sections.stream()
                        .map(each -> "<a href=\"#%s\">%s</a>".formatted(id(each), text(each)))
                        .collect(Collectors.joining(" ", "<nav aria-label=\"Contents\">", "</nav>\n"));
    }

    private static String id(String title) {
        return title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    }

    @Override
    public String heading(Document.Heading heading) {
        return heading.question().isEmpty()
                ? element("h1", "", text(heading.text()))
                : element("p", "eyebrow", text(heading.text())) + element("h1", "", text(heading.question()));
    }

    @Override
    public String lead(String sentence) {
        return element("p", "answer", text(sentence));
    }

    @Override
    public String paragraph(String sentence) {
        return element("p", inSection ? "" : "note", text(sentence));
    }

    @Override
    public String items(List<String> texts) {
        String list = texts.stream()
                .map(each -> element("li", "", text(each)))
                .collect(Collectors.joining("", "<ul>\n", "</ul>\n"));
        return texts.size() > MOST_OPEN ? details(texts.size() + " sentences", list) : list;
    }

    @Override
    public String findings(Document.Findings findings) {
        String list = findings.all().stream()
                .map(HtmlFormat::finding)
                .collect(Collectors.joining("", "<ul class=\"findings\">\n", "</ul>\n"));
        return findings.doubts()
                ? "<aside class=\"doubt\" aria-label=\"Doubts\">\n%s%s</aside>\n"
                        .formatted(element("p", "", "<strong>Do not rely on the verdicts below.</strong>"), list)
                : list;
    }

    private static String finding(Finding finding) {
        return "<li class=\"level-%1$s\"><b>%1$s</b> <span>%2$s <span class=\"next\">%3$s</span></span></li>\n"
                .formatted(finding.level().key, text(finding.what()), text(finding.next()));
    }

    @Override
    public String folded(String title, Document content) {
        if (inSection) {
            return details(title, content.render(this));
        }
        sections.add(title);
        inSection = true;
        String section = "<section id=\"%s\">\n<h2>%s</h2>\n%s</section>\n"
                .formatted(id(title), text(title), content.render(this));
        inSection = false;
        return section;
    }

    private static String details(String title, String content) {
        return "<details>\n<summary>%s</summary>\n%s</details>\n".formatted(text(title), content);
    }

    @Override
    public String onPage(Document content) {
        String written = content.render(this);
        return inSection || written.startsWith("<section") ? written : "<div class=\"meta\">\n" + written + "</div>\n";
    }

    @Override
    public String links(Document.Links links) {
        return links.files().entrySet().stream()
                .map(each -> "<a href=\"%s\">%s</a>"
                        .formatted(text(each.getValue().replace("*", "html")), text(each.getKey())))
                .collect(Collectors.joining(", ", "<p class=\"meta\">" + text(links.text()) + " ", ".</p>\n"));
    }

    @Override
    public String drawing(Document.Drawing drawing) {
        return """
        <figure id="%1$s"%2$s>
        <figcaption><%3$s>%4$s</%3$s><p>%5$s</p></figcaption>
        <div class="plot" role="group" tabindex="0" aria-label="%4$s">
        %6$s</div>
        </figure>
        """.formatted(
                        text(drawing.name()),
                        drawing.half() ? " class=\"half\"" : "",
                        inSection ? "h3" : "h2",
                        text(drawing.title()),
                        text(drawing.note()),
                        drawing.svg());
    }

    /** A table above all sections is open, but for its later rows; others only if they are short. */
    @Override
    public String table(Table<?> table) {
        int rows = table.rowsOnPage();
        Bars bars = Bars.of(table);
        List<String> below = new ArrayList<>();
        below.add(bars == null ? table.scale : (table.scale + " " + bars.legend()).strip());
        below.addAll(table.footnotes);
        below.add(table.leftOnPage());
        String notes = below.stream()
                .filter(each -> !each.isEmpty())
                .map(each -> element("p", "note", text(each)))
                .collect(Collectors.joining());
        if (inSection) {
            String whole = rows(table, bars, 0, rows) + notes;
            return rows > MOST_OPEN ? details(table.title + ": " + rows + " rows", whole) : whole;
        }
        int open = Math.min(rows, FIRST_ROWS);
        return rows(table, bars, 0, open)
                + (rows > open ? details(rows - open + " more", rows(table, bars, open, rows)) : "")
                + notes;
    }

    private String rows(Table<?> table, Bars bars, int from, int to) {
        // A narrow screen lays these out as a grid, and browsers then forget their roles.
        boolean grid = bars != null;
        long drawings = table.columns.stream().filter(Table.Column::isDrawn).count();
        boolean verdicts = table.columns.stream().anyMatch(HtmlFormat::ofVerdicts);
        String style = drawings == 0 ? "" : drawings > 1 ? "wide" : verdicts ? "ranked" : "spread";
        return """
        <div class="scroll" role="region" tabindex="0" aria-label="%1$s">
        <table%2$s>
        <caption>%1$s</caption>
        <thead><tr%3$s>%4$s</tr></thead>
        <tbody>
        %5$s</tbody>
        </table>
        </div>
        """.formatted(
                text(table.title),
                attributes(grid, "table", style),
                attributes(grid, "row", ""),
                table.columns.stream().map(each -> head(each, bars)).collect(Collectors.joining()),
                IntStream.range(from, to).mapToObj(row -> row(table, bars, row)).collect(Collectors.joining()));
    }

    private static String head(Table.Column column, Bars bars) {
        boolean grid = bars != null;
        String words = column.header().stream().map(HtmlFormat::text).collect(Collectors.joining("<br>"));
        return "<th scope=\"col\"%s>%s%s</th>"
                .formatted(
                        attributes(grid, "columnheader", style(column, grid)),
                        words,
                        column.isDrawn() ? bars.axis() : "");
    }

    private String row(Table<?> table, Bars bars, int row) {
        boolean grid = bars != null;
        List<String> cells = table.rows.get(row);
        String name = cells.get(0);
        String head = "<th scope=\"row\"%s>%s%s</th>"
                .formatted(
                        attributes(grid, "rowheader", name.length() > LONG_NAME ? "long" : ""),
                        swatch(name),
                        text(name));
        return "<tr%s>%s%s</tr>\n"
                .formatted(
                        attributes(grid, "row", table.isMinor(row) ? "grey" : ""),
                        head,
                        IntStream.range(1, cells.size())
                                .mapToObj(i -> cell(table.columns.get(i), bars, row, name, cells.get(i)))
                                .collect(Collectors.joining()));
    }

    private String cell(Table.Column column, Bars bars, int row, String name, String words) {
        boolean grid = bars != null;
        String drawing = "";
        if (column.isDrawn() && drawn + column.drawn().get(row).size() <= MOST_DRAWN) {
            drawn += column.drawn().get(row).size();
            drawing = bars.svg(column.drawn().get(row), colour(name));
        }
        return "<td%s%s>%s%s</td>"
                .formatted(
                        attributes(grid, "cell", style(column, grid)),
                        grid ? " data-label=\"" + text(String.join(" ", column.header())) + "\"" : "",
                        drawing,
                        grid && ofVerdicts(column) ? verdict(words) : text(words));
    }

    private static String attributes(boolean grid, String role, String style) {
        return (grid ? " role=\"" + role + "\"" : "") + (style.isEmpty() ? "" : " class=\"" + style + "\"");
    }

    /** A column of a grid is laid out by its name. */
    private static String style(Table.Column column, boolean grid) {
        String number = column.right() ? "number" : "";
        String name = column.isDrawn() ? "drawn" : "of-" + id(column.header().get(0));
        return grid ? (number + " " + name).strip() : number;
    }

    private static boolean ofVerdicts(Table.Column column) {
        return column.header().equals(List.of("verdict"));
    }

    private static String verdict(String word) {
        String style = Verdict.shownIn(word).map(each -> each.key).orElse("none");
        return "<b class=\"verdict %s\">%s</b>".formatted(style, text(word));
    }

    /** A contender's colour and shape before its name; nothing before another text. */
    private String swatch(String label) {
        int index = labels.indexOf(label);
        return index < 0
                ? ""
                : "<span class=\"swatch %s%s\"></span>"
                        .formatted(
                                ChartStyle.contender(index).name(),
                                index < ChartStyle.CONTENDERS.size() ? "" : " again");
    }

    private String colour(String label) {
        int index = labels.indexOf(label);
        return index < 0 ? "--ink" : ChartStyle.contender(index).variable();
    }
}
