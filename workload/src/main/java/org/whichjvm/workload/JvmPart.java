package org.whichjvm.workload;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What one JVM of a pair has to tell the other when the window is over: what its threads did and
 * what hit them.
 */
final class JvmPart {
  /** Messages sent, over its producers. */
  long sent;

  /** The floor before and after the window, in ns; measured by the first producer. */
  double floorBefore;

  double floorAfter;

  /** As in {@link JvmActivity}. */
  long gcCount;

  long gcMillis;
  long jitMillis;
  double processCpuSeconds;

  /** What of the queue this process has mapped, in kB, and in huge pages; null if not known. */
  Long residentKb;

  Long hugeKb;

  /** Null if this JVM has no log of them. */
  Safepoints safepoints;

  final List<ThreadRecord> threads = new ArrayList<>();

  void write(final Path file) throws IOException {
    try (DataOutputStream to =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      to.writeLong(sent);
      to.writeDouble(floorBefore);
      to.writeDouble(floorAfter);
      to.writeLong(gcCount);
      to.writeLong(gcMillis);
      to.writeLong(jitMillis);
      to.writeDouble(processCpuSeconds);
      to.writeLong(residentKb == null ? -1 : residentKb);
      to.writeLong(hugeKb == null ? -1 : hugeKb);
      to.writeBoolean(safepoints != null);
      if (safepoints != null) {
        safepoints.write(to);
      }
      to.writeInt(threads.size());
      for (final ThreadRecord thread : threads) {
        thread.write(to);
      }
    }
  }

  static JvmPart read(final Path file) throws IOException {
    try (DataInputStream from =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      final JvmPart part = new JvmPart();
      part.sent = from.readLong();
      part.floorBefore = from.readDouble();
      part.floorAfter = from.readDouble();
      part.gcCount = from.readLong();
      part.gcMillis = from.readLong();
      part.jitMillis = from.readLong();
      part.processCpuSeconds = from.readDouble();
      final long resident = from.readLong();
      final long huge = from.readLong();
      part.residentKb = resident < 0 ? null : (Long) resident;
      part.hugeKb = huge < 0 ? null : (Long) huge;
      part.safepoints = from.readBoolean() ? Safepoints.read(from) : null;
      for (int left = from.readInt(); left > 0; left--) {
        part.threads.add(ThreadRecord.read(from));
      }
      return part;
    }
  }
}
