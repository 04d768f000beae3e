package org.whichjvm.workload.retail;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Collectors;

/** It has the newest receipts of all branches, and learns from them what is bought together. */
final class Headquarters {
    private static final int MOST = 20_000;
    private static final int TOP = 10;

    private final AtomicReferenceArray<Receipt> recent = new AtomicReferenceArray<>(MOST);
    private final AtomicLong filed = new AtomicLong();
    private final AtomicLong cents = new AtomicLong();

    /** The pairs that were found last, the most frequent one first. */
    private volatile List<long[]> pairs = new ArrayList<>();

    /** A number that no other receipt has. */
    long nextNumber() {
        return filed.getAndIncrement();
    }

    void file(Receipt receipt) {
        cents.addAndGet(receipt.total());
        recent.set((int) (receipt.number % MOST), receipt);
    }

    void giveBack(long price) {
        cents.addAndGet(-price);
    }

    long receipts() {
        return filed.get();
    }

    /** The money that was paid and not given back, in cents. */
    long cents() {
        return cents.get();
    }

    List<long[]> pairs() {
        return pairs;
    }

    /** Counts which products are bought together in receipts from here on; returns the pairs seen. */
    int mine(int from, int count) {
        Map<Long, Integer> counts = new HashMap<>();
        int seen = 0;
        for (int i = 0; i < count; i++) {
            Receipt receipt = recent.get((from + i) % MOST);
            if (receipt == null) {
                continue;
            }
            for (int a = 0; a < receipt.products.length; a++) {
                for (int b = a + 1; b < receipt.products.length; b++) {
                    long one = Math.min(receipt.products[a], receipt.products[b]);
                    long other = Math.max(receipt.products[a], receipt.products[b]);
                    counts.merge(one << 32 | other, 1, Integer::sum);
                    seen++;
                }
            }
        }
        pairs = counts.entrySet().stream()
                .sorted(Comparator.comparing(Map.Entry<Long, Integer>::getValue)
                        .reversed()
                        .thenComparing(Map.Entry::getKey))
                .limit(TOP)
                .map(each -> new long[] {each.getKey() >>> 32, each.getKey() & 0xffff_ffffL})
                .collect(Collectors.toList());
        return seen;
    }
}
