package org.whichjvm.workload.gc;

import java.util.Random;
import org.whichjvm.workload.fork.ForkFailure;

/**
 * Graphs that parallel garbage collection cannot divide beforehand: lopsided trees with linked lists hanging off them.
 * Most lists are short, and a few have most of the graph. A thread that gets a subtree may be done at once. A thread
 * that gets a list has one object in its queue at a time, which the other threads try to steal. The same seed gives the
 * same graphs on every JVM.
 *
 * <p>The last few graphs stay alive, and older ones are garbage. So a young collection finds these few alive and the
 * rest dead.
 */
final class LiveGraphs {
    /** Nodes of each graph, exactly. */
    static final int NODES = 16_384;

    private static final int DEPTH = 14;

    /** The longest list but for the one that takes what is left is 2 to this power. */
    private static final int LONGEST_LOG2 = 11;

    /** {@link Random}, whose sequence is part of its specification. */
    private final Random random;

    private int left;
    private int created;

    /** One array, old before long: a single root that one thread of the garbage collector gets. */
    private final Node[] alive;

    private long made;

    LiveGraphs(int count, long seed) {
        random = new Random(seed);
        alive = new Node[count];
    }

    /** Allocates for this long; returns how many objects. */
    long allocate(long nanos) {
        long until = System.nanoTime() + nanos;
        long before = made;
        do {
            alive[(int) (made++ % alive.length)] = next();
        } while (System.nanoTime() < until);
        return (made - before) * NODES;
    }

    /** Checks what should be alive; {@link ForkFailure} if an object is lost or doubled. */
    void check() {
        for (int i = 0; i < alive.length; i++) {
            int count = alive[i] == null ? 0 : alive[i].count();
            if (count != (i < made ? NODES : 0)) {
                throw new ForkFailure(
                        "of the %,d objects of a live graph %,d are there after the collections", NODES, count);
            }
        }
    }

    /** A new graph of {@value #NODES} nodes, its root. */
    Node next() {
        left = NODES - 1;
        created = 0;
        Node root = new Node(0);
        root.first = tree(DEPTH);
        root.second = list(left);
        return root;
    }

    private Node tree(int depth) {
        if (left == 0) {
            return null;
        }
        if (depth == 0 || random.nextInt(8) == 0) {
            return list(1 << random.nextInt(LONGEST_LOG2 + 1));
        }
        Node node = node();
        node.first = tree(depth - 1);
        node.second = random.nextInt(4) == 0 ? node() : tree(depth - 1);
        return node;
    }

    private Node list(int length) {
        Node head = null;
        for (int i = Math.min(length, left); i > 0; i--) {
            Node node = node();
            node.first = head;
            head = node;
        }
        return head;
    }

    private Node node() {
        if (left == 0) {
            return null;
        }
        left--;
        return new Node(++created);
    }

    /** A small object, as most of a Java heap is: a header, two references and a number. */
    static final class Node {
        final int number;
        Node first;
        Node second;

        Node(int number) {
            this.number = number;
        }

        /** Nodes that can be reached from here. A list may be longer than the stack is deep. */
        int count() {
            int count = 0;
            for (Node node = this; node != null; node = node.first) {
                count += 1 + (node.second == null ? 0 : node.second.count());
            }
            return count;
        }
    }
}
