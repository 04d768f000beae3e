package org.whichjvm.collector.io;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;

/** The JSON Schema of a record's JSON, by what {@link Field} says of its components. */
public final class RecordSchema {
    private final Map<String, JsonObject> definitions = new TreeMap<>();
    private final boolean written;
    private final Map<String, List<Class<? extends Record>>> kept;

    private RecordSchema(boolean written, Map<String, List<Class<? extends Record>>> kept) {
        this.written = written;
        this.kept = kept;
    }

    /** The schema of a file that the collector writes, with the records in it as definitions. */
    public static JsonObject of(Class<? extends Record> file, String id) {
        return new RecordSchema(true, Map.of()).file(file, id);
    }

    /**
     * The schema of a file that the collector reads only: it asks for what {@link Records#EXACT} refuses a file
     * without, and a part of which it asks for nothing may be null.
     *
     * @param kept by its name, of a field of JSON that is kept as it is, the records that it fits one of
     */
    public static JsonObject ofRead(
            Class<? extends Record> file, String id, Map<String, List<Class<? extends Record>>> kept) {
        return new RecordSchema(false, kept).file(file, id);
    }

    private JsonObject file(Class<? extends Record> file, String id) {
        JsonObject json = new JsonObject();
        json.addProperty("$schema", "https://json-schema.org/draft/2020-12/schema");
        json.addProperty("$id", id);
        json.asMap().putAll(record(file).asMap());
        JsonObject all = new JsonObject();
        definitions.forEach(all::add);
        json.add("$defs", all);
        return json;
    }

    private JsonObject record(Class<?> type) {
        JsonObject json = new JsonObject();
        about(json, type.getAnnotation(Field.About.class));
        json.addProperty("type", "object");
        JsonArray required = new JsonArray();
        JsonObject properties = new JsonObject();
        for (RecordComponent component : type.getRecordComponents()) {
            if (isRequired(component)) {
                required.add(name(component));
            }
            if (component.isAnnotationPresent(Field.Inline.class)) {
                inline((ParameterizedType) component.getGenericType(), component, properties);
            } else {
                properties.add(name(component), field(component));
            }
        }
        if (!required.isEmpty()) {
            json.add("required", required);
        }
        json.add("properties", properties);
        json.addProperty("additionalProperties", false);
        return json;
    }

    /** Its name in JSON: Java takes no component {@code wait}, so that is {@code wait_}. */
    private static String name(RecordComponent component) {
        return component.getName().replaceAll("_$", "");
    }

    private boolean isRequired(RecordComponent component) {
        boolean asked = component.isAnnotationPresent(Field.Text.class)
                || component.isAnnotationPresent(Field.Whole.class)
                        && !component.isAnnotationPresent(Field.Nullable.class);
        return !component.isAnnotationPresent(Field.Absent.class)
                && !component.isAnnotationPresent(Field.Inline.class)
                && (written || asked && !Map.class.equals(component.getType()));
    }

    private void inline(ParameterizedType map, RecordComponent component, JsonObject properties) {
        Type[] parts = map.getActualTypeArguments();
        keys((Class<?>) parts[0]).forEach(key -> properties.add(key.getAsString(), value(parts[1], component)));
    }

    private static void about(JsonObject json, Field.About about) {
        if (about != null) {
            json.addProperty("description", about.value());
        }
    }

    private JsonObject field(RecordComponent component) {
        JsonObject json = new JsonObject();
        about(json, component.getAnnotation(Field.About.class));
        JsonObject value = kept.containsKey(component.getName()) && component.getType() == JsonObject.class
                ? anyOf(kept.get(component.getName()), component)
                : value(component.getGenericType(), component);
        JsonElement type = value.get("type");
        boolean nullable = component.isAnnotationPresent(Field.Nullable.class)
                || !written && component.getType().isRecord();
        if (nullable && value.has("anyOf")) {
            value.getAsJsonArray("anyOf").add(object("null"));
            json.asMap().putAll(value.asMap());
        } else if (nullable && type == null) {
            json.add("anyOf", array(value, object("null")));
        } else {
            json.asMap().putAll(value.asMap());
            if (nullable) {
                json.add("type", array(type, new JsonPrimitive("null")));
            }
        }
        return json;
    }

