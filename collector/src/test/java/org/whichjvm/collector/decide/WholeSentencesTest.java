package org.whichjvm.collector.decide;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** What the project itself writes is never cut, in whichever form of the report. */
class WholeSentencesTest extends VerdictFixture {
    @Test
    void aCaptionIsNotCut() throws IOException {
        campaign(block -> block % 3 == 0 ? 800 : 500);
        String text = report().out();
        assertFalse(text.contains("…\n"), text);
        for (String file : new String[] {"report.md", "report.html"}) {
            String report = Files.readString(campaign.resolve(file));
            assertFalse(report.matches("(?s).*\\w…\\s*(</p>|</li>|\n).*"), report);
            assertTrue(report.contains("finds it four times in five."), report);
        }
    }
}
