package org.whichjvm.collector.report;

import java.util.List;
import java.util.stream.Collectors;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.Campaign;
import org.whichjvm.collector.campaign.ContenderForks;
import org.whichjvm.collector.io.Json;

/** What is said of forks that ran under an emulator: shown, with a mark, and never decided on. */
public final class EmulatedText {
  /** Whose status a fork has in tables of forks. */
  static final String STATUS = "emulated";

  private EmulatedText() {}

  /** Where every fork of a campaign was. */
  public static String noVerdict(final Result result) {
    return "No verdict: every fork of this campaign ran under an emulator, whose times mean nothing;"
        + " run it on a real "
        + machine(Json.shown(result.host(), "arch"))
        + " host.";
  }

  /** Adds the finding that stands above everything else, if a fork of the campaign was. */
  static void add(final Campaign campaign, final FindingList found) {
    final List<ContenderForks> emulated =
        campaign.contenders().stream().filter(each -> !each.emulated().isEmpty()).toList();
    if (emulated.isEmpty()) {
      return;
    }
    final int forks = emulated.stream().mapToInt(each -> each.emulated().size()).sum();
    final String names =
        emulated.stream().map(ContenderForks::name).collect(Collectors.joining(", "));
    final String arch = machine(Json.shown(emulated.get(0).emulated().get(0).host(), "arch"));
    found.doubt(
        ("%s ran under an emulator (%s): what they measured is the emulator, so they are"
                + " marked, never compared and never decided on.")
            .formatted(forks == 1 ? "1 fork" : forks + " forks", names),
        "Run these contenders on a real " + arch + " host.");
  }

  private static String machine(final String arch) {
    return arch.matches("[a-z0-9_]{1,20}") ? arch : "machine of their architecture, as";
  }
}
