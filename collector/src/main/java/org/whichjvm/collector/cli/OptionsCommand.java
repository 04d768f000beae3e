package org.whichjvm.collector.cli;

import java.util.concurrent.Callable;
import org.whichjvm.collector.campaign.plan.CompareHelp;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code options}: prints the help of scripts/compare, as scripts/generate-help keeps it. */
@Command(name = "options", description = "Prints the options of scripts/compare.")
final class OptionsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    spec.commandLine().getOut().print(CompareHelp.text());
    return Exit.OK;
  }
}
