package org.whichjvm.workload.fork;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.whichjvm.workload.jvmlog.Stalls;

/** What was recorded of one measured thread in the window, in this JVM or in the other one. */
public final class ThreadRecord {
  /** Stands for what is not known. */
  private static final long NONE = -1;

  /** As the fork's file has it. */
  public final JsonObject json;

  /** Bytes allocated, CPU time in ns and minor page faults, each null if it is not known. */
  public final Long allocatedBytes;

  /** CPU time in the window, in ns; null if it is not known. */
  public final Long cpuNanos;

  final Long minorFaults;

  /** The gaps of the thread. */
  public final Stalls stalls;

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

  void write(final DataOutputStream to) throws IOException {
    to.writeUTF(json.toString());
    for (final Long value : new Long[] {allocatedBytes, cpuNanos, minorFaults}) {
      to.writeLong(value == null ? NONE : value);
    }
    stalls.write(to);
  }

  static ThreadRecord read(final DataInputStream from) throws IOException {
    return new ThreadRecord(
        JsonParser.parseString(from.readUTF()).getAsJsonObject(),
        orNull(from.readLong()),
        orNull(from.readLong()),
        orNull(from.readLong()),
        Stalls.read(from));
  }

  private static Long orNull(final long value) {
    return value == NONE ? null : (Long) value;
  }
}
