package org.whichjvm.collector.campaign.plan;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.whichjvm.collector.campaign.CampaignSettings.FlagSet;
import org.whichjvm.collector.campaign.Contrast;
import org.whichjvm.collector.campaign.Gates;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.io.UserError;

/** From the arguments of scripts/compare to what a campaign is to be. */
public final class Planner {
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final int MAX_TIME_SECONDS = 1_800;

  private final CompareOptions options;
  private final Runner runner;
  private final Map<String, FlagSet> flagSets;
  private final Study study;
  private final Workload workload;
  private final Workload.Preset preset;

  /**
   * Prepares a plan.
   *
   * @param options of scripts/compare, a study's among them
   * @param runner what it knows
   * @param flagSets all there are
   * @param study that was asked for; null without one
   */
  Planner(
      final CompareOptions options,
      final Runner runner,
      final Map<String, FlagSet> flagSets,
      final Study study) {
    this.options = options;
    this.runner = runner;
    this.flagSets = flagSets;
    this.study = study;
    this.workload = Workload.of(options.workload == null ? "queue-latency" : options.workload);
    this.preset =
        options.calibrate && options.preset == null
            ? Workload.Preset.QUICK
            : Workload.Preset.of(options.preset == null ? "quick" : options.preset);
  }

  /**
   * What the runner knows.
   *
   * @param name docker or host
   * @param machine amd64 or arm64
   * @param known every JVM
   * @param usual those that are compared if nobody names one
   */
  public record Runner(String name, String machine, List<String> known, List<String> usual) {}

  /**
   * Everything that was asked for, checked as far as it can be without a JVM.
   *
   * @param says told to the person while it is found out
   * @throws UserError naming the first value that is wrong
   */
  Asked asked(final Instant now, final String javaOptions, final List<String> says) {
    final Workload.Times times = workload.times(preset);
    if (study != null) {
      checkMachine();
      says.add("study " + study.name() + ": " + study.asks());
    }
    final Double precision = boxed(Values.share("--precision", options.precision));
    final Integer maxSeconds = Values.wholeSeconds("--max-time", options.maxTime);
    if (precision == null && maxSeconds != null) {
      throw new UserError(
          "--max-time ends a campaign that --precision lets run on; give that too, such as"
              + " --precision 2%");
    }
    final List<String> words = workloadOptions(times);
    final Asked.Calibrate calibration = calibration();
    final List<String> contenders = contenders(calibration, says);
    final Integer blocks = Values.whole("--blocks", options.blocks, 1, 10_000);
    final Asked asked =
        new Asked(
            Asked.SCHEMA,
            NAME.format(now)
                + "-"
                + (study != null
                    ? study.name()
                    : calibration != null ? "calibration" : preset.text()),
            seed(now),
            runner.name(),
            runner.machine(),
            workload.text(),
            preset.text(),
            study == null ? null : study.name(),
            study == null ? null : study.asks(),
            contenders,
            options.baseline,
            options.control,
            blocks != null || precision != null ? blocks : Integer.valueOf(usualBlocks(times)),
            precision,
            precision == null ? null : maxSeconds == null ? MAX_TIME_SECONDS : maxSeconds,
            boxed(Values.share("--margin", options.margin)),
            options.decide,
            options.gates,
            retries(),
            options.contrasts,
            words,
            javaOptions,
            used(contenders),
            calibration);
    checkDecisions(asked);
    return asked;
  }

  private int usualBlocks(final Workload.Times times) {
    return options.calibrate ? 20 : times.blocks();
  }

  /** What is wrong now would be wrong after the checks too. */
  private void checkDecisions(final Asked asked) {
    Beginning.design(asked, 1);
    Gates.of(asked.gates(), asked.retries(), 1, asked.precision() != null);
    if (!asked.contrasts().isEmpty() && !workload.hasScores()) {
      throw new UserError(
          "--contrast compares two scores, and --workload queue-latency has none; give --workload"
              + " contention too");
    }
    Contrast.parse("--contrast", asked.contrasts());
  }

  private static Double boxed(final double share) {
    return Double.isNaN(share) ? null : Double.valueOf(share);
  }

  private long seed(final Instant now) {
    if (options.seed == null) {
      return now.getEpochSecond();
    }
    if (!options.seed.matches("[0-9]{1,18}")) {
      throw Values.wrong("--seed", options.seed, "a whole number of at most 18 digits");
    }
    return Long.parseLong(options.seed);
  }

  private Integer retries() {
    final Integer retries = Values.whole("--retries", options.retries, 0, 10_000);
    // Once is once: with one block there is no comparison that an excluded fork could harm.
    return retries == null && preset == Workload.Preset.ARTICLE && options.precision == null
        ? Integer.valueOf(0)
        : retries;
  }

  private void checkMachine() {
    if (study.machine() != null && !study.machine().equals(runner.machine())) {
      throw new CannotRun(
          "the study "
              + study.name()
              + " can be answered on an "
              + study.machine()
              + " machine only, and this is "
              + runner.machine()
              + ": "
              + study.asks()
              + " docs/arm-study.md says how to run it there, and why an emulator cannot answer it");
    }
  }

