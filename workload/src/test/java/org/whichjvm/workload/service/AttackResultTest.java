package org.whichjvm.workload.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.whichjvm.workload.load.LoadTurns;
import org.whichjvm.workload.load.RateStep;

/** The results of attacks whose every request is known: 1,000 a second for a second. */
class AttackResultTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final long START = 1_700_000_000 * SECOND;
    private static final int RATE = 1_000;

    private final List<RequestResult> answers = new ArrayList<>();

    @Test
    void aResponseTimeIsFromWhenTheRequestWasDue() {
        // All are sent when they are due, but for those of the last half second, which wait for its
        // end.
        for (int i = 0; i < RATE; i++) {
            long late = i < 500 ? 0 : (RATE - i) * MILLI;
            add(i, late, MILLI, 200, "");
        }
        RateStep step = AttackResult.open(RATE, SECOND, answers).step;
        assertEquals(RATE, step.answered);
        assertEquals(0, step.errors);
        // 800 count, of which 300 are not late, and the others are so by up to 500 ms.
        assertEquals(101 * MILLI, step.responses.getValueAtPercentile(50), MILLI);
        assertEquals(493 * MILLI, step.responses.getValueAtPercentile(99), MILLI);
        assertEquals(492 * MILLI, step.lag.getValueAtPercentile(99), MILLI);
    }

    @Test
    void theFirstFifthIsSentAndItsTimesDoNotCount() {
        for (int i = 0; i < RATE; i++) {
            add(i, 0, (i < 200 ? 90 : 2) * MILLI, 200, "");
        }
        RateStep step = AttackResult.open(RATE, SECOND, answers).step;
        assertEquals(RATE, step.sent);
        assertEquals(800, step.responses.getTotalCount());
        assertEquals(2 * MILLI, step.responses.getMaxValue(), MILLI / 100);
    }

    @Test
    void aRequestWithoutAnAnswerCountsWithItsTimeUntilTheCut() {
        for (int i = 0; i < RATE - 100; i++) {
            add(i, 0, MILLI, 200, "");
        }
        AttackResult record = AttackResult.open(RATE, SECOND, answers);
        assertEquals(900, record.step.answered);
        assertEquals(100, record.step.errors);
        assertFalse(record.step.kept);
        assertEquals(0, record.errors.sum());
        assertEquals(LoadTurns.GRACE_NANOS + 99 * MILLI, record.step.responses.getMaxValue(), MILLI);
    }

    @Test
    void aRequestThatFailsFastIsNoFastOne() {
        for (int i = 0; i < RATE; i++) {
            add(i, 0, MILLI, i % 10 == 0 ? 503 : 200, i % 10 == 0 ? "503 Service Unavailable" : "");
        }
        AttackResult record = AttackResult.open(RATE, SECOND, answers);
        assertEquals(100, record.step.errors);
        assertEquals("503 Service Unavailable (100 times)", record.errors.shown());
        assertTrue(record.step.responses.getMaxValue() > 800 * MILLI);
    }

    @Test
    void aSystemKeepsUpThatHasAllButTheLastRequestsAnsweredByTheEnd() {
        for (int i = 0; i < RATE; i++) {
            add(i, 0, 45 * MILLI, 200, "");
        }
        assertTrue(AttackResult.open(RATE, SECOND, answers).step.kept);
        answers.clear();
        for (int i = 0; i < RATE; i++) {
            add(i, 0, 60 * MILLI, 200, "");
        }
        assertFalse(AttackResult.open(RATE, SECOND, answers).step.kept);
    }

    @Test
    void aRequestTooManyIsLeftOut() {
        for (int i = 0; i < RATE + 3; i++) {
            add(i, 0, MILLI, 200, "");
        }
        assertEquals(RATE, AttackResult.open(RATE, SECOND, answers).step.answered);
    }

    @Test
    void ofAClosedLoopAnswersAreCountedOnceItHasSettled() {
        for (int i = 0; i < RATE; i++) {
            add(i, 0, MILLI / 2, i == 999 ? 0 : 200, i == 999 ? "read: connection reset by peer" : "");
        }
        AttackResult record = AttackResult.closed(SECOND, answers);
        assertEquals(RATE, record.step.throughput(), 3);
        assertEquals(0, record.step.rate);
        assertEquals("connection reset by peer (1 times)", record.errors.shown());
    }

    @Test
    void anErrorMayHaveQuotesAndCommas() {
        RequestResult answer = new RequestResult(START
                + ",0,7,0,0,\"Get \"\"http://127.0.0.1:1/a,b\"\": dial tcp: connect: connection"
                + " refused\",,,12,GET,\"http://127.0.0.1:1/a,b\",");
        assertEquals("connection refused", answer.reason());
        assertEquals(12, answer.number);
        assertEquals(START + 7, answer.endedAt);
        assertFalse(answer.isGood());
    }

    @Test
    void anErrorMayBeLongAndHaveEndsOfLines() {
        String said = "500 a,\r" + "x".repeat(100_000);
        RequestResult answer = new RequestResult(START + ",500,7,0,0,\"" + said + "\",,,12,GET,\"http://a/b,c\",");
        assertEquals(12, answer.number);
        assertTrue(answer.reason().startsWith("500 a,"), answer.reason());
        assertTrue(answer.reason().length() < 300, answer.reason().length() + " characters");
    }

    @Test
    void eachStatusIsCounted() {
        for (int i = 0; i < RATE; i++) {
            add(i, 0, MILLI, i % 4 == 0 ? 302 : i % 4 == 1 ? 0 : 200, i % 4 == 1 ? "EOF" : "");
        }
        assertEquals(Map.of("200", 500L, "302", 250L, "none", 250L), AttackResult.open(RATE, SECOND, answers).statuses);
        // A closed loop settles first.
        Map<String, Long> closed = AttackResult.closed(SECOND, answers).statuses;
        assertEquals(400, closed.get("200"), 4);
    }

    @Test
    void aRecordOfAnotherFormIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> new RequestResult("1,2,3"));
    }

    private void add(int number, long late, long latency, int status, String error) {
        long sentAt = START + (number + 1) * MILLI + late;
        answers.add(new RequestResult(
                sentAt + "," + status + "," + latency + ",0,0," + error + ",,," + number + ",GET,u,"));
    }
}
