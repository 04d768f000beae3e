package org.whichjvm.collector.io;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Binds JSON to records and back, by what {@link Field} says of their components. What a file lacks is null, NaN,
 * false, or an empty list, map or record; what it has beside them is ignored. Whatever is of another type, range or
 * pattern refuses the file, and is named: {@code its contenders[0].floorNs is not a number}.
 */
public final class Records {
    /** Texts as they are. */
    public static final Records EXACT = new Records(text -> text, false);

    /**
     * Files of another host, which may lack anything, and whose texts may be anything: each on one line, null if it is
     * blank.
     */
    public static final Records FOREIGN = new Records(
            text -> {
                String line = Escape.oneLine(text).strip();
                return line.isEmpty() ? null : line;
            },
            true);

    // Picoseconds to petabytes, and some room: sums, ratios and charts of such numbers stay finite.
    private static final double LEAST_MEASURED = 1e-15;
    private static final double MOST_MEASURED = 1e18;

    private static final Map<Class<?>, Shape> SHAPES = new ConcurrentHashMap<>();

    private final UnaryOperator<String> texts;
    private final boolean foreign;

    private Records(UnaryOperator<String> texts, boolean foreign) {
        this.texts = texts;
        this.foreign = foreign;
    }

    /** A component of a record with what is asked of it, looked up once. */
    private record Part(
            String key,
            Type type,
            Class<?> raw,
            boolean record,
            Method accessor,
            boolean absent,
            boolean nullable,
            boolean inline,
            Class<?> kept,
            Numbers numbers,
            Pattern pattern,
            int most) {
        static Part of(RecordComponent component) {
            Field.Text text = component.getAnnotation(Field.Text.class);
            Field.Most most = component.getAnnotation(Field.Most.class);
            Field.Kept kept = component.getAnnotation(Field.Kept.class);
            component.getAccessor().setAccessible(true);
            return new Part(
                    component.getName(),
                    component.getGenericType(),
                    component.getType(),
                    component.getType().isRecord(),
                    component.getAccessor(),
                    component.isAnnotationPresent(Field.Absent.class),
                    component.isAnnotationPresent(Field.Nullable.class),
                    component.isAnnotationPresent(Field.Inline.class),
                    kept == null ? null : kept.value(),
                    Numbers.of(component),
                    text == null ? null : Pattern.compile(text.value()),
                    most == null ? Integer.MAX_VALUE : most.value());
        }

        Part of(Type element) {
            return new Part(
                    key,
                    element,
                    Records.raw(element),
                    Records.raw(element).isRecord(),
                    null,
                    false,
                    false,
                    false,
                    null,
                    numbers,
                    pattern,
                    Integer.MAX_VALUE);
        }
    }

    /** What is asked of a number: to read it off the annotations for each number would take most of the time. */
    private record Numbers(
            boolean whole, long least, long most, boolean measured, boolean above0, double low, double high) {
        static Numbers of(RecordComponent component) {
            Field.Whole whole = component.getAnnotation(Field.Whole.class);
            Field.Measured measured = component.getAnnotation(Field.Measured.class);
            Field.Range range = component.getAnnotation(Field.Range.class);
            return new Numbers(
                    whole != null,
                    whole == null ? 0 : whole.least(),
                    whole == null ? Long.MAX_VALUE : whole.most(),
                    measured != null,
                    measured != null && measured.above0(),
                    range == null ? 0 : range.least(),
                    range == null ? Double.POSITIVE_INFINITY : range.most());
        }
    }

    private record Shape(Constructor<?> constructor, List<Part> parts) {
        static Shape of(Class<?> type) {
            try {
                Class<?>[] types = Arrays.stream(type.getRecordComponents())
                        .map(RecordComponent::getType)
                        .toArray(Class[]::new);
                Constructor<?> constructor = type.getDeclaredConstructor(types);
                constructor.setAccessible(true);
                return new Shape(
                        constructor,
                        Arrays.stream(type.getRecordComponents()).map(Part::of).toList());
            } catch (NoSuchMethodException exception) {
                throw new IllegalStateException(exception);
            }
        }
    }

    /** What is wrong, and where, as seen from the record that is being read. */
    private static final class Odd extends Exception {
        private static final long serialVersionUID = 1L;
        private final String path;

        Odd(String path, String what) {
            super(what, null, false, false);
            this.path = path;
        }

        Odd in(String outer) {
            return new Odd(path.isEmpty() || path.startsWith("[") ? outer + path : outer + "." + path, getMessage());
        }
    }

    /** The record of an object; an UnusableFile names the field that is none of it. */
    public <T extends Record> T read(JsonObject json, Class<T> type) throws UnusableFile {
        try {
            return type.cast(record(json, type));
        } catch (Odd odd) {
            throw new UnusableFile("its " + odd.path + " " + odd.getMessage());
        }
    }

