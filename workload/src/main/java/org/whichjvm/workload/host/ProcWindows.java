package org.whichjvm.workload.host;

import com.google.gson.JsonObject;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A few files of /proc or /sys as they were at the start and at the end of each window. A reading between two windows
 * must not take long, so nothing is parsed then, which the JIT compilers would come to work for too. Counters are read
 * out of them once all windows are over; a counter that is unknown in one window is unknown.
 */
class ProcWindows {
    /** Of each file the first 64 KiB are read: the CPU lines of /proc/stat for 500 CPUs. */
    private static final int ROOM = 1 << 16;

    private final String[] paths;
    private final byte[] room = new byte[ROOM];
    private final List<byte[][]> starts = new ArrayList<>();
    private final List<byte[][]> ends = new ArrayList<>();
    private byte[][] start;

    /** Reads these files, which are numbered from 0 in this order; a path may be null. */
    ProcWindows(String... paths) {
        this.paths = paths;
    }

    public void start() {
        start = read();
    }

    public void end() {
        starts.add(start);
        ends.add(read());
    }

    int count() {
        return ends.size();
    }

    /** The difference of a file's counter in a window; null if it is not known. */
    Long in(int window, int file, Function<String, Long> counter) {
        Long before = counter.apply(text(starts.get(window)[file]));
        Long after = counter.apply(text(ends.get(window)[file]));
        return before == null || after == null ? null : (Long) Math.max(0, after - before);
    }

    /** The sum of a counter over all windows; null if it is not known of one, or there is none. */
    Long sum(int file, Function<String, Long> counter) {
        Long sum = count() == 0 ? null : (Long) 0L;
        for (int i = 0; i < count() && sum != null; i++) {
            Long more = in(i, file, counter);
            sum = more == null ? null : (Long) (sum + more);
        }
        return sum;
    }

    /** The number behind what a regular expression matches from a line's start on; null if none. */
    static Long number(String text, String before) {
        Matcher found = Pattern.compile("(?m)^(?:" + before + ")\\s*(?<n>\\d{1,18})(?!\\S)")
                .matcher(text == null ? "" : text);
        return found.find() ? Long.valueOf(found.group("n")) : null;
    }

    /** A value that is not known is absent from a fork's file. */
    static void dropNulls(JsonObject json) {
        json.entrySet().removeIf(entry -> entry.getValue().isJsonNull());
    }

    private static String text(byte[] file) {
        return file == null ? null : new String(file, StandardCharsets.UTF_8);
    }

    private byte[][] read() {
        byte[][] files = new byte[paths.length][];
        for (int i = 0; i < paths.length; i++) {
            int length = paths[i] == null ? -1 : fill(paths[i]);
            files[i] = length < 0 ? null : Arrays.copyOf(room, length);
        }
        return files;
    }

    private int fill(String path) {
        try (FileInputStream file = new FileInputStream(path)) {
            int length = 0;
            for (int more = 0; more >= 0 && length < ROOM; length += Math.max(0, more)) {
                more = file.read(room, length, ROOM - length);
            }
            return length;
        } catch (IOException e) {
            return -1;
        }
    }
}
