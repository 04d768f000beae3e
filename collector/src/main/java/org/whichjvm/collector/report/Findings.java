package org.whichjvm.collector.report;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.whichjvm.collector.decide.ByTurns.Steadiness;
import org.whichjvm.collector.decide.Comparison;
import org.whichjvm.collector.decide.ContenderResult;
import org.whichjvm.collector.decide.Decision;
import org.whichjvm.collector.decide.GateCount;
import org.whichjvm.collector.decide.Missing;
import org.whichjvm.collector.decide.Modes;
import org.whichjvm.collector.decide.Ranking;
import org.whichjvm.collector.decide.Reason;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.model.Campaign;
import org.whichjvm.collector.model.CampaignSettings;
import org.whichjvm.collector.model.ContenderForks;
import org.whichjvm.collector.model.Gate;
import org.whichjvm.collector.model.Progress;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Disturbances;
import org.whichjvm.collector.model.fork.Figure;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.collector.stats.Medians;
import org.whichjvm.collector.stats.PairedTest;
import org.whichjvm.common.Percentile;
import org.whichjvm.common.SlowCause;

/** A reader should know these findings before believing a campaign. */
public final class Findings {
  private static final double NOT_QUIET = 0.25;
  // Fewer may be chance.
  private static final int LOPSIDED = 3;
  private static final double MANY_FAULTS = 0.5;
  private static final double FEW_HUGE = 0.5;
  private static final double UNEXPLAINED = 0.25;
  private static final int MOST_NAMED = 4;

  /** Compilers that are idle take less than a hundredth of a CPU. */
  private static final double COMPILERS_BUSY = 0.05;

  private final Result result;
  private final Campaign campaign;
  private final List<Finding> found = new ArrayList<>();

  private Findings(final Result result) {
    this.result = result;
    this.campaign = result.campaign();
  }

  public static List<Finding> of(final Result result) {
    final Findings findings = new Findings(result);
    findings.explains();
    findings.control();
    findings.delays();
    findings.plan();
    findings.skipped();
    findings.overloaded();
    findings.margin();
    findings.unfinished();
    findings.unusable();
    findings.missing();
    findings.noSuchScore();
    findings.found.addAll(ProgramFindings.of(result));
    findings.environmentOptions();
    findings.gates();
    findings.tooFewBlocks();
    findings.modes();
    findings.floors();
    findings.clock();
    findings.cpuKinds();
    findings.statuses();
    findings.hugePages();
    findings.pageFaults();
    findings.unexplained();
    findings.jvms();
    findings.undecided();
    findings.substitutes();
    return findings.found.stream().sorted(Comparator.comparing(Finding::level)).toList();
  }

  private void doubt(final String what, final String next) {
    found.add(new Finding(Finding.Level.DOUBT, what, next));
  }

  private void warning(final String what, final String next) {
    found.add(new Finding(Finding.Level.WARNING, what, next));
  }

  private void note(final String what, final String next) {
    found.add(new Finding(Finding.Level.NOTE, what, next));
  }

  private void explains() {
    if (campaign.settings().execution().explains()) {
      doubt(
          "These forks were run to explain a difference: what they were watched by has slowed them.",
          "The campaign that is explained compares the JVMs; %s has what this one is for."
              .formatted(Names.EXPLAIN_MD));
    }
  }

  private void control() {
    final double chance =
        result.comparisons().stream()
            .filter(Comparison::control)
            .mapToDouble(Comparison::falseAlarm)
            .sum();
    for (final Comparison each : result.comparisons()) {
      if (each.control() && each.found()) {
        doubt(
            ("The control differs: %s is %s once more, yet the %s differs by %s%s. Every verdict"
                    + " of this campaign is in doubt.")
                .formatted(
                    each.contender(),
                    each.baseline(),
                    each.figure().label(),
                    VerdictText.numbers(each),
                    VerdictText.starts(each)),
            ("Look for what changes on the host while it runs, and repeat the campaign: at most one"
                    + " campaign in %s shows this by chance.")
                .formatted(Quantity.count((long) (1 / chance + 1e-6))));
      }
    }
  }