    private Object record(JsonObject json, Class<?> type) throws Odd {
        Shape shape = SHAPES.computeIfAbsent(type, Shape::of);
        Object[] values = new Object[shape.parts.size()];
        for (int i = 0; i < values.length; i++) {
            Part part = shape.parts.get(i);
            values[i] = part.inline ? map(inline(json, shape), part) : read(json.get(part.key), part, part.key);
        }
        try {
            return shape.constructor.newInstance(values);
        } catch (ReflectiveOperationException exception) {
            throw new IllegalStateException(type.getName(), exception);
        }
    }

    /** The fields of an object that are no components of its record. */
    private static JsonObject inline(JsonObject json, Shape shape) {
        JsonObject rest = new JsonObject();
        rest.asMap().putAll(json.asMap());
        shape.parts.forEach(each -> rest.remove(each.key));
        return rest;
    }

    private Object read(JsonElement json, Part part, String path) throws Odd {
        try {
            return read(json == null || json.isJsonNull() ? null : json, part);
        } catch (Odd odd) {
            throw odd.in(path);
        }
    }

    private Object read(JsonElement json, Part part) throws Odd {
        Class<?> type = part.raw;
        if (part.record) {
            if (json == null && part.nullable && !foreign) {
                return null;
            }
            JsonObject object = json == null ? new JsonObject() : object(json);
            return part.absent && object.size() == 0 ? null : record(object, type);
        }
        if (type == String.class) {
            return text(json, part);
        }
        if (type == int.class || type == Integer.class) {
            final Long number = whole(json, part, type, Integer.MAX_VALUE);
            return number == null ? null : (Integer) number.intValue();
        }
        if (type == long.class || type == Long.class) {
            return whole(json, part, type, Long.MAX_VALUE);
        }
        if (type == double.class || type == Double.class) {
            return json == null && type == Double.class ? null : number(json, part);
        }
        if (type == DoubleSupplier.class) {
            final double number = number(json, part);
            return (DoubleSupplier) () -> number;
        }
        if (type == boolean.class || type == Boolean.class) {
            return bool(json, type);
        }
        if (type == Instant.class) {
            return json == null ? null : time(json);
        }
        if (type == JsonObject.class) {
            JsonObject object = json != null ? object(json) : part.absent ? null : new JsonObject();
            if (part.kept != null && object != null) {
                record(object, part.kept);
            }
            return object;
        }
        if (type == List.class) {
            return json == null ? part.absent ? null : List.of() : list(json, part);
        }
        if (type == Map.class) {
            return json == null ? Map.of() : map(object(json), part);
        }
        if (type.isEnum()) {
            return json == null ? null : known(type, text(json, part));
        }
        throw new IllegalStateException("no JSON is read as " + type);
    }

    private static Class<?> raw(Type type) {
        return (Class<?>) (type instanceof ParameterizedType of ? of.getRawType() : type);
    }

    private static Part element(Part part, int index) {
        return part.of(((ParameterizedType) part.type).getActualTypeArguments()[index]);
    }

    private static JsonObject object(JsonElement json) throws Odd {
        if (json instanceof JsonObject object) {
            return object;
        }
        throw new Odd("", "is not an object");
    }

    private static JsonPrimitive single(JsonElement json) throws Odd {
        if (json instanceof JsonPrimitive value) {
            return value;
        }
        throw new Odd("", "is not a single value");
    }

    private String text(JsonElement json, Part part) throws Odd {
        if (json != null && !single(json).isString()) {
            throw new Odd("", "is not a text");
        }
        String text = json == null ? null : texts.apply(json.getAsString());
        if (part.pattern != null
                && !foreign
                && !(text == null ? part.absent : part.pattern.matcher(text).matches())) {
            throw new Odd("", "is " + text + ", which does not match " + part.pattern);
        }
        return text;
    }

    /** A whole number; null if it is not there and need not be. */
    private Long whole(JsonElement json, Part part, Class<?> type, long largest) throws Odd {
        if (json == null && (!part.numbers.whole || part.absent || part.nullable || foreign)) {
            return type.isPrimitive() ? 0L : null;
        }
        long least = part.numbers.least;
        long most = Math.min(part.numbers.most, largest);
        Long number = json == null ? null : Json.whole(single(json));
        if (number == null || number < least || number > most) {
            throw new Odd("", "is not a whole number from " + least + " to " + most);
        }
        return number;
    }

    private static double number(JsonElement json, Part part) throws Odd {
        if (json == null) {
            return Double.NaN;
        }
        double number = single(json).isNumber() ? json.getAsDouble() : Double.NaN;
        if (!part.numbers.measured) {
            double least = part.numbers.low;
            double most = part.numbers.high;
            if (Double.isFinite(number) && number >= least && number <= most) {
                return number;
            }
            throw new Odd("", "is not a number from " + least + " to " + most);
        }
        boolean above0 = part.numbers.above0;
        if (!(above0 ? number > 0 : number >= 0) || Double.isInfinite(number)) {
            throw new Odd("", "is not a number " + (above0 ? "above 0" : "of 0 or more"));
        }
        if (number > MOST_MEASURED || number > 0 && number < LEAST_MEASURED) {
            throw new Odd("", "is " + number + ", which nobody measures");
        }
        return number;
    }

