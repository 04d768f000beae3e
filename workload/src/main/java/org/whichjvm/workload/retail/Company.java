package org.whichjvm.workload.retail;

import java.util.SplittableRandom;
import org.whichjvm.workload.fork.ForkFailure;

/** Branches, customers and headquarters: everything that is alive for as long as the fork is. */
final class Company {
    static final int BRANCHES = 8;
    static final int PRODUCTS = 10_000;

    /**
     * The size of a customer with eight receipts, in bytes with compressed references. Measured with JDK 17: the heap
     * after a full collection by customers, 49.3 MB for 20,000 and 208.7 MB for 100,000.
     */
    static final int CUSTOMER_BYTES = 2_000;

    /** The size of all branches without customers, in bytes, measured so. */
    static final long BRANCHES_BYTES = 10_000_000;

    final Product[] catalogue;
    final Branch[] branches;
    final Customer[] customers;
    final Headquarters headquarters = new Headquarters();

    /** A company with this many customers, 1 or more. */
    Company(int customers, long seed) {
        catalogue = Product.catalogue(PRODUCTS, new SplittableRandom(seed));
        branches = new Branch[BRANCHES];
        for (int i = 0; i < branches.length; i++) {
            branches[i] = new Branch(i, catalogue);
        }
        this.customers = new Customer[customers];
        for (int i = 0; i < customers; i++) {
            this.customers[i] = new Customer(i);
        }
    }

    /** The number of customers for this many bytes of live objects. */
    static int customers(long liveBytes) {
        return (int) Math.max(1_000, (liveBytes - BRANCHES_BYTES) / CUSTOMER_BYTES);
    }

    /** Looks whether the books agree, once nobody buys any more; a {@link ForkFailure} if not. */
    void check() {
        long revenue = 0;
        long receipts = 0;
        for (Branch branch : branches) {
            branch.check();
            revenue += branch.revenue;
            receipts += branch.receipts;
        }
        if (receipts != headquarters.receipts()) {
            throw new ForkFailure(
                    "the branches wrote %,d receipts, and the headquarters has had %,d",
                    receipts, headquarters.receipts());
        }
        if (revenue != headquarters.cents()) {
            throw new ForkFailure(
                    "the branches took %,d cents, and by the receipts they should have taken %,d",
                    revenue, headquarters.cents());
        }
    }
}