    private JsonObject anyOf(List<Class<? extends Record>> records, RecordComponent component) {
        List<JsonObject> all =
                records.stream().map(each -> value(each, component)).toList();
        JsonObject json = new JsonObject();
        json.add("anyOf", array(all.toArray(JsonObject[]::new)));
        return all.size() == 1 ? all.get(0) : json;
    }

    private JsonObject value(Type type, RecordComponent component) {
        if (type instanceof ParameterizedType of) {
            Type[] parts = of.getActualTypeArguments();
            return of.getRawType() == List.class ? list(parts[0], component) : map(parts, component);
        }
        Class<?> plain = (Class<?>) type;
        if (plain.isRecord()) {
            String name = plain.getSimpleName();
            if (!definitions.containsKey(name)) {
                definitions.put(name, new JsonObject());
                definitions.put(name, record(plain));
            }
            JsonObject reference = new JsonObject();
            reference.addProperty("$ref", "#/$defs/" + name);
            return reference;
        }
        if (plain.isEnum()) {
            JsonObject json = new JsonObject();
            json.add("enum", keys(plain));
            return json;
        }
        if (plain == String.class) {
            return text(component);
        }
        if (plain == Instant.class) {
            final JsonObject json = object("string");
            json.addProperty("format", "date-time");
            return json;
        }
        if (plain == boolean.class || plain == Boolean.class) {
            return object("boolean");
        }
        if (List.of(int.class, Integer.class, long.class, Long.class).contains(plain)) {
            return whole(component.getAnnotation(Field.Whole.class));
        }
        if (List.of(double.class, Double.class, DoubleSupplier.class).contains(plain)) {
            return number(component);
        }
        return object("object");
    }

    private JsonObject list(Type element, RecordComponent component) {
        JsonObject json = object("array");
        Field.Most most = component.getAnnotation(Field.Most.class);
        if (most != null) {
            json.addProperty("maxItems", most.value());
        }
        JsonObject items = value(element, component);
        if (element == Double.class) {
            items.add("type", array(items.get("type"), new JsonPrimitive("null")));
        }
        json.add("items", items);
        return json;
    }

    private JsonObject map(Type[] parts, RecordComponent component) {
        JsonObject json = object("object");
        if (parts[0] instanceof Class<?> key && key.isEnum()) {
            JsonObject names = new JsonObject();
            names.add("enum", keys(key));
            json.add("propertyNames", names);
        }
        json.add("additionalProperties", value(parts[1], component));
        return json;
    }

    private static JsonObject text(RecordComponent component) {
        JsonObject json = object("string");
        Field.Text text = component.getAnnotation(Field.Text.class);
        if (text != null) {
            json.addProperty("pattern", "^(?:" + text.value() + ")$");
        }
        return json;
    }

    private static JsonObject whole(Field.Whole whole) {
        JsonObject json = object("integer");
        long least = whole == null ? 0 : whole.least();
        if (least > Long.MIN_VALUE) {
            json.addProperty("minimum", least);
        }
        if (whole != null && whole.most() < Long.MAX_VALUE) {
            json.addProperty("maximum", whole.most());
        }
        return json;
    }

    private static JsonObject number(RecordComponent component) {
        JsonObject json = object("number");
        Field.Range range = component.getAnnotation(Field.Range.class);
        Field.Measured measured = component.getAnnotation(Field.Measured.class);
        if (measured != null && measured.above0()) {
            json.addProperty("exclusiveMinimum", 0);
        } else if (range == null || Double.isFinite(range.least())) {
            json.addProperty("minimum", range == null ? 0 : range.least());
        }
        if (range != null && Double.isFinite(range.most())) {
            json.addProperty("maximum", range.most());
        }
        return json;
    }

    private static JsonArray keys(Class<?> type) {
        JsonArray keys = new JsonArray();
        Arrays.stream(type.getEnumConstants()).forEach(each -> keys.add(Records.key((Enum<?>) each)));
        return keys;
    }

    private static JsonObject object(String type) {
        JsonObject json = new JsonObject();
        json.addProperty("type", type);
        return json;
    }

    private static JsonArray array(JsonElement... all) {
        JsonArray array = new JsonArray();
        Arrays.stream(all).forEach(array::add);
        return array;
    }
}
