package org.whichjvm.collector.io;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What a record says of the fields of its JSON: {@link Records} reads and writes by it, and the schemas in
 * {@code schema/} are generated from it. A field without {@link Absent} is always written; {@link Records#EXACT}
 * refuses a file that lacks it if it is {@link Whole} or {@link Text}.
 */
public interface Field {
    /** What the field, or the whole record, means. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.RECORD_COMPONENT, ElementType.TYPE})
    @interface About {
        String value();
    }

    /** Absent if null. A record that is absent, or empty, is null. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.RECORD_COMPONENT)
    @interface Absent {}

    /** May be null, or a number that is unknown: NaN or infinite. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.RECORD_COMPONENT)
    @interface Nullable {}

    /** An object that is kept as it is, and whose fields are checked by this record. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.RECORD_COMPONENT)
    @interface Kept {
        Class<? extends Record> value();
    }

    /** A map by constants whose entries are fields of the record itself. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.RECORD_COMPONENT)
    @interface Inline {}

    /** A whole number of this range. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.RECORD_COMPONENT)
    @interface Whole {
        long least() default 0;

        long most() default Long.MAX_VALUE;
    }

    /** A number that somebody measured, from picoseconds to petabytes: of 0 or more, or above 0. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.RECORD_COMPONENT)
    @interface Measured {
        boolean above0() default false;
    }

    /** A number of this range, which without it is 0 or more. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.RECORD_COMPONENT)
    @interface Range {
        double least() default 0;

        double most() default Double.POSITIVE_INFINITY;
    }

    /** A text that matches; of a list each of its texts does. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.RECORD_COMPONENT)
    @interface Text {
        String value();
    }

    /** A list of at most this many elements. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.RECORD_COMPONENT)
    @interface Most {
        int value();
    }
}