  /** The preset's, those of compare's own options, the study's, and last those of the person. */
  private List<String> workloadOptions(final Workload.Times times) {
    final List<String> words = new ArrayList<>();
    words.addAll(
        List.of(
            "--duration",
            options.duration != null
                ? options.duration
                : options.calibrate ? "1s" : times.duration(),
            "--warmup",
            times.warmup()));
    words.addAll(times.more());
    if (workload.hasScores()) {
      refuse("--queue-memory", options.queueMemory);
      refuse("--wait", options.wait);
      if (options.cpus != null) {
        throw new UserError(
            "--cpus names the two CPUs of --workload queue-latency; "
                + workload.text()
                + " uses all it may: limit them with taskset, or WHICHJVM_CPUSET in containers");
      }
    }
    // Of several values each contender has its own.
    single("--queue-memory", options.queueMemory, words);
    single("--wait", options.wait, words);
    if (options.cpus != null) {
      words.addAll(List.of("--cpus", options.cpus));
    }
    if (study != null) {
      words.addAll(study.workloadOptions());
    }
    words.addAll(options.workloadOptions);
    return List.copyOf(words);
  }

  private void refuse(final String option, final String value) {
    if (value != null) {
      throw new UserError(
          option
              + " is for --workload queue-latency; "
              + workload.text()
              + " exchanges no messages: leave it out");
    }
  }

  private static void single(final String option, final String value, final List<String> words) {
    if (value != null && !value.contains(",")) {
      words.addAll(List.of(option, value));
    }
  }

  private Asked.Calibrate calibration() {
    final Integer effect =
        options.effect == null
            ? null
            : Values.whole("--effect", options.effect.replaceFirst("ns$", ""), 1, 1_000_000);
    final Integer count = Values.whole("--contenders", options.count, 2, 50);
    if (!options.calibrate) {
      if (effect != null || count != null) {
        throw new UserError("--effect and --contenders are for --calibrate; use scripts/calibrate");
      }
      return null;
    }
    if (workload.hasScores() || options.contenders.size() > 1) {
      throw new UserError(
          "a calibration runs one JVM against itself, and "
              + (workload.hasScores()
                  ? "--workload " + workload.text() + " has no messages to delay"
                  : String.join(" ", options.contenders) + " are several; name one"));
    }
    if (!options.contenders.isEmpty() && options.contenders.get(0).contains("+")) {
      throw new UserError(
          "'"
              + options.contenders.get(0)
              + "' has a suffix; name the JVM alone, "
              + Contender.of(options.contenders.get(0)).variant()
              + ": a calibration makes its contenders itself");
    }
    return new Asked.Calibrate(
        effect == null ? null : Long.valueOf(effect), count == null ? 4 : count);
  }

  private List<String> contenders(final Asked.Calibrate calibration, final List<String> says) {
    List<String> names = new ArrayList<>(options.contenders);
    if (study != null) {
      names = knownOfStudy(names, says);
    }
    names.addAll(ContenderNames.pairs(options.producer, options.consumer));
    if (names.isEmpty()) {
      names.addAll(runner.usual());
      if (calibration != null) {
        names.retainAll(
            List.of(names.contains("jdk17-temurin") ? "jdk17-temurin" : runner.usual().get(0)));
      }
    }
    if (options.queueMemory != null) {
      final List<String> suffixes = ContenderNames.memories(options.queueMemory);
      names = suffixes.size() > 1 ? ContenderNames.each(names, suffixes) : names;
    }
    if (options.wait != null) {
      final List<String> suffixes = ContenderNames.waits(options.wait);
      names = suffixes.size() > 1 ? ContenderNames.each(names, suffixes) : names;
    }
    final Set<String> all = new LinkedHashSet<>(names);
    if (options.baseline != null) {
      all.add(options.baseline);
    }
    check(all);
    return List.copyOf(all);
  }

  /** What of a study's contenders this runner does not know is left out, and said. */
  private List<String> knownOfStudy(final List<String> names, final List<String> says) {
    final List<String> kept = new ArrayList<>();
    for (final String name : names) {
      final Set<String> missing = ContenderNames.jvms(List.of(name));
      missing.removeAll(runner.known());
      if (missing.isEmpty() || !study.contenders().contains(name)) {
        kept.add(name);
      } else {
        says.add(
            "skipped "
                + name
                + ": there is no JVM "
                + String.join(" ", missing)
                + " for --runner "
                + runner.name()
                + "; give one with --jdk "
                + missing.iterator().next()
                + "=PATH, or use the runner docker");
      }
    }
    if (kept.isEmpty() && !names.isEmpty()) {
      throw new CannotRun(
          "none of the JVMs of the study "
              + study.name()
              + " can be had (the lines above say why)");
    }
    return kept;
  }

  private void check(final Set<String> contenders) {
    final ContenderNames names = new ContenderNames(flagSets);
    for (final String jvm : ContenderNames.jvms(contenders)) {
      if (!runner.known().contains(jvm)) {
        throw new UserError(
            "there is no variant '"
                + jvm
                + "' for --runner "
                + runner.name()
                + "; it knows: "
                + String.join(" ", runner.known()));
      }
    }
    contenders.forEach(each -> names.check(each, workload));
    final String baseline = options.baseline;
    if (options.control
        && baseline != null
        && (Contender.of(baseline).again() || Contender.of(baseline).delayNanos() > 0)) {
      throw new UserError(
          "--control runs the baseline once more, and the baseline "
              + baseline
              + " is such a contender itself; choose another with --baseline");
    }
  }

  private Map<String, FlagSet> used(final List<String> contenders) {
    final Map<String, FlagSet> used = new TreeMap<>();
    for (final String contender : contenders) {
      final String name = Contender.of(contender).flagSet();
      if (name != null) {
        used.put(name, flagSets.get(name));
      }
    }
    return used;
  }

  /** Whether one JVM may refuse what another takes. */
  static boolean hasOwn(final Asked asked, final String name) {
    final Contender contender = Contender.of(name);
    return contender.memory() != null
        || contender.waitStrategy() != null
        || contender.flagSet() != null
        || !asked.javaOptions().isBlank()
        || Values.last("--wait", asked.options()) != null
        || Values.last("--queue-memory", asked.options()) != null;
  }
}
