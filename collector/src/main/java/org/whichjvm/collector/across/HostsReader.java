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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.io.Folders;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Records;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.PlanFile;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.collector.report.ResultFile;
import org.whichjvm.collector.report.Words;
import org.whichjvm.collector.stats.HostsApart;
import org.whichjvm.common.WrongUsage;

/**
 * Reads campaigns of several hosts: those of fleets, with {@code run.json}, and in {@code hosts/HOST} {@code host.json}
 * and campaigns, or those that somebody names. Campaigns of one host that are alike are its sessions, also those of
 * several fleets. Other hosts wrote all of it.
 */
public final class HostsReader {
    private static final String RUN_JSON = "run.json";
    private static final String HOSTS = "hosts";
    private static final String UNKNOWN = "an unknown host";

    /** Writes a result that is older than its forks; a WrongUsage says that there is none to write. */
    public interface ResultWriter {
        void write(Path campaign) throws IOException;
    }

    /** The folder of a fleet, directly in {@code out}; a WrongUsage says that there is none. */
    public static Path find(Path out, String name) throws IOException {
        Names.checkCampaign(name);
        Path folder = out.resolve(name);
        if (!Files.isDirectory(folder.resolve(HOSTS))) {
            throw new WrongUsage(
                    Files.isDirectory(folder)
                            ? "%s is no fleet: it has no folder %s; scripts/report is for one campaign"
                                    .formatted(folder, HOSTS)
                            : "no fleet " + name + " in " + out + "; ls " + out + " shows those there are");
        }
        Path real = folder.toRealPath();
        if (!out.toRealPath().equals(real.getParent())) {
            throw new WrongUsage(folder + " leads out of " + out + ", to " + real + "; give that --out");
        }
        return real;
    }

    /**
     * Reads one fleet, or several as one; a WrongUsage names what lies where a folder should, or refuses a fleet that
     * is named twice.
     *
     * @param fleets at least one; the last one gives its name and what it tells of itself and of hosts
     */
    public static HostsReport read(List<Path> fleets, ResultWriter writer, Instant now) throws IOException {
        if (fleets.stream().distinct().count() < fleets.size()) {
            throw new WrongUsage("a fleet is named twice; its campaigns would be sessions of themselves");
        }
        Map<String, List<Path>> folders = new TreeMap<>();
        for (Path fleet : fleets) {
            Folders.exists(fleet.resolve(HOSTS));
            for (Path host : folders(fleet.resolve(HOSTS))) {
                folders.computeIfAbsent(host.getFileName().toString(), name -> new ArrayList<>())
                        .add(host);
            }
        }
        List<Host> hosts = new ArrayList<>();
        for (List<Path> each : folders.values()) {
            Path last = each.get(each.size() - 1);
            List<Path> campaigns = new ArrayList<>();
            for (Path host : each) {
                campaigns.addAll(campaigns(host));
            }
            String name = Escape.oneLine(last.getFileName().toString());
            hosts.add(host(name, HostFile.read(last), campaigns, writer));
        }
        Path folder = fleets.get(fleets.size() - 1);
        return report("whichjvm fleet: " + folder.getFileName(), run(folder), hosts, now);
    }

    /**
     * Reads campaigns that have a result, and names their hosts A, B and so on; a WrongUsage refuses two of one host
     * that differ, and one that is named twice.
     */
    public static HostsReport campaigns(List<Path> campaigns, Instant now) throws IOException {
        if (campaigns.stream().distinct().count() < campaigns.size()) {
            throw new WrongUsage("a campaign is named twice; beside itself it tells nothing");
        }
        Map<List<String>, List<Path>> machines = new LinkedHashMap<>();
        Map<List<String>, ResultFile> first = new HashMap<>();
        for (Path each : campaigns) {
            ResultFile result;
            try {
                result = ResultFile.read(each);
            } catch (UnusableFile exception) {
                throw new WrongUsage(each.resolve(Names.RESULT_JSON) + " " + exception.getMessage());
            }
            // Where no fork counts, nothing tells of a machine.
            List<String> machine = result.host().size() == 0 ? List.of() : CampaignsAlike.machine(result.host());
            machines.computeIfAbsent(machine, key -> new ArrayList<>()).add(each);
            ResultFile earlier = first.putIfAbsent(machine, result);
            if (earlier != null) {
                CampaignsAlike.checkSame(asked(earlier), asked(result));
            }
        }
        List<Path> unknown = machines.remove(List.<String>of());
        List<Host> hosts = new ArrayList<>();
        for (List<Path> each : machines.values()) {
            String letter = Character.toString('A' + hosts.size());
            hosts.add(host(letter, HostFile.nothing(null), each, campaign -> {}));
        }
        if (unknown != null) {
            String names = Words.list(
                    unknown.stream().map(each -> each.getFileName().toString()).toList());
            hosts.add(new Host(
                    UNKNOWN,
                    HostFile.nothing(null),
                    List.of(),
                    List.of(),
                    Optional.of("no fork of " + names + " counts"),
                    Optional.empty()));
        }
        return report("whichjvm across %d campaigns".formatted(campaigns.size()), Run.NOTHING, hosts, now);
    }

    private static CampaignsAlike.Asked asked(ResultFile result) {
        return new CampaignsAlike.Asked(result.campaign(), result.workload(), result.parameters());
    }

    private static HostsReport report(String title, Run run, List<Host> hosts, Instant now) {
        Matrix matrix = Matrix.of(hosts);
        return new HostsReport(
                title, now, run.context, run.image, run.line(), hosts, matrix, new HostsText(matrix).warnings(hosts));
    }

    /** A field that {@code run.json} lacks is null. */
    private record Run(String context, String image, List<String> arguments) {
        static final Run NOTHING = new Run(null, null, List.of());

