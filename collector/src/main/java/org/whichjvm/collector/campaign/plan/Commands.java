package org.whichjvm.collector.campaign.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.whichjvm.collector.campaign.CampaignSettings.FlagSet;
import org.whichjvm.collector.campaign.fork.Contender;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.io.AtomicFiles;

/** The commands of a campaign: those of each contender, and those that check what can run. */
final class Commands {
  /** Of the only JVM of a contender, or of each side of a pair. */
  private enum Side {
    FORK,
    PRODUCER,
    CONSUMER;

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final String CHECK = "check-";

  /** The service of compose.yaml that has an image which a person names. */
  private static final String CUSTOM = "custom";

  private final Asked asked;
  private final long deadlineSeconds;
  private final String workload;
  private final List<String> options;
  private final String javaOptions;
  private final Map<String, FlagSet> flagSets;
  private final Map<String, String> confines;

  /**
   * The commands of what was asked for.
   *
   * @param deadlineSeconds after which whoever starts one ends it
   */
  Commands(final Asked asked, final long deadlineSeconds) {
    this.asked = asked;
    this.deadlineSeconds = deadlineSeconds;
    workload = asked.workload();
    options = asked.options();
    javaOptions = asked.javaOptions();
    flagSets = asked.flagSets();
    confines = asked.confines();
  }

  /**
   * Writes the commands of a contender.
   *
   * @param check whether they check only what a fork could run with
   * @return the files, below the campaign's folder: one, or two of a pair
   */
  List<String> write(final Path campaign, final String contender, final boolean check)
      throws IOException {
    final List<String> files = new ArrayList<>();
    final List<Side> sides =
        Contender.of(contender).pair() ? List.of(Side.PRODUCER, Side.CONSUMER) : List.of(Side.FORK);
    for (final Side side : sides) {
      final Path folder =
          campaign.resolve(Names.COMMANDS).resolve((check ? CHECK : "") + side.text());
      Files.createDirectories(folder);
      AtomicFiles.ownedLike(folder.getParent(), campaign);
      AtomicFiles.ownedLike(folder, campaign);
      AtomicFiles.write(folder.resolve(contender), command(contender, side, check).text());
      files.add(campaign.relativize(folder.resolve(contender)).toString());
    }
    return files;
  }

  /** Whose words a command's are, as a person calls it: "producer's JVM" or "JVM". */
  static String jvm(final String file) {
    for (final Side side : List.of(Side.PRODUCER, Side.CONSUMER)) {
      if (file.contains("/" + side.text() + "/") || file.contains("-" + side.text() + "/")) {
        return side.text() + "'s JVM";
      }
    }
    return "JVM";
  }

  private CommandFile command(final String name, final Side side, final boolean check) {
    final Contender contender = Contender.of(name);
    final List<String> arguments = new ArrayList<>();
    arguments.add(workload);
    if (check && workload.equals(Workload.COMMAND.text())) {
      arguments.add("--check"); // The program comes last.
    }
    if (contender.app() != null) {
      arguments.add("--app");
      arguments.add(ProgramOptions.folder(asked.runner(), asked.apps().get(contender.app())));
    }
    arguments.addAll(options);
    // The contender's own come last, so they win.
    if (contender.delayNanos() > 0) {
      arguments.addAll(List.of("--delay", contender.delayNanos() + "ns"));
    }
    if (contender.memory() != null) {
      arguments.addAll(List.of("--queue-memory", contender.memory()));
    }
    if (contender.waitStrategy() != null) {
      arguments.addAll(List.of("--wait", contender.waitStrategy()));
    }
    if (contender.rate() != null) {
      arguments.addAll(List.of("--rate", contender.rate()));
    }
    if (side != Side.FORK) {
      arguments.addAll(List.of("--role", side.text()));
    }
    if (check && !workload.equals(Workload.COMMAND.text())) {
      arguments.add("--check");
    }
    final Map<String, String> environment = new LinkedHashMap<>();
    environment.put(
        CommandFile.JVM, side == Side.PRODUCER ? contender.producer() : contender.consumer());
    environment.put("JAVA_OPTS", javaOptions);
    environment.putAll(confines);
    if (contender.app() != null) {
      environment.put(ProgramOptions.MOUNT, asked.apps().get(contender.app()));
    }
    environment.put("WHICHJVM_DEADLINE", Long.toString(deadlineSeconds));
    if (asked.runner().equals("docker")) {
      ForkMemory.limits(asked, contender, isForeign(contender)).forEach(environment::putIfAbsent);
    }
    if (contender.flagSet() != null) {
      environment.put("WHICHJVM_FLAG_SET", contender.flagSet());
      environment.put("WHICHJVM_FLAGS", flagSets.get(contender.flagSet()).options());
    }
    if ("huge".equals(Values.last("--queue-memory", arguments))) {
      environment.put(CommandFile.HUGE, "1");
    }
    return new CommandFile(environment, arguments);
  }

  /** Whether a program, or the image of a JVM, is not the project's own. */
  private boolean isForeign(final Contender contender) {
    return workload.equals(Workload.COMMAND.text())
        || isForeign(contender.producer())
        || isForeign(contender.consumer());
  }

  private boolean isForeign(final String jvm) {
    final String image = asked.homes().get(jvm);
    return jvm.equals(CUSTOM) || image != null && !image.isEmpty();
  }
}
