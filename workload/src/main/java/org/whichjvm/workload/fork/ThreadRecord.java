package org.whichjvm.workload.fork;

import com.google.gson.JsonObject;
import org.whichjvm.workload.jvmlog.Stalls;

/** The record of one measured thread in the window, in this JVM or in the other one. */
public final class ThreadRecord {
  /** As the fork's file has it. */
  public JsonObject json;

  /** Bytes allocated, CPU time in ns and minor page faults, each null if it is not known. */
  public Long allocatedBytes;

  /** CPU time in the window, in ns; null if it is not known. */
  public Long cpuNanos;

  Long minorFaults;

  /** The gaps of the thread. */
  public Stalls stalls;

  public ThreadRecord(
      final JsonObject json,
      final Long allocatedBytes,
      final Long cpuNanos,
      final Long minorFaults,
      final Stalls stalls) {
    this.json = json;
    this.allocatedBytes = allocatedBytes;
    this.cpuNanos = cpuNanos;
    this.minorFaults = minorFaults;
    this.stalls = stalls;
  }
}
