package org.whichjvm.workload.queue;

/** One fork's median latency and floor, in ns. */
final class HarnessFork {
    final double p50;
    final double floor;
    final double responseP50;

    HarnessFork(double p50, double floor, double responseP50) {
        this.p50 = p50;
        this.floor = floor;
        this.responseP50 = responseP50;
    }
}
