package org.whichjvm.workload.command;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.score.Score;

/** Knows the scores of one harness: how it is called, and where its results are. */
interface Adapter {
  /**
   * The arguments that are added to the program's.
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

  /**
   * Reads the results that a harness wrote as JSON.
   *
   * @param harness its name, for a sentence
   * @param take adds the scores
   * @throws ForkFailure if they cannot be read, or there is none
   */
  static List<Score> read(
      final String harness, final Path file, final BiConsumer<JsonElement, List<Score>> take)
      throws IOException {
    if (!Files.exists(file)) {
      throw new ForkFailure("%s wrote no results; is this its jar?", harness);
    }
    final List<Score> scores = new ArrayList<>();
    try (Reader reader = Files.newBufferedReader(file)) {
      take.accept(JsonParser.parseReader(reader), scores);
    } catch (final JsonParseException | IllegalStateException | NullPointerException e) {
      throw new ForkFailure(e, "%s's results cannot be read: %s", harness, e.getMessage());
    }
    if (scores.isEmpty()) {
      throw new ForkFailure("%s ran no benchmark; see the output for why", harness);
    }
    return scores;
  }

  /** The levels of load that the output tells of; empty where it tells of none. */
  default JsonArray levels() {
    return new JsonArray();
  }

  /** Their names, as options have them. */
  enum Harness {
    JMH(JmhAdapter::new),
    RENAISSANCE(RenaissanceAdapter::new),
    DACAPO(DaCapoAdapter::new),
    SPECJBB2015(SpecJbbAdapter::new);

    /** Makes the adapter of one fork. */
    final Supplier<Adapter> adapter;

    Harness(final Supplier<Adapter> adapter) {
      this.adapter = adapter;
    }
  }
}
