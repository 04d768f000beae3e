package org.whichjvm.workload.retail;

/** One purchase; its customer and the headquarters have it until newer ones displace it. */
final class Receipt {
    final long number;
    final int branch;
    final int customer;

    /** Products, and how many of each; none is in it twice. */
    final int[] products;

    final int[] quantities;

    /** The price that was paid for one of each, in cents, the discount taken off. */
    final int[] prices;

    /** How many of the lines have been given back, from the first on; guarded by the customer. */
    int returned;

    /** Of the text that was printed. */
    final int textHash;

    Receipt(long number, int branch, int customer, int[] products, int[] quantities, int[] prices, int textHash) {
        this.number = number;
        this.branch = branch;
        this.customer = customer;
        this.products = products;
        this.quantities = quantities;
        this.prices = prices;
        this.textHash = textHash;
    }

    /** In cents. */
    long total() {
        long total = 0;
        for (int i = 0; i < products.length; i++) {
            total += (long) quantities[i] * prices[i];
        }
        return total;
    }
}
