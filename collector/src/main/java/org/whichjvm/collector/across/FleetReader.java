package org.whichjvm.collector.across;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.whichjvm.collector.campaign.PlanFile;
import org.whichjvm.collector.campaign.fork.Names;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.io.Folders;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.report.ResultFile;
import org.whichjvm.common.WrongUsage;

/**
 * Reads a fleet's folder: {@code run.json}, and in {@code hosts/HOST} {@code host.json} and a
 * campaign. Other hosts wrote all of it.
 */
public final class FleetReader {
  private static final String RUN_JSON = "run.json";
  private static final String HOSTS = "hosts";

  private final ResultWriter writer;

  private FleetReader(final ResultWriter writer) {
    this.writer = writer;
  }

  /**
   * Writes a result that is older than its forks; a WrongUsage says that there is none to write.
   */
  public interface ResultWriter {
    void write(Path campaign) throws IOException;
  }

  /** The folder of a fleet, directly in {@code out}; a WrongUsage says that there is none. */
  public static Path find(final Path out, final String name) throws IOException {
    Names.checkCampaign(name);
    final Path folder = out.resolve(name);
    if (!Files.isDirectory(folder.resolve(HOSTS))) {
      throw new WrongUsage(
          Files.isDirectory(folder)
              ? "%s is no fleet: it has no folder %s; scripts/report is for one campaign"
                  .formatted(folder, HOSTS)
              : "no fleet " + name + " in " + out + "; ls " + out + " shows those there are");
    }
    final Path real = folder.toRealPath();
    if (!out.toRealPath().equals(real.getParent())) {
      throw new WrongUsage(folder + " leads out of " + out + ", to " + real + "; give that --out");
    }
    return real;
  }

  /** Reads it; a WrongUsage names what lies where a folder should. */
  public static Fleet read(final Path folder, final ResultWriter writer, final Instant now)
      throws IOException {
    final FleetReader reader = new FleetReader(writer);
    final List<FleetHost> hosts = new ArrayList<>();
    Folders.exists(folder.resolve(HOSTS));
    for (final Path host : folders(folder.resolve(HOSTS))) {
      hosts.add(reader.host(host));
    }
    final Run run = run(folder);
    final Matrix matrix = Matrix.of(hosts);
    return new Fleet(
        folder.getFileName().toString(),
        now,
        run.context,
        run.image,
        run.line(),
        hosts,
        matrix,
        new FleetText(matrix).warnings(hosts));
  }

  /** A field that {@code run.json} lacks is null. */
  private record Run(String context, String image, List<String> arguments) {
    String line() {
      final String line = String.join(" ", ResultFile.there(arguments));
      return line.isEmpty() ? null : Escape.oneLine(line);
    }
  }

  private static Run run(final Path folder) throws IOException {
    try {
      return ResultFile.parse(Json.readAny(folder.resolve(RUN_JSON)), Run.class);
    } catch (final UnusableFile exception) {
      return new Run(null, null, null); // it only tells more
    }
  }

  private FleetHost host(final Path folder) throws IOException {
    final String name = Escape.oneLine(folder.getFileName().toString());
    final HostFile file = HostFile.read(folder);
    final List<Path> campaigns =
        folders(folder).stream()
            .filter(
                each ->
                    isFolder(each.resolve(Names.FORKS))
                        || Files.exists(each.resolve(Names.CAMPAIGN_JSON)))
            .toList();
    if (campaigns.isEmpty()) {
      return new FleetHost(name, file, null, Optional.of("it has no campaign"), Optional.empty());
    }
    final Path campaign =
        campaigns.stream().max(Comparator.comparing(FleetReader::created)).orElseThrow();
    final Optional<String> note =
        campaigns.size() == 1
            ? Optional.empty()
            : Optional.of(
                "%s has %s campaigns: the newest, %s, counts alone."
                    .formatted(
                        name, campaigns.size(), Escape.oneLine(campaign.getFileName().toString())));
    try {
      final ResultFile result = result(campaign);
      return new FleetHost(name, file, result, lack(file, campaign, result), note);
    } catch (final WrongUsage | UnusableFile exception) {
      final String why =
          exception instanceof WrongUsage
              ? exception.getMessage()
              : "its " + Names.RESULT_JSON + " " + exception.getMessage();
      return new FleetHost(name, file, null, Optional.of(Escape.oneLine(why)), note);
    }
  }

  /** When a campaign was planned, as far as it is told, and then its name. */
  private static String created(final Path campaign) {
    String created = null;
    try {
      created = Json.text(Json.readAny(campaign.resolve(Names.CAMPAIGN_JSON)), "created");
    } catch (final UnusableFile | IOException exception) {
      // Its name alone tells.
    }
    return (created == null ? "" : created) + " " + campaign.getFileName();
  }

  private ResultFile result(final Path campaign) throws UnusableFile, IOException {
    if (isFolder(campaign.resolve(Names.FORKS)) && stale(campaign)) {
      writer.write(campaign);
    }
    return ResultFile.read(campaign);
  }

  private static boolean stale(final Path campaign) throws IOException {
    final Path result = campaign.resolve(Names.RESULT_JSON);
    if (!Files.isRegularFile(result, LinkOption.NOFOLLOW_LINKS)) {
      return true;
    }
    final FileTime written = Files.getLastModifiedTime(result);
    boolean newer = false;
    try (DirectoryStream<Path> forks = Files.newDirectoryStream(campaign.resolve(Names.FORKS))) {
      for (final Path each : forks) {
        newer |= Files.getLastModifiedTime(each, LinkOption.NOFOLLOW_LINKS).compareTo(written) > 0;
      }
    }
    return newer;
  }

  /** Says what a campaign lacks; empty if nothing, or if the host's file tells it. */
  private static Optional<String> lack(
      final HostFile file, final Path campaign, final ResultFile result) throws IOException {
    final int forks = result.forks().all();
    if (forks == 0) {
      return Optional.of("its campaign has no fork");
    }
    if (file.became().isPresent() || result.decision().stopped() != null) {
      return Optional.empty();
    }
    try {
      final long planned =
          PlanFile.read(campaign).stream()
              .filter(line -> line.block() > 0)
              .map(line -> line.block() + " " + line.contender())
              .distinct()
              .count();
      return forks < planned
          ? Optional.of("it has " + forks + " of " + planned + " planned forks")
          : Optional.empty();
    } catch (final UnusableFile exception) {
      return Optional.empty(); // without a plan all that is there is the whole
    }
  }

  /** The folders in a folder, by name; links to folders are none. */
  private static List<Path> folders(final Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(FleetReader::isFolder)
          .filter(each -> !each.getFileName().toString().startsWith("."))
          .sorted(Comparator.comparing(each -> each.getFileName().toString()))
          .toList();
    }
  }

  private static boolean isFolder(final Path path) {
    return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
  }
}
