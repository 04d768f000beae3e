package org.whichjvm.collector.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.whichjvm.collector.campaign.CampaignFolder;
import org.whichjvm.collector.campaign.plan.CampaignPlan;
import org.whichjvm.collector.campaign.plan.Refused;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.io.UserError;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code next}: what comes after a block. After the checks of block 0 the campaign begins with what
 * can run; after any other block it goes on, gets a block more, or has ended.
 */
@Command(
    name = "next",
    description = {
      "After a block: begins the campaign, lets it go on, adds blocks to plan.tsv, or ends it.",
      "Prints one line for people, and one that says how long the rest takes.",
      "Exit codes: 0 go on; 10 the campaign has ended; 11 it was to print help alone; others: it"
          + " cannot go on."
    })
final class NextCommand implements Callable<Integer> {
  @Option(names = "--out", defaultValue = "out", description = "Folder of all campaigns.")
  private Path out;

  @Option(names = "--missing", paramLabel = "NAME=WHY", description = "A JVM that cannot be had.")
  private List<String> missing = List.of();

  @Option(
      names = "--substitute",
      paramLabel = "NAME",
      description = "A JVM that is not the build its name says.")
  private Set<String> substitutes = Set.of();

  @Option(names = "--unchecked", description = "Take checks that have not run as passed.")
  private boolean unchecked;

  @Parameters(paramLabel = "CAMPAIGN", description = "The campaign.")
  private String name;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    final Path folder = CampaignFolder.find(out, name);
    if (!CampaignPlan.hasBegun(folder)) {
      return begin(folder);
    }
    final AfterBlock after = AfterBlock.of(folder);
    final PrintWriter stdout = spec.commandLine().getOut();
    after.lines().forEach(line -> stdout.println(Escape.oneLine(line)));
    return after.ended() ? Exit.ENDED : Exit.OK;
  }

  /** A campaign that cannot begin leaves nothing. */
  private int begin(final Path folder) throws IOException {
    final List<String> says = new ArrayList<>();
    boolean begun = false;
    try {
      CampaignPlan.begin(folder, pairs(missing), substitutes, unchecked, says, Instant.now());
      begun = true;
      return Exit.OK;
    } catch (final Refused refused) {
      final boolean help = refused.exit() == 0;
      final PrintWriter to = help ? spec.commandLine().getOut() : spec.commandLine().getErr();
      refused.words().forEach(to::println);
      return help ? Exit.NOTHING_TO_RUN : refused.exit() == Exit.USAGE ? Exit.USAGE : Exit.HOST;
    } finally {
      says.forEach(line -> spec.commandLine().getErr().println(Escape.oneLine(line)));
      if (!begun) {
        AtomicFiles.deleteTree(folder);
      }
    }
  }

  private static Map<String, String> pairs(final List<String> texts) {
    final Map<String, String> pairs = new LinkedHashMap<>();
    for (final String text : texts) {
      final int equals = text.indexOf('=');
      if (equals < 1) {
        throw new UserError("'" + text + "' is not NAME=VALUE");
      }
      pairs.put(text.substring(0, equals), text.substring(equals + 1));
    }
    return pairs;
  }
}