  private void skipped() {
    final Map<String, String> byReason =
        campaign.settings().skipped().entrySet().stream()
            .collect(
                Collectors.groupingBy(
                    Map.Entry::getValue,
                    LinkedHashMap::new,
                    Collectors.mapping(Map.Entry::getKey, Collectors.joining(", "))));
    byReason.forEach(
        (why, names) ->
            warning(
                "This campaign is without %s: %s%s"
                    .formatted(names, why, why.endsWith(".") ? "" : "."),
                "Mend that and run the campaign again, or do without."));
  }

  private void tooFewBlocks() {
    final int most = Ranking.blocks(result);
    final int least = PairedTest.leastPairs(Decision.ALPHA);
    final boolean real = campaign.contenders().stream().anyMatch(each -> !each.ok().isEmpty());
    if (real && !result.comparisons().isEmpty() && most < least) {
      warning(
          most == 0
              ? "There is no common block: nothing is compared."
              : (most == 1 ? "There is " : "There are ")
                  + Words.count(most, "common block")
                  + ": two forks of the same JVM differ as much.",
          least + " blocks are the least that has an interval: --blocks " + 2 * least + ".");
    }
  }

  private void modes() {
    result.modes().stream()
        .map(Findings::modes)
        .filter(each -> !each.isEmpty())
        .forEach(
            each ->
                warning(
                    each,
                    "Its merged percentiles mix these groups; the ratio is that of the median block."
                        + " More blocks tell how often each comes."));
    hostMoved();
    movedTogether();
  }

  /** For example "2 of 12 forks of jdk11 started in a slower JIT mode (640 ns against 385 ns).". */
  private static String modes(final Modes modes) {
    final Modes.Group usual = modes.usual();
    return modes.groups().stream()
        .filter(each -> each != usual && !each.elsewhere(usual))
        .map(
            each ->
                "%s of %s forks of %s started in a %s JIT mode (%s against %s)"
                    .formatted(
                        each.forks(),
                        modes.forks(),
                        modes.contender(),
                        each.p50Ns() > usual.p50Ns() ? "slower" : "faster",
                        Quantity.time(each.p50Ns()),
                        Quantity.time(usual.p50Ns())))
        .reduce((one, other) -> one + "; " + other)
        .map(each -> each + ".")
        .orElse("");
  }

  /** The host moves its CPUs for all contenders: that is one sentence. */
  private void hostMoved() {
    final List<String> elsewhere = new ArrayList<>();
    final List<Modes.Group> at = new ArrayList<>();
    final List<String> meanwhile = new ArrayList<>();
    for (final Modes modes : result.modes()) {
      final Modes.Group usual = modes.usual();
      final List<Modes.Group> groups =
          modes.groups().stream().filter(each -> each.elsewhere(usual)).toList();
      if (!groups.isEmpty()) {
        final int forks = groups.stream().mapToInt(Modes.Group::forks).sum();
        elsewhere.add(forksOf(forks, modes, elsewhere.isEmpty()));
        at.addAll(List.of(groups.get(0), usual));
      }
      if (modes.moved() > 0) {
        meanwhile.add(forksOf(modes.moved(), modes, meanwhile.isEmpty()));
      }
    }
    final List<String> sentences = new ArrayList<>();
    if (!elsewhere.isEmpty()) {
      sentences.add(
          "%s ran at another floor (%s against %s), which moved the p50 from %s to %s%s."
              .formatted(
                  Words.list(elsewhere),
                  Quantity.time(at.get(0).floorNs()),
                  Quantity.time(at.get(1).floorNs()),
                  Quantity.time(at.get(1).p50Ns()),
                  Quantity.time(at.get(0).p50Ns()),
                  elsewhere.size() == 1 ? "" : " for the first of them"));
    }
    if (!meanwhile.isEmpty()) {
      sentences.add("In " + Words.list(meanwhile) + " the floor moved between turns.");
    }
    if (!sentences.isEmpty()) {
      warning(
          String.join(" ", sentences),
          "The host moved its CPUs. Merged percentiles mix these forks with the others; ratios"
              + " compare within a block.");
    }
  }

  /** Reads as in "3 of 12 forks of a", and after the first one "2 of 12 of b". */
  private static String forksOf(final int forks, final Modes modes, final boolean first) {
    return "%s of %s %sof %s"
        .formatted(forks, modes.forks(), first ? "forks " : "", modes.contender());
  }

