package org.whichjvm.workload.retail;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.whichjvm.workload.fork.ForkFailure;

/** A supermarket with an inventory, guarded by its lock. */
final class Branch {
    static final int FULL = 400;
    private static final int LOW = 100;

    final int number;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Integer, Stock> inventory;
    private long initial;
    private long sold;
    private long returned;
    private long delivered;

    /** In cents; read once nobody buys any more, after {@link #check}. */
    long revenue;

    /** Read as the revenue is. */
    long receipts;

    Branch(int number, Product[] catalogue) {
        this.number = number;
        inventory = new HashMap<>(catalogue.length * 2);
        for (Product product : catalogue) {
            inventory.put(product.number, new Stock(FULL));
            initial += FULL;
        }
    }

    private static final class Stock {
        private int units;

        Stock(int units) {
            this.units = units;
        }
    }

    /** Takes goods out of the shelves; what is wanted of each becomes what there is. */
    void sell(int[] products, int[] wanted) {
        lock.lock();
        try {
            for (int i = 0; i < products.length; i++) {
                Stock stock = inventory.get(products[i]);
                wanted[i] = Math.min(wanted[i], stock.units);
                stock.units -= wanted[i];
                sold += wanted[i];
            }
        } finally {
            lock.unlock();
        }
    }

    void pay(Receipt receipt) {
        lock.lock();
        try {
            revenue += receipt.total();
            receipts++;
        } finally {
            lock.unlock();
        }
    }

    /** Takes goods back, and gives their price back, in cents. */
    void takeBack(int product, int units, long cents) {
        lock.lock();
        try {
            inventory.get(product).units += units;
            returned += units;
            revenue -= cents;
        } finally {
            lock.unlock();
        }
    }

    /** Products of these of which few are left. */
    List<Integer> low(int from, int count) {
        List<Integer> low = new ArrayList<>();
        lock.lock();
        try {
            for (int i = 0; i < count; i++) {
                Integer product = (from + i) % inventory.size();
                if (inventory.get(product).units < LOW) {
                    low.add(product);
                }
            }
        } finally {
            lock.unlock();
        }
        return low;
    }

    void deliver(Map<Integer, Integer> delivery) {
        lock.lock();
        try {
            delivery.forEach((product, units) -> {
                inventory.get(product).units += units;
                delivered += units;
            });
        } finally {
            lock.unlock();
        }
    }

    /** Looks whether nothing was lost, once nobody buys any more; a {@link ForkFailure} if it was. */
    void check() {
        lock.lock();
        try {
            long there = 0;
            for (Stock stock : inventory.values()) {
                if (stock.units < 0) {
                    throw new ForkFailure("branch %s has a product fewer than 0 times", number);
                }
                there += stock.units;
            }
            long should = initial + delivered + returned - sold;
            if (there != should) {
                throw new ForkFailure(
                        "the inventory of branch %d does not balance: it has %,d units and should have %,d",
                        number, there, should);
            }
        } finally {
            lock.unlock();
        }
    }
}
