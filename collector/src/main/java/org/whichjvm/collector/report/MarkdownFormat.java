package org.whichjvm.collector.report;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.whichjvm.collector.io.Escape;

/**
 * GitHub's Markdown, as in a comment on a pull request: no text becomes markup, a link, a reference or a person's
 * notification.
 */
public final class MarkdownFormat implements Document.Format {
    private static final Pattern SPECIAL = Pattern.compile("[\\\\`*_~\\[\\]|#!]");

    // GitHub makes links of a user, an issue by number, and an address. It looks for them after all
    // escapes are resolved, so a space of no width must stand in them:
    // https://docs.github.com/en/get-started/writing-on-github/working-with-advanced-formatting/autolinked-references-and-urls
    private static final Pattern LINKED =
            Pattern.compile("@|#(?=[0-9])|(?i:(?<![a-z0-9])(?:gh(?=-[0-9])|www(?=\\.))|:(?=//)|mailto:|xmpp:)");
    private static final String BREAK = "&#8203;";

    @Override
    public String heading(Document.Heading heading) {
        return "# " + escape(heading.text()) + "\n";
    }

    @Override
    public String paragraph(String text) {
        return prose(text) + "\n";
    }

    @Override
    public String items(List<String> texts) {
        return texts.stream().map(text -> "- " + prose(text) + "\n").collect(Collectors.joining());
    }

    @Override
    public String folded(String title, Document content) {
        String written = content.render(this);
        // Without the empty lines GitHub would show the content as it is written.
        return written.isEmpty()
                ? ""
                : "<details>\n<summary>" + escape(title) + "</summary>\n\n" + written + "\n</details>\n";
    }

    @Override
    public String links(Document.Links links) {
        return links.files().entrySet().stream()
                .map(each -> "[%s](%s)".formatted(each.getKey(), each.getValue().replace("*", "md")))
                .collect(Collectors.joining(", ", links.text() + " ", ".\n"));
    }

    @Override
    public String table(Table<?> whole) {
        Table<?> table = whole.brief();
        StringBuilder lines = new StringBuilder("## " + escape(table.title) + "\n\n");
        lines.append(row(table.columns.stream()
                .map(each -> String.join(" ", each.header()))
                .toList()));
        table.columns.forEach(each -> lines.append(each.right() ? "| ---: " : "| --- "));
        lines.append("|\n");
        table.rows.forEach(row -> lines.append(row(row)));
        table.below().forEach(note -> lines.append('\n').append(paragraph(note)));
        return lines.toString();
    }

    private static String row(List<String> cells) {
        return cells.stream().map(MarkdownFormat::escape).collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    /** Keeps a text from becoming markup, HTML, a link, or a cell or line of its own. */
    static String escape(String text) {
        return marked(Escape.oneLine(text));
    }

    private static String prose(String text) {
        return marked(Escape.prose(text));
    }

    private static String marked(String line) {
        String unlinked = LINKED.matcher(line).replaceAll("$0\u200B");
        String html = unlinked.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        return SPECIAL.matcher(html).replaceAll("\\\\$0").replace("\u200B", BREAK);
    }
}
