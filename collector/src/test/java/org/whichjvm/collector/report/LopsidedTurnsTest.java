package org.whichjvm.collector.report;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.whichjvm.collector.model.TurnsFixture;

/** That exclusion rules exclude many more turns of one side is told. */
class LopsidedTurnsTest extends ByTurnsFixture {
    @Test
    void manyMoreOfOneSideMayBeItsOwnDoing() throws IOException {
        campaign(ByTurnsFixture::hidden, ByTurnsFixture::hidden, json -> {
            for (int round = 0; round < 8; round++) {
                TurnsFixture.at(json, 3 * round).addProperty("waitMicros", 60_000);
            }
        });
        String report = report();
        assertSays(
                report,
                "Rules excluded 96 of 288 turns of other, but 0 of 288 turns of base",
                "repeat the campaign without the rule (waiting-share)");
    }

    @Test
    void whatHitsBothAlikeIsTheHost() throws IOException {
        campaign(ByTurnsFixture::hidden, ByTurnsFixture::hidden, json -> {});
        assertDoesNotSay(report(), "turns of other, but");
    }
}
