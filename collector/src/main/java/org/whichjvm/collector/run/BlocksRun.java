package org.whichjvm.collector.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.whichjvm.collector.decide.Halving;
import org.whichjvm.collector.decide.Reason;
import org.whichjvm.collector.decide.Result;
import org.whichjvm.collector.decide.Sieve;
import org.whichjvm.collector.decide.Stopping;
import org.whichjvm.collector.io.Quantity;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.Campaign;
import org.whichjvm.collector.model.CampaignReader;
import org.whichjvm.collector.model.CampaignSettings;
import org.whichjvm.collector.model.Design;
import org.whichjvm.collector.model.EarlyStop;
import org.whichjvm.collector.model.Interleave;
import org.whichjvm.collector.model.JudgedFork;
import org.whichjvm.collector.model.PlanFile;
import org.whichjvm.collector.model.Race;
import org.whichjvm.collector.model.Rounds;
import org.whichjvm.collector.model.fork.Contender;
import org.whichjvm.collector.model.fork.Figure;
import org.whichjvm.collector.model.fork.Fork;
import org.whichjvm.collector.model.fork.ForkName;
import org.whichjvm.collector.model.fork.ForkReader;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.collector.plan.CampaignPlan;
import org.whichjvm.collector.plan.Estimate;
import org.whichjvm.collector.plan.Values;
import org.whichjvm.common.WrongUsage;

/**
 * The blocks of a campaign that have run, and what follows from them. Each fork is read once: when
 * it has ended, or when its campaign is resumed. Of a block that is complete only what decides how
 * the campaign goes on is kept.
 */
public final class BlocksRun {
  /** Reasons that fit on a line; the report has all. */
  private static final int TOLD = 2;

  /** A complete block: a summary, and why gates exclude forks of it. */
  private record Whole(String summary, List<String> reasons) {}

  /**
   * The continuation of a campaign after a block: whether nothing more is to be run; what a person
   * should know of the last block, and how long the rest takes; and what the plan has more than
   * before.
   */
  public record Continuation(boolean ended, List<String> lines, List<PlanFile.Line> added) {}

  private final Path folder;
  private CampaignSettings settings;
  private final MeasuredTime time;

  /** Forks of blocks that lack others. */
  private final Map<Integer, Map<String, Fork>> open = new HashMap<>();

  /** Whole blocks behind one that is not: it was damaged, and is measured again. */
  private final Map<Integer, Whole> ahead = new HashMap<>();

  private final TreeSet<Integer> excluded = new TreeSet<>();
  private int complete;
  private Whole last;
  private Optional<EarlyStop> stopped;

  /** By the last interim look. */
  private List<String> leaving = List.of();

  /** Reads the forks of a campaign; those that cannot be read are told and measured again. */
  public BlocksRun(final Path folder, final Consumer<String> says) throws IOException {
    this.folder = folder;
    settings = CampaignSettings.required(folder);
    if (!settings.planned()) {
      throw new WrongUsage(folder.getFileName() + " has no campaign.json: nothing is planned");
    }
    time = new MeasuredTime(folder);
    try {
      stopped = EarlyStop.read(folder, settings.design());
    } catch (final UnusableFile exception) {
      throw new WrongUsage(
          folder.resolve(Names.STOPPED_JSON) + " " + exception.getMessage() + "; remove it");
    }
    for (final ForkName name : ForkName.list(folder.resolve(Names.FORKS))) {
      if (settings.contenders().contains(name.contender())) {
        final ForkReader.Read read =
            ForkReader.read(folder.resolve(Names.FORKS), name, settings.campaign());
        if (read.isBroken()) {
          says.accept(setAside(name, read.problem()));
        } else {
          add(name.block(), List.of(read.fork()));
        }
      }
    }
  }

  /** Keeps a damaged file under another name, for whoever wants to know what became of it. */
  private String setAside(final ForkName name, final UnusableFile problem) throws IOException {
    final Path file = folder.resolve(Names.FORKS).resolve(name.json());
    final Path aside = file.resolveSibling(name.json() + ".unreadable");
    Files.deleteIfExists(aside);
    Files.move(file, aside);
    return "fork %s of %s cannot be used (%s), so it is measured again"
        .formatted(name.block(), name.contender(), problem.getMessage());
  }

  /** The time that the warm-up of forks takes by their options, in ns. */
  public long warmUpNanos() {
    return Values.nanos("--warmup", settings.execution().options());
  }

  public MeasuredTime time() {
    return time;
  }

  /**
   * Adds forks of a block, in place of those that an earlier run left. The forks of a step are
   * added before the block is judged, because it is judged by forks that ran together.
   */
  public void add(final int block, final List<Fork> step) {
    if (block <= complete) {
      return;
    }
    final Map<String, Fork> forks = open.computeIfAbsent(block, each -> new TreeMap<>());
    step.forEach(fork -> forks.put(fork.name().contender(), fork));
    if (forks.keySet().containsAll(settings.plan().of(block))) {
      open.remove(block);
      close(block, List.copyOf(forks.values()));
    }
    while (ahead.containsKey(complete + 1)) {
      complete++;
      last = ahead.remove(complete);
    }
  }

