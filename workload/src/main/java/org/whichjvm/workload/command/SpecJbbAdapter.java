package org.whichjvm.workload.command;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.score.Score;

/**
 * SPECjbb2015 in composite mode, whose kit a person owns. It prints {@code RUN RESULT: hbIR (max
 * attempted) = 20138, hbIR (settled) = 19989, max-jOPS = 19131, critical-jOPS = 6237}, and before
 * it a line for each load level.
 */
final class SpecJbbAdapter implements Adapter {
  private static final Pattern RESULT =
      Pattern.compile("RUN RESULT: .*max-jOPS = (\\d+), critical-jOPS = (\\d+)");

  /** {@code 856s: ( 1%) IR = 8825 ....|.... (rIR:aIR:PR = 8825:8825:8825) (tPR = 130938) [OK]}. */
  private static final Pattern LEVEL =
      Pattern.compile(
          "^\\s*\\d+s: \\(\\s*(\\d+)%\\).*\\(rIR:aIR:PR = (\\d+):(\\d+):(\\d+)\\).*\\[(\\w+)\\]");

  private static final int MOST_LEVELS = 1_000;
  private static final String UNIT = "jOPS";

  private final List<Score> scores = new ArrayList<>();
  private final JsonArray levels = new JsonArray();

  @Override
  public void look(final String line) {
    final Matcher result = RESULT.matcher(line);
    if (result.find()) {
      scores.clear();
      add("max-jops", result.group(1));
      add("critical-jops", result.group(2));
      return;
    }
    final Matcher level = LEVEL.matcher(line);
    if (level.find() && levels.size() < MOST_LEVELS) {
      final JsonObject json = new JsonObject();
      json.addProperty("percent", Integer.parseInt(level.group(1)));
      json.addProperty("requested", Long.parseLong(level.group(2)));
      json.addProperty("injected", Long.parseLong(level.group(3)));
      json.addProperty("processed", Long.parseLong(level.group(4)));
      json.addProperty("settled", level.group(5).equals("OK"));
      levels.add(json);
    }
  }

  /** It is 0 where no service level was met, and 0 has no ratio. */
  private void add(final String name, final String value) {
    if (Long.parseLong(value) > 0) {
      scores.add(Score.of(name, UNIT, Double.parseDouble(value)).better("more"));
    }
  }

  @Override
  public List<Score> scores(final Path scratch) {
    if (scores.isEmpty()) {
      throw new ForkFailure("SPECjbb2015 printed no RUN RESULT above 0; see the output for why");
    }
    return scores;
  }

  @Override
  public JsonArray levels() {
    return levels;
  }
}
