package org.whichjvm.collector.across;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.whichjvm.collector.io.Escape;

/**
 * Fields of a file that another host wrote: what is missing, or of another type, is not told, and
 * never refused.
 */
final class LenientJson {
  private LenientJson() {}

  /** A text on one line, or a number as a text; null if it is not told or blank. */
  static String text(final JsonObject json, final String key) {
    final JsonElement value = json.get(key);
    if (value == null || !value.isJsonPrimitive()) {
      return null;
    }
    final String text = Escape.oneLine(value.getAsString()).strip();
    return text.isEmpty() ? null : text;
  }

  /** A number; NaN if it is not told. */
  static double number(final JsonObject json, final String key) {
    return number(json.get(key));
  }

  /** A number of a list; NaN if it is none. */
  static double number(final JsonElement value) {
    return value != null && value.isJsonPrimitive() && value.getAsJsonPrimitive().isNumber()
        ? value.getAsDouble()
        : Double.NaN;
  }

  /** A whole number of 0 or more; 0 if it is not told. */
  static int count(final JsonObject json, final String key) {
    final double number = number(json, key);
    return number > 0 ? (int) number : 0; // NaN is not above 0
  }

  /** True or false; null if it is not told. */
  static Boolean flag(final JsonObject json, final String key) {
    final JsonElement value = json.get(key);
    return value != null && value.isJsonPrimitive() && value.getAsJsonPrimitive().isBoolean()
        ? value.getAsBoolean()
        : null;
  }

  /** Whether it is told and true. */
  static boolean isTrue(final JsonObject json, final String key) {
    return Boolean.TRUE.equals(flag(json, key));
  }

  /** An object; an empty one if it is not told. */
  static JsonObject object(final JsonObject json, final String key) {
    final JsonElement value = json.get(key);
    return value != null && value.isJsonObject() ? value.getAsJsonObject() : new JsonObject();
  }

  /** A list; an empty one if it is not told. */
  static JsonArray array(final JsonObject json, final String key) {
    final JsonElement value = json.get(key);
    return value != null && value.isJsonArray() ? value.getAsJsonArray() : new JsonArray();
  }

  /** The objects of a list; what else is in it is left out. */
  static List<JsonObject> objects(final JsonObject json, final String key) {
    final List<JsonObject> objects = new ArrayList<>();
    for (final JsonElement each : array(json, key)) {
      if (each.isJsonObject()) {
        objects.add(each.getAsJsonObject());
      }
    }
    return objects;
  }
}
