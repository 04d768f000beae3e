package org.whichjvm.workload.queue;

import java.util.Locale;

/** What is compared. */
enum Harness {
    BARE(BareLoop.class),
    WHICHJVM(null),
    JLBH(JlbhLoop.class);

    final Class<?> main;

    Harness(Class<?> main) {
        this.main = main;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
