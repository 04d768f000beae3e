package org.whichjvm.collector.report;

import com.google.gson.annotations.SerializedName;
import java.util.Locale;
import org.whichjvm.collector.io.Escape;

/** A reader should know it: what happened, with the value, and what to do next. */
public record Finding(Level level, String what, String next) {
  public enum Level {
    /** Puts every verdict of the campaign in doubt: shown above everything else. */
    @SerializedName("doubt")
    DOUBT,

    /** Limits what the campaign can tell. */
    @SerializedName("warning")
    WARNING,

    /** Limits nothing, and is worth knowing. */
    @SerializedName("note")
    NOTE;

    public final String key = name().toLowerCase(Locale.ROOT);
  }

  Finding escaped() {
    return new Finding(level, Escape.prose(what), Escape.prose(next));
  }
}
