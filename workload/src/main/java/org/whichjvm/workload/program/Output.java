package org.whichjvm.workload.program;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.whichjvm.common.Units;
import org.whichjvm.workload.fork.ForkFailure;

/**
 * The output of a program. All of it is read, consumers of lines get each line, and its beginning and its end are kept,
 * 1 MiB together.
 */
public final class Output {
    private static final int HEAD = 256 << 10;
    private static final int TAIL = 768 << 10;

    /** A longer line is shown in parts of this length, in bytes. */
    private static final int MAX_LINE = 64 << 10;

    /**
     * Escape sequences of terminals (ECMA-48): colours and moves of the cursor, strings such as a window's title, and
     * what two characters say. A person does not see them.
     */
    private static final Pattern ESCAPES = Pattern.compile(
            "\u001b(?:\\[[0-?]*[ -/]*[@-~]" + "|[]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\\\)" + "|[ -/]*[0-~])");

    private static final int LAST_LINES = 3;
    private static final int LAST_LENGTH = 200;

    private final List<Consumer<String>> watchers;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final ByteArrayOutputStream head = new ByteArrayOutputStream();
    private final ByteArrayOutputStream tail = new ByteArrayOutputStream();

    /** Why a line could not be read; null if all could. */
    private volatile Throwable failure;

    /** Bytes that went past the head. */
    private long behind;

    /** Shows its lines, without their ends and as a terminal shows them, to watchers. */
    public Output(List<Consumer<String>> watchers) {
        this.watchers = watchers;
    }

    /** Reads all of a stream, whose other end may be closed at any time. */
    public void read(InputStream from) {
        byte[] buffer = new byte[64 << 10];
        try {
            for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
                take(buffer, count);
            }
        } catch (IOException e) {
            // The program has gone, and its end of the pipe with it.
        }
        if (line.size() > 0) {
            show();
        }
    }

    synchronized void take(byte[] bytes, int count) {
        int first = Math.min(count, HEAD - head.size());
        head.write(bytes, 0, first);
        tail.write(bytes, first, count - first);
        behind += count - first;
        if (tail.size() > 2 * TAIL) {
            byte[] end = end();
            tail.reset();
            tail.write(end, 0, end.length);
        }
        if (!watchers.isEmpty()) {
            split(bytes, count);
        }
    }

    private void split(byte[] bytes, int count) {
        int from = 0;
        for (int i = 0; i < count; i++) {
            if (bytes[i] == '\n' || line.size() + i - from == MAX_LINE) {
                line.write(bytes, from, i - from);
                show();
                from = bytes[i] == '\n' ? i + 1 : i;
            }
        }
        line.write(bytes, from, count - from);
    }

    private void show() {
        String text = plain(new String(line.toByteArray(), StandardCharsets.UTF_8));
        line.reset();
        String shown = text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
        try {
            watchers.forEach(watcher -> watcher.accept(shown));
        } catch (ForkFailure | StackOverflowError e) {
            // The rest is read nevertheless, or the program would wait for a reader for ever.
            failure = e;
        }
    }

    private static String plain(String text) {
        return ESCAPES.matcher(text).replaceAll("");
    }

    /** Refuses output of which a line could not be read; a {@link ForkFailure} says why. */
    public void check() {
        if (failure instanceof ForkFailure) {
            throw (ForkFailure) failure;
        }
        if (failure != null) {
            throw new ForkFailure(failure, "a line of the output is too long for a regular expression (%s)", failure);
        }
    }

    public synchronized long bytes() {
        return head.size() + behind;
    }

    /** The part that is kept, with a line where something is left out. */
    public synchronized byte[] kept() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(head.toByteArray(), 0, head.size());
        if (behind > TAIL) {
            byte[] gap = Units.text("%n[%d bytes are left out here]%n", behind - TAIL)
                    .getBytes(StandardCharsets.UTF_8);
            all.write(gap, 0, gap.length);
        }
        byte[] end = end();
        all.write(end, 0, end.length);
        return all.toByteArray();
    }

    private byte[] end() {
        byte[] all = tail.toByteArray();
        return Arrays.copyOfRange(all, Math.max(0, all.length - TAIL), all.length);
    }

    public String text() {
        return new String(kept(), StandardCharsets.UTF_8);
    }

    /** Its last lines, in words that follow a sentence. */
    public String saidLast() {
        String last = lastLines();
        return last.isEmpty() ? "; it printed nothing" : "; it said last: " + last;
    }

    /** Its last lines that are not blank, each cut to a length, with a bar between. */
    public String lastLines() {
        List<String> lines = Arrays.stream(plain(text()).split("\r?\n"))
                .filter(each -> !each.trim().isEmpty())
                .map(each -> each.substring(0, Math.min(each.length(), LAST_LENGTH)))
                .collect(Collectors.toList());
        return String.join(" | ", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    }
}