  private void close(final int block, final List<Fork> forks) {
    final List<String> reasons = reasons(forks);
    ahead.put(block, new Whole(summary(forks), reasons));
    if (!reasons.isEmpty()) {
      excluded.add(block);
    }
    if (!time.has(block)) {
      time.estimate(block, seconds(forks));
    }
  }

  /** Why gates exclude forks of a block, in sentences; empty if all of them count. */
  private List<String> reasons(final List<Fork> forks) {
    final List<Fork> ok =
        forks.stream().filter(fork -> fork.end().status().equals(Fork.OK)).toList();
    final List<JudgedFork> judged =
        forks.stream()
            .filter(fork -> !fork.setup().emulated() && (ok.contains(fork) || fork.overloaded()))
            .map(fork -> JudgedFork.of(settings.gates(), fork, ok))
            .toList();
    final List<String> reasons =
        judged.stream()
            .flatMap(
                each ->
                    each.trips().stream()
                        .map(trip -> each.fork().name().contender() + ": " + trip.sentence()))
            .toList();
    return reasons.isEmpty()
        ? tooFewRounds(
            judged.stream().map(JudgedFork::fork).filter(fork -> !fork.overloaded()).toList())
        : reasons;
  }

  /** Contenders that gates left too few rounds to be compared with their baselines. */
  private List<String> tooFewRounds(final List<Fork> ok) {
    final List<String> reasons = new ArrayList<>();
    for (final Fork fork : ok) {
      final String name = fork.name().contender();
      final String baseline =
          Contender.baselineOf(name, settings.contenders(), settings.baseline());
      for (final Fork other : ok) {
        if (!name.equals(baseline) && other.name().contender().equals(baseline)) {
          Rounds.of(fork, other, settings.gates())
              .filter(rounds -> !rounds.enough())
              .ifPresent(
                  rounds ->
                      reasons.add(
                          "%s: %s of %s rounds are left to compare it with %s, and it needs %s"
                              .formatted(
                                  name,
                                  rounds.count(),
                                  fork.turns().count(),
                                  baseline,
                                  Rounds.LEAST)));
        }
      }
    }
    return reasons;
  }

  /** The seconds that forks tell, for a campaign that was killed before it wrote its own. */
  private double seconds(final List<Fork> forks) {
    final var seconds =
        forks.stream().mapToDouble(fork -> fork.end().wallSeconds()).filter(each -> each > 0);
    return settings.interleave() == Interleave.TURNS ? seconds.max().orElse(0) : seconds.sum();
  }

  /** Decides how the campaign goes on. Whoever asks twice gets no block too many. */
  public Continuation after() throws IOException {
    if (complete == 0) {
      return new Continuation(false, List.of(), List.of());
    }
    final Design design = settings.design();
    if (stopped.isPresent()) {
      final String why = "the campaign has stopped: " + Reason.of(stopped.get(), design);
      return new Continuation(true, List.of(why), List.of());
    }
    final boolean searches = design.race() == Race.SEARCH;
    final String block =
        searches
            ? "block %s, %s contenders".formatted(complete, settings.plan().of(complete).size())
            : "block %s of %s%s: %s"
                .formatted(
                    complete,
                    design.race() == Race.NONE ? "" : "at most ",
                    settings.plannedBlocks(),
                    last.summary());
    final boolean timeUp = design.stops() && time.seconds() >= design.maxSeconds();
    if (timeUp || design.looks().contains(complete)) {
      final Optional<String> why = look(timeUp);
      if (why.isPresent()) {
        return new Continuation(true, List.of(block, why.get()), List.of());
      }
    }
    final String line = last.reasons().isEmpty() ? block : block + "; " + told();
    if (settings.plan().count() == complete && complete < settings.blocks()) {
      return searches ? searchOn(line) : raceOn(line);
    }
    final List<PlanFile.Line> added = again();
    if (complete >= settings.plannedBlocks()) {
      return new Continuation(true, List.of(line), added);
    }
    return new Continuation(false, List.of(line, left()), added);
  }

  /** Plans the blocks up to the next interim look, of the contenders that stay in the race. */
  private Continuation raceOn(final String line) throws IOException {
    final int next =
        settings.design().looks().stream()
            .filter(each -> each > complete)
            .findFirst()
            .orElseThrow();
    return goOn(line, next - complete, "decided, and so");
  }