  private void movedTogether() {
    final Map<Integer, DoubleSummaryStatistics> blocks = result.together();
    if (!blocks.isEmpty()) {
      final DoubleSummaryStatistics moves = new DoubleSummaryStatistics();
      blocks.values().forEach(moves::combine);
      note(
          "In %s %s all contenders moved together, by %s to %s."
              .formatted(
                  blocks.size() == 1 ? "block" : "blocks",
                  Words.list(blocks.keySet().stream().map(String::valueOf).toList()),
                  change(moves.getMin()),
                  change(moves.getMax())),
          "The host did that, and no JIT mode; ratios compare within a block.");
    }
  }

  private static String change(final double log) {
    return (log > 0 ? "+" : "−") + Quantity.percent(Math.abs(Math.expm1(log)));
  }

  private void undecided() {
    final List<Comparison> undecidable =
        result.comparisons().stream()
            .filter(each -> !each.decidable() && each.blocks() > 0 && each.figure().ofLatency())
            .filter(each -> campaign.settings().design().decides(each.figure()))
            .toList();
    if (!undecidable.isEmpty()) {
      final List<String> figures =
          undecidable.stream().map(each -> each.figure().label()).distinct().toList();
      note(
          String.join(", ", figures)
              + (figures.size() == 1 ? " is" : " are")
              + " not decided for every contender: too few events in a fork.",
          "Take longer forks (--duration; the table of verdicts says how long for each): "
              + presets(undecidable.stream().map(Comparison::figure).toList())
              + ".");
    }
  }

  private static String presets(final List<Figure> undecided) {
    final boolean full = undecided.stream().anyMatch(each -> !each.is(Percentile.P99_99));
    final boolean deep = undecided.stream().anyMatch(each -> each.is(Percentile.P99_99));
    return (full ? "--preset full, 100 turns in each of 20 blocks, decides up to p99.9" : "")
        + (full && deep ? "; " : "")
        + (deep
            ? "--preset deep, 60 turns of 1 s in each of 15 blocks, decides p99.99 and shows p99.999"
            : "");
  }

  private void substitutes() {
    final String names =
        result.contenders().stream()
            .filter(contender -> !contender.substitute().isEmpty())
            .map(ContenderResult::name)
            .collect(Collectors.joining(", "));
    if (!names.isEmpty()) {
      note(
          "Not the builds that their names promise, but substitutes: " + names + ".",
          "Table 1 says what each is; for the named builds, run where their image registry can be"
              + " reached.");
    }
  }

  private void delays() {
    for (final ContenderForks contender : campaign.contenders()) {
      final long nanos = Contender.of(contender.name()).delayNanos();
      if (nanos > 0) {
        doubt(
            "Each message of " + contender.name() + " was delayed by " + nanos + " ns on purpose.",
            "This is a calibration: it tells what the host can resolve, and nothing about a JVM.");
      }
    }
  }

  private void plan() {
    campaign.unusable().stream()
        .filter(each -> each.file().equals(Names.CAMPAIGN_JSON))
        .forEach(
            each ->
                doubt(
                    "The campaign's plan cannot be used: campaign.json " + each.reason() + ".",
                    "Its baseline, interim looks and declared margin are unknown; restore the file."));
  }

  private void overloaded() {
    for (final ContenderForks contender : campaign.contenders()) {
      final int all = contender.all().size() + contender.failed();
      final int counting = contender.tooSlow().size();
      final int excluded = contender.overloaded() - counting;
      final boolean better = contender.ok().size() + contender.excluded().size() > 0;
      if (contender.overloaded() > 0) {
        warning(
            ("%s of %s forks of %s could not keep the rate%s. In verdicts %s as slower than all"
                    + " others%s.")
                .formatted(
                    contender.overloaded(),
                    all,
                    contender.name(),
                    excluded == 0 ? "" : ", of which gates exclude " + excluded,
                    counting == 1 ? "1 counts" : counting + " count",
                    better ? "; the latencies of the contender are those of its better forks" : ""),
            "Compare at a lower rate: scripts/compare … -- --rate N.");
      }
    }
  }

