package org.whichjvm.workload.queue.pair;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.Buffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import net.openhft.chronicle.core.Memory;
import net.openhft.chronicle.core.OS;
import org.whichjvm.workload.host.CannotRun;
import org.whichjvm.workload.host.Floor;

/**
 * The memory through which the two JVMs of a pair speak: a file of words, mapped by both. All of it
 * is 0 at first, so it does not matter which of them makes it.
 *
 * <p>Each word has {@value #STRIDE} bytes to itself: more than a cache line and its neighbour.
 */
final class ControlFile {
  static final int WORDS = 16;

  /** The version of the words' meaning, and of that of the files beside this one. */
  private static final long VERSION = 4;

  private static final int STRIDE = 256;

  /** The word before all others. */
  static final int VERSION_WORD = -1;

  private static final int BYTES = (1 + WORDS) * STRIDE;
  private static final Memory MEMORY = OS.memory();

  /** Where the memory of a direct buffer begins: the field is the same from 8 on. */
  private static final long ADDRESS = addressOffset();

  /** Unmapped once nobody has it any more. */
  private final MappedByteBuffer mapped;

  private final long address;

  private ControlFile(final MappedByteBuffer mapped) {
    this.mapped = mapped;
    address = MEMORY.readLong(mapped, ADDRESS);
  }

  /** Maps a file, made if missing; {@link CannotRun} if another version of this program made it. */
  static ControlFile map(final Path path) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      // Never shorter than another JVM may have it mapped already.
      if (file.length() < BYTES) {
        file.setLength(BYTES);
      }
      final ControlFile control =
          new ControlFile(file.getChannel().map(MapMode.READ_WRITE, 0, BYTES));
      MEMORY.compareAndSwapLong(control.at(VERSION_WORD), 0, VERSION);
      if (control.read(VERSION_WORD) != VERSION) {
        throw new CannotRun(
            "the JVMs that run together share %s, and it has version %d where this JVM has %d:"
                + " build all images, or all jars, from one checkout",
            path, control.read(VERSION_WORD), VERSION);
      }
      return control;
    }
  }

  private static long addressOffset() {
    try {
      return MEMORY.objectFieldOffset(Buffer.class.getDeclaredField("address"));
    } catch (final NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A volatile read. */
  long read(final int word) {
    return MEMORY.readVolatileLong(at(word));
  }

  /** An ordered write: what was written before it is seen by whoever sees it. */
  void write(final int word, final long value) {
    MEMORY.writeOrderedLong(at(word), value);
  }

  private long at(final int word) {
    return address + (1L + word) * STRIDE;
  }

  long increment(final int word) {
    return MEMORY.addLong(at(word), 1);
  }

  /**
   * The floor between threads of two JVMs: its {@link Floor#LINES} lines are words, from a first
   * one on, whose pages both have mapped. A core does not know the difference: it caches by
   * physical address.
   */
  Floor floor(final int first, final AtomicBoolean stop) {
    return new Floor(stop) {
      @Override
      protected long get(final int line) {
        return read(first + line);
      }

      @Override
      protected void set(final int line, final long token) {
        write(first + line, token);
      }
    };
  }
}
