package org.whichjvm.workload.command;

import com.google.gson.JsonArray;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.score.Score;

/** What knows the scores of one harness: how it is called, and where its results are. */
interface Adapter {
  /**
   * What is added to the program's arguments.
   *
   * @param scratch a folder of this fork, empty
   */
  default List<String> arguments(final Path scratch) {
    return Collections.emptyList();
  }

  /** Looks at a line of the output. */
  default void look(final String line) {}

  /**
   * The scores, once the program has ended.
   *
   * @throws ForkFailure if there is none
   */
  List<Score> scores(Path scratch) throws IOException;

  /** The levels of load that the output tells of; empty where it tells of none. */
  default JsonArray levels() {
    return new JsonArray();
  }

  /** Their names, as options have them. */
  enum Harness {
    JMH,
    RENAISSANCE,
    DACAPO,
    SPECJBB2015;

    Adapter adapter() {
      switch (this) {
        case JMH:
          return new JmhAdapter();
        case RENAISSANCE:
          return new RenaissanceAdapter();
        case DACAPO:
          return new DaCapoAdapter();
        default:
          return new SpecJbbAdapter();
      }
    }
  }
}
