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
 * The transactions of customers, branches and headquarters. Which one a request is, and everything
 * in it, follows from its seed, so that every JVM does the same.
 */
final class Transactions {
  private static final int MOST_LINES = 16;
  private static final int SHELF = 64;
  private static final int LOOKED_AFTER = 200;
  private static final int MINED = 100;

  private final Company company;

  Transactions(final Company company) {
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

    Kind(final int percent) {
      this.percent = percent;
    }

    static Kind of(final int point) {
      int sum = 0;
      for (final Kind kind : values()) {
        sum += kind.percent;
        if (point < sum) {
          return kind;
        }
      }
      throw new IllegalArgumentException(point + " is not below 100");
    }
  }

  /** Does what a request asks for; returns something that depends on all of its work. */
  long run(final long seed) {
    final SplittableRandom random = new SplittableRandom(seed);
    final Kind kind = Kind.of(random.nextInt(100));
    final Customer customer = company.customers[random.nextInt(company.customers.length)];
    final Branch branch = company.branches[random.nextInt(company.branches.length)];
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
  void populate(final int each, final int part, final int parts) {
    for (int i = part; i < company.customers.length; i += parts) {
      populate(company.customers[i], each);
    }
  }

  private void populate(final Customer customer, final int each) {
    final SplittableRandom random = new SplittableRandom(customer.number);
    for (int i = 0; i < each; i++) {
      purchase(random, customer, company.branches[(customer.number + i) % Company.BRANCHES]);
    }
    // Deliveries do so later; else the shelves would be empty.
    if (customer.number % 2 == 0) {
      restock(random, company.branches[customer.number / 2 % Company.BRANCHES]);
    }
  }

  /** A product that is bought often has a low number. */
  private Product product(final SplittableRandom random) {
    final double skewed = random.nextDouble();
    return company.catalogue[(int) (skewed * skewed * company.catalogue.length)];
  }

  private long purchase(
      final SplittableRandom random, final Customer customer, final Branch branch) {
    final Map<Product, Integer> basket = new LinkedHashMap<>();
    final int lines = 4 + random.nextInt(MOST_LINES - 3);
    for (int i = 0; i < lines; i++) {
      basket.merge(product(random), 1 + random.nextInt(3), Integer::sum);
    }
    final int[] products = new int[basket.size()];
    final int[] quantities = new int[products.length];
    final int[] prices = new int[products.length];
    int at = 0;
    for (final Map.Entry<Product, Integer> line : basket.entrySet()) {
      final Product product = line.getKey();
      final int off = customer.takeCoupon(product.number);
      products[at] = product.number;
      quantities[at] = line.getValue();
      prices[at] = product.price - product.price * off / 100;
      at++;
    }
    branch.sell(products, quantities);
    final Receipt receipt =
        new Receipt(
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

  private String print(
      final Customer customer,
      final Branch branch,
      final int[] products,
      final int[] quantities,
      final int[] prices) {
    final StringBuilder text = new StringBuilder(512);
    text.append("branch ").append(branch.number).append('\n').append(customer.name).append('\n');
    long total = 0;
    for (int i = 0; i < products.length; i++) {
      final long cents = (long) quantities[i] * prices[i];
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

  private static String money(final long cents) {
    final long rest = cents % 100;
    return cents / 100 + (rest < 10 ? ".0" : ".") + rest;
  }

  /** Looks along a shelf for what the customer would like, the cheapest first. */
  private long browse(final SplittableRandom random, final Customer customer) {
    final int from = random.nextInt(company.catalogue.length - SHELF);
    final String wanted = product(random).name.substring(0, 2);
    final List<Product> shelf =
        Arrays.stream(company.catalogue, from, from + SHELF)
            .filter(each -> each.name.compareTo(wanted) >= 0)
            .sorted(Comparator.comparingInt((Product each) -> each.price))
            .collect(Collectors.toList());
    final String offer =
        shelf.stream()
            .limit(10)
            .map(each -> each.name + " for " + money(each.price))
            .collect(Collectors.joining(", ", customer.name + ": ", "."));
    return offer.hashCode();
  }

  /** Gives the customer something off what goes with the last purchase. */
  private long coupon(final SplittableRandom random, final Customer customer) {
    final Receipt newest = customer.newest();
    final List<Integer> candidates = new ArrayList<>();
    if (newest != null) {
      for (final int product : newest.products) {
        for (final long[] pair : company.headquarters.pairs()) {
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
    final int chosen = candidates.get(random.nextInt(candidates.size()));
    customer.give(chosen, 5 + random.nextInt(30));
    return chosen;
  }

  /** The customer brings something back of the last purchase. */
  private long giveBack(final Customer customer) {
    final Receipt receipt = customer.newest();
    final int line = receipt == null ? -1 : customer.takeReturn(receipt);
    if (line < 0 || receipt.quantities[line] == 0) {
      return 0;
    }
    final long cents = (long) receipt.quantities[line] * receipt.prices[line];
    company.branches[receipt.branch].takeBack(
        receipt.products[line], receipt.quantities[line], cents);
    company.headquarters.giveBack(cents);
    return cents;
  }

  /** The branch orders what it has few of, and the supplier delivers. */
  private long restock(final SplittableRandom random, final Branch branch) {
    final List<Integer> low = branch.low(random.nextInt(company.catalogue.length), LOOKED_AFTER);
    final Map<Integer, Integer> delivery = new HashMap<>();
    for (final Integer product : low) {
      delivery.put(product, Branch.FULL);
    }
    branch.deliver(delivery);
    return low.size();
  }
}
