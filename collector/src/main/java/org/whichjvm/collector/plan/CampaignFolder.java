package org.whichjvm.collector.plan;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.whichjvm.collector.io.AtomicFiles;
import org.whichjvm.collector.io.Json;
import org.whichjvm.collector.io.Records;
import org.whichjvm.collector.io.UnusableFile;
import org.whichjvm.collector.model.CampaignFile;
import org.whichjvm.collector.model.CampaignFile.AddedBlocks;
import org.whichjvm.collector.model.CampaignReader;
import org.whichjvm.collector.model.CampaignSettings;
import org.whichjvm.collector.model.fork.Names;
import org.whichjvm.common.WrongUsage;

/** Plans campaigns for the commands {@code plan} and {@code next}. */
public final class CampaignFolder {
    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    /**
     * Plans a campaign: writes a folder with the request, by which block 0 checks what of it can run here.
     *
     * @param json the request as the scripts wrote it
     * @param clearest finds the two contenders to explain if none is named
     * @param named gets the campaign's name before its folder is made, so that after an interrupt the caller knows what
     *     to remove
     */
    public static void plan(
            Path out, JsonObject json, Instant now, ExplainRequest.Clearest clearest, Consumer<String> named)
            throws IOException, UnusableFile {
        Request request = Request.of(json);
        JsonObject kept = json.deepCopy();
        kept.addProperty("name", NAME.format(now) + "-" + request.kind());
        kept.addProperty("created", now.truncatedTo(ChronoUnit.MILLIS).toString());
        // Another campaign may be the latest by the time this is read again.
        if (request.confirm() != null) {
            kept.addProperty("confirm", nameOf(out, request.confirm()));
        }
        if (request.explains() != null) {
            String campaign = nameOf(out, request.explains().campaign());
            List<String> two = ExplainRequest.two(out.resolve(campaign), request, clearest);
            kept.add("explains", Records.write(new Request.Explains(campaign, two)));
        }
        CampaignRequest asked = RequestBuilder.asked(out, Request.of(kept));
        kept.add("start", Records.write(asked.start(asked.contenders(), asked.checkSeconds())));
        create(out, kept, asked, named);
    }

    private static String nameOf(Path out, String campaign) throws IOException {
        return CampaignReader.find(out, campaign).getFileName().toString();
    }

    /** Creates the folder of a campaign that is to be checked, whole or not at all. */
    private static void create(Path out, JsonObject request, CampaignRequest asked, Consumer<String> named)
            throws IOException {
        String name = asked.campaign();
        checkFree(out, name);
        named.accept(name);
        Path temporary = out.resolve("." + name + ".tmp");
        try {
            AtomicFiles.deleteTree(temporary); // what a killed run left
            Files.createDirectory(temporary);
            AtomicFiles.ownedLike(temporary, out);
            Files.createDirectory(temporary.resolve(Names.FORKS));
            AtomicFiles.ownedLike(temporary.resolve(Names.FORKS), out);
            AtomicFiles.write(temporary.resolve(CampaignRequest.FILE), Json.write(request));
            Files.move(temporary, out.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            AtomicFiles.deleteTree(temporary);
        }
    }

    /** Refuses a name that is taken, and {@code latest} if it is not a link. */
    private static void checkFree(Path out, String name) {
        Path latest = out.resolve(Names.LATEST);
        if (Files.exists(out.resolve(name), LinkOption.NOFOLLOW_LINKS)) {
            throw new WrongUsage("the campaign %s exists already", name)
                    .orTry("start again in a second, or continue it with whichjvm compare --resume %s", name);
        }
        if (Files.exists(latest, LinkOption.NOFOLLOW_LINKS) && !Files.isSymbolicLink(latest)) {
            throw new WrongUsage(latest + " is not a symbolic link").orTry("move it away: plan makes it one");
        }
    }

    private static void pointLatestTo(Path folder) throws IOException {
        Path out = folder.toAbsolutePath().getParent();
        Path link = out.resolve("." + folder.getFileName() + ".latest.tmp");
        try {
            Files.deleteIfExists(link);
            Files.createSymbolicLink(link, folder.getFileName());
            AtomicFiles.ownedLike(link, out);
            Files.move(link, out.resolve(Names.LATEST), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(link);
        }
    }

    /**
     * Begins a campaign whose checks have run.
     *
     * @param missing JVMs that are not available, and why
     * @param substitutes JVMs that are not the build their name says
     * @param unchecked whether checks that have not run are taken as passed, as in a dry run
     * @param says gets what the person should know, also if this fails
     * @return whether the plan can decide what was asked for; if it cannot, {@code says} gets what could help
     */
    public static boolean begin(
            Path folder,
            Map<String, String> missing,
            Set<String> substitutes,
            boolean unchecked,
            List<String> says,
            Instant now)
            throws IOException {
        CampaignRequest asked = CampaignRequest.read(folder);
        return new Planner(folder, asked, missing, substitutes, unchecked, says, new LinkedHashMap<>()).begin(now);
    }

    /**
     * Writes campaign.json: a campaign that has it has begun. The effect of a calibration, which is null for another
     * campaign, is known.
     */
    static void write(Path folder, CampaignSettings settings, CampaignFile.Calibration calibration, Instant now)
            throws IOException {
        CampaignFile file = settings.file(now.truncatedTo(ChronoUnit.MILLIS), calibration);
        AtomicFiles.write(folder.resolve(Names.CAMPAIGN_JSON), Json.write(Records.write(file)));
        Files.deleteIfExists(folder.resolve(CampaignRequest.FILE));
        pointLatestTo(folder);
    }

    /** Adds blocks with these contenders to a campaign. */
    public static void addBlocks(Path folder, List<List<String>> more) throws IOException {
        Path path = folder.resolve(Names.CAMPAIGN_JSON);
        try {
            JsonObject json = Json.read(path, CampaignFile.SCHEMA);
            List<AddedBlocks> before =
                    Records.EXACT.read(json, CampaignFile.class).added();
            JsonArray added = new JsonArray();
            AddedBlocks.with(before == null ? List.of() : before, more).forEach(each -> added.add(Records.write(each)));
            json.add("added", added);
            AtomicFiles.write(path, Json.write(json));
        } catch (UnusableFile exception) {
            throw new WrongUsage(path + " " + exception.getMessage()).orTry("restore it");
        }
    }
}
