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
 * @param notes what a reader should know of its file and of the choice of its campaign, in sentences
 */
record Host(
        String name,
        HostFile file,
        List<ResultFile> campaigns,
        List<ResultFile> sessions,
        Optional<String> lack,
        List<String> notes) {
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
        return measured() && lack.isEmpty() && state() == HostFile.State.WHOLE;
    }

    private HostFile.State state() {
        return file.state() == null ? HostFile.State.WHOLE : file.state();
    }

    /** The sentence on a host whose campaign is not whole; empty if it is. */
    Optional<String> notMeasured() {
        if (whole()) {
            return Optional.empty();
        }
        String why = lack.orElse(null);
        if (state() == HostFile.State.WHOLE) {
            String has = measured() ? HostFile.State.PARTIAL.words : "has no result";
            return Optional.of(name + " " + has + HostsText.because(why));
        }
        boolean counts = measured() && state() != HostFile.State.PARTIAL;
        return Optional.of(name
                + " "
                + state().words
                + (counts ? ", and what it has counts" : "")
                + HostsText.because(file.reason() == null ? why : file.reason()));
    }
}
