package org.whichjvm.workload.fork;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.whichjvm.common.ForkNames;
import org.whichjvm.common.Units;
import picocli.CommandLine.TypeConversionException;

/** Which fork of which campaign this process is: the name of its files. */
public final class ForkId {
    private static final Pattern FORM =
            Pattern.compile("(" + ForkNames.CAMPAIGN + ")/(\\d{1,5})-(" + ForkNames.CONTENDER + ")");
    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    /** The name of the folder in {@code out}. */
    public final String campaign;

    /** From 0, where a campaign finds out what it can measure, to {@link ForkNames#MAX_BLOCKS}. */
    public final int block;

    /** A JVM with its suffixes. */
    public final String contender;

    private ForkId(String campaign, int block, String contender) {
        this.campaign = campaign;
        this.block = block;
        this.contender = contender;
    }

    /** A fork that was started by itself is a campaign of its own, named by time and contender. */
    public static ForkId alone(Instant started, String contender) {
        return new ForkId(NAME.format(started) + "-" + contender, 1, contender);
    }

    /** Reads {@code CAMPAIGN/BLOCK-CONTENDER}; the exception of another form has a sentence. */
    public static ForkId parse(String text) {
        Matcher matcher = FORM.matcher(text);
        int block = matcher.matches() ? Integer.parseInt(matcher.group(2)) : -1;
        if (block < 0 || block > ForkNames.MAX_BLOCKS) {
            throw new TypeConversionException(Units.text(
                    "'%s' does not have the form CAMPAIGN/BLOCK-CONTENDER with a block from 0 to %d, such"
                            + " as quick/003-jdk17-temurin+zgc",
                    text, ForkNames.MAX_BLOCKS));
        }
        return new ForkId(matcher.group(1), block, matcher.group(3));
    }

    /** The name of its files, without an ending. */
    String fileName() {
        return ForkNames.stem(block, contender);
    }
}
