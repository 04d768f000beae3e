package org.whichjvm.workload.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class FloorTest {
    @Test
    @Timeout(60)
    void everyPingHasItsPongAlsoTheSecondTime() throws InterruptedException {
        Floor floor = new Floor(new AtomicBoolean());
        Thread answers = new Thread(() -> {
            floor.pong(Floor.BATCHES);
            floor.pong(Floor.BATCHES);
        });
        answers.start();
        assertTrue(floor.ping(Floor.BATCHES) > 0);
        assertTrue(floor.ping(Floor.BATCHES) > 0);
        answers.join();
    }

    @Test
    @Timeout(60)
    void nobodyWaitsForAPartnerThatNeverComesOnceStopped() {
        assertEquals(0, new Floor(new AtomicBoolean(true)).ping(Floor.BATCHES), 1_000);
    }
}
