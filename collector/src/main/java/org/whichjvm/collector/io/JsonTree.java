package org.whichjvm.collector.io;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import com.google.gson.Strictness;
import com.google.gson.internal.LazilyParsedNumber;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import java.io.EOFException;
import java.io.IOException;
import java.io.StringReader;

/**
 * A JSON text as a tree. Gson's own parser takes the last of two fields with one name, and numbers
 * that take minutes to convert; neither is in a file that we wrote.
 */
final class JsonTree {
  // Our own files have five levels; deeper ones would use up the stack.
  private static final int MAX_DEPTH = 32;

  // A double has 24 at most.
  private static final int MAX_NUMBER_LENGTH = 40;

  private final JsonReader reader;

  private JsonTree(final JsonReader reader) {
    this.reader = reader;
  }

  /**
   * The one object that a text is.
   *
   * @throws UnusableFile if it is anything else
   */
  static JsonObject object(final String text) throws UnusableFile, IOException {
    try (JsonReader reader = new JsonReader(new StringReader(text))) {
      reader.setStrictness(Strictness.STRICT);
      reader.setNestingLimit(MAX_DEPTH);
      if (reader.peek() == JsonToken.BEGIN_OBJECT) {
        final JsonObject object = new JsonTree(reader).object();
        if (reader.peek() == JsonToken.END_DOCUMENT) {
          return object;
        }
      }
    } catch (final MalformedJsonException | EOFException exception) {
      throw new UnusableFile("is not JSON, or only the beginning of it");
    }
    throw new UnusableFile("is not one JSON object");
  }

  private JsonElement element() throws UnusableFile, IOException {
    return switch (reader.peek()) {
      case BEGIN_OBJECT -> object();
      case BEGIN_ARRAY -> array();
      case NUMBER -> number();
      case BOOLEAN -> new JsonPrimitive(reader.nextBoolean());
      case NULL -> {
        reader.nextNull();
        yield JsonNull.INSTANCE;
      }
      default -> new JsonPrimitive(reader.nextString());
    };
  }

  private JsonObject object() throws UnusableFile, IOException {
    final JsonObject object = new JsonObject();
    reader.beginObject();
    while (reader.hasNext()) {
      final String key = reader.nextName();
      final int before = object.size();
      object.add(key, element());
      if (object.size() == before) {
        throw new UnusableFile("has two fields named " + key + ": which one counts?");
      }
    }
    reader.endObject();
    return object;
  }

  private JsonArray array() throws UnusableFile, IOException {
    final JsonArray array = new JsonArray();
    reader.beginArray();
    while (reader.hasNext()) {
      array.add(element());
    }
    reader.endArray();
    return array;
  }

  private JsonPrimitive number() throws UnusableFile, IOException {
    final String digits = reader.nextString();
    if (digits.length() > MAX_NUMBER_LENGTH
        || hasExponent(digits) && Double.isInfinite(Double.parseDouble(digits))) {
      throw new UnusableFile("has a number that is not one: " + digits);
    }
    return new JsonPrimitive(new LazilyParsedNumber(digits));
  }

  /** A number without an exponent has so few digits that it is finite. */
  private static boolean hasExponent(final String digits) {
    return digits.indexOf('e') >= 0 || digits.indexOf('E') >= 0;
  }
}
