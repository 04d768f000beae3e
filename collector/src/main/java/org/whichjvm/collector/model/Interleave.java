package org.whichjvm.collector.model;

import com.google.gson.annotations.SerializedName;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How the contenders of a block share the time. */
public enum Interleave {
    /** All are alive together, and each measures for a moment in turn. */
    @SerializedName("turns")
    TURNS,
    /** One fork after another, each with one window. */
    @SerializedName("forks")
    FORKS;

    /** As options and campaign.json have it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static String choices() {
        return Arrays.stream(values()).map(Interleave::text).collect(Collectors.joining(" or "));
    }
}
