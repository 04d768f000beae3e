package org.whichjvm.workload.retail;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/** Somebody who buys; all of it is guarded by the object itself. */
final class Customer {
    static final int MOST_RECEIPTS = 8;
    private static final int MOST_COUPONS = 16;

    final int number;
    final String name;
    private final ArrayDeque<Receipt> receipts = new ArrayDeque<>(MOST_RECEIPTS);

    /** Percentages off, by product. */
    private final Map<Integer, Integer> coupons = new HashMap<>();

    Customer(int number) {
        this.number = number;
        this.name = "customer " + number;
    }

    /** Takes the coupon for a product, if there is one: a percentage, else 0. */
    synchronized int takeCoupon(int product) {
        Integer percent = coupons.remove(product);
        return percent == null ? 0 : percent;
    }

    synchronized void give(int product, int percent) {
        if (coupons.size() >= MOST_COUPONS) {
            // One that was not used in time.
            Iterator<Integer> any = coupons.keySet().iterator();
            any.next();
            any.remove();
        }
        coupons.put(product, percent);
    }

    synchronized void keep(Receipt receipt) {
        if (receipts.size() == MOST_RECEIPTS) {
            receipts.removeFirst();
        }
        receipts.addLast(receipt);
    }

    /** The newest receipt; null if there is none. */
    synchronized Receipt newest() {
        return receipts.peekLast();
    }

    /** The next line of the newest receipt that can be given back, taken; -1 if there is none. */
    synchronized int takeReturn(Receipt receipt) {
        return receipt.returned < receipt.products.length ? receipt.returned++ : -1;
    }
}
