package org.whichjvm.workload.benchmarks;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A counter whose neighbour on the heap is 256 bytes away: more than a cache line of any CPU and the one that is
 * fetched with it. By hand: {@code @Contended} is the JDK's own.
 */
class PaddedLong extends AtomicLong {
    private static final long serialVersionUID = 1L;

    // Package-private and not final: nothing may be left out.
    long p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15, p16;
    long p17, p18, p19, p20, p21, p22, p23, p24, p25, p26, p27, p28, p29, p30, p31, p32;
}