  /** Plans the rest of a search's rung, or the next one with half of the contenders. */
  private Continuation searchOn(final String line) throws IOException {
    final Set<String> alive = settings.plan().of(complete);
    int first = complete;
    while (first > 1 && settings.plan().of(first - 1).equals(alive)) {
      first--;
    }
    final double all = settings.design().maxSeconds();
    final double each = time.seconds(first, complete) / (complete - first + 1);
    final int rung = Halving.blocks(alive.size() - 1, all - time.seconds(1, first - 1), each);
    final int more = first + rung - 1 - complete;
    // Also before a rung is over: what nobody can keep is said as soon as a fork shows it.
    final Sieve sieve =
        Sieve.of(CampaignReader.read(folder), settings.baseline(), settings.search().within());
    leaving = more > 0 ? List.of() : sieve.leaving(alive);
    final int stay = alive.size() - leaving.size();
    final int next =
        leaving.isEmpty()
            ? Math.max(1, more)
            : Halving.blocks(stay - 1, all - time.seconds(), each * stay / alive.size());
    return goOn(line, Math.min(next, settings.blocks() - complete), "in the slower half, and so");
  }

  private Continuation goOn(final String line, final int blocks, final String why)
      throws IOException {
    final Set<String> alive = settings.plan().of(complete);
    final List<String> stay =
        settings.contenders().stream()
            .filter(name -> alive.contains(name) && !leaving.contains(name))
            .toList();
    final List<PlanFile.Line> added = add(Collections.nCopies(blocks, stay));
    final String who =
        leaving.isEmpty()
            ? ""
            : "; %s out of the race: %s; still in it: %s"
                .formatted(why, String.join(", ", leaving), String.join(", ", stay));
    return new Continuation(false, List.of(line + who, left()), added);
  }

  /** Adds excluded blocks to the end of the plan, and returns the new lines. */
  private List<PlanFile.Line> again() throws IOException {
    final int planned = settings.plannedBlocks();
    final int wanted = settings.blocks() + Math.min(settings.gates().retries(), excluded.size());
    if (settings.design().stops() || wanted <= planned) {
      return List.of();
    }
    // As many as were added so far have their block again.
    final List<List<String>> blocks = settings.contendersByBlock();
    return add(
        excluded.stream()
            .skip(planned - settings.blocks())
            .limit(wanted - planned)
            .map(block -> blocks.get(block - 1))
            .toList());
  }

  private List<PlanFile.Line> add(final List<List<String>> more) throws IOException {
    final List<PlanFile.Line> added = CampaignPlan.addBlocks(folder, settings, more);
    settings = CampaignSettings.required(folder);
    return added;
  }

  private String told() {
    final boolean again =
        settings.gates().retries() >= excluded.size() && !settings.design().stops();
    final List<String> reasons = last.reasons();
    return (again ? "it is run again because " : "it is not run again, though ")
        + String.join(", ", reasons.subList(0, Math.min(TOLD, reasons.size())))
        + (reasons.size() > TOLD ? ", and " + (reasons.size() - TOLD) + " more" : "");
  }

  private String summary(final List<Fork> forks) {
    final List<Fork> ok =
        forks.stream().filter(each -> each.end().status().equals(Fork.OK)).toList();
    final Optional<Figure> common =
        ok.stream()
            .flatMap(each -> each.scores().keySet().stream())
            .filter(each -> ok.stream().allMatch(fork -> fork.scores().containsKey(each)))
            .findFirst();
    return forks.stream()
        .sorted(
            Comparator.comparing(fork -> settings.contenders().indexOf(fork.name().contender())))
        .map(fork -> fork.name().contender() + " " + shown(fork, common))
        .collect(Collectors.joining(", "));
  }

  /** A fork's figure that all of its block have, or else what its first score is. */
  private static String shown(final Fork fork, final Optional<Figure> common) {
    if (!fork.end().status().equals(Fork.OK)) {
      return fork.overloaded() ? "overloaded" : "failed";
    }
    return fork.ofScores()
        ? common
            .map(score -> score.shown(fork.get(score)))
            .orElseGet(
                () ->
                    fork.scores().keySet().stream()
                        .findFirst()
                        .map(score -> score.label() + " " + score.shown(fork.get(score)))
                        .orElse(""))
        : Quantity.time(fork.p50());
  }

  /** Makes an interim look: the reason why the campaign stops; empty if it goes on. */
  private Optional<String> look(final boolean timeUp) throws IOException {
    final Campaign campaign = CampaignReader.read(folder);
    final Result result = Result.of(timeUp ? campaign.whenTimeIsUp() : campaign, Instant.now());
    stopped = Stopping.decide(result, timeUp);
    leaving = Stopping.leaving(result);
    if (stopped.isPresent()) {
      stopped.get().write(folder);
    }
    return stopped.map(each -> "the campaign stops: " + Reason.of(each, settings.design()));
  }

  private String left() {
    final double each = time.seconds() / complete;
    final double rest = each * (settings.plannedBlocks() - complete);
    final double left =
        settings.design().stops()
            ? Math.min(rest, Math.max(0, settings.design().maxSeconds() - time.seconds()))
            : rest;
    return "about " + Estimate.time(Math.round(left)) + " left";
  }
}
