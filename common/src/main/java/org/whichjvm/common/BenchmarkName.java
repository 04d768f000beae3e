package org.whichjvm.common;

import java.io.UnsupportedEncodingException;
import java.math.BigInteger;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a score of a JMH benchmark is of: two that differ in any of these have different names, in every fork, and what
 * a name is of can be read from it: {@code org.sample.MapBench.get:avgt:size=1000}. Signs that no name may have are
 * written as in URLs, a comma as {@code %2C}. A long value is cut, with a checksum of all of it behind {@code ~}.
 */
public final class BenchmarkName {
    private static final Pattern FORM = Pattern.compile(ForkNames.BENCHMARK);

    // Without _, which separates the checksum of a name that is not plain.
    private static final Pattern PLAIN = Pattern.compile("[a-z0-9.-]{1,60}");
    private static final int LONGEST_IN_FILE_NAME = 60;

    private static final int LONGEST_VALUE = 48;
    private static final int KEPT_OF_LONGER = 32;
    private static final int CHECKSUM_BYTES = 6;

    private final String method;
    private final String mode;
    private final Map<String, String> params;

    /**
     * A benchmark as JMH's results have it.
     *
     * @param method class and method, as in {@code org.sample.MapBench.get}
     * @param mode thrpt, avgt, sample or ss
     * @param params the value of each parameter, in JMH's order
     */
    public BenchmarkName(String method, String mode, Map<String, String> params) {
        this.method = method;
        this.mode = mode;
        this.params = new LinkedHashMap<>(params);
    }

    /** What a name is of; empty if it is not that of a JMH benchmark. */
    public static Optional<BenchmarkName> of(String name) {
        String[] parts = name.split(":");
        if (parts.length < 2) {
            return Optional.empty();
        }
        Map<String, String> params = new LinkedHashMap<>();
        for (int i = 2; i < parts.length; i++) {
            int sign = parts[i].indexOf('=');
            params.put(decoded(parts[i].substring(0, sign)), decoded(parts[i].substring(sign + 1)));
        }
        return Optional.of(new BenchmarkName(decoded(parts[0]), parts[1], params));
    }

    /**
     * The name of a score that a harness calls so, which another name does not have.
     *
     * @throws IllegalArgumentException if it is empty or too long
     */
    public static String plain(String benchmark) {
        return checked(encoded(benchmark));
    }

    /**
     * The name of its score.
     *
     * @throws IllegalArgumentException if a part is empty or too long
     */
    public String text() {
        StringBuilder text = new StringBuilder(encoded(method)).append(':').append(mode);
        params.forEach((param, value) ->
                text.append(':').append(encoded(param)).append('=').append(cut(value)));
        return checked(text.toString());
    }

    /**
     * The name of any score as a part of a file's name: at most 73 characters, which every file system, link and
     * archive takes as they are. Names that differ stay different, also if a file system ignores case: a checksum of a
     * name stands for what the part leaves out.
     */
    public static String inFileName(String score) {
        if (PLAIN.matcher(score).matches()) {
            return score;
        }
        String plain = score.toLowerCase(Locale.ROOT).replaceAll("%[0-9a-f]{2}|[^a-z0-9.-]", "-");
        return plain.substring(0, Math.min(plain.length(), LONGEST_IN_FILE_NAME)) + "_" + checksum(score);
    }

    public String method() {
        return method;
    }

    public String mode() {
        return mode;
    }

    public Map<String, String> params() {
        return new LinkedHashMap<>(params);
    }

    private static String checked(String name) {
        if (!FORM.matcher(name).matches()) {
            throw new IllegalArgumentException("a benchmark's name is empty or too long: " + name);
        }
        return name;
    }

    private static String cut(String value) {
        String whole = shown(value);
        if (whole.length() <= LONGEST_VALUE) {
            return whole;
        }
        StringBuilder cut = new StringBuilder();
        for (int i = 0; i < value.length(); i = value.offsetByCodePoints(i, 1)) {
            String sign = shown(value.substring(i, value.offsetByCodePoints(i, 1)));
            if (cut.length() + sign.length() > KEPT_OF_LONGER) {
                break;
            }
            cut.append(sign);
        }
        return cut.append('~').append(checksum(value)).toString();
    }

    private static String checksum(String text) {
        try {
            byte[] sum = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return Units.text("%012x", new BigInteger(1, Arrays.copyOf(sum, CHECKSUM_BYTES)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // Every JVM has it.
        }
    }

    private static String shown(String value) {
        return encoded(value).replace("%3D", "=").replace("%2B", "+");
    }

    private static String encoded(String text) {
        try {
            return URLEncoder.encode(text, "UTF-8").replace("+", "%20").replace("*", "%2A");
        } catch (UnsupportedEncodingException e) {
            throw new IllegalStateException(e); // Every JVM has it.
        }
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), "UTF-8");
        } catch (UnsupportedEncodingException e) {
            throw new IllegalStateException(e); // Every JVM has it.
        }
    }
}
