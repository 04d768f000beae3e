package org.whichjvm.collector.io;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import com.google.gson.Strictness;
import com.google.gson.internal.LazilyParsedNumber;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.StringReader;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Locale;

/** Strict JSON, and fields as people see them. */
public final class Json {
    private static final Gson TREES = new Gson();
    private static final Gson GSON = new GsonBuilder()
            .setPrettyPrinting()
            .serializeNulls()
            .disableHtmlEscaping()
            .create();

    // A fork's has some ten KB, most of them its two histograms, which with an entry in every bucket
    // have a hundred, and almost one for each turn; as a tree in memory it may be fifty times as
    // large as on disk, and some forks are read at once.
    private static final int MAX_BYTES = 1 << 20;

    // Our own files have five levels; deeper ones would use up the stack.
    private static final int MAX_DEPTH = 32;

    // A double has 24 at most.
    private static final int MAX_NUMBER_LENGTH = 40;

    // Every number of this many digits fits into a long.
    private static final int PLAIN_DIGITS = 18;

    /** A record, a list or a map as JSON; what is null in it is left out. */
    public static JsonElement tree(Object value) {
        return TREES.toJsonTree(value);
    }

    public static String write(JsonElement json) {
        return GSON.toJson(json) + "\n";
    }

    /** Reads a file's one JSON object; an UnusableFile says that it is none of this schema. */
    public static JsonObject read(Path file, String schema) throws UnusableFile, IOException {
        return read(file, schema, MAX_BYTES);
    }

    /** Reads the JSON object of a file of at most {@code limit} bytes. */
    public static JsonObject read(Path file, String schema, int limit) throws UnusableFile, IOException {
        JsonObject json = parse(BoundedFile.read(file, limit));
        String actual = shown(json, "schema");
        if (!schema.equals(actual)) {
            throw new UnusableFile("its schema is " + (actual.isEmpty() ? "missing" : actual) + ", not " + schema);
        }
        return json;
    }

    /** Reads a file's one JSON object, whatever it tells; an UnusableFile says that it is none. */
    public static JsonObject readAny(Path file) throws UnusableFile, IOException {
        return parse(BoundedFile.read(file, MAX_BYTES));
    }

    /** The one JSON object of these bytes; an UnusableFile says that they are none. */
    public static JsonObject parse(byte[] bytes) throws UnusableFile, IOException {
        try {
            return parse(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException exception) {
            throw new UnusableFile("is not JSON: it is not even UTF-8");
        }
    }

    /**
     * The one object that a text is. Gson's own parser takes the last of two fields with one name, and numbers that
     * take minutes to convert; neither is in a file that we wrote.
     */
    public static JsonObject parse(String text) throws UnusableFile {
        if (text.isBlank()) {
            throw new UnusableFile("is empty");
        }
        try (JsonReader reader = new JsonReader(new StringReader(text))) {
            reader.setStrictness(Strictness.STRICT);
            reader.setNestingLimit(MAX_DEPTH);
            if (reader.peek() == JsonToken.BEGIN_OBJECT) {
                JsonObject object = object(reader);
                if (reader.peek() == JsonToken.END_DOCUMENT) {
                    return object;
                }
            }
        } catch (IOException exception) {
            throw new UnusableFile("is not JSON, or only the beginning of it");
        }
        throw new UnusableFile("is not one JSON object");
    }

    private static JsonElement element(JsonReader reader) throws UnusableFile, IOException {
        return switch (reader.peek()) {
            case BEGIN_OBJECT -> object(reader);
            case BEGIN_ARRAY -> array(reader);
            case NUMBER -> number(reader);
            case BOOLEAN -> new JsonPrimitive(reader.nextBoolean());
            case NULL -> {
                reader.nextNull();
                yield JsonNull.INSTANCE;
            }
            default -> new JsonPrimitive(reader.nextString());
        };
    }

    private static JsonObject object(JsonReader reader) throws UnusableFile, IOException {
        JsonObject object = new JsonObject();
        reader.beginObject();
        while (reader.hasNext()) {
            String key = reader.nextName();
            int before = object.size();
            object.add(key, element(reader));
            if (object.size() == before) {
                throw new UnusableFile("has two fields named " + key + ": which one counts?");
            }
        }
        reader.endObject();
        return object;
    }

    private static JsonArray array(JsonReader reader) throws UnusableFile, IOException {
        JsonArray array = new JsonArray();
        reader.beginArray();
        while (reader.hasNext()) {
            array.add(element(reader));
        }
        reader.endArray();
        return array;
    }

    private static JsonPrimitive number(JsonReader reader) throws UnusableFile, IOException {
        String digits = reader.nextString();
        // A number without an exponent has so few digits that it is finite.
        boolean exponent = digits.indexOf('e') >= 0 || digits.indexOf('E') >= 0;
        if (digits.length() > MAX_NUMBER_LENGTH || exponent && Double.isInfinite(Double.parseDouble(digits))) {
            throw new UnusableFile("has a number that is not one: " + digits);
        }
        return new JsonPrimitive(new LazilyParsedNumber(digits));
    }

    /** A value as a whole number; null if it is none, or too large. */
    static Long whole(JsonPrimitive value) {
        try {
            String digits = value.isNumber() ? value.getAsString() : "";
            return digits.length() <= PLAIN_DIGITS && digits.chars().allMatch(Character::isDigit)
                    ? (Long) Long.parseLong(digits)
                    : (Long) new BigDecimal(digits).longValueExact();
        } catch (ArithmeticException | NumberFormatException exception) {
            return null;
        }
    }

    /** A text such as {@code 2026-11-21T12:02:04.59Z} as a time; null if it is none. */
    static Instant time(String text) {
        try {
            return text.matches("[0-9]{4}-.*") ? Instant.parse(text) : null;
        } catch (DateTimeParseException exception) {
            return null;
        }
    }

    /** A field as it is shown to people, whatever its type: without quotes or braces of its own. */
    public static String shown(JsonObject json, String key) {
        JsonElement value = json.get(key);
        if (value == null || value.isJsonNull()) {
            return "";
        }
        return value.isJsonPrimitive() ? value.getAsString() : value.toString();
    }

    /** A number of a field of unknown origin, which may have any value; NaN where it is no number. */
    public static double number(JsonObject json, String key) {
        return json.get(key) instanceof JsonPrimitive value && value.isNumber() ? value.getAsDouble() : Double.NaN;
    }

    /** A constant's name as fields have it: STEAL_MILLIS is stealMillis. */
    public static String key(Enum<?> constant) {
        StringBuilder key = new StringBuilder();
        for (String word : constant.name().toLowerCase(Locale.ROOT).split("_")) {
            key.append(key.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
        }
        return key.toString();
    }

    /** A number as JSON has it, which has no NaN. */
    public static Double orNull(double number) {
        return Double.isFinite(number) ? number : null;
    }
}
