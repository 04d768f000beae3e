package org.whichjvm.collector.campaign.plan;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.whichjvm.collector.campaign.Contrast;
import org.whichjvm.collector.campaign.Decides;
import org.whichjvm.collector.campaign.Design;
import org.whichjvm.collector.campaign.Gates;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.io.UserError;
import org.whichjvm.common.ForkNames;

/** From what was asked for, and what of it can run here, to the campaign that is measured. */
final class Beginning {
  private static final String USUAL_BASELINE = "jdk17-temurin";

  private final Path folder;
  private final Asked asked;
  private final Map<String, String> missing;
  private final Set<String> substitutes;
  private final boolean unchecked;
  private final List<String> says = new ArrayList<>();
  private int runs;

  /**
   * Prepares it.
   *
   * @param missing JVMs that cannot be had, and why
   * @param substitutes JVMs that are not the build their name says
   * @param unchecked whether checks that have not run are taken as passed, as in a dry run
   */
  Beginning(
      final Path folder,
      final Asked asked,
      final Map<String, String> missing,
      final Set<String> substitutes,
      final boolean unchecked) {
    this.folder = folder;
    this.asked = asked;
    this.missing = missing;
    this.substitutes = substitutes;
    this.unchecked = unchecked;
  }

  /** What to tell the person, in order. */
  List<String> says() {
    return says;
  }

  /** The campaign. */
  CampaignSpec spec() throws IOException {
    List<String> contenders = ready();
    // Behind -- it is a program's own.
    final boolean help = asked.options().contains("--help") && !asked.options().contains("--");
    if (help && !contenders.isEmpty() && !unchecked) {
      // The check has printed the workload's help, which is all that was asked for.
      throw new Refused(Check.read(folder, contenders.get(0)).output(), 0);
    }
    if (contenders.isEmpty()) {
      throw new NotHere("none of the contenders can be had (the lines above say why)");
    }
    final String baseline = baseline(contenders);
    final Asked.Calibrate calibration = calibration(baseline);
    if (calibration != null) {
      contenders = calibrated(baseline, calibration);
    } else if (asked.control()) {
      contenders = withControl(contenders, baseline);
    }
    enoughForStudy(contenders);
    final Groups groups = Groups.of(asked, contenders, baseline);
    if (groups.says() != null) {
      says.add(groups.says());
    }
    final Estimate estimate = new Estimate(asked, groups.contenders(), runs, substitutes);
    final int blocks =
        asked.blocks() != null
            ? Math.min(ForkNames.MAX_BLOCKS, asked.blocks() * groups.contenders().size())
            : estimate.blocks();
    final boolean stops = asked.precision() != null;
    final Gates gates = Gates.of(asked.gates(), asked.retries(), blocks, stops);
    says.add(estimate.words(contenders.size(), blocks));
    if (asked.blocks() == null && stops) {
      estimate.tooShort(contenders.size()).ifPresent(says::add);
    }
    if (gates.retries() > 0) {
      says.add(
          "at most "
              + Estimate.counted(gates.retries(), "block")
              + " more, for those of which a gate excludes a fork");
    }
    return new CampaignSpec(
        asked,
        contenders,
        groups.contenders(),
        blocks,
        baseline,
        design(asked, blocks),
        gates,
        Contrast.parse("--contrast", asked.contrasts()),
        estimate.deadline(),
        calibration);
  }

  /** How the campaign decides. */
  static Design design(final Asked asked, final int blocks) {
    Design design = Design.FIXED;
    if (asked.margin() != null) {
      design = design.withMargin(asked.margin());
    }
    if (asked.hasScores()) {
      design =
          design.decidingScores(
              asked.decide() == null ? Set.of() : Design.scores("--decide", asked.decide()));
    } else {
      design = design.deciding(decides(asked));
    }
    return asked.precision() == null
        ? design
        : design.stopping(asked.precision(), asked.maxSeconds(), blocks);
  }

  /** Of latencies: quick has too few messages for more than the headline. */
  private static Set<Decides> decides(final Asked asked) {
    final Set<Decides> decides =
        new TreeSet<>(
            asked.preset().equals(Workload.Preset.QUICK.text())
                ? Set.of(Decides.HEADLINE)
                : Decides.USUAL);
    if (asked.decide() != null) {
      decides.addAll(Decides.list("--decide", asked.decide()));
    }
    return decides;
  }

