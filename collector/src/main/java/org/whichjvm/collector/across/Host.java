package org.whichjvm.collector.across;

import java.util.List;
import java.util.Optional;
import org.whichjvm.collector.report.ResultFile;

/**
 * A host, and its campaigns.
 *
 * @param campaigns the results of all that can be read, from the oldest to the newest
 * @param sessions the results of its campaigns that may be joined, from the oldest to the newest; empty if it has none
 * @param lack why it has no result, or which part of a campaign it has, in a sentence's words; empty if it has the
 *     whole
 * @param left which of its campaigns are left out, in a sentence; empty if none is
 */
record Host(
        String name,
        List<ResultFile> campaigns,
        List<ResultFile> sessions,
        Optional<String> lack,
        Optional<String> left) {
    /** Whether it has campaigns that are not joined: each stands by itself. */
    boolean sideBySide() {
        return measured() && campaigns.size() > sessions.size();
    }

    /** The result of its newest campaign; null if it has none. */
    ResultFile result() {
        return sessions.isEmpty() ? null : sessions.get(sessions.size() - 1);
    }

    /** A measured host has a fork, and its campaign may be compared with others. */
    boolean measured() {
        return result() != null && result().forks().all() > 0;
    }

    boolean whole() {
        return lack.isEmpty();
    }

    /** The sentence on a host whose campaign is not whole; empty if it is. */
    Optional<String> notMeasured() {
        String has = measured() ? "has a part of its campaign only" : "has no result";
        return lack.map(why -> "%s %s: %s%s".formatted(name, has, why, why.endsWith(".") ? "" : "."));
    }
}