  private void margin() {
    final double declared = campaign.settings().design().margin();
    final double used = campaign.progress().design().margin();
    if (declared != used) {
      warning(
          "The margin of %s was chosen after the run; the campaign declared %s."
              .formatted(Quantity.percent(used), Quantity.percent(declared)),
          "Declare it before: scripts/compare --margin P.");
    }
  }

  private void unfinished() {
    final Progress progress = campaign.progress();
    final CampaignSettings settings = campaign.settings();
    if (progress.stopped() != null) {
      note(
          "The campaign stopped: " + Reason.of(progress.stopped(), progress.design()) + ".",
          "No action needed: early stopping was planned and is accounted for.");
    } else if (campaign.unfinished()) {
      warning(
          "Of %s planned blocks %s are whole."
              .formatted(settings.plannedBlocks(), progress.completeBlocks()),
          "Go on with scripts/compare --resume "
              + settings.campaign()
              + ". Stopping early because of the results produces false positives.");
    }
  }

  private void unusable() {
    final long failures = campaign.unusable().size();
    if (failures > 0) {
      warning(
          Words.count(failures, "file")
              + (failures == 1 ? " does" : " do")
              + " not count: the forks failed, or the collector cannot use them.",
          "The table Not counted gives each reason. Blocks without them are compared.");
    }
  }

  private void missing() {
    result.missing().stream()
        .filter(Missing::failure)
        .collect(
            Collectors.groupingBy(
                Missing::contender,
                LinkedHashMap::new,
                Collectors.mapping(Findings::where, Collectors.toList())))
        .forEach(
            (contender, where) ->
                warning(
                    contender + " has no " + Words.list(where) + ".",
                    "Verdicts on a score come only from blocks that have it. Fix what failed, or leave"
                        + " it out for every JVM."));
    final List<String> optional =
        result.missing().stream().filter(each -> !each.failure()).map(Words::missing).toList();
    if (!optional.isEmpty()) {
      note(
          Words.list(optional) + ".",
          "Nothing failed: a fork leaves out such a score if it has too little data, or if no rate"
              + " meets the service level. Verdicts on a score come only from blocks that have it.");
    }
  }

  /** Reads as in "alpha in 2 of 12 forks (java.lang.Error: no alpha)". */
  private static String where(final Missing missing) {
    return "%s in %s of %s%s"
        .formatted(
            missing.score(),
            missing.forks(),
            Words.count(missing.of(), "fork"),
            missing.reason() == null ? "" : " (" + missing.reason() + ")");
  }

  private void noSuchScore() {
    final Set<String> known = new TreeSet<>();
    for (final Fork fork : result.forks()) {
      fork.scores().keySet().forEach(each -> known.addAll(List.of(each.key(), each.name())));
    }
    final List<String> unknown =
        Stream.concat(
                campaign.settings().design().decide().stream()
                    .filter(each -> Figure.ofLatency(each).isEmpty()),
                campaign.settings().contrasts().stream()
                    .flatMap(each -> Stream.of(each.score(), each.against())))
            .filter(name -> !known.contains(name))
            .distinct()
            .toList();
    if (!known.isEmpty() && !unknown.isEmpty()) {
      warning(
          "No fork has the score "
              + String.join(", ", unknown)
              + ", which the campaign was to decide or contrast.",
          "The forks have: " + String.join(", ", known) + ".");
    }
  }

  /**
   * Options that whichjvm did not give: a base image has them, or the environment of the host
   * runner.
   */
  private void environmentOptions() {
    final Map<String, List<String>> names =
        result.contenders().stream()
            .filter(each -> each.jvm().size() > 0)
            .collect(
                Collectors.groupingBy(
                    JvmTables::environmentOptions,
                    LinkedHashMap::new,
                    Collectors.mapping(ContenderResult::name, Collectors.toList())));
    final List<String> told = new ArrayList<>();
    names.forEach(
        (options, of) -> told.add(Words.list(of) + ": " + (options.isEmpty() ? "none" : options)));
    if (names.size() > 1) {
      warning(
          "The images or the environment give the JVMs different options: "
              + String.join("; ", told)
              + ".",
          "The ratios compare these options too. Remove them, or give all contenders the same.");
    } else if (!names.containsKey("")) {
      note(
          "The images or the environment give all JVMs the same options: "
              + String.join("", names.keySet())
              + ".",
          "No action needed if you meant them.");
    }
  }

