package org.whichjvm.collector;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;

/** What a fork says hit it inside the measured window. */
final class Disturbances {
  private Disturbances() {}

  /** Milliseconds that the JIT compilers worked; NaN if unknown. */
  static double jitMillis(final Fork fork) {
    return number(fork.disturbances(), "jitMillis");
  }

  /** Garbage collections; NaN if unknown. */
  static double gcCount(final Fork fork) {
    return number(fork.disturbances(), "gcCount");
  }

  /** Milliseconds that garbage collections took; NaN if unknown. */
  static double gcMillis(final Fork fork) {
    return number(fork.disturbances(), "gcMillis");
  }

  private static double number(final JsonObject json, final String key) {
    final JsonElement value = json.get(key);
    return value instanceof JsonPrimitive primitive && primitive.isNumber()
        ? value.getAsDouble()
        : Double.NaN;
  }
}
