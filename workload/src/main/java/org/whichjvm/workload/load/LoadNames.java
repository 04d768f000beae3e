package org.whichjvm.workload.load;

/** What a workload calls that which it has under load. */
public enum LoadNames {
    /** Transactions of retail. */
    TRANSACTIONS("tx", "max-throughput", "critical-throughput", "cpu-per-transaction", "ms", 1e6),
    /** Requests to a server. */
    REQUESTS("req", "max-throughput", "critical-throughput", "cpu-per-request", "ms", 1e6),
    /** Messages through the queue. */
    MESSAGES("msg", "max-unpaced", "max-rate", "cpu-per-message", "ns", 1);

    /** The unit of what is answered. */
    final String request;

    /** The score of the closed loops. */
    final String max;

    /** The score of the rates at which p99 meets service levels. */
    final String critical;

    final String cpuEach;

    /** The unit of response times. */
    final String time;

    private final double unitNanos;

    LoadNames(String request, String max, String critical, String cpuEach, String time, double unitNanos) {
        this.request = request;
        this.max = max;
        this.critical = critical;
        this.cpuEach = cpuEach;
        this.time = time;
        this.unitNanos = unitNanos;
    }

    /** A response time in its unit. */
    double time(double nanos) {
        return nanos / unitNanos;
    }
}