  /** Gates exclude so many of a contender's forks, or of the turns of its forks. */
  private record Excluded(String of, String unit, int excluded, int all, List<Gate> by) {
    double share() {
      return (double) excluded / Math.max(1, all);
    }

    String counts() {
      return "%s of %s %s of %s".formatted(excluded, all, unit, of);
    }
  }

  private void gates() {
    final List<Excluded> forks = new ArrayList<>();
    final List<Excluded> turns = new ArrayList<>();
    for (final ContenderForks each : campaign.contenders()) {
      final List<Gate> all = List.of(Gate.values());
      forks.add(
          new Excluded(
              each.name(),
              "forks",
              each.excluded().size(),
              each.all().size(),
              all.stream().filter(gate -> !each.blocksExcludedBy(gate).isEmpty()).toList()));
      turns.add(
          new Excluded(
              each.name(),
              "turns",
              each.turnsExcluded(),
              each.turns(),
              all.stream().filter(gate -> each.turnsExcludedBy(gate) > 0).toList()));
    }
    excluded(forks, GateCount::forks, "More blocks run again with --retries N.");
    excluded(
        turns,
        each -> each.gate().ofRounds() ? 0 : each.turns(),
        "More rounds (--duration) make up for them.");
    final List<String> names = campaign.contenders().stream().map(ContenderForks::name).toList();
    for (int i = 0; i < names.size(); i++) {
      final String baseline = Contender.baselineOf(names.get(i), names, campaign.baseline());
      final int base = names.indexOf(baseline);
      lopsided(forks.get(i), forks.get(base), 0.25);
      // A host disturbs all contenders alike, and each has hundreds of turns.
      lopsided(turns.get(i), turns.get(base), 0.1);
    }
  }

  private void excluded(
      final List<Excluded> all, final ToIntFunction<GateCount> counted, final String advice) {
    final int excluded = all.stream().mapToInt(Excluded::excluded).sum();
    final int of = all.stream().mapToInt(Excluded::all).sum();
    if (excluded == 0) {
      return;
    }
    final Gate most =
        result.gates().stream()
            .max(Comparator.comparingInt(counted))
            .map(GateCount::gate)
            .orElseThrow();
    final String unit = all.get(0).unit;
    final String sentence =
        "Gates excluded %s of %s %s, mostly %s: %s."
            .formatted(excluded, of, unit, most.option(), most.what);
    if (excluded > NOT_QUIET * of) {
      warning(sentence, "This host is not quiet: scripts/doctor says what can be done. " + advice);
    } else if (unit.equals("forks")) {
      note(sentence, "They decide nothing; the table Excluded by gates counts them.");
    }
  }

  /** If gates exclude much more of one side than of the other, that side may have caused it. */
  private void lopsided(final Excluded one, final Excluded base, final double least) {
    final Excluded most = one.excluded > base.excluded ? one : base;
    if (Math.min(one.all, base.all) > 0
        && Math.abs(one.excluded - base.excluded) >= LOPSIDED
        && Math.abs(one.share() - base.share()) >= least) {
      warning(
          "Gates excluded %s, but %s: the JVM itself may have caused what they exclude."
              .formatted(most.counts(), (most == one ? base : one).counts()),
          "If it did, repeat the campaign without the gate (%s): --gate NAME=off."
              .formatted(most.by.stream().map(Gate::option).collect(Collectors.joining(", "))));
    }
  }

  private void jvms() {
    for (final ContenderForks contender : campaign.contenders()) {
      final List<Fork> forks = contender.all();
      compilers(contender.name(), forks);
      warmUp(contender.name(), forks);
      overloadedTurns(contender.name(), forks);
    }
    if (result.byTurns() != null) {
      unsteady();
      carryOver();
    }
  }

