package org.whichjvm.collector.campaign.plan;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.whichjvm.collector.campaign.CampaignSettings;
import org.whichjvm.collector.campaign.CampaignSettings.FlagSet;
import org.whichjvm.collector.campaign.Contrast;
import org.whichjvm.collector.campaign.Execution;
import org.whichjvm.collector.campaign.Gates;
import org.whichjvm.collector.campaign.Interleave;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.io.UserError;

/** From the arguments of scripts/compare to what a campaign is to be. */
public final class Planner {
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final CompareOptions options;
  private final Runner runner;
  private final Map<String, FlagSet> flagSets;
  private final Study study;
  private final Workload workload;
  private final Workload.Preset preset;
  private final Interleave interleave;

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
    this.workload = Workload.asked(options);
    this.preset =
        options.calibrate && options.preset == null
            ? Workload.Preset.QUICK
            : Workload.Preset.of(options.preset == null ? "quick" : options.preset);
    this.interleave =
        options.interleave == null
            ? workload.usualInterleave(preset)
            : Interleave.of(options.interleave)
                .orElseThrow(
                    () -> Values.wrong("--interleave", options.interleave, Interleave.choices()));
  }

  /**
   * What the runner knows.
   *
   * @param name docker or host
   * @param machine amd64 or arm64
   * @param known every JVM, with its home on this machine or the image that a person named, else an
   *     empty text
   * @param usual those that are compared if nobody names one
   * @param sharesHuge whether both JVMs of a pair would see the same huge pages
   * @param memoryBytes that there are for more processes; null if unknown
   * @param shmBytes that are free in /dev/shm; null if unknown
   * @param mounted the whole paths of the folders of a person's own program, by the names of its
   *     versions; {@link #OWN} is that of {@code --mount}, or the current one
   */
  public record Runner(
      String name,
      String machine,
      Map<String, String> known,
      List<String> usual,
      boolean sharesHuge,
      Long memoryBytes,
      Long shmBytes,
      Map<String, String> mounted) {
    /** The folder of a program of which there is one version. */
    static final String OWN = "";
  }

  /**
   * Everything that was asked for, checked as far as it can be without a JVM.
   *
   * @param says told to the person while it is found out
   * @throws UserError naming the first value that is wrong
   */
  CampaignRequest asked(final Instant now, final String javaOptions, final List<String> says) {
    final Workload.Times times = workload.times(preset, interleave);
    if (study != null) {
      checkMachine();
      says.add("study " + study.name() + ": " + study.asks());
    }
    final TimeBox box = TimeBox.of(options, workload, preset, study != null || options.calibrate);
    final long seed = seed(now);
    final WorkloadWords workloadWords =
        new WorkloadWords(options, runner, study, workload, interleave);
    final List<String> words = workloadWords.of(times, seed);
    final AskedContenders asks = new AskedContenders(options, runner, flagSets, study, workload);
    final CampaignRequest.Calibrate calibration = asks.calibration();
    final List<String> contenders = asks.contenders(calibration, says);
    checkHuge(contenders, words);
    final Integer blocks = Values.whole("--blocks", options.blocks, 1, 10_000);
    final CampaignRequest asked =
        new CampaignRequest(
            CampaignRequest.SCHEMA,
            "%s-%s"
                .formatted(
                    NAME.format(now),
                    study != null
                        ? study.name()
                        : calibration != null ? "calibration" : preset.text()),
            seed,
            new Execution(
                runner.name(),
                workload.ofForks(),
                preset.text(),
                interleave,
                new MessageOptions(words).turnSeconds(interleave),
                words,
                javaOptions,
                used(contenders),
                apps()),
            study == null ? null : new CampaignSettings.Question(study.name(), study.asks()),
            new CampaignRequest.Wishes(
                contenders,
                options.baseline,
                options.control,
                blocks != null || box.precision() != null
                    ? blocks
                    : Integer.valueOf(usualBlocks(times)),
                box.precision(),
                box.seconds(),
                boxed(Values.share("--margin", options.margin)),
                options.decide,
                options.gates,
                retries(),
                options.contrasts),
            new CampaignRequest.Host(
                runner.machine(),
                runner.memoryBytes(),
                runner.shmBytes(),
                homes(contenders),
                workloadWords.confines()),
            calibration);
    checkDecisions(asked);
    return asked;
  }

  private Map<String, String> apps() {
    final Map<String, String> apps = new LinkedHashMap<>();
    options.program.appNames().forEach(name -> apps.put(name, runner.mounted().get(name)));
    return apps;
  }

  private int usualBlocks(final Workload.Times times) {
    return options.calibrate ? 20 : times.blocks();
  }

  /** What is wrong now would be wrong after the checks too. */
  private void checkDecisions(final CampaignRequest asked) {
    PlanFromChecks.design(asked, 1);
    Gates.of(
        asked.wishes().gates(), asked.wishes().retries(), 1, asked.wishes().precision() != null);
    if (!asked.wishes().contrasts().isEmpty() && !workload.hasScores()) {
      throw new UserError(
          "--contrast compares two scores, and --workload queue-latency has none; give --workload"
              + " contention too");
    }
    Contrast.parse("--contrast", asked.wishes().contrasts());
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
      throw new CannotRunHere(
          "the study %s can be answered on an %s machine only, and this is %s: %s "
              + "docs/arm-study.md says how to run it there, and why an emulator cannot answer it",
          study.name(), study.machine(), runner.machine(), study.asks());
    }
  }

  /** On a host each process mounts huge pages of its own. */
  private void checkHuge(final List<String> contenders, final List<String> words) {
    for (final String name : contenders) {
      final Contender contender = Contender.of(name);
      final String memory =
          contender.memory() == null ? Values.last("--queue-memory", words) : contender.memory();
      if (!runner.sharesHuge() && contender.pair() && "huge".equals(memory)) {
        throw new UserError(
            "the two JVMs of "
                + name
                + " would each see huge pages of their own; use --runner docker, or mount a tmpfs"
                + " with huge=always that both see and set WHICHJVM_HUGE_DIR");
      }
    }
  }

  private Map<String, String> homes(final List<String> contenders) {
    final Map<String, String> homes = new TreeMap<>();
    ContenderNames.jvms(contenders).forEach(jvm -> homes.put(jvm, runner.known().get(jvm)));
    return homes;
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
}
