package org.whichjvm.workload.queue.pair;

import java.util.concurrent.atomic.AtomicBoolean;
import org.whichjvm.workload.host.Floor;

/**
 * The floor between threads of two JVMs: the same lines, in a {@link ControlFile}, whose pages both
 * have mapped. A core does not know the difference: it caches by physical address.
 */
final class SharedFloor extends Floor {
  private final ControlFile control;
  private final int first;

  /**
   * @param first of the words of the file that it takes, which are as many as {@link Floor#LINES}
   */
  SharedFloor(final ControlFile control, final int first, final AtomicBoolean stop) {
    super(stop);
    this.control = control;
    this.first = first;
  }

  @Override
  protected long get(final int line) {
    return control.read(first + line);
  }

  @Override
  protected void set(final int line, final long token) {
    control.write(first + line, token);
  }
}
