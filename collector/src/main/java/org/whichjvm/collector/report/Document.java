package org.whichjvm.collector.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A report without a format: built once, and written as text, as Markdown, as a page, and short. */
public final class Document {
    public final List<Part> parts = new ArrayList<>();

    public sealed interface Part {}

    /**
     * What the report is of.
     *
     * @param question that it answers, which a page asks; empty if it asks none
     */
    public record Heading(String text, String question) implements Part {}

    /** The answer. */
    public record Lead(String text) implements Part {}

    public record Paragraph(String text) implements Part {}

    public record Items(List<String> texts) implements Part {}

    /** Texts under a title, each with a short label. */
    public record Labelled(String title, Map<String, String> texts) implements Part {}

    /** Findings of one level. */
    public record Findings(List<Finding> all) implements Part {
        /** Whether they put all verdicts in doubt. */
        public boolean doubts() {
            return all.get(0).level() == Finding.Level.DOUBT;
        }
    }

    public record Tabular(Table<?> table) implements Part {}

    /** A reader opens this part, where the format can hide it; on a page it is a section. */
    public record Folded(String title, Document content) implements Part {}

    /**
     * A drawing, which only a page shows.
     *
     * @param name of its place on the page
     * @param note how to read it
     * @param half whether it may stand beside another one
     * @param svg with a text alternative inside
     */
    public record Drawing(String name, String title, String note, boolean half, String svg) implements Part {}

    /**
     * Links to files beside the report.
     *
     * @param files by what a reader sees; an asterisk is the ending of the report's own format
     */
    public record Links(String text, Map<String, String> files) implements Part {}

    /** What only a page has room for. */
    public record OnPage(Document content) implements Part {}

    /** A format escapes the texts that it is given; what it writes ends with a newline. */
    public interface Format {
        String heading(Heading heading);

        String paragraph(String text);

        String items(List<String> texts);

        String table(Table<?> table);

        /** A part that a reader opens; never an empty one. */
        String folded(String title, Document content);

        default String labelled(Labelled part) {
            return paragraph(part.title + ":")
                    + items(part.texts.entrySet().stream()
                            .map(each -> each.getKey() + ": " + each.getValue())
                            .toList());
        }

        default String lead(String text) {
            return paragraph(text);
        }

        default String findings(Findings findings) {
            return items(findings.all.stream()
                    .map(each -> (each.level().key + ": " + each.what() + " " + each.next()).strip())
                    .toList());
        }

        default String drawing(Drawing drawing) {
            return "";
        }

        default String links(Links links) {
            return "";
        }

        default String onPage(Document content) {
            return "";
        }
    }

    public void heading(String text) {
        heading(text, "");
    }

    public void heading(String text, String question) {
        parts.add(new Heading(text, question));
    }

    public void lead(String text) {
        parts.add(new Lead(text));
    }

    /** Adds a text, if there is anything to say. */
    public void paragraph(String text) {
        if (!text.isEmpty()) {
            parts.add(new Paragraph(text));
        }
    }

    public void items(List<String> texts) {
        if (!texts.isEmpty()) {
            parts.add(new Items(texts));
        }
    }

    public void labelled(String title, Map<String, String> texts) {
        if (!texts.isEmpty()) {
            parts.add(new Labelled(title, texts));
        }
    }

    public void findings(List<Finding> all) {
        if (!all.isEmpty()) {
            parts.add(new Findings(all));
        }
    }

    public void table(Table<?> table) {
        parts.add(new Tabular(table));
    }

    /** Adds the tables that have a row. */
    public void tables(List<Table<?>> tables) {
        tables.stream().filter(each -> !each.isEmpty()).forEach(this::table);
    }

    /** Adds a drawing, if there is one. */
    public void drawing(Drawing drawing) {
        if (drawing != null) {
            parts.add(drawing);
        }
    }

    /** Adds those of these drawings that there are. */
    void drawings(Map<String, Drawing> all, String... names) {
        Stream.of(names).map(all::get).forEach(this::drawing);
    }

    public void links(String text, Map<String, String> files) {
        if (!files.isEmpty()) {
            parts.add(new Links(text, files));
        }
    }

    /** Returns a part that only a page shows, to add to. */
    public Document onPage() {
        Document content = new Document();
        parts.add(new OnPage(content));
        return content;
    }

    public void folded(String title, Document part) {
        if (!part.parts.isEmpty()) {
            parts.add(new Folded(title, part));
        }
    }

    public String render(Format format) {
        return parts.stream()
                .map(part -> render(part, format))
                .filter(each -> !each.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    private static String render(Part part, Format format) {
        if (part instanceof Heading heading) {
            return format.heading(heading);
        }
        if (part instanceof Lead lead) {
            return format.lead(lead.text);
        }
        if (part instanceof Paragraph paragraph) {
            return format.paragraph(paragraph.text);
        }
        if (part instanceof Items items) {
            return format.items(items.texts);
        }
        if (part instanceof Labelled labelled) {
            return format.labelled(labelled);
        }
        if (part instanceof Findings findings) {
            return format.findings(findings);
        }
        if (part instanceof Drawing drawing) {
            return format.drawing(drawing);
        }
        if (part instanceof Links links) {
            return format.links(links);
        }
        if (part instanceof OnPage page) {
            return format.onPage(page.content);
        }
        if (part instanceof Folded folded) {
            return format.folded(folded.title, folded.content);
        }
        return format.table(((Tabular) part).table);
    }
}
