package org.whichjvm.workload.retail;

import java.util.SplittableRandom;

/** Something that is sold: the same in every branch. */
final class Product {
    private static final String[] KINDS = {
        "bread", "butter", "cheese", "coffee", "flour", "honey", "milk", "oil", "pasta", "rice", "soap", "tea"
    };

    final int number;
    final String name;

    /** In cents. */
    final int price;

    private Product(int number, String name, int price) {
        this.number = number;
        this.name = name;
        this.price = price;
    }

    static Product[] catalogue(int count, SplittableRandom random) {
        Product[] catalogue = new Product[count];
        for (int i = 0; i < count; i++) {
            catalogue[i] = new Product(i, KINDS[random.nextInt(KINDS.length)] + "-" + i, 50 + random.nextInt(5_000));
        }
        return catalogue;
    }
}