  private void floors() {
    final List<ContenderResult> measured =
        result.contenders().stream()
            .filter(each -> each.floorNs() > 0)
            .sorted(Comparator.comparingDouble(ContenderResult::floorNs))
            .toList();
    if (measured.isEmpty()) {
      return;
    }
    final ContenderResult low = measured.get(0);
    final ContenderResult high = measured.get(measured.size() - 1);
    if (high.floorNs() > Ranking.FLOORS_APART * low.floorNs()) {
      warning(
          "The floor was not the same for all: %s beside %s, %s beside %s."
              .formatted(
                  Quantity.time(low.floorNs()),
                  low.name(),
                  Quantity.time(high.floorNs()),
                  high.name()),
          "A virtual machine's CPUs may have been moved. Compare p50 ÷ floor in table 3, and take more"
              + " blocks: their median evens it out.");
    }
  }

  private void clock() {
    final JsonObject host =
        campaign.contenders().stream()
            .flatMap(contender -> contender.all().stream())
            .map(fork -> fork.setup().host())
            .findFirst()
            .orElse(new JsonObject());
    final String governor = Json.shown(host, "governor");
    if (!governor.isEmpty() && !governor.equals("performance")) {
      warning(
          "The CPUs' clock is governed by " + governor + ".",
          "Let the host run at a fixed clock: cpupower frequency-set --governor performance.");
    }
    if (host.size() > 0 && Json.shown(host, "isolatedCpus").isEmpty()) {
      final boolean scores = campaign.ofScores();
      note(
          "No CPU of this host is isolated: other programs %s."
              .formatted(scores ? "change every score" : "add to p99.9 and beyond"),
          scores
              ? "More blocks even that out; isolated CPUs (isolcpus=, nohz_full=) keep them away."
              : "For the tail, isolate two CPUs (isolcpus=, nohz_full=) and give them with --cpus.");
    }
  }

  private void cpuKinds() {
    result.forks().stream()
        .map(fork -> Json.shown(fork.setup().parameters(), "cpuKinds"))
        .filter(kinds -> !kinds.isEmpty())
        .findFirst()
        .ifPresent(
            kinds ->
                warning(
                    "The programs ran on CPUs of several kinds: CPU %s."
                        .formatted(
                            kinds
                                .replace("\",\"", " and the slower CPU ")
                                .replaceAll("[\\[\\]\"]", "")),
                    "Their times depend on where the kernel puts them: give CPUs of one kind"
                        + " (--cpus, or WHICHJVM_CPUSET in containers)."));
  }

  private void statuses() {
    final List<Statuses> all = Statuses.of(result);
    final List<Statuses> bad = all.stream().filter(Statuses::noneIsGood).toList();
    if (!bad.isEmpty()) {
      warning(
          "No answer has a status of 2xx: %s.".formatted(statuses(bad)),
          "A redirect is not followed, so its time is not that of the page: request what is to be"
              + " measured (--request).");
    }
    if (Statuses.differ(all)) {
      warning(
          "The contenders answered by different statuses: %s.".formatted(statuses(all)),
          "They did different work, so their times do not compare: look at the services' output"
              + " (forks/BLOCK-CONTENDER.out).");
    }
  }

  private static String statuses(final List<Statuses> some) {
    return some.stream()
        .map(each -> each.contender().name() + " " + each.shown())
        .collect(Collectors.joining("; "));
  }

  private void hugePages() {
    for (final ContenderResult contender : result.contenders()) {
      final List<Fork> forks = result.forksOf(contender.name());
      final double huge = JvmTables.hugeShare(forks);
      if (JvmTables.kinds(forks).contains("huge") && huge < FEW_HUGE) {
        warning(
            "The queue of %s was to lie in huge pages, but only %s of it did."
                .formatted(contender.name(), CauseText.share(huge)),
            "The host may have too few free huge pages: restart it, or let it compact its memory"
                + " (echo 1 > /proc/sys/vm/compact_memory).");
      }
    }
  }

  private void pageFaults() {
    final double[] shares =
        result.contenders().stream()
            .filter(each -> Set.of("shm").equals(JvmTables.kinds(result.forksOf(each.name()))))
            .mapToDouble(JvmTables::pageFaults)
            .filter(share -> share >= MANY_FAULTS)
            .sorted()
            .toArray();
    if (shares.length > 0) {
      final String least = CauseText.share(shares[0]);
      final String most = CauseText.share(shares[shares.length - 1]);
      note(
          "On shm %s of the messages beyond the p99 service time wait for a page fault."
              .formatted(least.equals(most) ? most : least.replace(" %", "") + "–" + most),
          "The memory does that, not the JVM: --queue-memory huge takes it away.");
    }
  }

