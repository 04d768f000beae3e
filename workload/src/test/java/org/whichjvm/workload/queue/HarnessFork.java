package org.whichjvm.workload.queue;

/** One fork's median latency and floor, in ns. */
record HarnessFork(double p50, double floor, double responseP50) {}
