package org.whichjvm.workload.service;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The record of one request, as vegeta writes it. */
final class RequestResult {
    /** Time, status, latency, bytes out and in, error, body, name of the attack, number of the request and more. */
    private static final Pattern CSV =
            Pattern.compile("(\\d+),(\\d+),(\\d+),\\d+,\\d+,(\".*\"|[^,]*),[^,]*,[^,]*,(\\d+),.*", Pattern.DOTALL);

    /** A server may write a line of any length. */
    private static final int LONGEST_REASON = 200;

    private static final int LEAST_GOOD = 200;
    private static final int LEAST_BAD = 400;

    /** When it was sent, in ns since 1970, by one clock in all records of an attack. */
    final long sentAt;

    /** When its answer had come, or it had failed. */
    final long endedAt;

    /** The number of the request, from 0. */
    final int number;

    private final int status;
    private final String error;

    /** Reads a line of {@code vegeta encode -to csv}. */
    RequestResult(String line) {
        Matcher csv = CSV.matcher(line);
        if (!csv.matches()) {
            throw new IllegalArgumentException("vegeta's record has another form: " + line);
        }
        sentAt = Long.parseLong(csv.group(1));
        status = Integer.parseInt(csv.group(2));
        endedAt = sentAt + Long.parseLong(csv.group(3));
        error = csv.group(4);
        number = Integer.parseInt(csv.group(5));
    }

    /** The status, such as 200; none if there was no answer. */
    String status() {
        return status == 0 ? "none" : String.valueOf(status);
    }

    /** Whether it was answered by 2xx or 3xx. */
    boolean isGood() {
        return status >= LEAST_GOOD && status < LEAST_BAD && error.isEmpty();
    }

    /** The status, such as 503 Service Unavailable, or why there is none: connection refused. */
    String reason() {
        String text = error.replace("\"", "");
        String last = text.substring(text.lastIndexOf(": ") + 1).trim();
        return text.isEmpty() ? String.valueOf(status) : last.substring(0, Math.min(last.length(), LONGEST_REASON));
    }
}
