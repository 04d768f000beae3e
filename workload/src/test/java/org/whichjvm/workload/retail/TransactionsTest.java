package org.whichjvm.workload.retail;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.load.RateStep;

/** The books of the company agree, however many customers buy at the same time. */
class TransactionsTest {
    private final Company company = new Company(1_000, 1);
    private final Transactions transactions = new Transactions(company);

    @Test
    void theSharesAddUp() {
        int sum = 0;
        for (Transactions.Kind kind : Transactions.Kind.values()) {
            assertEquals(kind, Transactions.Kind.of(sum));
            sum += kind.percent;
            assertEquals(kind, Transactions.Kind.of(sum - 1));
        }
        assertEquals(100, sum);
    }

    @Test
    void theSameSeedsGiveTheSameCompany() {
        Company other = new Company(1_000, 1);
        Transactions others = new Transactions(other);
        transactions.populate(2, 0, 1);
        others.populate(2, 0, 1);
        for (int seed = 0; seed < 5_000; seed++) {
            assertEquals(transactions.run(seed), others.run(seed), "of seed " + seed);
        }
        assertEquals(company.headquarters.cents(), other.headquarters.cents());
    }

    @Test
    void nothingIsLostWithSeveralThreads() throws InterruptedException {
        transactions.populate(8, 0, 1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            long from = i * 100_000L;
            threads.add(new Thread(() -> {
                for (long seed = from; seed < from + 20_000; seed++) {
                    transactions.run(seed);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        company.check();
        assertTrue(company.headquarters.receipts() > 8_000 + 4 * 8_000);
    }

    @Test
    void goodsThatVanishAreFound() {
        transactions.populate(1, 0, 1);
        company.branches[3].sell(new int[] {7}, new int[] {1});
        company.check();
        company.branches[3].pay(new Receipt(0, 3, 0, new int[] {7}, new int[] {1}, new int[] {500}, 0));
        String reason = assertThrows(ForkFailure.class, company::check).getMessage();
        assertTrue(reason.contains("receipts"), reason);
    }

    @Test
    void anOpenLoopAnswersWhatItInjected() {
        transactions.populate(1, 0, 1);
        OpenLoop loop = new OpenLoop(transactions, 2, 1, 0);
        long nanos = TimeUnit.MILLISECONDS.toNanos(300);
        double busy = loop.saturate(System.nanoTime(), nanos).get().throughput();
        assertTrue(busy > 0);
        RateStep step = loop.step(busy / 4, System.nanoTime(), nanos).get();
        assertEquals(step.sent, step.responses.getTotalCount());
        assertEquals(step.sent, step.lag.getTotalCount());
        company.check();
    }
}