    private static Boolean bool(JsonElement json, Class<?> type) throws Odd {
        if (json != null && !single(json).isBoolean()) {
            throw new Odd("", "is neither true nor false");
        }
        return json == null ? type.isPrimitive() ? Boolean.FALSE : null : (Boolean) json.getAsBoolean();
    }

    private static Instant time(JsonElement json) throws Odd {
        Instant time = single(json).isString() ? Json.time(json.getAsString()) : null;
        if (time == null) {
            throw new Odd("", "is not a time like 2026-11-21T12:02:04.590Z");
        }
        return time;
    }

    private List<Object> list(JsonElement json, Part part) throws Odd {
        if (!(json instanceof JsonArray array)) {
            throw new Odd("", "is not a list");
        }
        if (array.size() > part.most) {
            throw new Odd("", "has " + array.size() + " elements, more than " + part.most);
        }
        Part element = element(part, 0);
        List<Object> list = new ArrayList<>(array.size());
        for (int i = 0; i < array.size(); i++) {
            boolean missing = array.get(i).isJsonNull();
            try {
                // A number that is unknown has a place; nothing else can be missing.
                if (missing && element.type != Double.class) {
                    throw new Odd("", "is null");
                }
                list.add(missing ? (Double) Double.NaN : read(array.get(i), element));
            } catch (Odd odd) {
                throw odd.in("[" + i + "]");
            }
        }
        return list;
    }

    private Map<Object, Object> map(JsonObject json, Part part) throws Odd {
        Part value = element(part, 1);
        Class<?> key = raw(element(part, 0).type);
        Map<Object, Object> map = new LinkedHashMap<>();
        for (Map.Entry<String, JsonElement> each : json.entrySet()) {
            Object name = key.isEnum() ? constant(key, each.getKey()) : each.getKey();
            if (name != null) {
                map.put(name, read(each.getValue(), value, each.getKey()));
            }
        }
        return map;
    }

    private Object known(Class<?> type, String key) throws Odd {
        Object constant = constant(type, key);
        if (constant == null && !foreign) {
            throw new Odd("", "is " + key + ", which there is not");
        }
        return constant;
    }

    /** The constant with this key; null if there is none. */
    private static Object constant(Class<?> type, String key) {
        return Arrays.stream(type.getEnumConstants())
                .filter(each -> key((Enum<?>) each).equals(key))
                .findAny()
                .orElse(null);
    }

    /** A constant as JSON has it: its field {@code key}, or its name in small letters. */
    public static String key(Enum<?> constant) {
        try {
            return constant.getDeclaringClass().getField("key").get(constant).toString();
        } catch (ReflectiveOperationException exception) {
            return constant.name().toLowerCase(Locale.ROOT);
        }
    }

    /** A record as JSON; a number that is NaN or infinite is null. */
    public static JsonObject write(Record value) {
        JsonObject json = new JsonObject();
        for (Part part : SHAPES.computeIfAbsent(value.getClass(), Shape::of).parts) {
            try {
                Object field = part.accessor.invoke(value);
                if (part.inline) {
                    json.asMap().putAll(element(field).getAsJsonObject().asMap());
                } else if (field != null || !part.absent) {
                    json.add(part.key, element(field));
                }
            } catch (ReflectiveOperationException exception) {
                throw new IllegalStateException(part.key, exception);
            }
        }
        return json;
    }

    private static JsonElement element(Object value) {
        if (value instanceof JsonElement json) {
            return json;
        }
        if (value instanceof Record part) {
            return write(part);
        }
        if (value instanceof DoubleSupplier number) {
            return element(number.getAsDouble());
        }
        if (value instanceof Number number) {
            return Double.isFinite(number.doubleValue()) ? new JsonPrimitive(number) : JsonNull.INSTANCE;
        }
        if (value instanceof Boolean bool) {
            return new JsonPrimitive(bool);
        }
        if (value instanceof Enum<?> constant) {
            return new JsonPrimitive(key(constant));
        }
        if (value instanceof Iterable<?> list) {
            JsonArray array = new JsonArray();
            list.forEach(each -> array.add(element(each)));
            return array;
        }
        if (value instanceof Map<?, ?> map) {
            JsonObject json = new JsonObject();
            map.forEach((key, each) -> json.add(key instanceof Enum<?> one ? key(one) : key.toString(), element(each)));
            return json;
        }
        return value == null ? JsonNull.INSTANCE : new JsonPrimitive(value.toString());
    }
}
