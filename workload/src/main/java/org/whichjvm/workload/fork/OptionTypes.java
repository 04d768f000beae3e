package org.whichjvm.workload.fork;

import java.util.Collections;
import java.util.Iterator;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.whichjvm.common.Profiling;
import org.whichjvm.common.Units;
import org.whichjvm.common.WaitStrategy;
import org.whichjvm.common.WrongUsage;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How picocli reads the values of options. */
public final class OptionTypes {
    private OptionTypes() {}

    private static TypeConversionException refused(String text, String takes) {
        return new TypeConversionException("'" + text + "' is not " + takes);
    }

    /** The regular expression of an option; {@link WrongUsage} if it is none. */
    public static Pattern regex(String option, String text) {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw new WrongUsage("%s has '%s', which is no regular expression: %s", option, text, e.getDescription())
                    .orTry("a regular expression of Java");
        }
    }

    /** A time, in ns; a bare number is seconds. */
    public static final class Duration implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            return Units.nanos(text)
                    .orElseThrow(() -> refused(text, "a duration; write it like 30ns, 20us, 500ms, 10s, 2m or 1h"));
        }
    }

    /** A size, in bytes. */
    public static final class Size implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            return Units.bytes(text).orElseThrow(() -> refused(text, "a size; write it like 256, 64k, 64m or 1g"));
        }
    }

    public static final class Wait implements ITypeConverter<WaitStrategy> {
        @Override
        public WaitStrategy convert(String text) {
            try {
                return WaitStrategy.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    /** What a JVM is profiled for. */
    public static final class Profiled implements ITypeConverter<Profiling> {
        @Override
        public Profiling convert(String text) {
            return Profiling.of(text).orElseThrow(() -> refused(text, "one of " + Profiling.choices()));
        }
    }

    /** The wait strategies, as {@code --help} lists them. */
    public static final class WaitChoices implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Collections.singleton(WaitStrategy.choices()).iterator();
        }
    }
}