        String line() {
            String line = String.join(" ", arguments);
            return line.isEmpty() ? null : Escape.oneLine(line);
        }
    }

    private static Run run(Path folder) throws IOException {
        try {
            return Records.FOREIGN.read(Json.readAny(folder.resolve(RUN_JSON)), Run.class);
        } catch (UnusableFile exception) {
            return Run.NOTHING; // it only tells more
        }
    }

    /** The campaigns in a host's folder. */
    private static List<Path> campaigns(Path folder) throws IOException {
        List<Path> campaigns = new ArrayList<>();
        for (Path each : folders(folder)) {
            if (isFolder(each.resolve(Names.FORKS)) || Files.exists(each.resolve(Names.CAMPAIGN_JSON))) {
                campaigns.add(each);
            }
        }
        return campaigns;
    }

    private static Host host(String name, HostFile file, List<Path> campaigns, ResultWriter writer) throws IOException {
        if (campaigns.isEmpty()) {
            return new Host(name, file, List.of(), List.of(), Optional.of("it has no campaign"), Optional.empty());
        }
        campaigns.sort(Comparator.comparing(HostsReader::created));
        Path newest = campaigns.get(campaigns.size() - 1);
        ResultFile result;
        try {
            result = result(newest, writer);
        } catch (WrongUsage | UnusableFile exception) {
            String why = exception instanceof WrongUsage
                    ? exception.getMessage()
                    : "its " + Names.RESULT_JSON + " " + exception.getMessage();
            return new Host(
                    name,
                    file,
                    List.of(),
                    List.of(),
                    Optional.of(Escape.oneLine(why)),
                    left(name, List.of(), campaigns));
        }
        List<ResultFile> results = new ArrayList<>();
        for (Path each : campaigns.subList(0, campaigns.size() - 1)) {
            earlier(each, writer).ifPresent(results::add);
        }
        results.add(result);
        List<ResultFile> sessions = CampaignsAlike.sessions(results);
        return new Host(name, file, results, sessions, lack(file, newest, result), left(name, sessions, campaigns));
    }

    /** The result of an earlier campaign; empty if it has none that can be read. */
    private static Optional<ResultFile> earlier(Path campaign, ResultWriter writer) throws IOException {
        try {
            return Optional.of(result(campaign, writer))
                    .filter(each -> each.forks().all() > 0);
        } catch (WrongUsage | UnusableFile exception) {
            return Optional.empty();
        }
    }

    /** Says which of a host's campaigns are left out; empty if none is. */
    private static Optional<String> left(String name, List<ResultFile> sessions, List<Path> campaigns) {
        if (sessions.size() == campaigns.size() || campaigns.size() == 1) {
            return Optional.empty();
        }
        String newest =
                Escape.oneLine(campaigns.get(campaigns.size() - 1).getFileName().toString());
        String counts = sessions.stream().allMatch(each -> each.forks().all() == 0)
                ? "none counts, because the newest, " + newest + ", has no result"
                : sessions.size() < HostsApart.LEAST
                        ? "the newest, " + newest + ", counts alone"
                        : sessions.size() + " count, which are of the newest one's settings, builds and machine";
        return Optional.of("%s has %s campaigns: %s.".formatted(name, campaigns.size(), counts));
    }

    /** When a campaign was planned, as far as it is told, and then its name. */
    private static String created(Path campaign) {
        String created = null;
        try {
            created = Json.text(Json.readAny(campaign.resolve(Names.CAMPAIGN_JSON)), "created");
        } catch (UnusableFile | IOException exception) {
            // Its name alone tells.
        }
        return (created == null ? "" : created) + " " + campaign.getFileName();
    }

    private static ResultFile result(Path campaign, ResultWriter writer) throws UnusableFile, IOException {
        if (isFolder(campaign.resolve(Names.FORKS)) && stale(campaign)) {
            writer.write(campaign);
        }
        return ResultFile.read(campaign);
    }

    private static boolean stale(Path campaign) throws IOException {
        Path result = campaign.resolve(Names.RESULT_JSON);
        if (!Files.isRegularFile(result, LinkOption.NOFOLLOW_LINKS)) {
            return true;
        }
        FileTime written = Files.getLastModifiedTime(result);
        boolean newer = false;
        try (DirectoryStream<Path> forks = Files.newDirectoryStream(campaign.resolve(Names.FORKS))) {
            for (Path each : forks) {
                newer |= Files.getLastModifiedTime(each, LinkOption.NOFOLLOW_LINKS)
                                .compareTo(written)
                        > 0;
            }
        }
        return newer;
    }

    /** Says what a campaign lacks; empty if nothing, or if the host's file tells it. */
    private static Optional<String> lack(HostFile file, Path campaign, ResultFile result) throws IOException {
        int forks = result.forks().all();
        if (forks == 0) {
            return Optional.of("its campaign has no fork");
        }
        if (file.became().isPresent() || result.decision().stopped() != null) {
            return Optional.empty();
        }
        try {
            long planned = PlanFile.read(campaign).stream()
                    .filter(line -> line.block() > 0)
                    .map(line -> line.block() + " " + line.contender())
                    .distinct()
                    .count();
            return forks < planned
                    ? Optional.of("it has " + forks + " of " + planned + " planned forks")
                    : Optional.empty();
        } catch (UnusableFile exception) {
            return Optional.empty(); // without a plan all that is there is the whole
        }
    }

    /** The folders in a folder, by name; links to folders are none. */
    private static List<Path> folders(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(HostsReader::isFolder)
                    .filter(each -> !each.getFileName().toString().startsWith("."))
                    .sorted(Comparator.comparing(each -> each.getFileName().toString()))
                    .toList();
        }
    }

    private static boolean isFolder(Path path) {
        return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }
}
