package org.whichjvm.collector.report;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.whichjvm.collector.analysis.ContenderResult;
import org.whichjvm.collector.analysis.Ranking;
import org.whichjvm.collector.analysis.Result;
import org.whichjvm.collector.campaign.Campaign;
import org.whichjvm.collector.campaign.fork.Fork;
import org.whichjvm.collector.campaign.fork.Latency;
import org.whichjvm.collector.campaign.fork.SlowMessages;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.common.SlowCause;

/** What host and JVM did while the forks measured, as far as it limits what they tell. */
final class FindingsOfHost {
  private static final double MANY_FAULTS = 0.5;
  private static final double FEW_HUGE = 0.5;
  private static final double UNEXPLAINED = 0.25;
  private static final int MOST_NAMED = 4;

  private final Campaign campaign;
  private final List<ContenderResult> contenders;
  private final FindingList found;

  private FindingsOfHost(final Result result, final FindingList found) {
    this.campaign = result.campaign();
    this.contenders = result.contenders().stream().filter(each -> !each.onlyEmulated()).toList();
    this.found = found;
  }

  static void add(final Result result, final FindingList found) {
    final FindingsOfHost findings = new FindingsOfHost(result, found);
    findings.floors();
    findings.host();
    findings.hugePages();
    findings.pageFaults();
    findings.unexplained();
  }

  private void floors() {
    final List<ContenderResult> measured =
        contenders.stream()
            .filter(each -> each.floorNs() > 0)
            .sorted(Comparator.comparingDouble(ContenderResult::floorNs))
            .toList();
    if (measured.size() > 1) {
      final ContenderResult low = measured.get(0);
      final ContenderResult high = measured.get(measured.size() - 1);
      if (high.floorNs() > Ranking.FLOORS_APART * low.floorNs()) {
        found.warning(
            "The floor was not the same for all: %s beside %s, %s beside %s."
                .formatted(
                    Quantity.time(low.floorNs()),
                    low.name(),
                    Quantity.time(high.floorNs()),
                    high.name()),
            "A virtual machine's CPUs may have been moved. Compare "
                + (campaign.ofScores() ? "÷ floor in table 2" : "p50 ÷ floor in table 3")
                + ", and take more blocks: their median evens it out.");
      }
    }
  }

  private void host() {
    final JsonObject host =
        campaign.contenders().stream()
            .flatMap(contender -> contender.all().stream())
            .map(Fork::host)
            .findFirst()
            .orElse(new JsonObject());
    final String governor = Json.shown(host, "governor");
    if (!governor.isEmpty() && !governor.equals("performance")) {
      found.warning(
          "The CPUs' clock is governed by " + governor + ".",
          "Let the host run at a fixed clock: cpupower frequency-set --governor performance.");
    }
    if (host.size() > 0 && Json.shown(host, "isolatedCpus").isEmpty()) {
      found.note(
          campaign.ofScores()
              ? "No CPU of this host is isolated: other programs add to every score."
              : "No CPU of this host is isolated: other programs add to p99.9 and beyond.",
          campaign.ofScores()
              ? "More blocks even that out; isolated CPUs (isolcpus=, nohz_full=) keep them away."
              : "For the tail, isolate two CPUs (isolcpus=, nohz_full=) and give them with --cpus.");
    }
  }

  private List<Fork> forks(final ContenderResult result) {
    return campaign.contenders().stream()
        .filter(each -> each.name().equals(result.name()))
        .flatMap(each -> each.all().stream())
        .toList();
  }

  private void hugePages() {
    for (final ContenderResult contender : contenders) {
      final List<Fork> forks = forks(contender);
      final double huge = MemoryTable.hugeShare(forks);
      if (MemoryTable.kinds(forks).contains("huge") && huge < FEW_HUGE) {
        found.warning(
            "The queue of %s was to lie in huge pages, but only %s of it did."
                .formatted(contender.name(), CauseText.share(huge)),
            "The host may have too few free huge pages: restart it, or let it compact its memory"
                + " (echo 1 > /proc/sys/vm/compact_memory).");
      }
    }
  }

  private void pageFaults() {
    final double[] shares =
        contenders.stream()
            .filter(each -> Set.of("shm").equals(MemoryTable.kinds(forks(each))))
            .mapToDouble(MemoryTable::pageFaults)
            .filter(share -> share >= MANY_FAULTS)
            .sorted()
            .toArray();
    if (shares.length > 0) {
      final String least = CauseText.share(shares[0]);
      final String most = CauseText.share(shares[shares.length - 1]);
      found.note(
          "On shm "
              + (least.equals(most) ? most : least.replace(" %", "") + "–" + most)
              + " of the messages beyond the p99 service time wait for a page fault.",
          "The memory does that, not the JVM: --queue-memory huge takes it away.");
    }
  }

  private void unexplained() {
    final List<String> where = new ArrayList<>();
    for (final ContenderResult contender : contenders) {
      for (final Latency latency : Latency.values()) {
        Arrays.stream(SlowMessages.Level.values())
            .filter(level -> contender.attribution().at(latency, level) != null)
            .filter(
                level ->
                    contender.attribution().at(latency, level).share(SlowCause.UNEXPLAINED)
                        > UNEXPLAINED)
            .map(
                level ->
                    "%s %s (%s)"
                        .formatted(
                            contender.name(),
                            CauseText.place(latency, level),
                            CauseText.share(
                                contender
                                    .attribution()
                                    .at(latency, level)
                                    .share(SlowCause.UNEXPLAINED))))
            .forEach(where::add);
      }
    }
    if (!where.isEmpty()) {
      final int left = where.size() - MOST_NAMED;
      found.note(
          "Nothing recorded explains more than a quarter of the slow messages: "
              + String.join(", ", where.subList(0, Math.min(MOST_NAMED, where.size())))
              + (left > 0 ? " and " + left + " more." : "."),
          "The section Why messages were slow shows them in grey. No thread is known to have"
              + " waited for its CPU then: an exit of a virtual machine, an interrupt, a deoptimisation"
              + " and a page fault of code look like that.");
    }
  }
}
