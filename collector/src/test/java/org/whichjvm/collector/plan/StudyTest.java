package org.whichjvm.collector.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.model.Contrast;

/** Questions with all that answers them. */
class StudyTest extends PlanFixture {
    private static final String STUDY = "study: {name: sharing, asks: 'What does it cost?'";

    @Test
    void aStudyIsOneRequest() throws IOException {
        String more = "}, contrasts: ['adjacent/padded'], program: {adapter: jmh}";
        CampaignRequest asked = plan("one", STUDY + more, "java A").asked();
        assertEquals("20261122T120000-sharing", asked.campaign());
        assertEquals(List.of(new Contrast("adjacent", "padded")), asked.rules().contrasts());
        assertEquals(12, asked.limits().blocks());
        asking.passed("one", 17);
        JsonObject study = asking.begin().getAsJsonObject("study");
        assertEquals("sharing", study.get("name").getAsString());
        assertEquals("What does it cost?", study.get("asks").getAsString());
    }

    @Test
    void aStudyOfOneContenderComparesNothing() throws IOException {
        plan("one two", STUDY + "}").passed("one", 17);
        CannotRunHere error = assertThrows(CannotRunHere.class, () -> asking.begin("two"));
        assertTrue(
                error.getMessage().startsWith("the study sharing compares 2 contenders at least, and only one"),
                error.getMessage());
    }
}
