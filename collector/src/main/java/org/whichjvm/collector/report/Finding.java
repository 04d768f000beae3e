package org.whichjvm.collector.report;

import com.google.gson.annotations.SerializedName;
import org.whichjvm.collector.io.Escape;

/**
 * Something a reader of the report should know.
 *
 * @param level how much it matters
 * @param what happened, with the value, in a sentence
 * @param next what to do about it, in a sentence
 */
public record Finding(Level level, String what, String next) {
  /** The levels go from bad to merely worth knowing. */
  public enum Level {
    /** Puts every verdict of the campaign in doubt: shown above everything else. */
    @SerializedName("doubt")
    DOUBT("doubt"),

    /** Limits what the campaign can tell. */
    @SerializedName("warning")
    WARNING("warning"),

    /** Limits nothing, and is worth knowing. */
    @SerializedName("note")
    NOTE("note");

    public final String key;

    Level(final String key) {
      this.key = key;
    }
  }

  /** Returns it with texts of one line each, for a file. */
  Finding escaped() {
    return new Finding(level, Escape.oneLine(what), Escape.oneLine(next));
  }
}
