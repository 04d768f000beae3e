package org.whichjvm.workload.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.whichjvm.workload.fork.ForkFailure;
import org.whichjvm.workload.score.Score;

/**
 * DaCapo. The score is the time of the timed iteration, which its harness prints as {@code =====
 * DaCapo 23.11-chopin lusearch PASSED in 1234 msec =====}; a benchmark that fails its own check
 * fails the fork.
 */
final class DaCapoAdapter implements Adapter {
  private static final Pattern RESULT =
      Pattern.compile("===== DaCapo \\S+ (\\S+) (PASSED|FAILED)(?: in (\\d+) msec)?.*=====");

  private final List<Score> scores = new ArrayList<>();
  private final ScoreNames names = new ScoreNames();
  private String failed;

  @Override
  public void look(final String line) {
    final Matcher result = RESULT.matcher(line);
    if (!result.find()) {
      return;
    }
    if (result.group(2).equals("FAILED") || result.group(3) == null) {
      failed = result.group(1);
      return;
    }
    scores.add(
        Score.of(names.of(result.group(1)), "ms", Double.parseDouble(result.group(3)))
            .better("less"));
  }

  @Override
  public List<Score> scores(final Path scratch) {
    if (failed != null) {
      throw new ForkFailure("DaCapo says that %s FAILED its own check", failed);
    }
    if (scores.isEmpty()) {
      throw new ForkFailure("DaCapo printed no result; see the output for why");
    }
    return scores;
  }
}
