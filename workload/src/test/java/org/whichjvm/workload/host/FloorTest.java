package org.whichjvm.workload.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
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
    void itsCodeIsCompiledForTheLastTimeBeforeItCounts() throws Exception {
        Process process = ChildJvm.of(Rehearsed.class, "-Xbatch", "-XX:+PrintCompilation")
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        String[] parts = said.split(Rehearsed.DONE, 2);
        assertTrue(parts[0].lines().anyMatch(each -> each.contains("Floor::")), said);
        assertEquals(
                List.of(),
                parts[1].lines().filter(each -> each.contains("Floor::")).collect(Collectors.toList()));
    }

    /** The floor of a fork, in a JVM that says what it compiles. */
    static final class Rehearsed {
        static final String DONE = "rehearsed";
        private static final int TURNS = 40;
        private static final int BATCHES_OF_A_TURN = 48;

        public static void main(String[] args) throws InterruptedException {
            Floor floor = new Floor(new AtomicBoolean());
            Thread answers = new Thread(() -> {
                for (int i = 0; i < Floor.REHEARSALS; i++) {
                    floor.pong(Floor.BATCHES);
                }
                for (int i = 0; i < TURNS; i++) {
                    floor.pong(BATCHES_OF_A_TURN);
                }
            });
            answers.start();
            for (int i = 0; i < Floor.REHEARSALS; i++) {
                floor.ping(Floor.BATCHES);
            }
            System.out.println(DONE);
            for (int i = 0; i < TURNS; i++) {
                floor.ping(BATCHES_OF_A_TURN);
            }
            answers.join();
        }
    }

    @Test
    @Timeout(60)
    void nobodyWaitsForAPartnerThatNeverComesOnceStopped() {
        assertEquals(0, new Floor(new AtomicBoolean(true)).ping(Floor.BATCHES), 1_000);
    }
}