  /** The contenders that can run here, in their order. */
  private List<String> ready() throws IOException {
    final List<String> ready = new ArrayList<>();
    Check refused = null;
    for (final String name : asked.contenders()) {
      final String reason = missingJvm(name);
      if (reason != null) {
        continue; // The runner has said why.
      }
      if (FirstFork.isNeeded(asked)) {
        ready.add(name); // The fork that is run first says whether it can run.
        continue;
      }
      final String misfit = misfit(name);
      final Check check = Check.read(folder, name);
      if (misfit != null) {
        says.add("skipped " + name + ": " + misfit);
      } else if (check == null || check.passed() && ignored(check) == null) {
        runs = check == null ? runs : Math.max(runs, check.runs());
        ready.add(name);
      } else if (asked.hasOwn(name)) {
        says.add("skipped " + name + ": " + (check.passed() ? ignored(check) : refusal(check)));
        refused = refused == null ? check : refused;
      } else {
        throw Refused.by(check);
      }
    }
    if (ready.isEmpty() && refused != null && !refused.passed()) {
      throw Refused.by(refused);
    }
    return ready;
  }

  private String missingJvm(final String name) {
    return ContenderNames.jvms(List.of(name)).stream()
        .filter(missing::containsKey)
        .map(missing::get)
        .findFirst()
        .orElse(null);
  }

  private String misfit(final String name) throws IOException {
    final String set = Contender.of(name).flagSet();
    if (set == null || asked.flagSets().get(set).needs() == null) {
      return null;
    }
    for (final String jvm : ContenderNames.jvms(List.of(name))) {
      final Check check = Check.read(folder, jvm);
      for (final int major : check == null ? List.<Integer>of() : check.java()) {
        final String misfit = FlagSets.misfit(set, asked.flagSets().get(set), major, check.arch());
        if (misfit != null) {
          return misfit;
        }
      }
    }
    return null;
  }

  private static String ignored(final Check check) {
    final String warning =
        Contender.of(check.contender()).flagSet() == null
            ? null
            : LastWords.ignores(check.output());
    if (warning != null) {
      return "the JVM goes on without it: " + warning;
    }
    return check.ignored().isEmpty()
        ? null
        : "the JVM goes on without " + String.join(" ", check.ignored()) + " and does not say why";
  }

  private static String refusal(final Check check) {
    final String own = LastWords.own(check.output());
    return own != null
        ? own
        : "the JVM refuses it: " + LastWords.reason(check.output(), check.exit(), "JVM");
  }

  private String baseline(final List<String> ready) {
    if (asked.baseline() != null) {
      if (!ready.contains(asked.baseline())) {
        throw new NotHere(
            "the baseline "
                + asked.baseline()
                + " cannot be had (a line above says why); choose another");
      }
      return asked.baseline();
    }
    return ready.contains(USUAL_BASELINE)
        ? USUAL_BASELINE
        : ready.stream()
            .filter(each -> each.startsWith(USUAL_BASELINE + "+"))
            .findFirst()
            .orElse(ready.get(0));
  }

  private static List<String> withControl(final List<String> ready, final String baseline) {
    final Contender parsed = Contender.of(baseline);
    if (parsed.again() || parsed.delayNanos() > 0) {
      throw new UserError(
          "--control runs the baseline once more, and the baseline "
              + baseline
              + " is such a contender itself; choose another with --baseline");
    }
    final List<String> with = new ArrayList<>(ready);
    if (!with.contains(baseline + "+again")) {
      with.add(baseline + "+again");
    }
    return with;
  }

  private Asked.Calibrate calibration(final String jvm) throws IOException {
    final Asked.Calibrate calibration = asked.calibration();
    if (!FirstFork.isNeeded(asked)) {
      return calibration;
    }
    final Long effect = unchecked ? Long.valueOf(1) : FirstFork.effect(folder, jvm);
    says.add("effect: " + effect + " ns, 5 % of the p50 service time of a first fork");
    return new Asked.Calibrate(effect, calibration.contenders());
  }

  private static List<String> calibrated(final String jvm, final Asked.Calibrate calibration) {
    final List<String> names = new ArrayList<>();
    for (int i = 1; i <= calibration.contenders(); i++) {
      names.add(jvm + (i == 1 ? "" : i == 2 ? "+again" : "+again" + (i - 1)));
      names.add(jvm + "+delay" + calibration.effect() + "ns" + (i == 1 ? "" : "-" + i));
    }
    return names;
  }

  /** One contender answers a study that compares scores within it, two any other. */
  private void enoughForStudy(final List<String> ready) {
    final int least = asked.contrasts().isEmpty() ? 2 : 1;
    if (asked.study() != null && ready.size() < least) {
      throw new NotHere(
          "the study "
              + asked.study()
              + " compares "
              + Estimate.counted(least, "contender")
              + " at least, and only "
              + String.join(" ", ready)
              + " can be had here; the lines above say why");
    }
  }

  /** The commands of a campaign's contenders, written to its folder. */
  static Map<String, List<String>> commands(final Path folder, final CampaignSpec spec)
      throws IOException {
    final Commands commands = new Commands(spec.asked(), spec.deadlineSeconds());
    final Map<String, List<String>> files = new LinkedHashMap<>();
    for (final String contender : spec.contenders()) {
      files.put(contender, commands.write(folder, contender, false));
    }
    return files;
  }
}
