package org.whichjvm.collector.cli;

import java.util.List;
import org.whichjvm.collector.campaign.PlanFile;

/**
 * What follows from the blocks that have run.
 *
 * @param ended whether nothing more is to be run
 * @param lines what a person should know of the last block, and how long the rest takes
 * @param added what the plan has more than before
 */
record AfterBlock(boolean ended, List<String> lines, List<PlanFile.Line> added) {
  AfterBlock(final boolean ended, final List<String> lines) {
    this(ended, lines, List.of());
  }
}
