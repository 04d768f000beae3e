package org.whichjvm.collector.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** A report lands in comments, where GitHub makes links and notifications of what looks like one. */
class MarkdownFormatTest {
    @Test
    void nobodyIsNotified() {
        assertEquals("@&#8203;octocat", MarkdownFormat.escape("@octocat"));
        assertEquals("@&#8203;org/team", MarkdownFormat.escape("@org/team"));
        assertEquals("a@&#8203;example.org", MarkdownFormat.escape("a@example.org"));
    }

    @Test
    void noNumberBecomesAReference() {
        assertEquals("\\#&#8203;123", MarkdownFormat.escape("#123"));
        assertEquals("owner/name\\#&#8203;1", MarkdownFormat.escape("owner/name#1"));
        assertEquals("GH&#8203;-12", MarkdownFormat.escape("GH-12"));
        assertEquals("gh-pages high-12", MarkdownFormat.escape("gh-pages high-12"));
    }

    @Test
    void noAddressBecomesALink() {
        assertEquals("https:&#8203;//example.org", MarkdownFormat.escape("https://example.org"));
        assertEquals("www&#8203;.example.org", MarkdownFormat.escape("www.example.org"));
        assertEquals("mailto:&#8203;x", MarkdownFormat.escape("mailto:x"));
    }

    @Test
    void aTextCannotBringABreakOrAnEntityOfItsOwn() {
        assertEquals("&amp;\\#&#8203;8203;\uFFFD", MarkdownFormat.escape("&#8203;\u200B"));
    }

    @Test
    void whatIsFoldedIsMarkdownBetweenEmptyLines() {
        Document content = new Document();
        content.paragraph("text");
        String folded = new MarkdownFormat().folded("a <b>", content);
        assertTrue(folded.startsWith("<details>\n<summary>a &lt;b&gt;</summary>\n\ntext\n"), folded);
        assertTrue(folded.endsWith("\n</details>\n"), folded);
    }
}
