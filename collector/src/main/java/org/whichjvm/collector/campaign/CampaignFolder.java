package org.whichjvm.collector.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.io.UserError;

/** Finds a campaign's folder by its name. */
public final class CampaignFolder {
  private CampaignFolder() {}

  /**
   * The real folder (links followed) of a campaign, which lies directly in {@code out}.
   *
   * @param name a folder's name, or {@code latest}
   * @throws UserError if there is none, or the name leads elsewhere
   */
  public static Path find(final Path out, final String name) throws IOException {
    if (!name.equals(Names.LATEST)) {
      Names.checkCampaign(name);
    }
    final Path folder = out.resolve(name);
    if (!Files.isDirectory(folder)) {
      throw new UserError(
          name.equals(Names.LATEST)
              ? "no campaign in " + out + " yet; start one with scripts/compare"
              : "no campaign " + name + " in " + out + "; ls " + out + " shows those there are");
    }
    final Path real = folder.toRealPath();
    if (!out.toRealPath().equals(real.getParent())) {
      throw new UserError(folder + " leads out of " + out + ", to " + real + "; give that --out");
    }
    return real;
  }
}
