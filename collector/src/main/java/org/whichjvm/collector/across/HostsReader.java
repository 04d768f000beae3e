package org.whichjvm.collector.across;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.whichjvm.collector.io.Escape;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.CampaignSettings;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.collector.report.ResultFile;
import org.whichjvm.collector.report.Words;
import org.whichjvm.collector.stats.HostsApart;
import org.whichjvm.common.WrongUsage;

/**
 * Reads campaigns of several hosts: those in folders with a folder for each host, or those that somebody names.
 * Campaigns of one host that are alike are its sessions, also those of several folders. Other hosts wrote all of it.
 */
public final class HostsReader {
    private static final String UNKNOWN = "an unknown host";

    /** Writes a result that is older than its forks; a WrongUsage says that there is none to write. */
    public interface ResultWriter {
        void write(Path campaign) throws IOException;
    }

    /**
     * Reads folders of hosts, of which each has the host's campaigns, as one; a WrongUsage refuses what is no folder,
     * and one that is named twice.
     */
    public static HostsReport read(List<Path> all, ResultWriter writer, Instant now) throws IOException {
        Set<Object> read = new HashSet<>();
        Map<String, List<Path>> campaigns = new TreeMap<>();
        for (Path each : all) {
            if (!Files.isDirectory(each)) {
                throw new WrongUsage("--hosts is '%s', which is no folder", each)
                        .orTry("name one that has a folder for each host");
            }
            // By its inode: a container may have it under two paths.
            if (!read.add(Files.readAttributes(each, BasicFileAttributes.class).fileKey())) {
                throw new WrongUsage("--hosts names a folder twice").orTry("name each folder once");
            }
            for (Path host : folders(each)) {
                campaigns
                        .computeIfAbsent(host.getFileName().toString(), name -> new ArrayList<>())
                        .addAll(campaigns(host));
            }
        }
        List<Host> hosts = new ArrayList<>();
        for (Map.Entry<String, List<Path>> each : campaigns.entrySet()) {
            hosts.add(host(Escape.oneLine(each.getKey()), each.getValue(), writer));
        }
        return new HostsReport("whichjvm across " + Words.count(hosts.size(), "host"), now, hosts);
    }

    /**
     * Reads campaigns that have a result, and names their hosts A, B and so on; a WrongUsage refuses two of one host
     * that differ, and one that is named twice.
     */
    public static HostsReport campaigns(List<Path> campaigns, Instant now) throws IOException {
        if (campaigns.stream().distinct().count() < campaigns.size()) {
            throw new WrongUsage("a campaign is named twice").orTry("name each campaign once");
        }
        Map<List<String>, List<Path>> machines = new LinkedHashMap<>();
        Map<List<String>, ResultFile> first = new HashMap<>();
        for (Path each : campaigns) {
            ResultFile result;
            try {
                result = ResultFile.read(each);
            } catch (UnusableFile exception) {
                throw new WrongUsage(each.resolve(Names.RESULT_JSON) + " " + exception.getMessage())
                        .orTry("remove it, and make the report again");
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
            hosts.add(host(letter, each, campaign -> {}));
        }
        if (unknown != null) {
            String names = Words.list(
                    unknown.stream().map(each -> each.getFileName().toString()).toList());
            Optional<String> lack = Optional.of("no fork of " + names + " counts");
            hosts.add(new Host(UNKNOWN, List.of(), List.of(), lack, Optional.empty()));
        }
        String title = "whichjvm across %d campaigns".formatted(campaigns.size());
        return new HostsReport(title, now, hosts);
    }

    private static CampaignsAlike.Asked asked(ResultFile result) {
        return new CampaignsAlike.Asked(result.campaign(), result.workload(), result.parameters());
    }

    private static List<Path> campaigns(Path folder) throws IOException {
        List<Path> campaigns = new ArrayList<>();
        for (Path each : folders(folder)) {
            if (isFolder(each.resolve(Names.FORKS)) || Files.exists(each.resolve(Names.CAMPAIGN_JSON))) {
                campaigns.add(each);
            }
        }
        return campaigns;
    }

    /** A host with its campaigns, of which none counts if the newest has no result. */
    private static Host host(String name, List<Path> campaigns, ResultWriter writer) throws IOException {
        campaigns.sort(Comparator.comparing(HostsReader::created));
        LinkedList<ResultFile> results = new LinkedList<>();
        Optional<String> lack = campaigns.isEmpty() ? Optional.of("it has no campaign") : Optional.empty();
        // From the newest one back.
        for (int i = campaigns.size() - 1; i >= 0 && lack.isEmpty(); i--) {
            boolean newest = results.isEmpty();
            try {
                ResultFile result = result(campaigns.get(i), writer);
                if (newest || result.forks().all() > 0) {
                    results.addFirst(result);
                }
            } catch (WrongUsage exception) {
                lack = lackOf(newest, exception.getMessage());
            } catch (UnusableFile exception) {
                lack = lackOf(newest, "its " + Names.RESULT_JSON + " " + exception.getMessage());
            }
        }
        List<ResultFile> sessions = List.of();
        if (lack.isEmpty()) {
            sessions = CampaignsAlike.sessions(results);
            lack = lack(campaigns.get(campaigns.size() - 1), results.getLast());
        }
        return new Host(name, results, sessions, lack, left(name, sessions, campaigns));
    }

    /** What a host lacks if its newest campaign has no result; an earlier one does not count then. */
    private static Optional<String> lackOf(boolean newest, String why) {
        return newest ? Optional.of(Escape.oneLine(why)) : Optional.empty();
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
        String created = "";
        try {
            created = Json.shown(Json.readAny(campaign.resolve(Names.CAMPAIGN_JSON)), "created");
        } catch (UnusableFile | IOException exception) {
            // Its name alone tells.
        }
        return created + " " + campaign.getFileName();
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

    /** Says what a campaign lacks; empty if nothing. */
    private static Optional<String> lack(Path campaign, ResultFile result) throws IOException {
        int forks = result.forks().all();
        if (forks == 0) {
            return Optional.of("its campaign has no fork");
        }
        if (result.decision().stopped() != null) {
            return Optional.empty();
        }
        try {
            int planned = CampaignSettings.read(campaign).plan().forks();
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
