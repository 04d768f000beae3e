package org.whichjvm.collector.campaign.plan;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.whichjvm.collector.campaign.CampaignSettings.FlagSet;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.io.UserError;

/** Which contenders the arguments of scripts/compare ask for. */
final class AskedContenders {
  private final CompareOptions options;
  private final Planner.Runner runner;
  private final Map<String, FlagSet> flagSets;
  private final Study study;
  private final Workload workload;
  private final JvmNames jvmNames;

  AskedContenders(
      final CompareOptions options,
      final Planner.Runner runner,
      final Map<String, FlagSet> flagSets,
      final Study study,
      final Workload workload) {
    this.options = options;
    this.runner = runner;
    this.flagSets = flagSets;
    this.study = study;
    this.workload = workload;
    jvmNames = new JvmNames(runner.name(), runner.known().keySet());
  }

  /** What a calibration was asked to be; null for another campaign. */
  CampaignRequest.Calibrate calibration() {
    final Integer effect =
        options.effect == null
            ? null
            : Values.whole("--effect", options.effect.replaceFirst("ns$", ""), 1, 1_000_000);
    final Integer count = Values.whole("--contenders", options.count, 2, 50);
    if (!options.calibrate) {
      if (effect != null || count != null) {
        throw new UserError(
            "--effect and --contenders are for --calibrate; use whichjvm calibrate");
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
          "'%s' has a suffix; name the JVM alone, %s: a calibration makes its contenders "
              + "itself",
          options.contenders.get(0), Contender.of(options.contenders.get(0)).variant());
    }
    return new CampaignRequest.Calibrate(
        effect == null ? null : Long.valueOf(effect), count == null ? 4 : count);
  }

  /**
   * The contenders that were asked for, in their order.
   *
   * @param calibration null for another campaign
   * @param says told to the person
   * @throws UserError for the first that is none
   */
  List<String> contenders(final CampaignRequest.Calibrate calibration, final List<String> says) {
    List<String> names = new ArrayList<>(options.contenders);
    if (study != null) {
      names = knownOfStudy(names, says);
    }
    names.addAll(jvmNames.contenders(ContenderNames.pairs(options.producer, options.consumer)));
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
    if (options.rate != null && workload != Workload.QUEUE_RATE) {
      final List<String> suffixes = ContenderNames.rates(options.rate);
      names = suffixes.size() > 1 ? ContenderNames.each(names, suffixes) : names;
    }
    if (!options.program.apps.isEmpty()) {
      names = ContenderNames.ofApps(names, options.program.appNames());
    }
    final Set<String> all = new LinkedHashSet<>(names);
    if (options.baseline != null) {
      all.add(jvmNames.contender(options.baseline));
    }
    check(all);
    return List.copyOf(all);
  }

  /** A study's contenders that this runner does not know are left out, and said. */
  private List<String> knownOfStudy(final List<String> names, final List<String> says) {
    final List<String> kept = new ArrayList<>();
    for (final String name : names) {
      final Set<String> missing = ContenderNames.jvms(List.of(name));
      missing.removeAll(runner.known().keySet());
      if (missing.isEmpty()) {
        kept.add(name);
      } else {
        says.add(
            ("skipped %s: there is no JVM %s for --runner %s; give one with --jdk %s=PATH, or "
                    + "use the runner docker")
                .formatted(
                    name, String.join(" ", missing), runner.name(), missing.iterator().next()));
      }
    }
    if (kept.isEmpty() && !names.isEmpty()) {
      throw new CannotRunHere(
          "none of the JVMs of the study "
              + study.name()
              + " can be had (the lines above say why)");
    }
    return kept;
  }

  private void check(final Set<String> contenders) {
    final ContenderNames names = new ContenderNames(flagSets, options.program.appNames());
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
}