  private void unexplained() {
    final List<String> where =
        result.contenders().stream()
            .flatMap(CauseText::rows)
            .filter(row -> row.causes().share(SlowCause.UNEXPLAINED) > UNEXPLAINED)
            .map(
                row ->
                    "%s %s (%s)"
                        .formatted(
                            row.contender().name(),
                            row.place(),
                            CauseText.share(row.causes().share(SlowCause.UNEXPLAINED))))
            .toList();
    if (!where.isEmpty()) {
      final int left = where.size() - MOST_NAMED;
      note(
          "Nothing recorded explains more than a quarter of the slow messages: "
              + String.join(", ", where.subList(0, Math.min(MOST_NAMED, where.size())))
              + (left > 0 ? " and " + left + " more." : "."),
          "The section Why messages were slow shows them in grey. No thread is known to have"
              + " waited for its CPU then: an exit of a virtual machine, an interrupt, a deoptimisation"
              + " and a page fault of code look like that.");
    }
  }

  private void carryOver() {
    final List<String> told = DisturbanceTables.carryOver(result.byTurns().carryOver());
    if (!told.isEmpty()) {
      final double longest =
          result.forks().stream()
              .filter(Fork::byTurnsOfMessages)
              .mapToDouble(fork -> fork.turns().turnMillis())
              .max()
              .orElseThrow();
      note(
          String.join(" ", told),
          "Longer turns leave it behind: scripts/compare --turn %.0fms.".formatted(2 * longest));
    }
  }

  /**
   * Twice the longest warm-up of the forks, and 10 s at least; an hour at most, whatever they tell.
   */
  private String longerWarmUp() {
    final double longest =
        result.forks().stream()
            .mapToDouble(fork -> Json.number(fork.setup().parameters(), "warmupSeconds"))
            .filter(each -> each > 0)
            .max()
            .orElse(0);
    return "scripts/compare … -- --warmup %.0fs"
        .formatted(Math.min(3_600, Math.max(10, 2 * longest)));
  }

  private void compilers(final String contender, final List<Fork> forks) {
    final double busy =
        Medians.known(
            forks,
            fork ->
                fork.get(Disturbances.COMPILER_MILLIS)
                    / 1e3
                    / fork.measured().disturbances().windowSeconds());
    if (busy > COMPILERS_BUSY) {
      warning(
          "The JIT compilers of %s still took %s of a CPU while the typical fork measured."
              .formatted(contender, Quantity.percent(busy)),
          "Warm up longer: " + longerWarmUp() + ". No gate excludes it: it is what the JVM does.");
    }
  }

  private void warmUp(final String contender, final List<Fork> forks) {
    final long compiled = forks.stream().filter(fork -> fork.end().stillCompiled()).count();
    if (compiled > 0) {
      warning(
          ("The warm-up of %s of %s forks of %s ended at its limit, before the JIT compilers"
                  + " were idle.")
              .formatted(compiled, forks.size(), contender),
          "Their figures may be those of code that was compiled anew since. Warm up longer: "
              + longerWarmUp()
              + ".");
    }
  }

  private void overloadedTurns(final String contender, final List<Fork> forks) {
    final List<Fork> byTurns = forks.stream().filter(Fork::byTurns).toList();
    final int all = byTurns.stream().mapToInt(fork -> fork.turns().count()).sum();
    final int overloaded = byTurns.stream().mapToInt(fork -> fork.turns().overloaded()).sum();
    if (overloaded > 0) {
      warning(
          contender + " did not keep the rate in " + overloaded + " of its " + all + " turns.",
          "They count: slow is not missing. Compare at a lower rate too: scripts/compare … -- --rate"
              + " N.");
    }
  }

  private void unsteady() {
    for (final Steadiness each : result.byTurns().steadiness()) {
      if (each.unsteady()) {
        warning(
            ("%s is not steady: in the median block the p50 of the last third of its turns is %s"
                    + " times that of the first.")
                .formatted(each.contender(), Quantity.ratio(each.drift(), 3)),
            "It may still warm up: " + longerWarmUp() + ", or a longer --duration.");
      }
    }
  }
}
