package org.whichjvm.workload.fork;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.WrongUsage;

/**
 * The files of a fork, {@code out/CAMPAIGN/forks/BLOCK-CONTENDER.json} and those beside it: written under a temporary
 * name and renamed, the JSON last, so that a fork whose JSON is there is whole.
 */
public final class ForkFiles {
    private static final Gson GSON = new GsonBuilder()
            .setPrettyPrinting()
            .serializeNulls()
            .disableHtmlEscaping()
            .create();

    private final Path forks;
    private final String name;
    private final boolean alone;
    private final Path out;

    /**
     * The files in {@code out}, to which {@code out/latest} points if the fork is a campaign of its own;
     * {@link WrongUsage} if that folder is missing or not writable.
     */
    public ForkFiles(Path out, ForkId fork, boolean alone) {
        if (!Files.isDirectory(out)) {
            throw new WrongUsage("the results folder %s is missing", out).orTry("make it, or give --out DIR");
        }
        if (!Files.isWritable(out)) {
            throw new WrongUsage("the results folder %s cannot be written by this user", out)
                    .orTry("change its owner or give --out DIR");
        }
        this.out = out;
        this.alone = alone;
        forks = out.resolve(fork.campaign).resolve("forks");
        name = fork.fileName();
    }

    /** Where the JSON is, or will be. */
    public Path json() {
        return forks.resolve(name + ForkNames.JSON);
    }

    /** Writes the JSON, the last of a fork's files. */
    public void write(JsonObject json) throws IOException {
        write(ForkNames.JSON, (GSON.toJson(json) + "\n").getBytes(StandardCharsets.UTF_8));
        sync(forks);
        if (alone) {
            pointLatestHere();
        }
    }

    /** Writes another file of the fork, whose ending is one of {@link ForkNames}, before the JSON. */
    public void write(String ending, byte[] bytes) throws IOException {
        Path temporary = forks.resolve("." + name + ending + ".tmp");
        try {
            Files.createDirectories(forks);
            for (Path folder : new Path[] {forks.getParent(), forks}) {
                ownLikeOut(folder);
                // Each user who may empty out may also empty this folder. If a fork has a folder of its own,
                // another user takes its files from there.
                likeOut(folder, "posix:permissions");
            }
            Files.write(temporary, bytes);
            sync(temporary);
            ownLikeOut(temporary);
            Files.move(temporary, forks.resolve(name + ending), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /** On some disks a name can outlive a power cut that the contents do not. */
    private static void sync(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Gives a file to the owner of {@code out}: what root writes there is not root's. */
    private void ownLikeOut(Path file) {
        likeOut(file, "unix:uid", "unix:gid");
    }

    /**
     * Gives a file the attributes that {@code out} has, up to the first that is not allowed, or that is unknown to the
     * disk.
     */
    private void likeOut(Path file, String... attributes) {
        try {
            for (String attribute : attributes) {
                Object wanted = Files.getAttribute(out, attribute);
                if (!wanted.equals(Files.getAttribute(file, attribute, LinkOption.NOFOLLOW_LINKS))) {
                    Files.setAttribute(file, attribute, wanted, LinkOption.NOFOLLOW_LINKS);
                }
            }
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            // The file keeps its own.
        }
    }

    private void pointLatestHere() throws IOException {
        Path campaign = forks.getParent().getFileName();
        Path temporary = out.resolve(".latest." + campaign);
        try {
            Files.deleteIfExists(temporary);
            Files.createSymbolicLink(temporary, campaign);
            ownLikeOut(temporary);
            Files.move(temporary, out.resolve("latest"), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}
