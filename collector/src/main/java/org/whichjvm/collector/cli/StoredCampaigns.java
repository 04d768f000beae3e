package org.whichjvm.collector.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.CampaignReader;
import org.whichjvm.collector.campaign.fork.Names;

/** All campaigns of a folder. */
final class StoredCampaigns {
  private StoredCampaigns() {}

  /** Those that have begun, the oldest first, for their names begin with the time. */
  static List<Result> read(final Path out) throws IOException {
    final List<Path> folders;
    try (Stream<Path> all = Files.list(out)) {
      folders =
          all.filter(each -> !Files.isSymbolicLink(each))
              .filter(each -> Files.exists(each.resolve(Names.CAMPAIGN_JSON)))
              .sorted()
              .toList();
    }
    final List<Result> results = new ArrayList<>();
    for (final Path folder : folders) {
      results.add(Result.of(CampaignReader.read(folder), Instant.now()));
    }
    return results;
  }
}
