package org.whichjvm.workload.retail;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * The transactions of customers, branches and headquarters. Which one a request is, and everything in it, follows from
 * its seed, so that every JVM does the same.
 */
final class Transactions {
    private static final int MOST_LINES = 16;
    private static final int SHELF = 64;
    private static final int LOOKED_AFTER = 200;
    private static final int MINED = 100;

    private final Company company;

    Transactions(Company company) {
        this.company = company;
    }

    /** The kinds, with their shares in per cent. */
    enum Kind {
        PURCHASE(45),
        BROWSE(30),
        COUPON(10),
        RETURN(5),
        RESTOCK(5),
        MINE(5);

        final int percent;

        Kind(int percent) {
            this.percent = percent;
        }

        static Kind of(int point) {
            int sum = 0;
            for (Kind kind : values()) {
                sum += kind.percent;
                if (point < sum) {
                    return kind;
                }
            }
            throw new IllegalArgumentException(point + " is not below 100");
        }
    }

    /** Does what a request asks for; returns something that depends on all of its work. */
    long run(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Kind kind = Kind.of(random.nextInt(100));
        Customer customer = company.customers[random.nextInt(company.customers.length)];
        Branch branch = company.branches[random.nextInt(company.branches.length)];
        switch (kind) {
            case PURCHASE:
                return purchase(random, customer, branch);
            case BROWSE:
                return browse(random, customer);
            case COUPON:
                return coupon(random, customer);
            case RETURN:
                return giveBack(customer);
            case RESTOCK:
                return restock(random, branch);
            default:
                return company.headquarters.mine(random.nextInt(Integer.MAX_VALUE - MINED), MINED);
        }
    }

    /** Gives each customer of a part receipts, so that all is alive from the start. */
    void populate(int each, int part, int parts) {
        for (int i = part; i < company.customers.length; i += parts) {
            populate(company.customers[i], each);
        }
    }

    private void populate(Customer customer, int each) {
        SplittableRandom random = new SplittableRandom(customer.number);
        for (int i = 0; i < each; i++) {
            purchase(random, customer, company.branches[(customer.number + i) % Company.BRANCHES]);
        }
        // Deliveries do so later; else the shelves would be empty.
        if (customer.number % 2 == 0) {
            restock(random, company.branches[customer.number / 2 % Company.BRANCHES]);
        }
    }

    /** A product that is bought often has a low number. */
    private Product product(SplittableRandom random) {
        double skewed = random.nextDouble();
        return company.catalogue[(int) (skewed * skewed * company.catalogue.length)];
    }

    private long purchase(SplittableRandom random, Customer customer, Branch branch) {
        Map<Product, Integer> basket = new LinkedHashMap<>();
        int lines = 4 + random.nextInt(MOST_LINES - 3);
        for (int i = 0; i < lines; i++) {
            basket.merge(product(random), 1 + random.nextInt(3), Integer::sum);
        }
        int[] products = new int[basket.size()];
        int[] quantities = new int[products.length];
        int[] prices = new int[products.length];
        int at = 0;
        for (Map.Entry<Product, Integer> line : basket.entrySet()) {
            Product product = line.getKey();
            int off = customer.takeCoupon(product.number);
            products[at] = product.number;
            quantities[at] = line.getValue();
            prices[at] = product.price - product.price * off / 100;
            at++;
        }
        branch.sell(products, quantities);
        Receipt receipt = new Receipt(
                company.headquarters.nextNumber(),
                branch.number,
                customer.number,
                products,
                quantities,
                prices,
                print(customer, branch, products, quantities, prices).hashCode());
        branch.pay(receipt);
        company.headquarters.file(receipt);
        customer.keep(receipt);
        return receipt.total() + receipt.textHash;
    }

    private String print(Customer customer, Branch branch, int[] products, int[] quantities, int[] prices) {
        StringBuilder text = new StringBuilder(512);
        text.append("branch ")
                .append(branch.number)
                .append('\n')
                .append(customer.name)
                .append('\n');
        long total = 0;
        for (int i = 0; i < products.length; i++) {
            long cents = (long) quantities[i] * prices[i];
            total += cents;
            text.append(company.catalogue[products[i]].name)
                    .append(' ')
                    .append(quantities[i])
                    .append(" at ")
                    .append(money(prices[i]))
                    .append(" = ")
                    .append(money(cents))
                    .append('\n');
        }
        return text.append("total ").append(money(total)).append('\n').toString();
    }

    private static String money(long cents) {
        long rest = cents % 100;
        return cents / 100 + (rest < 10 ? ".0" : ".") + rest;
    }

    /** Looks along a shelf for what the customer would like, the cheapest first. */
    private long browse(SplittableRandom random, Customer customer) {
        int from = random.nextInt(company.catalogue.length - SHELF);
        String wanted = product(random).name.substring(0, 2);
        List<Product> shelf = Arrays.stream(company.catalogue, from, from + SHELF)
                .filter(each -> each.name.compareTo(wanted) >= 0)
                .sorted(Comparator.comparingInt((Product each) -> each.price))
                .collect(Collectors.toList());
        String offer = shelf.stream()
                .limit(10)
                .map(each -> each.name + " for " + money(each.price))
                .collect(Collectors.joining(", ", customer.name + ": ", "."));
        return offer.hashCode();
    }

    /** Gives the customer something off what goes with the last purchase. */
    private long coupon(SplittableRandom random, Customer customer) {
        Receipt newest = customer.newest();
        List<Integer> candidates = new ArrayList<>();
        if (newest != null) {
            for (int product : newest.products) {
                for (long[] pair : company.headquarters.pairs()) {
                    if (pair[0] == product) {
                        candidates.add((int) pair[1]);
                    }
                }
                candidates.add((product + 1) % company.catalogue.length);
            }
        }
        if (candidates.isEmpty()) {
            candidates.add(product(random).number);
        }
        int chosen = candidates.get(random.nextInt(candidates.size()));
        customer.give(chosen, 5 + random.nextInt(30));
        return chosen;
    }

    /** The customer brings something back of the last purchase. */
    private long giveBack(Customer customer) {
        Receipt receipt = customer.newest();
        int line = receipt == null ? -1 : customer.takeReturn(receipt);
        if (line < 0 || receipt.quantities[line] == 0) {
            return 0;
        }
        long cents = (long) receipt.quantities[line] * receipt.prices[line];
        company.branches[receipt.branch].takeBack(receipt.products[line], receipt.quantities[line], cents);
        company.headquarters.giveBack(cents);
        return cents;
    }

    /** The branch orders what it has few of, and the supplier delivers. */
    private long restock(SplittableRandom random, Branch branch) {
        List<Integer> low = branch.low(random.nextInt(company.catalogue.length), LOOKED_AFTER);
        Map<Integer, Integer> delivery = new HashMap<>();
        for (Integer product : low) {
            delivery.put(product, Branch.FULL);
        }
        branch.deliver(delivery);
        return low.size();
    }
}
